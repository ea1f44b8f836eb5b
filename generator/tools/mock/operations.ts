import { notFound } from "../../../templates/runtime/server/errors.js";
import { valueAt } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Operation } from "../../model/contract.js";
import type { Resource, ResourceOperation } from "../../resources/resources.js";
import {
  type MockContext,
  type MockResponse,
  type OperationCall,
  concretePath,
  isCreatable,
  membersOf,
  roleOf,
} from "./context.js";
import { addItem, findItem, itemsOf } from "./items.js";
import { pageOf } from "./lists.js";
import { answer } from "./responses.js";
import { showCapabilities } from "./services.js";

/** A response; `undefined` if the contract declares none. */
type Answer = MockResponse | undefined;

/** Creates the handler of an operation: by its role with a resource, otherwise with a sampled response. */
export function createOperation(
  context: MockContext,
  operation: Operation,
  example: () => string | undefined,
): (call: OperationCall) => Promise<Answer> | Answer {
  const found = roleOf(context, operation);
  return (call) => {
    checkParents(context, operation, call.path);
    const name = example();
    if (!found || name !== undefined) return answer(context, operation, { example: name });
    return found.resource.id
      ? onCollection(context, found.resource, found.use, call)
      : onSingle(context, found.resource, found.use, call);
  };
}

/** Whatever is below an item that calls create is there only if the item is. */
function checkParents(context: MockContext, operation: Operation, values: OperationCall["path"]): void {
  for (const resource of context.resources) {
    if (!resource.id || !isCreatable(resource)) continue;
    const isBelow = operation.path.startsWith(`${resource.path}/{${resource.id.parameter}}/`);
    if (isBelow && !findItem(context, resource, values)) throw notFound();
  }
}

async function onCollection(
  context: MockContext,
  resource: Resource,
  use: ResourceOperation,
  call: OperationCall,
): Promise<Answer> {
  const { state, samples } = context;
  const { operation, role, responseAt } = use;
  const collection = concretePath(resource.path, call.path);
  const { member, parameter } = resource.id!;
  const show = async (item: JsonObject, isCreation = false) => {
    const value = await showCapabilities(context, resource, item, call.capabilities);
    return answer(context, operation, {
      isCreation,
      ...(responseAt !== undefined && { placed: { at: responseAt, value, of: resource.schema } }),
    });
  };
  const given = sentItem(use, call.body);
  if (role === "list") {
    const { items, complete } = pageOf(context, operation, responseAt!, itemsOf(context, resource, call.path), call.query);
    const value = await Promise.all(items.map((item) => showCapabilities(context, resource, item, call.capabilities)));
    return answer(context, operation, { placed: { at: responseAt!, value, complete } });
  }
  if (role === "create") {
    const item = addItem(context, resource, call.path, given);
    if (!item) return answer(context, operation);
    const response = await show(item, true);
    const location = `${collection === "/" ? "" : collection}/${encodeURIComponent(String(item[member]))}`;
    if (response?.status !== 201) return response;
    return { ...response, headers: { ...response.headers, location: `${context.contract.server.basePath ?? ""}${location}` } };
  }
  const item = findItem(context, resource, call.path);
  if (role === "replace" && !item) {
    const id = call.path[parameter] as JsonValue;
    const made = addItem(context, resource, call.path, isObject(given) ? { ...given, [member]: id } : { [member]: id });
    return made ? show(made, true) : answer(context, operation);
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

function onSingle(context: MockContext, { path, schema }: Resource, use: ResourceOperation, call: OperationCall): Answer {
  const { state, samples } = context;
  const at = concretePath(path, call.path);
  const { operation, role, responseAt } = use;
  const before = state.single(at) ?? samples.of(schema);
  if (before === undefined) return answer(context, operation);
  const value = role === "read" ? before : samples.echo(schema, before, membersOf(sentItem(use, call.body)));
  state.setSingle(at, value);
  return answer(context, operation, responseAt === undefined ? {} : { placed: { at: responseAt, value } });
}

/** The item in the body of a request. */
function sentItem({ requestAt }: ResourceOperation, body: unknown): JsonValue {
  return ((requestAt === "" ? body : (valueAt(body, requestAt) ?? body)) ?? {}) as JsonValue;
}
