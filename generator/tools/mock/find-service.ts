import { writeAt } from "../../../templates/runtime/json.js";
import type { Operation } from "../../model/contract.js";
import type { MockContext } from "./context.js";
import { findItem, parentsOf } from "./items.js";
import { representationOf, serviceResource } from "../../resources/services.js";
import { mostAllowed } from "./services.js";

/** Returns the service of a path; `undefined` if there is none. An endpoint without a representation has any service. */
export function serviceOf(
  context: MockContext,
  operationId: string,
  values: Readonly<Record<string, unknown>>,
): object | undefined {
  const { operations, serviceTypes } = context.contract.model;
  const operation = operations.find(({ id }) => id === operationId)!;
  const endpoints = operations.filter(({ isEndpoint }) => isEndpoint);
  for (const endpoint of operation.isEndpoint ? [operation] : endpoints) {
    const services = serviceResource(context, endpoint);
    if (!services || !(operation === endpoint || isAtOrBelow(operation, services.read.operation))) continue;
    if (parentsOf(context, endpoint).some((parent) => !findItem(context, parent, values))) return undefined;
    const item = findItem(context, services.resource, values);
    return item && representationOf(services, item);
  }
  const called = Object.values(values).map(String);
  const types = serviceTypes.filter((type) => operation.serviceTypes.includes(type.name));
  const type = types.find(({ actions }) => actions.some(({ name }) => called.includes(name))) ?? types[0] ?? serviceTypes[0];
  if (!type) return {};
  const [status] = mostAllowed(type, "states");
  const [plan] = mostAllowed(type, "plans");
  const facts = operations.find(({ id }) => id === type.operationId)?.binding?.service;
  const service = {};
  writeAt(service, facts?.type ?? "/type", type.name);
  if (status !== undefined) writeAt(service, facts?.status ?? "/status", status);
  if (plan !== undefined) writeAt(service, facts?.plan ?? "/plan", plan);
  return service;
}

function isAtOrBelow({ path }: Operation, read: Operation): boolean {
  return path === read.path || path.startsWith(`${read.path}/`) || path.startsWith(`${read.path}:`);
}
