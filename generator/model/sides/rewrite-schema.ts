import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../load/json-value.js";
import { hasPropertyMark } from "../../load/property-mark.js";
import { componentName, componentPointer } from "../../load/reference.js";
import { structure } from "../../load/structure.js";
import { fileSchema, foreignMark, isFile, type Schemas, type Side } from "./side.js";

/** What becomes of a schema on one side. */
export interface Rewriting {
  readonly schemas: Schemas;
  /** The name of a component as it is on a side. */
  readonly nameOf: (component: string, side: Side) => string;
  /** Told where a side changes what is written. */
  readonly onChange: () => void;
}

/** Keywords whose schemas are about the same value, and hold for it. */
const inPlace: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"]);

/** Keywords whose schemas ask something about a value: what they ask is the same on every side. */
const asking: ReadonlySet<string> = new Set(["not", "if", "contains"]);

/**
 * A schema as one side has it: a request needs no `readOnly` property, an answer neither needs nor has a `writeOnly` one, and
 * the parts of a form may be files.
 */
export function rewriteSchema(value: JsonValue, side: Side, rewriting: Rewriting): JsonValue {
  if (!isObject(value)) return value;
  if (side === "part" && isFile(value)) {
    rewriting.onChange();
    return fileSchema;
  }
  const copy: JsonObject = {};
  for (const [keyword, item] of Object.entries(value)) copy[keyword] = rewriteKeyword(keyword, item, side, rewriting);
  dropForeign(value, copy, side, rewriting);
  return copy;
}

function rewriteKeyword(keyword: string, value: JsonValue, side: Side, rewriting: Rewriting): JsonValue {
  if (keyword === "$ref" && typeof value === "string") return rename(value, side, rewriting);
  if (keyword === "discriminator" && isObject(value)) return renameMapping(value, side, rewriting);
  const child = structure.schema.fields[keyword];
  if (!child || keyword === "discriminator") return value;
  const inner = sideBelow(keyword, side);
  if ("one" in child) return rewriteSchema(value, inner, rewriting);
  if ("list" in child) return Array.isArray(value) ? value.map((item) => rewriteSchema(item, inner, rewriting)) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewriteSchema(item, inner, rewriting)]));
}

/** Inside a part of a form there is JSON, which has no files. */
function sideBelow(keyword: string, side: Side): Side {
  if (asking.has(keyword)) return "written";
  if (inPlace.has(keyword)) return side;
  if (side === "form") return keyword === "properties" || keyword === "additionalProperties" ? "part" : "request";
  if (side === "part") return keyword === "items" ? "part" : "request";
  return side;
}

function rename(ref: string, side: Side, { schemas, nameOf }: Rewriting): string {
  const name = componentName(ref, "schemas");
  if (name === undefined || !schemas.has(name)) return ref;
  return componentPointer("schemas", nameOf(name, side === "part" ? partSide(schemas.get(name)) : side));
}

/** What a part refers to is JSON like any other, unless it may be a file. */
function partSide(target: JsonValue | undefined): Side {
  const mayBeFile = isFile(target) || ["$ref", "items", "allOf", "anyOf", "oneOf"].some((keyword) => own(target, keyword));
  return mayBeFile ? "part" : "request";
}

function renameMapping(discriminator: JsonObject, side: Side, rewriting: Rewriting): JsonObject {
  const mapping = ownObject(discriminator, "mapping");
  if (!mapping) return discriminator;
  const renamed = Object.entries(mapping).map(([value, ref]) => {
    return [value, typeof ref === "string" ? rename(ref, side, rewriting) : ref] as const;
  });
  return { ...discriminator, mapping: Object.fromEntries(renamed) };
}

/** A `readOnly` property may be left out of a request; a `writeOnly` one is never in an answer. */
function dropForeign(schema: JsonObject, copy: JsonObject, side: Side, { schemas, onChange }: Rewriting): void {
  const mark = foreignMark(side);
  const properties = ownObject(schema, "properties");
  if (mark === undefined || !properties) return;
  const resolve = (ref: string) => schemas.get(componentName(ref, "schemas") ?? "");
  const foreign = new Set(Object.keys(properties).filter((name) => hasPropertyMark(schema, name, mark, resolve)));
  const needed = ownStrings(schema, "required");
  const kept = needed.filter((name) => !foreign.has(name));
  if (kept.length < needed.length) {
    onChange();
    copy["required"] = kept;
  }
  if (side !== "answer" || foreign.size === 0) return;
  onChange();
  const forbidden = Object.fromEntries([...foreign].map((name) => [name, false]));
  copy["properties"] = { ...(copy["properties"] as JsonObject), ...forbidden };
}
