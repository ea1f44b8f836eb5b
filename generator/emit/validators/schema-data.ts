import type { SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import { linearPattern } from "../../../templates/runtime/validators/linear-pattern.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName, componentPointer } from "../../document/reference.js";
import { matchingOf } from "../../json-schema/pattern/matching.js";
import type { Contract } from "../../model/contract.js";
import { isMeaningful, shapes } from "./keyword-shapes.js";
import { compilePattern } from "../../json-schema/pattern/compile-pattern.js";

/** The input for the data of schemas. */
export type SchemaSource = Pick<Contract, "schemas" | "integers" | "writtenIntegers">;

/** A schema as data, which the listers of all errors interpret. */
export interface SchemaEntry {
  readonly data: SchemaData;
  /** The names of the components that it refers to, sorted. */
  readonly components: readonly string[];
}

type Patterns = Record<string, NonNullable<SchemaData["patterns"]>[string]>;

/** The annotations of standard schemas: forms and agents display them. */
const annotations: ReadonlySet<string> = new Set(["title", "description", "default"]);

/**
 * Returns the data of a schema: everything that validators check, without annotations, unless `isAnnotated`. References stay
 * references.
 */
export function buildSchemaData(contract: SchemaSource, written: JsonValue, at: string, isAnnotated = false): SchemaEntry {
  const components = new Set<string>();
  const patterns: Patterns = {};
  const numbers: Record<string, string> = {};
  const schema = strip(written);
  const data: SchemaData = {
    at,
    schema,
    ...(Object.keys(patterns).length > 0 && { patterns }),
    ...(Object.values(patterns).some(({ tree }) => tree) && { linearPattern }),
    ...(Object.keys(numbers).length > 0 && { numbers }),
    ...(contract.integers === "rounded" && { integers: contract.integers }),
  };
  return { data, components: [...components].sort(compare) };

  function strip(value: JsonValue): JsonObject | boolean {
    if (!isObject(value)) return value !== false;
    return Object.fromEntries(Object.entries(value).flatMap(([keyword, part]) => stripKeyword(keyword, part, value)));
  }

  function stripKeyword(keyword: string, value: JsonValue, schema: JsonObject): [string, JsonValue][] {
    const shape = shapes.get(keyword);
    if (shape === "schema") return [[keyword, strip(value)]];
    if (shape === "schemas") return Array.isArray(value) && value.length > 0 ? [[keyword, value.map(strip)]] : [];
    if (shape === "schemaMap") return isObject(value) ? [[keyword, stripMap(keyword, value)]] : [];
    if (keyword === "discriminator" && schema["oneOf"] !== undefined && isObject(value)) {
      return [[keyword, { propertyName: value["propertyName"] ?? null }]];
    }
    if (isAnnotated && annotations.has(keyword) && (keyword === "default" || typeof value === "string"))
      return [[keyword, value]];
    if (shape === undefined || !isMeaningful(keyword, value)) return [];
    if (keyword === "$ref") return stripReference(value as string);
    if (keyword === "pattern" && !notePattern(value as string)) return [];
    if (typeof value === "number") noteNumber(value);
    return [[keyword, value]];
  }

  function stripMap(keyword: string, map: JsonObject): JsonObject {
    const names = Object.keys(map).filter(
      (name) => name !== "__proto__" && (keyword !== "patternProperties" || notePattern(name)),
    );
    return Object.fromEntries(names.sort(compare).map((name) => [name, strip(map[name]!)]));
  }

  function stripReference(reference: string): [string, JsonValue][] {
    const component = componentName(reference, "schemas");
    if (component === undefined || !contract.schemas.has(component)) return [];
    components.add(component);
    return [["$ref", componentPointer("schemas", component)]];
  }

  /** Returns whether a pattern compiles. */
  function notePattern(pattern: string): boolean {
    const expression = compilePattern(pattern);
    if (!expression) return false;
    const note = { ...matchingOf(pattern), ...(!expression.unicode && { flags: "" as const }) };
    if (Object.keys(note).length > 0) patterns[pattern] = note;
    return true;
  }

  function noteNumber(value: number): void {
    const written = contract.writtenIntegers.print(value);
    if (written !== String(value)) numbers[String(value)] = written;
  }
}
