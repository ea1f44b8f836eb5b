import { isObject, type JsonValue } from "../json.js";
import { seenText, terminalText } from "../visible-text.js";
import type { Tool } from "./contract.js";
import type { ClientArguments } from "./split-arguments.js";

/** The longest question, in characters: more can't be read before it is agreed to. */
export const maxQuestion = 4_000;

/** The characters of a text that are shown: its beginning and its end. */
const [maxBeginning, maxEnd] = [120, 40];

/**
 * The question about a destructive call, with the service and every member of the arguments by name. Values are printed as JSON, so that
 * none looks like a part of the sentence, and long texts are shortened, so that none hides another. `undefined`: it would be too long.
 */
export function askText(
  { call, input, listed }: Tool,
  { path, others }: ClientArguments,
  body: JsonValue,
  resource: string | undefined,
): string | undefined {
  const title = `“${terminalText(listed.title, maxBeginning)}”`;
  const what =
    call.kind === "action"
      ? `${title} (${call.type}.${call.action})${resource === undefined ? "" : ` on ${print(resource)}`}`
      : `${title} (${call.request})`;
  const where = Object.entries(path).map(([name, value]) => `${name} ${print(value)}`);
  const isMembers = input.body !== "argument" && isObject(body);
  const given = [...Object.entries(others), ...(isMembers ? Object.entries(body) : [["body", body] as const])];
  const argument = given.length > 0 ? ` with ${print(Object.fromEntries(given))}` : "";
  const warning =
    call.kind === "action"
      ? "It may delete or overwrite what can't be restored."
      : "The contract doesn't say that it only reads.";
  const text = `Allow ${what}${where.length > 0 ? `, ${where.join(", ")}` : ""}${argument}? ${warning}`;
  return text.length <= maxQuestion ? text : undefined;
}

function print(value: unknown): string {
  return seenText(JSON.stringify(shorten((value ?? null) as JsonValue)));
}

/** A value with its texts shortened, and white space in them collapsed. No member and no item is left out. */
function shorten(value: JsonValue): JsonValue {
  if (typeof value === "string") return shortText(value);
  if (Array.isArray(value)) return value.map(shorten);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item)]));
}

function shortText(text: string): string {
  const plain = text.replaceAll(/\s{2,}/g, " ");
  if (plain.length <= maxBeginning + maxEnd) return plain;
  return `${plain.slice(0, maxBeginning)}… (${text.length} characters) …${plain.slice(-maxEnd)}`;
}
