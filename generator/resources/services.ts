import { writeAt } from "../../templates/runtime/json.js";
import type { JsonObject } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import type { Contract, Operation } from "../model/contract.js";
import { responseSchema, type Resource, type ResourceOperation } from "./resources.js";

/** The resource whose items are the services of an endpoint, and the operation that shows them. */
export interface ServiceResource {
  readonly resource: Resource;
  readonly read: ResourceOperation;
  readonly endpoint: Operation;
}

/** Finds the resource of an endpoint's services. */
export function serviceResource(
  { resources }: { readonly resources: readonly Resource[] },
  endpoint: Operation,
): ServiceResource | undefined {
  const shown = endpoint.binding?.service.representation;
  if (!shown) return undefined;
  for (const resource of resources) {
    const read = resource.operations.find(({ role, operation }) => {
      return role === "read" && operation.path === shown.path && operation.method === shown.method.toUpperCase();
    });
    if (read) return { resource, read, endpoint };
  }
  return undefined;
}

/**
 * The representations of services that are no items of `resources`: each at a path of its own, such as `/servers/{id}/status`, which
 * only shows it.
 */
export function otherRepresentations({ operations, schemas }: Contract, resources: readonly Resource[]): readonly Resource[] {
  const found = new Map<string, Resource>();
  for (const endpoint of operations) {
    const shown = endpoint.binding?.service.representation;
    if (!endpoint.isEndpoint || !shown || serviceResource({ resources }, endpoint)) continue;
    const operation = operations.find(({ path, method }) => path === shown.path && method === shown.method.toUpperCase());
    const schema = responseSchema(operation);
    if (!operation || schema === undefined || !schemasIn(schemas).of(schema).isEvery("object")) continue;
    const read: ResourceOperation = { role: "read", operation, requestAt: "", responseAt: "" };
    found.set(operation.path, { path: operation.path, id: undefined, schema, operations: [read] });
  }
  return [...found.values()];
}

/** A service as the API shows it, from its item. */
export function representationOf({ read }: ServiceResource, item: JsonObject): JsonObject {
  if (!read.responseAt) return item;
  const body = {};
  writeAt(body, read.responseAt, item);
  return body;
}

/** The pointer of a service's fact in its item. */
export function pointerInItem(pointer: string | undefined, { responseAt = "" }: ResourceOperation): string | undefined {
  return pointer?.startsWith(responseAt) ? pointer.slice(responseAt.length) : undefined;
}
