import { countCodePoints, exceedsUtf8Bytes } from "../../../templates/runtime/validators/checks.js";
import { quote } from "../../diagnostics/escape.js";
import { checkFormat } from "./format.js";
import { limit } from "./limit.js";
import { refuse, spend, type Check, type Keywords } from "./walk.js";
import { count } from "./words.js";

const checkPattern: Check<string> = (walk, schema, text) => {
  const pattern = schema["pattern"];
  if (typeof pattern !== "string" || walk.matches(pattern, text, (steps) => spend(walk, steps)) !== "no") return true;
  return refuse(walk, schema, "pattern", () => `must match the pattern ${quote(pattern)}`);
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
