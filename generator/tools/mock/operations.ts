import { notFound } from "../../../templates/runtime/server/errors.js";
import { valueAt } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Operation } from "../../model/contract.js";
import type { Resource, ResourceOperation } from "../../resources/resources.js";
import { chosenId, concretePath, isCreatable, roleOf } from "../../resources/uses.js";
import { type MockContext, type MockResponse, type OperationCall, membersOf } from "./context.js";
import { addItem, findItem, itemsOf, parentsOf } from "./items.js";
import { pageOf } from "./lists.js";
import { respondTo } from "./responses.js";
import { type CapabilityPlace, capabilityPlaces, showCapabilities } from "./services.js";

/** A response; `undefined` if the contract declares none. */
type Declared = MockResponse | undefined;

/** Creates the handler of an operation: by its role with a resource, otherwise with a sampled response. */
export function createOperation(
  context: MockContext,
  operation: Operation,
  example: () => string | undefined,
): (call: OperationCall) => Promise<Declared> | Declared {
  const found = roleOf(context, operation);
  const parents = parentsOf(context, operation);
  const places = found ? capabilityPlaces(context, found.resource) : [];
  return (call) => {
    if (parents.some((parent) => !findItem(context, parent, call.path))) throw notFound();
    const name = example();
    if (!found || name !== undefined) return respondTo(context, operation, { example: name });
    return found.resource.id
      ? onCollection(context, found.resource, places, found.use, call)
      : onSingle(context, found.resource, places, found.use, call);
  };
}

async function onCollection(
  context: MockContext,
  resource: Resource,
  places: readonly CapabilityPlace[],
  use: ResourceOperation,
  call: OperationCall,
): Promise<Declared> {
  const { state, samples } = context;
  const { operation, role, responseAt } = use;
  const collection = concretePath(resource.path, call.path);
  const { member, parameter } = resource.id!;
  const show = async (item: JsonObject, isCreation = false) => {
    const value = await showCapabilities(context, places, item, call.capabilities);
    return respondTo(context, operation, {
      isCreation,
      ...(responseAt !== undefined && { placed: { at: responseAt, value, of: resource.schema } }),
    });
  };
  const given = sentItem(use, call.body);
  if (role === "list") {
    const all = itemsOf(context, resource, call.path);
    // In a collection that calls can't fill, what a client looks for exists.
    const make = (values: JsonObject) => (isCreatable(resource) ? undefined : addItem(context, resource, call.path, values));
    const { items, complete, headerValues } = pageOf(context, operation, responseAt!, all, call.query, make);
    const value = await Promise.all(items.map((item) => showCapabilities(context, places, item, call.capabilities)));
    return respondTo(context, operation, { placed: { at: responseAt!, value, complete }, headerValues });
  }
  if (role === "create") {
    // Callers may choose the id in the query.
    const id = call.query[chosenId(resource, use) ?? ""] as JsonValue | undefined;
    const item = addItem(context, resource, call.path, id === undefined ? given : { ...membersOf(given), [member]: id });
    if (!item) return respondTo(context, operation);
    const response = await show(item, true);
    const location = `${collection === "/" ? "" : collection}/${encodeURIComponent(String(item[member]))}`;
    if (response?.status !== 201) return response;
    return { ...response, headers: { ...response.headers, location: `${context.contract.server.basePath ?? ""}${location}` } };
  }
  const item = findItem(context, resource, call.path);
  if (role === "replace" && !item) {
    const id = call.path[parameter] as JsonValue;
    const made = addItem(context, resource, call.path, isObject(given) ? { ...given, [member]: id } : { [member]: id });
    return made ? show(made, true) : respondTo(context, operation);
  }
  if (!item) throw notFound();
  if (role === "remove") {
    state.remove(collection, member, item[member]);
    return show(item);
  }
  if (role === "read") return show(item);
  const changed = samples.echo(resource.schema, item, { ...membersOf(given), [member]: item[member]! }) as JsonObject;
  state.put(collection, member, changed);
  return show(changed);
}

async function onSingle(
  context: MockContext,
  resource: Resource,
  places: readonly CapabilityPlace[],
  use: ResourceOperation,
  call: OperationCall,
): Promise<Declared> {
  const { state, samples } = context;
  const { operation, role, responseAt } = use;
  const before = findItem(context, resource, call.path);
  if (before === undefined) return respondTo(context, operation);
  const isRead = role === "read";
  const kept = isRead ? before : (samples.echo(resource.schema, before, membersOf(sentItem(use, call.body))) as JsonObject);
  if (!isRead) state.setSingle(concretePath(resource.path, call.path), kept);
  const value = await showCapabilities(context, places, kept, call.capabilities);
  return respondTo(context, operation, responseAt === undefined ? {} : { placed: { at: responseAt, value } });
}

/** The item in the body of a request. */
function sentItem({ requestAt }: ResourceOperation, body: unknown): JsonValue {
  return ((requestAt === "" ? body : (valueAt(body, requestAt) ?? body)) ?? {}) as JsonValue;
}
