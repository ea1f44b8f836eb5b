import { formatPointer } from "../../templates/runtime/json.js";
import { inferState } from "../binding/following-states.js";
import type { JsonValue } from "../document/json-value.js";
import { schemasIn, type Schema } from "../json-schema/schema.js";
import { successesOf } from "../model/action-responses.js";
import type { Contract, MediaType, Operation } from "../model/contract.js";

/** What an operation does with a resource. */
export type Role = "list" | "create" | "read" | "replace" | "change" | "remove";

/** Things of one kind that an API keeps: the items of a collection, or a single one at a path of its own. */
export interface Resource {
  /** The path of the collection, or of the single item. */
  readonly path: string;
  /** How the items of the collection are identified; absent: there is a single item. */
  readonly id: ResourceId | undefined;
  /** Of an item in responses. */
  readonly schema: JsonValue;
  readonly operations: readonly ResourceOperation[];
}

/** How an item is identified. */
export interface ResourceId {
  /** The path parameter. */
  readonly parameter: string;
  /** The member of the item with the same value. */
  readonly member: string;
}

/** An operation on a resource. */
export interface ResourceOperation {
  readonly operation: Operation;
  readonly role: Role;
  /** JSON pointer to the item in the body of the request; empty: the body. */
  readonly requestAt: string;
  /** JSON pointer to the item, or to the list of items, in the body of the response; absent: it is not there. */
  readonly responseAt: string | undefined;
}

/**
 * Finds the resources of an API by its paths, path parameters and schemas: an item is at the path of its collection with one more
 * parameter, and its schema has a member with the value of that parameter.
 */
export function findResources(contract: Contract): readonly Resource[] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    if (operation.isEndpoint) continue;
    const key = shapeOf(operation.path);
    byPath.set(key, [...(byPath.get(key) ?? []), operation]);
  }
  const resources: Resource[] = [];
  const known = new Set<string>();
  for (const [key, atItem] of byPath) {
    const [collection, parameter] = splitItemPath(atItem[0]!.path);
    if (parameter === undefined) continue;
    const atCollection = byPath.get(shapeOf(collection)) ?? [];
    const found = findCollection({ path: collection, parameter, atItem, atCollection, contract });
    if (!found) continue;
    resources.push(found);
    known.add(key).add(shapeOf(collection));
  }
  for (const [key, operations] of byPath) {
    const found = known.has(key) ? undefined : findSingle(operations, contract);
    if (found) resources.push(found);
  }
  return resources;
}

/** A path without the names of its parameters. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** The path of a collection and the parameter that identifies its items, for a path that ends with a parameter. */
function splitItemPath(path: string): readonly [collection: string, parameter: string | undefined] {
  const [, collection = path, parameter] = /^(.*)\/\{([^{}/]+)\}$/.exec(path) ?? [];
  return [collection === "" ? "/" : collection, parameter];
}

interface CollectionSource {
  readonly path: string;
  readonly parameter: string;
  readonly atItem: readonly Operation[];
  readonly atCollection: readonly Operation[];
  readonly contract: Contract;
}

function findCollection({ path, parameter, atItem, atCollection, contract }: CollectionSource): Resource | undefined {
  const { schemas } = contract;
  const at = (operations: readonly Operation[], method: string) => operations.find((one) => one.method === method);
  const names: IdSearch = { names: idNames(parameter, path), values: parameterTypes(atItem, parameter, contract) };
  const [read, list, create] = [at(atItem, "GET"), at(atCollection, "GET"), at(atCollection, "POST")];
  const listed = listIn(responseSchema(list), names, contract);
  const shown = itemIn(responseSchema(read), names, contract, listed);
  const created = itemIn(responseSchema(create), names, contract, shown ?? listed);
  const item = shown ?? listed ?? created;
  if (!item || (!shown && (!listed || !create))) return undefined;
  const schema = schemasIn(schemas).of(item.schema);
  const named = (found: Found | undefined) => (found?.member === item.member ? found.pointer : undefined);
  const operations: ResourceOperation[] = [];
  const add = (role: Role, operation: Operation, responseAt: string | undefined) => {
    operations.push({ role, operation, responseAt, requestAt: requestPointer(operation, responseAt, schema, contract) });
  };
  if (list && listed) add("list", list, listed.pointer);
  if (create && (created || isDescribedBy(create, schema, contract))) add("create", create, named(created));
  if (read && shown) add("read", read, shown.pointer);
  for (const operation of atItem) {
    const role = roleAtItem(operation);
    const pointer = named(itemIn(responseSchema(operation), names, contract, item));
    if (!role || (operation.method === "POST" && pointer === undefined)) continue;
    add(role, operation, pointer);
  }
  return { path, id: { parameter, member: item.member }, schema: item.schema, operations };
}

function roleAtItem({ method }: Operation): Role | undefined {
  if (method === "PUT") return "replace";
  if (method === "PATCH" || method === "POST") return "change";
  return method === "DELETE" ? "remove" : undefined;
}

/** A resource with one path, where it is read and changed. */
function findSingle(operations: readonly Operation[], contract: Contract): Resource | undefined {
  const read = operations.find(({ method }) => method === "GET");
  const schema = responseSchema(read);
  const writers = operations.filter(({ method }) => ["PUT", "PATCH", "POST"].includes(method));
  if (!read || schema === undefined || writers.length === 0) return undefined;
  const item = schemasIn(contract.schemas).of(schema);
  const fitting = writers.filter((operation) => isDescribedBy(operation, item, contract));
  if (!item.isEvery("object") || fitting.length === 0) return undefined;
  const changes = fitting.map((operation): ResourceOperation => {
    const shown = responseSchema(operation);
    const isShown = shown !== undefined && shares(schemasIn(contract.schemas).of(shown), item);
    const role = operation.method === "PUT" ? "replace" : "change";
    return { role, operation, requestAt: "", responseAt: isShown ? "" : undefined };
  });
  return {
    path: read.path,
    id: undefined,
    schema,
    operations: [{ role: "read", operation: read, requestAt: "", responseAt: "" }, ...changes],
  };
}

/** The schema of the JSON of an operation's first success. */
export function responseSchema(operation: Operation | undefined): JsonValue | undefined {
  return operation && jsonSchema(successesOf(operation).flatMap(({ content }) => content));
}

function jsonSchema(content: readonly MediaType[]): JsonValue | undefined {
  return content.find(({ kind, schema }) => kind === "json" && schema !== undefined)?.schema;
}

/** An item, or a list of them, in a body. */
interface Found {
  readonly pointer: string;
  /** Of an item. */
  readonly schema: JsonValue;
  /** The member that identifies it. */
  readonly member: string;
}

/** The word for an item of a collection: `server` for `/servers`. */
export function nounOf(collection: string): string {
  return (collection.split("/").at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
}

/** Members that may identify an item, the likeliest first: `server_id`, `id` for `/servers/{server_id}`. */
function idNames(parameter: string, collection: string): readonly string[] {
  const noun = nounOf(collection);
  const rest = parameter.toLowerCase().startsWith(noun.toLowerCase()) ? parameter.slice(noun.length).replace(/^[_-]/, "") : "";
  const usual = ["id", "uuid", "guid", "_id", "key", "name", "slug", "code", "number", "sid", "login", "username"];
  const isName = /name$/i.test(parameter);
  return [parameter, ...(rest === "" ? [] : [rest]), ...(isName ? ["name"] : []), ...usual];
}

const scalars = ["string", "integer", "number"] as const;

/** What to look for in items: the names of members, and the types of the parameter's values. */
interface IdSearch {
  readonly names: readonly string[];
  readonly values: Schema["types"];
}

function parameterTypes(operations: readonly Operation[], name: string, { schemas }: Contract): Schema["types"] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema;
  return schemasIn(schemas).of(schema).types;
}

/** The member of a schema's objects that identifies them. */
function idOf(schema: Schema, { names, values }: IdSearch): string | undefined {
  const members = [...schema.members.keys()];
  const withType = (fits: (types: Schema["types"]) => boolean) => {
    const candidates = names.flatMap((name) => members.filter((one) => one.toLowerCase() === name.toLowerCase()));
    return candidates.find((one) => fits(schema.member(one)!.schema.types));
  };
  const alike = withType((types) => scalars.some((type) => types.has(type) && values.has(type)));
  // Paths are text, so that documents call a number in them a string, too.
  return alike ?? (values.has("string") ? withType((types) => types.has("integer")) : undefined);
}

/**
 * The item in a body: the body itself, or the member that is one; of several, the one that is most like an item known before. Work on
 * an item isn't the item, although it has an id, too.
 */
function itemIn(body: JsonValue | undefined, names: IdSearch, contract: Contract, known?: Found): Found | undefined {
  if (body === undefined) return undefined;
  const { schemas } = contract;
  const schema = schemasIn(schemas).of(body);
  if (!schema.types.has("object")) return undefined;
  const own = idOf(schema, names);
  if (own !== undefined && !(known && isWorkOn(known, schema, own, contract))) return { pointer: "", schema: body, member: own };
  const found = [...schema.members].flatMap(([name, { schema: inner }]) => {
    const member = inner.types.has("object") && !inner.types.has("array") ? idOf(inner, names) : undefined;
    return member === undefined || (known && isWorkOn(known, inner, member, contract))
      ? []
      : [{ pointer: formatPointer([name]), schema: inner.node, member }];
  });
  if (found.length < 2 || !known) return found[0];
  const like = (one: Found) => likeness(schemasIn(schemas).of(one.schema), schemasIn(schemas).of(known.schema));
  return found.reduce((best, one) => (like(one) > like(best) ? one : best));
}

/** Whether a schema describes work that ends, such as a Google API's `Operation`, and nothing of an item but a member with an id. */
function isWorkOn(known: Found, schema: Schema, id: string, { schemas }: Contract): boolean {
  const item = schemasIn(schemas).of(known.schema);
  const isLike = [...schema.members.keys()].some((name) => name !== id && item.member(name));
  return !isLike && item.members.size > 1 && inferState(schema.node, schemas) !== undefined;
}

/** The share of the members that two schemas have in common. */
function likeness(one: Schema, other: Schema): number {
  const all = new Set([...one.members.keys(), ...other.members.keys()]);
  return [...all].filter((name) => one.member(name) && other.member(name)).length / all.size;
}

/** The list of items in a body: the body itself, or one of its members. */
function listIn(body: JsonValue | undefined, names: IdSearch, { schemas }: Contract): Found | undefined {
  if (body === undefined) return undefined;
  const schema = schemasIn(schemas).of(body);
  const itemsOf = (list: Schema): Found | undefined => {
    const items = list.types.has("array") ? list.items?.schema : undefined;
    const member = items && idOf(items, names);
    return member === undefined ? undefined : { pointer: "", schema: items!.node, member };
  };
  const whole = itemsOf(schema);
  if (whole) return whole;
  for (const [name, { schema: inner }] of schema.members) {
    const found = itemsOf(inner);
    if (found) return { ...found, pointer: formatPointer([name]) };
  }
  return undefined;
}

/** Whether the body of a request describes items: some of its members are theirs. */
function isDescribedBy(operation: Operation, item: Schema, contract: Contract): boolean {
  const body = jsonSchema(operation.body?.content ?? []);
  if (body === undefined) return false;
  const schema = schemasIn(contract.schemas).of(body);
  return shares(schema, item) || [...schema.members.values()].some(({ schema: inner }) => shares(inner, item));
}

/** Whether two schemas have a member in common. */
function shares(one: Schema, other: Schema): boolean {
  const names = new Set(one.members.keys());
  return [...other.members.keys()].some((name) => names.has(name));
}

/** The location of an item in requests: wrapped like in the response, or in a member that has the item's members. */
function requestPointer(operation: Operation, responseAt: string | undefined, item: Schema, { schemas }: Contract): string {
  const body = jsonSchema(operation.body?.content ?? []);
  if (body === undefined) return "";
  const schema = schemasIn(schemas).of(body);
  if (responseAt && schema.at(responseAt)?.schema.types.has("object")) return responseAt;
  if (shares(schema, item)) return "";
  const wrapper = [...schema.members].find(([, { schema: inner }]) => shares(inner, item));
  return wrapper ? formatPointer([wrapper[0]]) : "";
}
