import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName } from "../../document/reference.js";
import type { Discriminator } from "./keywords/discriminator.js";

/**
 * The discriminator of a `oneOf`, if following it can't change the verdict: every schema of the list is an object that
 * must have the property, as one of some strings, and no string occurs twice.
 */
export function findDiscriminator(schema: JsonObject, schemas: ReadonlyMap<string, JsonValue>): Discriminator | undefined {
  const property = ownString(own(schema, "discriminator"), "propertyName");
  const branches = own(schema, "oneOf");
  if (property === undefined || property === "__proto__" || !Array.isArray(branches) || branches.length === 0) return undefined;
  const values = branches.map((branch) => selectingValues(branch, property, schemas));
  if (!values.every((own) => own !== undefined && own.length > 0)) return undefined;
  const all = values.flat();
  return new Set(all).size === all.length ? { property, values: values as string[][] } : undefined;
}

function selectingValues(branch: JsonValue, property: string, schemas: ReadonlyMap<string, JsonValue>): string[] | undefined {
  const schema = resolve(branch, schemas);
  if (own(schema, "type") !== "object" || !ownStrings(schema, "required").includes(property)) return undefined;
  const selector = resolve(own(ownObject(schema, "properties"), property), schemas);
  const fixed = own(selector, "const");
  const allowed = fixed === undefined ? own(selector, "enum") : [fixed];
  if (!Array.isArray(allowed) || !allowed.every((value) => typeof value === "string")) return undefined;
  return [...new Set(allowed)];
}

function resolve(schema: JsonValue | undefined, schemas: ReadonlyMap<string, JsonValue>): JsonObject | undefined {
  let current = schema;
  for (let steps = 0; steps < 100; steps++) {
    const ref = ownString(current, "$ref");
    if (ref === undefined) break;
    // A reference with siblings allows less than its target: what the target requires is still required.
    current = schemas.get(componentName(ref, "schemas") ?? "");
  }
  return isObject(current) ? current : undefined;
}
