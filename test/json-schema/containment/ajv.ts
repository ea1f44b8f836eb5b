import Ajv2020 from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { patternFlags } from "../../../generator/json-schema/pattern/match-pattern.js";
import { isDecimalMultiple } from "../../support/is-decimal-multiple.js";
import { formats } from "../../../templates/runtime/formats.js";

const metaSchema = new Ajv2020.default({ strict: false, logger: false });

/** Whether each keyword has a value that it may have. */
export function isSchema(candidate: JsonValue): boolean {
  return metaSchema.validateSchema(candidate as never) === true;
}

/** A second opinion on whether a value fits a schema; absent where Ajv throws or is known to misjudge. */
export function ajvOpinion(schema: JsonValue, components: JsonObject): (value: JsonValue) => boolean | undefined {
  if (isBeyondAjv(schema)) return () => undefined;
  const regExp = Object.assign((source: string) => new RegExp(source, patternFlags(source).flags), { code: "new RegExp" });
  const ajv = new Ajv2020.default({
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    code: { regExp },
  });
  for (const [format, definition] of Object.entries(formats)) ajv.addFormat(format, definition as never);
  // Ajv divides doubles.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    validate: (of: number, value: number) => isDecimalMultiple(value, of),
  });
  ajv.addKeyword({
    keyword: "x-max-utf8-bytes",
    type: "string",
    validate: (limit: number, text: string) => Buffer.byteLength(text) <= limit,
  });
  const whole = { $id: "https://contract.test/", $ref: "#/schema", schema, components: { schemas: components } };
  try {
    const validate = ajv.compile(withoutForeignPatterns(JSON.parse(JSON.stringify(whole)) as JsonValue) as never);
    return (value) => validate(value);
  } catch {
    return () => undefined;
  }
}

/** Ajv forgets what is evaluated under a condition, and `contains` for empty lists beside `prefixItems` that accept nothing. */
function isBeyondAjv(schema: JsonValue): boolean {
  const text = JSON.stringify(schema);
  const has = (...keywords: readonly string[]) => keywords.every((keyword) => text.includes(`"${keyword}"`));
  return has("unevaluatedProperties", "if") || has("contains", "prefixItems");
}

/** Ajv throws at patterns that no ECMAScript engine takes; validators leave them out. */
function withoutForeignPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutForeignPatterns);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => key !== "(?i)a" && item !== "(?i)a");
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutForeignPatterns(item)]));
}
