import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Contract, FieldEncoding, MediaType } from "../../model/contract.js";
import { essenceOf, mediaKind } from "../../model/media-kind.js";
import { fileMark } from "../../json-schema/variants/variant.js";
import type { ContentRule, ParameterRule, PartRule } from "../../../templates/runtime/server/contract.js";
import { partsOf, textShape } from "./text-shape.js";

/** How a server reads a body of a media type. */
export function contentRule({ name, schema, encoding = {} }: MediaType, contract: Contract): ContentRule {
  const mediaType = essenceOf(name);
  const kind = mediaKind(name);
  if (kind === "multipart") {
    const parts = mapFields(schema, contract, (field, value) => partRule(value, encoding[field], contract));
    return { mediaType, as: "multipart", ...(Object.keys(parts).length > 0 ? { parts } : {}) };
  }
  if (kind === "form") {
    const fields = Object.values(
      mapFields(schema, contract, (field, value) => fieldRule(field, value, encoding[field], contract)),
    );
    return {
      mediaType,
      as: "form",
      ...(schema === undefined || typeof schema === "boolean" ? {} : { form: textShape(schema, contract) }),
      ...(fields.length > 0 ? { fields } : {}),
    };
  }
  return { mediaType, as: kind === "any" ? "bytes" : kind };
}

/** What is to be said of each property of a form. */
function mapFields<Rule>(
  schema: JsonValue | undefined,
  contract: Contract,
  ruleOf: (name: string, schema: JsonValue) => Rule | undefined,
): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const part of partsOf(schema, contract)) {
    for (const [name, value] of Object.entries(ownObject(part, "properties") ?? {})) {
      const rule = Object.hasOwn(rules, name) ? undefined : ruleOf(name, value);
      if (rule !== undefined) rules[name] = rule;
    }
  }
  return rules;
}

/** Objects are JSON, as everything is whose encoding says so; lists have a part for each item. */
function partRule(schema: JsonValue, encoding: FieldEncoding | undefined, contract: Contract): PartRule | undefined {
  const alternatives = partsOf(schema, contract);
  if (isJson(encoding)) return { as: "json" };
  if (alternatives.some((part) => own(part, fileMark) === true)) return { as: "file" };
  const items = alternatives.map((part) => own(part, "items")).find((found) => found !== undefined);
  if (items !== undefined) return { ...(partRule(items, encoding, contract) ?? { as: ["string"] }), isList: true };
  if (alternatives.some(isObjectSchema)) return { as: "json" };
  return alternatives.some((part) => ["type", "enum", "const"].some((keyword) => Object.hasOwn(part, keyword)))
    ? { as: textShape(schema, contract) }
    : undefined;
}

/** Fields with a style of their own, and objects, which are JSON unless a style says how to write them. */
function fieldRule(
  name: string,
  schema: JsonValue,
  encoding: FieldEncoding | undefined,
  contract: Contract,
): ParameterRule | undefined {
  const style = encoding?.style as ParameterRule["style"] | undefined;
  const explode = encoding?.explode;
  if (style !== undefined || explode !== undefined) {
    const named = { name, in: "query", ...(style === undefined ? { style: "form" as const } : { style }) } as const;
    return { ...named, ...(explode === undefined ? {} : { explode }), as: textShape(schema, contract) };
  }
  const isText = !isJson(encoding) && !partsOf(schema, contract).some(isObjectSchema);
  return isText ? undefined : { name, in: "query", style: "json", as: ["string"] };
}

function isJson(encoding: FieldEncoding | undefined): boolean {
  return /^application\/(?:[^/;,]+\+)?json\b/i.test(encoding?.contentType ?? "");
}

function isObjectSchema(schema: JsonObject): boolean {
  const type = own(schema, "type");
  return type === "object" || (Array.isArray(type) && type.includes("object")) || Object.hasOwn(schema, "properties");
}
