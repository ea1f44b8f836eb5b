import { visibleLines } from "../../diagnostics/escape.js";
import type { Action, Operation } from "../../model/contract.js";
import type { ResourceWords } from "../../model/resource-words.js";

/** The longest description; OpenAI rejects longer ones. */
export const maxDescription = 1_024;

interface Described {
  /** Alternatives of scopes. */
  readonly scopes: readonly (readonly string[])[];
  readonly rules: readonly string[];
}

/** Describes an action: what it does, the rules of its arguments, who can call it when, and how it fails. */
export function describeAction(action: Action, words: ResourceWords, { scopes, rules }: Described): string {
  const { states, plans, errors } = action;
  const facts = [
    `An action of ${words.ofType}.`,
    scopesText(scopes),
    states && `Possible while the ${words.one} is ${states.join(", ")}.`,
    plans && `Possible on the plans ${plans.join(", ")}.`,
    action.destructive && "Destructive: it may delete or overwrite what no other action can restore.",
    action.async && "It continues in the background; the call waits for it for a while and reports its progress.",
    action.deprecated && "Deprecated.",
  ];
  const failures = errors.map(
    ({ code, status, description }) => `${code} (${status})${description ? `: ${sentence(description)}` : "."}`,
  );
  return join([
    sentence(action.summary ?? action.label),
    ...rules,
    ...facts,
    failures.length > 0 && `Errors: ${failures.join(" ")}`,
    action.description,
  ]);
}

/** Describes an operation in the same way. */
export function describeOperation(operation: Operation, { scopes, rules }: Described): string {
  const { id, summary, description, deprecated } = operation;
  return join([
    sentence(summary ?? description ?? id),
    ...rules,
    scopesText(scopes),
    deprecated && "Deprecated.",
    summary && description,
  ]);
}

function scopesText(scopes: readonly (readonly string[])[]): string | false {
  if (scopes.length === 0) return false;
  return `Needs the scope${scopes.flat().length === 1 ? "" : "s"} ${scopes.map((needed) => needed.join(" and ")).join(", or ")}.`;
}

function sentence(text: string): string {
  const plain = text.trim();
  return /[.!?:]$/.test(plain) ? plain : `${plain}.`;
}

/** What comes first is kept. */
function join(parts: readonly (string | false | undefined)[]): string {
  const text = visibleLines(parts.filter(Boolean).join(" ").replaceAll(/\s+/g, " ").trim());
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
