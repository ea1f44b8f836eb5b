import { unescapeSegment } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referenceOf, valueAt } from "../../document/reference.js";
import type { RedoclyDocument, RedoclyEngine, ResolvedReferences } from "./redocly-types.js";

type Resolved = NonNullable<ReturnType<ResolvedReferences["get"]>>;

const unresolved: Resolved = { resolved: false, isRemote: false };

/**
 * Returns the target of every reference of a bundled document, in the form that Redocly's traversal expects. Replaces
 * Redocly's own resolver, which would follow references to files and URLs, including those in example data.
 */
export function resolveBundled(document: RedoclyDocument, { Location }: RedoclyEngine): ResolvedReferences {
  const root = document.parsed as JsonObject;
  const byPointer = new Map<string, Resolved>();

  const resolve = (pointer: string): Resolved => {
    const known = byPointer.get(pointer);
    if (known) return known;
    byPointer.set(pointer, unresolved); // stays where the reference leads back to itself
    const node = valueAt(root, pointer);
    if (node === undefined) return unresolved;
    const next = referenceOf(node);
    let found: Resolved = { resolved: true, isRemote: false, node, document, nodePointer: pointer };
    if (next !== undefined) {
      found = resolve(next);
      // Keywords next to a `$ref` on the path count too.
      if (found.resolved && Object.keys(node as JsonObject).length > 1) {
        const hop = { node, document, location: new Location(document.source, pointer) };
        found = { ...found, chain: [hop, ...(found.chain ?? [])] };
      }
    }
    byPointer.set(pointer, found);
    return found;
  };
  const collect = (value: JsonValue, key: string): void => {
    // The values of a discriminator's mapping are references as well.
    if (typeof value === "string" && (key === "$ref" || value.startsWith("#/components/"))) resolve(value);
    else if (Array.isArray(value)) for (const item of value) collect(item, "");
    else if (isObject(value)) for (const name of Object.keys(value)) collect(value[name]!, name);
  };
  collect(root, "");
  return new Map([...byPointer].map(([pointer, found]) => [`${document.source.absoluteRef}::${pointer}`, found]));
}

/** Returns the keys of a pointer in Redocly's notation: prefixed with `#/`, not percent-encoded. */
export function segmentsOf(pointer: string): string[] {
  const path = pointer.replace(/^#?\/?/, "");
  return path === "" ? [] : path.split("/").map(unescapeSegment);
}
