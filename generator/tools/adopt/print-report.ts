import { quote, terminalText } from "../../diagnostics/escape.js";
import { nameOf, type AdoptedEndpoint, type Adoption } from "./adopt.js";
import type { Certainty } from "./endpoint.js";
import { listNames } from "./entry.js";
import type { SlowPattern } from "./slow-patterns.js";

const order: readonly Certainty[] = ["certain", "likely", "unsure"];

/** Returns the report: the endpoints, the most certain first, and the decisions that are left to the user. */
export function printAdoption({ endpoints, patterns }: Pick<Adoption, "endpoints" | "patterns">): string {
  const sorted = order.flatMap((certainty) => endpoints.filter((endpoint) => endpoint.certainty === certainty));
  return [...sorted.map(printEndpoint), ...patterns.map(printPattern)].join("");
}

function printPattern({ pattern, target }: SlowPattern): string {
  return `pattern  ${terminalText(target)}\n         ${quote(pattern)} is matched without backtracking: it could keep a server busy\n`;
}

function printEndpoint(endpoint: AdoptedEndpoint): string {
  const { certainty, style, type, actions, open, notes = [], adopted } = endpoint;
  const listed = listNames(actions.map(({ name }) => name));
  const lines = [
    `${certainty.padEnd(7)}  ${nameOf(endpoint)}`,
    `         ${style}, type ${type}, ${actions.length === 1 ? "1 action" : `${actions.length} actions`}${listed && `: ${listed}`}`,
    ...notes.map((note) => `         note: ${note}`),
    ...open.map((reason) => `         left: ${reason}`),
    ...(adopted > 0 || open.length > 0 ? [] : ["         left: decide whether these are actions"]),
  ];
  return lines.map((line) => `${terminalText(line)}\n`).join("");
}
