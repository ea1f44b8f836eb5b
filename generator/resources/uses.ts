import type { Operation } from "../model/contract.js";
import { plain } from "./pages.js";
import { nounOf, type Resource, type ResourceId, type ResourceOperation, type Role } from "./resources.js";

/** Writes the values of parameters into a path. */
export function concretePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** The resource of an operation, and what the operation does with it. */
export function roleOf(
  { resources }: { readonly resources: readonly Resource[] },
  operation: Operation,
): { readonly resource: Resource; readonly use: ResourceOperation } | undefined {
  for (const resource of resources) {
    const use = resource.operations.find((one) => one.operation === operation);
    if (use) return { resource, use };
  }
  return undefined;
}

/** Whether items of a collection come into being by calls only. */
export function isCreatable(resource: Resource): boolean {
  return creationOf(resource) !== undefined;
}

/** What makes items of a collection: POST to it, or PUT to the path of an item that there isn't (RFC 9110, section 9.3.4). */
export function creationOf({ operations }: Resource): ResourceOperation | undefined {
  const isPut = ({ role, operation }: ResourceOperation) =>
    role === "replace" && operation.responses.some(({ status }) => status === "201");
  return operations.find(({ role }) => role === "create") ?? operations.find(isPut);
}

/** What an API has for a resource in a role. */
export function useOf({ operations }: Resource, role: Role): ResourceOperation | undefined {
  return operations.find((one) => one.role === role);
}

/** The query parameter with which callers choose the id of what they create: `diskId` for `/disks/{disk}`. */
export function chosenId({ path, id }: Resource, { operation }: ResourceOperation): string | undefined {
  const names = id && namesOfChoice(path, id);
  return operation.parameters.find((one) => one.in === "query" && names?.has(plain(one.name)))?.name;
}

function namesOfChoice(collection: string, { parameter, member }: ResourceId): ReadonlySet<string> {
  const noun = nounOf(collection);
  return new Set([parameter, `${parameter}Id`, `${noun}Id`, `${noun}${member}`, member].map(plain));
}
