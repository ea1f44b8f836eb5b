import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { createRandom } from "../../json-schema/samples/random.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Operation } from "../../model/contract.js";
import type { Resource, ResourceId } from "../../resources/resources.js";
import { concretePath, isCreatable } from "../../resources/uses.js";
import type { MockContext } from "./context.js";
import { withoutContents } from "./new-items.js";
import { startService } from "./services.js";
import { startWork } from "./work.js";

/** The number of different items that are sampled for a resource. */
const variations = 8;

/** The number of items in a collection to which no operation adds any. */
const shownItems = 3;

/** The items of a collection at a path with these values. Those of a collection that calls can't fill are made up at first. */
export function itemsOf(
  context: MockContext,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): readonly JsonObject[] {
  const { state } = context;
  const collection = concretePath(resource.path, values);
  if (!state.items(collection) && !isCreatable(resource) && resource.id) {
    for (let index = 0; index < shownItems; index++) addItem(context, resource, values, {});
    if (!state.items(collection)) state.setItems(collection, []);
  }
  return state.items(collection) ?? [];
}

/** The collections of the items that must exist, because calls create them and the operation is below. */
export function parentsOf({ resources }: MockContext, operation: Operation): readonly Resource[] {
  return resources.filter((resource) => {
    return resource.id && isCreatable(resource) && operation.path.startsWith(`${resource.path}/{${resource.id.parameter}}/`);
  });
}

/** The single item at a path, which is made up at first. */
function singleItem(context: MockContext, resource: Resource, values: Readonly<Record<string, unknown>>): JsonObject | undefined {
  const { state, samples } = context;
  const at = concretePath(resource.path, values);
  const before = state.single(at);
  if (before !== undefined && isObject(before)) return before;
  const made = samples.of(resource.schema);
  if (made === undefined || !isObject(made)) return undefined;
  const item = samples.echo(resource.schema, made, values as JsonObject) as JsonObject;
  startService(context, resource, at, item, {});
  state.setSingle(at, item);
  return item;
}

/** Finds an item by the values of its path. In a collection that calls can't fill, every item exists. */
export function findItem(
  context: MockContext,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): JsonObject | undefined {
  const { state } = context;
  const { id, path } = resource;
  if (!id) return singleItem(context, resource, values);
  const collection = concretePath(path, values);
  const found = state.find(collection, id.member, values[id.parameter]);
  if (found || isCreatable(resource)) return found;
  return addItem(context, resource, values, { [id.member]: values[id.parameter] as JsonValue });
}

/** Adds an item with what was given, and returns it; `undefined` if no valid one was found. */
export function addItem(
  context: MockContext,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  given: JsonValue,
): JsonObject | undefined {
  const { state, samples } = context;
  const { id } = resource;
  if (!id) return undefined;
  const collection = concretePath(resource.path, values);
  const items = state.items(collection) ?? [];
  const starts = isCreatable(resource) ? withoutContents(context, resource.schema) : undefined;
  const made = makeItem(context, resource.schema, `${collection} ${items.length % variations}`, given, starts);
  if (!made) return undefined;
  const isNamed = isObject(given) && given[id.member] !== undefined && given[id.member] === made[id.member];
  const own = isNamed ? made : withId(context, resource, id, made, collection);
  // What stands in the path of an item is also in the item.
  const inPath = Object.fromEntries(Object.entries(values).filter(([name]) => name !== id.parameter)) as JsonObject;
  const item = samples.echo(resource.schema, own, inPath) as JsonObject;
  state.put(collection, id.member, item);
  startService(context, resource, collection, item, given);
  startWork(context, resource, collection, item);
  return item;
}

/** Makes an item with what was given: of the alternative that takes most of it. `starts` changes what is made up before. */
export function makeItem(
  { samples, contract }: MockContext,
  schema: JsonValue,
  variation: string,
  given: JsonValue,
  starts = (made: JsonObject) => made,
): JsonObject | undefined {
  const { branches } = schemasIn(contract.model.schemas).of(schema);
  let best: JsonObject | undefined;
  let most = -1;
  for (const branch of branches.slice(0, 30)) {
    const base = samples.of(branches.length > 1 ? branch.node : schema, variation);
    if (!isObject(base) || !samples.isValid(schema, base)) continue;
    const item = samples.echo(branches.length > 1 ? branch.node : schema, starts(base), given);
    if (!isObject(item) || !samples.isValid(schema, item)) continue;
    const taken = isObject(given) ? Object.keys(given).filter((name) => same(item[name], given[name])).length : 0;
    if (taken > most) [best, most] = [item, taken];
  }
  return best;
}

function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Gives an item an id that no other one of its collection has, in the format that schema and path allow. */
function withId(
  context: MockContext,
  resource: Resource,
  { member, parameter }: ResourceId,
  item: JsonObject,
  collection: string,
): JsonObject {
  const { samples, state, contract } = context;
  const declared = resource.operations
    .flatMap(({ operation }) => operation.parameters)
    .find((one) => one.in === "path" && one.name === parameter);
  const idSchema = schemasIn(contract.model.schemas).of(resource.schema).member(member)!.schema.node;
  const noun = (resource.path.split("/").at(-1) ?? "item").replace(/s$/, "").replace(/[^A-Za-z0-9]+/g, "-");
  function* ids() {
    const first = (state.items(collection)?.length ?? 0) + 1;
    for (let number = first; number < first + 49; number++) {
      yield* [number, `${noun}-${number}`, `${noun}${number}`, uuid(`${collection} ${number}`), String(number)];
      yield samples.of(idSchema, `id ${collection} ${number}`);
    }
  }
  const allowed = (id: JsonValue) => declared === undefined || samples.isValid(declared.schema, id);
  return withFreeId(context, { collection, member, schema: resource.schema }, item, ids(), allowed);
}

/** Gives an item the first id that no other one of its collection has and that its schema allows; its own if there is none. */
export function withFreeId(
  { samples, state }: MockContext,
  { collection, member, schema }: { readonly collection: string; readonly member: string; readonly schema: JsonValue },
  item: JsonObject,
  ids: Iterable<JsonValue | undefined>,
  isAllowed: (id: JsonValue) => boolean = () => true,
): JsonObject {
  for (const id of ids) {
    if (id === undefined || state.find(collection, member, id) || !isAllowed(id)) continue;
    const own = { ...item, [member]: id };
    if (samples.isValid(schema, own)) return own;
  }
  return item;
}

/** A UUID (RFC 9562, version 4) that is the same for the same text. */
function uuid(text: string): string {
  const random = createRandom(text);
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16));
  hex[12] = "4";
  hex[16] = "89ab"[random.below(4)]!;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    .map((part) => part.join(""))
    .join("-");
}
