import type { JsonValue } from "../../../document/json-value.js";
import type { Operation } from "../../../model/contract.js";
import type { Resource } from "../../../resources/resources.js";
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

/** The schema of a parameter in a path. */
export function pathSchema({ parameters }: Operation, name: string): JsonValue | undefined {
  return parameters.find((one) => one.in === "path" && one.name === name)?.schema;
}
