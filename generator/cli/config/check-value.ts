import { isObject } from "../../document/json-value.js";
import { prefixPattern, type Field } from "./fields.js";

/** Fields whose value is checked as a whole. */
export type SingleField = Exclude<Field, { readonly is: "code" | "list" | "one or more" | "map" | "object" }>;

/** What a value must be, in words, if it isn't. */
export function misfit(value: unknown, field: SingleField): string | undefined {
  switch (field.is) {
    case "text":
    case "path":
      return typeof value === "string" && value.trim() !== "" ? undefined : "must be a text";
    case "pointer":
      return typeof value === "string" && /^(?:\/|$)/.test(value) ? undefined : "must be a JSON pointer, such as /paths";
    case "prefix":
      return typeof value === "string" && prefixPattern.test(value) ? undefined : "must be a lower-case word, such as platform";
    case "count":
      return Number.isInteger(value) && (value as number) >= 0 ? undefined : "must be a whole number, 0 or above";
    case "choice":
      return field.of.some((choice) => choice === value) ? undefined : `must be one of ${field.of.join(", ")}`;
    case "rule":
      return isRule(value) ? undefined : 'must be a rule: { code: "<project>/<name>", severity, check(context) {…} }';
    case "emitter":
      return typeof value === "function" ? undefined : "must be a function: (contract, context) => files";
    default:
      return field satisfies never;
  }
}

function isRule(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, severity, check }: Record<string, unknown> = value;
  const isOwnCode = typeof code === "string" && /^(?!redocly\/)[a-z0-9-]+\/[a-z0-9-]+$/.test(code);
  return isOwnCode && (severity === "error" || severity === "warning") && typeof check === "function";
}
