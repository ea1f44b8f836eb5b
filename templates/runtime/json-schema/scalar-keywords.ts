import { countCodePoints, exceedsUtf8Bytes, isMultipleOf } from "../validators/checks.js";
import { ownString } from "./json-value.js";
import { count, mustBeShorter, quote } from "./messages.js";
import { limit, refuse, spend, type Check, type Keywords } from "./walk.js";

/** `format`, by the definitions of the generated validators. */
export const checkFormat: Check<number | string> = (walk, schema, value) => {
  const name = ownString(schema, "format");
  const format = name !== undefined && Object.hasOwn(walk.formats, name) ? walk.formats[name] : undefined;
  // A format says nothing about values of another type.
  if (!format || format.type !== typeof value || (format.validate as (value: number | string) => boolean)(value)) return true;
  const reason = format.type === "number" && format.reason !== undefined ? `: ${format.reason}` : "";
  return refuse(walk, schema, "format", () => `must have the format ${quote(name!)}${reason}`);
};

/** What schemas say about numbers. */
export const numberKeywords: Keywords<number> = [
  limit(
    "minimum",
    (value, least) => value >= least,
    (least) => `must be >= ${least}`,
  ),
  limit(
    "maximum",
    (value, most) => value <= most,
    (most) => `must be <= ${most}`,
  ),
  limit(
    "exclusiveMinimum",
    (value, bound) => value > bound,
    (bound) => `must be > ${bound}`,
  ),
  limit(
    "exclusiveMaximum",
    (value, bound) => value < bound,
    (bound) => `must be < ${bound}`,
  ),
  limit(
    "multipleOf",
    (value, divisor) => divisor <= 0 || isMultipleOf(value, divisor),
    (divisor) => `must be multiple of ${divisor}`,
  ),
  { keyword: "format", check: checkFormat },
];

const checkPattern: Check<string> = (walk, schema, text) => {
  const pattern = schema["pattern"];
  const match = typeof pattern === "string" ? walk.matches(pattern, text, (steps) => spend(walk, steps)) : "ignored";
  if (typeof pattern !== "string" || (match !== "no" && typeof match === "string")) return true;
  return refuse(walk, schema, "pattern", () =>
    match === "no" ? `must match the pattern ${quote(pattern)}` : mustBeShorter(pattern, match),
  );
};

/** What schemas say about texts. */
export const stringKeywords: Keywords<string> = [
  limit(
    "x-max-utf8-bytes",
    (text, most) => !exceedsUtf8Bytes(text, most),
    (most) => `must NOT have more than ${count(most, "byte")} in UTF-8`,
  ),
  limit(
    "maxLength",
    (text, most) => countCodePoints(text) <= most,
    (most) => `must NOT have more than ${count(most, "character")}`,
  ),
  limit(
    "minLength",
    (text, least) => countCodePoints(text) >= least,
    (least) => `must NOT have fewer than ${count(least, "character")}`,
  ),
  { keyword: "format", check: checkFormat },
  { keyword: "pattern", check: checkPattern },
];
