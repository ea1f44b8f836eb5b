import { valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { Operation } from "../../../model/contract.js";
import type { Resource } from "../../../resources/resources.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { PathValues } from "./things.js";

/** The path of the items of a collection. */
export function itemPath({ path, id }: Resource): string {
  return `${path}/{${id!.parameter}}`;
}

/** The same thing has the same key, wherever its path comes from. */
export function keyOf(path: PathValues): string {
  const values = Object.entries(path).map(([name, value]) => [name, String(value)]);
  return JSON.stringify(values.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
}

/** The id in a URL of an item. Another URL, such as that of the work that makes the item, has none. */
export function idInLocation(location: string | undefined, collection: string): string | undefined {
  if (location === undefined || !URL.canParse(location, "http://api.invalid/")) return undefined;
  const { pathname } = new URL(location, "http://api.invalid/");
  const names = collection.split("/").filter((name) => name !== "");
  const segments = pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(decoded);
  const [last] = segments.slice(-1);
  // The URL may be relative to the collection, and servers may have a path of their own before the contract's.
  const before = segments.slice(0, -1).slice(-names.length);
  const fits = before.every((segment, index) => {
    const name = names[names.length - before.length + index]!;
    return name.startsWith("{") || name === segment;
  });
  return last !== undefined && fits ? last : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The item in a body. */
export function itemIn({ body }: { readonly body?: JsonValue | undefined }, at: string | undefined): JsonObject | undefined {
  const item = at === undefined || body === undefined ? undefined : (valueAt(body, at) as JsonValue | undefined);
  return item !== undefined && isObject(item) ? item : undefined;
}

/** The schema of a parameter in a path. */
export function pathSchema({ parameters }: Operation, name: string): JsonValue | undefined {
  return parameters.find((one) => one.in === "path" && one.name === name)?.schema;
}

/** Whether the schema of a path parameter allows a value, as which it may be written there. */
export function isAllowedIn(contract: ExchangeContract, operation: Operation, name: string, value: JsonValue): boolean {
  const schema = pathSchema(operation, name);
  if (schema === undefined) return true;
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  const spellings = [value, String(value), ...(isNumber ? [Number(value)] : [])];
  return spellings.some((one) => contract.evaluate(schema, one).isValid !== false);
}

/**
 * The id of an item for its path: the value of the member that identifies it, or the end of it if it is a full resource name
 * (`projects/p/disks/db-1`). `undefined`: it has none, or one that the path parameter doesn't allow.
 */
export function idOfItem(
  contract: ExchangeContract,
  { id, path, operations }: Resource,
  item: JsonValue | undefined,
): JsonValue | undefined {
  const value = id && item !== undefined && isObject(item) ? item[id.member] : undefined;
  if (!id || value === undefined || value === null) return undefined;
  const isName = typeof value === "string" && /[^/]\/[^/]/.test(value);
  const known = (isName ? idInLocation(value, path) : undefined) ?? value;
  const isAllowed = operations.every(({ operation }) => isAllowedIn(contract, operation, id.parameter, known));
  return isAllowed ? known : undefined;
}

/** Whether an item has an id, as itself or as the end of its full resource name. */
export function hasId(contract: ExchangeContract, resource: Resource, item: JsonObject, id: JsonValue): boolean {
  return [item[resource.id!.member], idOfItem(contract, resource, item)].some((one) => String(one) === String(id));
}
