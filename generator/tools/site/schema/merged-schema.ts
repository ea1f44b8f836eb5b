import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { componentName } from "../../../document/reference.js";

/** The schemas of a contract by component name. */
export type Schemas = ReadonlyMap<string, JsonValue>;

/** A schema with nothing left to follow. */
export interface MergedSchema {
  readonly schema: JsonObject;
  /** The component that the last reference led to. */
  readonly component: string | undefined;
}

/** The loader allows no circle of references in place; this only guards against a document that it has not seen. */
const mostSteps = 100;

/**
 * Follows a schema's references; what stands beside a `$ref` is added to what it leads to. `false` becomes a schema that
 * nothing fits, and `true` one that everything does.
 */
export function mergedSchema(value: JsonValue | undefined, schemas: Schemas): MergedSchema {
  let siblings: JsonObject = {};
  let component: string | undefined;
  let current = value;
  for (let steps = 0; steps < mostSteps && isObject(current); steps++) {
    const ref = ownString(current, "$ref");
    if (ref === undefined) return { schema: { ...current, ...siblings }, component };
    const { $ref: _ref, ...beside } = current;
    siblings = { ...beside, ...siblings };
    component = componentName(ref, "schemas");
    current = component === undefined ? undefined : schemas.get(component);
  }
  return { schema: current === false ? { not: {} } : siblings, component };
}

/** Whether a schema lets nothing through, as `false` under the name of a property that is not allowed. */
export function isNothing(value: JsonValue | undefined): boolean {
  return value === false || (isObject(own(value, "not")) && Object.keys(ownObject(value, "not")!).length === 0);
}

/** The schemas of `oneOf`, `anyOf` or `allOf`. */
export function branches(schema: JsonObject, keyword: "oneOf" | "anyOf" | "allOf"): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

/** Whether a schema is `{type: "null"}`. */
export function isNull(schema: JsonObject): boolean {
  return own(schema, "type") === "null" || own(schema, "const") === null;
}
