import { countCodePoints, exceedsUtf8Bytes, isMultipleOf } from "../validators/checks.js";
import { ownString } from "./json-value.js";
import { limit, refuse, spend, type Check, type Keywords } from "./walk.js";

/** `format`, by the definitions of the generated validators. */
export const checkFormat: Check<number | string> = (walk, schema, value) => {
  const name = ownString(schema, "format");
  const format = name !== undefined && Object.hasOwn(walk.formats, name) ? walk.formats[name] : undefined;
  // A format says nothing about values of another type.
  if (!format || format.type !== typeof value || (format.validate as (value: number | string) => boolean)(value)) return true;
  return refuse(walk, schema, "format", { format: name }, value);
};

const comparison = (sign: string) => (bound: number) => ({ comparison: sign, limit: bound });

/** What schemas say about numbers. */
export const numberKeywords: Keywords<number> = {
  minimum: limit("minimum", (value, least) => value >= least, comparison(">=")),
  maximum: limit("maximum", (value, most) => value <= most, comparison("<=")),
  exclusiveMinimum: limit("exclusiveMinimum", (value, bound) => value > bound, comparison(">")),
  exclusiveMaximum: limit("exclusiveMaximum", (value, bound) => value < bound, comparison("<")),
  multipleOf: limit(
    "multipleOf",
    (value, divisor) => divisor <= 0 || isMultipleOf(value, divisor),
    (divisor) => ({ multipleOf: divisor }),
  ),
};

const checkPattern: Check<string> = (walk, schema, text) => {
  const pattern = schema["pattern"];
  const match = typeof pattern === "string" ? walk.matches(pattern, text, (steps) => spend(walk, steps)) : "ignored";
  if (match !== "no" && typeof match === "string") return true;
  return refuse(walk, schema, "pattern", match === "no" ? { pattern } : { pattern, limit: match.longest }, text);
};

/** What schemas say about texts. */
export const stringKeywords: Keywords<string> = {
  "x-max-utf8-bytes": limit("x-max-utf8-bytes", (text, most) => !exceedsUtf8Bytes(text, most)),
  maxLength: limit("maxLength", (text, most) => countCodePoints(text) <= most),
  minLength: limit("minLength", (text, least) => countCodePoints(text) >= least),
  pattern: checkPattern,
};
