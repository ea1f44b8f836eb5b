import { toDecimal } from "../../../../json-schema/samples/to-decimal.js";
import { own, type JsonObject } from "../../../../document/json-value.js";
import type { Mutation } from "./mutation.js";
import type { Position } from "./positions.js";

/** Longer texts can't be read in a file. */
const longestText = 4_000;

/** What breaks keywords that are about texts. */
export function mutateText({ pointer, value, parts }: Position): Mutation[] {
  if (typeof value !== "string") return [];
  const mutations: Mutation[] = [];
  const add = (rule: string, text: string, words: string) => mutations.push({ rule, pointer, value: text, words });
  for (const part of parts) {
    const [least, most] = [numberOf(part, "minLength"), numberOf(part, "maxLength")];
    const bytes = numberOf(part, "x-max-utf8-bytes");
    if (least !== undefined && least > 0) add("minLength", value.slice(0, least - 1), "too short");
    if (most !== undefined && most < longestText) add("maxLength", lengthen(value, most + 1), "too long");
    if (bytes !== undefined && bytes < longestText) add("x-max-utf8-bytes", "ä".repeat((bytes >> 1) + 1), "with too many bytes");
    if (own(part, "pattern") !== undefined) {
      for (const text of [`${value}!`, `!${value}`, "!", " ", "", "ä", `${value}\n`]) add("pattern", text, "in another form");
    }
    const format = own(part, "format");
    if (typeof format === "string") add("format", `no-${format}`, `that is no ${format}`);
  }
  return mutations;
}

/** Goes on with what the text has, so that it breaks no pattern. */
function lengthen(text: string, length: number): string {
  const last = text.at(-1) ?? "a";
  return text.padEnd(length, last);
}

/** What breaks keywords that are about numbers. */
export function mutateNumber({ pointer, value, parts }: Position): Mutation[] {
  if (typeof value !== "number") return [];
  const mutations: Mutation[] = [];
  const add = (rule: string, number: number, words: string) => mutations.push({ rule, pointer, value: toDecimal(number), words });
  for (const part of parts) {
    const step = numberOf(part, "multipleOf") ?? 1;
    const bounds = [
      ["minimum", -step, "too small"],
      ["maximum", step, "too large"],
      ["exclusiveMinimum", 0, "too small"],
      ["exclusiveMaximum", 0, "too large"],
    ] as const;
    for (const [rule, beyond, words] of bounds) {
      const bound = numberOf(part, rule);
      if (bound !== undefined) add(rule, bound + beyond, words);
    }
    if (own(part, "multipleOf") !== undefined) {
      for (const more of [1, step / 2]) add("multipleOf", value + more, "between the steps");
    }
    const format = own(part, "format");
    if (format === "int32") add("format", 2 ** 31, "beyond 32 bits");
    if (format === "int64") add("format", 1e20, "beyond 64 bits");
  }
  return mutations;
}

function numberOf(part: JsonObject, keyword: string): number | undefined {
  const value = own(part, keyword);
  return typeof value === "number" ? value : undefined;
}
