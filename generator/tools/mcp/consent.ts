import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { ClientArguments } from "./split-arguments.js";
import type { Tool } from "./tools.js";

/** The longest arguments in a question; of longer ones the beginning is shown. */
const maxShown = 1_500;

/**
 * The question about a destructive call, with the service and the object by their values. They are printed as JSON, so that none looks
 * like a part of the sentence.
 */
export function askText(
  { call, listed }: Tool,
  { path, others }: ClientArguments,
  body: JsonValue,
  service: string | undefined,
): string {
  const what =
    call.kind === "action"
      ? `“${listed.title}” (${call.type.name}.${call.action.name}) on the ${call.type.name} service${service === undefined ? "" : ` ${print(service)}`}`
      : `“${listed.title}” (${call.operation.method} ${call.operation.path})`;
  const where = Object.entries(path).map(([name, value]) => `${name} ${print(value)}`);
  const given = { ...others, ...(typeof body === "object" && !Array.isArray(body) ? body : { body }) };
  const argument = Object.keys(given).length > 0 ? ` with ${print(given)}` : "";
  const warning =
    call.kind === "action"
      ? "It may delete or overwrite what can't be restored."
      : "The contract doesn't say that it only reads.";
  return `Allow ${what}${where.length > 0 ? `, ${where.join(", ")}` : ""}${argument}? ${warning}`;
}

function print(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length} characters)`;
}

/** Identifies a tool with its arguments, whatever their order: what a person agrees to, and what logs have instead of values. */
export function hashOf(tool: string, given: JsonObject): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, sorted(given)]))
    .digest("hex");
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // As a list, because objects put numeric names first.
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name]!)]);
}
