import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { forEachChild, type Kind } from "../../document/visitor.js";
import { linearPatternKey, matchingOf } from "../../json-schema/pattern/matching.js";
import { member } from "./entry.js";

/** A pattern that could keep a server busy, and the query that selects its schema. */
export interface SlowPattern {
  readonly pattern: string;
  readonly target: string;
}

/**
 * Finds the patterns that are an error unless their schema opts in to matching without backtracking, because users of
 * adopt can't change the document.
 */
export function findSlowPatterns(
  document: JsonObject,
  extensionPrefix: string,
  isInMainDocument: (schema: JsonObject) => boolean,
): SlowPattern[] {
  const key = linearPatternKey(extensionPrefix);
  const found: SlowPattern[] = [];
  const visit = (value: JsonValue, kind: Kind, target: string): void => {
    if (!isObject(value)) return;
    if (kind === "schema" && own(value, key) === undefined && isInMainDocument(value)) {
      const patterns = [ownString(value, "pattern"), ...Object.keys(ownObject(value, "patternProperties") ?? {})];
      const pattern = patterns.find((one) => one !== undefined && matchingOf(one).tree !== undefined);
      if (pattern !== undefined) found.push({ pattern, target });
    }
    forEachChild(value, kind, (child, childKind, { key: field, name }) => {
      const at = name === undefined ? "" : typeof name === "number" ? `[${name}]` : member(name);
      visit(child, childKind, `${target}${member(field)}${at}`);
    });
  };
  visit(document, "root", "$");
  return found;
}

/** Returns the overlay's entry that opts a pattern in to matching without backtracking. */
export function patternEntry({ target }: SlowPattern, extensionPrefix: string): JsonObject {
  const description = "Its pattern could keep a server busy, so it is matched without backtracking.";
  return { target, description, update: { [linearPatternKey(extensionPrefix)]: true } };
}
