import type { Location } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { isObject, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";

/** Receives the value of a key `__proto__`, which no parsed map gets. */
export type OnPrototypeKey = (map: JsonObject, value: JsonValue, key: Location) => void;

/** Reports each key `__proto__`. */
export function rejectPrototypeKeys(problems: Report): OnPrototypeKey {
  return (_map, _value, key) => report(problems, "forbidden-name", { name: prototypeKey }, key);
}

/** The name of a property that no parsed map has. */
export const prototypeKey = "__proto__";

/** The pattern that matches this name only. */
export const prototypePattern = "^__proto__$";

/** A property that became a pattern, and the keys from the schema to it. */
export interface MovedProperty {
  readonly value: JsonValue;
  readonly keys: readonly string[];
}

/**
 * The keys `__proto__` of a contract's files. As the name of a property in a schema, such a key becomes a pattern that matches it alone,
 * which means the same, so that no object of the generator or the output ever has it. Anywhere else it is not allowed.
 */
export class PrototypeProperties {
  readonly #locations: Locations;
  /** The values under the keys, by the map that has the key. */
  readonly #values = new Map<JsonObject, JsonValue>();
  /** The keys that are properties of no schema, by what has them, as far as is known. */
  readonly #rejected = new Map<object, Location>();
  /** The values as they are written now, by the `properties` that had the key. */
  readonly #moved = new Map<JsonValue, MovedProperty>();
  readonly #reported = new Set<JsonObject>();

  constructor(locations: Locations) {
    this.#locations = locations;
  }

  readonly note: OnPrototypeKey = (map, value, key) => {
    // A duplicate stays rejected.
    this.#rejected.set(this.#values.has(map) ? {} : map, key);
    if (!this.#values.has(map)) this.#values.set(map, value);
  };

  /** Replaces the keys of a file, wherever a map may be a schema. */
  replace(root: JsonValue | undefined): void {
    if (this.#rejected.size > 0) this.#visit(root ?? null);
  }

  /** Returns the property that a `properties` of a file had; `undefined` if it had none. */
  moved(properties: JsonValue): MovedProperty | undefined {
    return this.#moved.get(properties);
  }

  /** Accepts the property that a schema has, unless its dialect has no patterns, and reports that objects with it are rejected. */
  accept(schema: JsonObject, hasPatterns: boolean, problems: Report): void {
    const key = this.#rejected.size > 0 && hasPatterns ? this.#rejected.get(schema) : undefined;
    if (key) this.#rejected.delete(schema);
    const found = key ?? this.#requiredIn(schema);
    // A definition that is referred to is read twice.
    if (!found || this.#reported.has(schema)) return;
    this.#reported.add(schema);
    report(problems, "prototype-property", {}, found);
  }

  #requiredIn(schema: JsonObject): Location | undefined {
    for (const list of [schema["required"], ...Object.values(ownObject(schema, "dependentRequired") ?? {})]) {
      const index = Array.isArray(list) ? list.indexOf(prototypeKey) : -1;
      if (index >= 0) return this.#locations.value(list as JsonValue[], index);
    }
    return undefined;
  }

  /** Reports the keys that were not accepted. */
  report(problems: Report): void {
    for (const key of this.#rejected.values()) report(problems, "forbidden-name", { name: prototypeKey }, key);
  }

  #visit(value: JsonValue): void {
    if (typeof value !== "object" || value === null) return;
    if (isObject(value)) this.#replaceIn(value);
    Object.values(value).forEach((child) => this.#visit(child));
  }

  #replaceIn(schema: JsonObject): void {
    const properties = ownObject(schema, "properties");
    const key = properties && this.#rejected.get(properties);
    const before = schema["patternProperties"] ?? {};
    if (!properties || !key || !isObject(before)) return;
    const value = this.#values.get(properties)!;
    const same = before[prototypePattern];
    const both = [value, ...(same === undefined ? [] : [same])];
    const patterns = { ...before, [prototypePattern]: same === undefined ? value : { allOf: both } };
    if (same !== undefined) {
      this.#locations.gather(both, [
        ["0", properties, prototypeKey],
        ["1", before, prototypePattern],
      ]);
      this.#locations.copy(both, patterns[prototypePattern] as JsonObject);
    }
    const others = Object.keys(before).map((other) => [other, before, other] as const);
    this.#locations.gather(patterns, [[prototypePattern, properties, prototypeKey], ...others]);
    schema["patternProperties"] = patterns;
    const keys = ["patternProperties", prototypePattern, ...(same === undefined ? [] : ["allOf", "0"])];
    this.#moved.set(properties, { value, keys });
    this.#rejected.delete(properties);
    this.#rejected.set(schema, key);
  }
}
