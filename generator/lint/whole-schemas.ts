import { ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { Locations } from "../document/locations.js";
import { referencedName } from "../document/reference.js";
import { reachable } from "../document/visitor.js";

/**
 * Returns a function that returns whether a schema and everything that it refers to is complete, without missing parts.
 */
export function createWholeCheck(document: JsonObject, locations: Locations): (schema: JsonValue | undefined) => boolean {
  if (!locations.hasStandIns) return () => true;
  const isMissing = (value: JsonValue) => typeof value === "object" && value !== null && locations.isStandIn(value);

  /** Returns the direct references of a schema, and whether one of its own parts is missing. */
  const inspect = (schema: JsonValue | undefined) => {
    const names: string[] = [];
    let hasMissing = false;
    for (const { value } of reachable({}, [{ value: schema, kind: "schema" }])) {
      hasMissing ||= isMissing(value) || Object.values(value).some(isMissing);
      const name = referencedName(value);
      if (name !== undefined) names.push(name);
    }
    return { names, hasMissing };
  };

  const users = new Map<string, string[]>();
  const pending: string[] = [];
  for (const [name, schema] of Object.entries(ownObject(ownObject(document, "components"), "schemas") ?? {})) {
    const { names, hasMissing } = inspect(schema);
    if (hasMissing) pending.push(name);
    for (const used of names) users.set(used, [...(users.get(used) ?? []), name]);
  }
  const broken = new Set<string>();
  for (const name of pending) {
    if (broken.has(name)) continue;
    broken.add(name);
    pending.push(...(users.get(name) ?? []));
  }
  return (schema) => {
    const { names, hasMissing } = inspect(schema);
    return !hasMissing && !names.some((name) => broken.has(name));
  };
}
