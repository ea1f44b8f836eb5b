import { typesOf } from "../../../templates/runtime/json.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { referencedSchema } from "../../document/reference.js";
import type { Contract } from "../../model/contract.js";
import type { ScalarType, TextShape } from "../../../templates/runtime/server/contract.js";

/** The order in which types are tried for a text: more specific ones come first. */
const scalars: readonly ScalarType[] = ["integer", "number", "boolean", "null", "string"];

const deepest = 4;

/** How to read text that a schema describes: the part of the schema that text can represent. */
export function textShape(schema: JsonValue | undefined, contract: Contract): TextShape {
  return shapeOf(schema, contract, deepest);
}

function shapeOf(schema: JsonValue | undefined, contract: Contract, depth: number): TextShape {
  if (depth === 0) return ["string"];
  const alternatives = partsOf(schema, contract);
  const list = alternatives.find((part) => typesOf(part)?.includes("array"));
  if (list) return { items: shapeOf(own(list, "items"), contract, depth - 1) };
  if (alternatives.some((part) => typesOf(part)?.includes("object") || ownObject(part, "properties"))) {
    return objectShape(alternatives, contract, depth);
  }
  const types = new Set(alternatives.flatMap((part) => typesOf(part) ?? []));
  const found = scalars.filter((type) => types.has(type));
  if (found.length > 0) return found;
  return scalars.filter(
    (type) => alternatives.some((part) => valuesOf(part).some((value) => typeOfValue(value) === type)) || type === "string",
  );
}

function objectShape(parts: readonly JsonValue[], contract: Contract, depth: number): TextShape {
  const properties: Record<string, TextShape> = {};
  let others: TextShape | undefined;
  for (const part of parts) {
    for (const [name, schema] of Object.entries(ownObject(part, "properties") ?? {}))
      properties[name] ??= shapeOf(schema, contract, depth - 1);
    const additional = own(part, "additionalProperties");
    if (isObject(additional)) others = shapeOf(additional, contract, depth - 1);
  }
  return others ? { properties, others } : { properties };
}

/** The schema and everything that it combines, through references, without duplicates. */
export function partsOf(schema: JsonValue | undefined, contract: Contract, seen: Set<JsonValue> = new Set()): JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const target = referencedSchema(schema, contract.schemas);
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => subschemasAt(schema, keyword));
  return [schema, ...[target, ...branches].flatMap((part) => partsOf(part, contract, seen))];
}

function valuesOf(schema: JsonValue): readonly JsonValue[] {
  const values = own(schema, "enum");
  const constant = own(schema, "const");
  return [...(Array.isArray(values) ? values : []), ...(constant === undefined ? [] : [constant])];
}

function typeOfValue(value: JsonValue): ScalarType | undefined {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : undefined;
}
