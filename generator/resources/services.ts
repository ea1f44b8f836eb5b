import { writeAt } from "../../templates/runtime/json.js";
import type { JsonObject } from "../document/json-value.js";
import type { Operation } from "../model/contract.js";
import type { Resource, ResourceOperation } from "./resources.js";

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
