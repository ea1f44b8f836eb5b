import { terminalText } from "../../diagnostics/escape.js";
import { nameOf, type AdoptedEndpoint } from "./adopt.js";
import type { Certainty } from "./endpoint.js";
import { listNames } from "./entry.js";

const order: readonly Certainty[] = ["certain", "likely", "unsure"];

/** What was found, the most certain first, and what is left for a person. */
export function printAdoption(endpoints: readonly AdoptedEndpoint[]): string {
  const sorted = order.flatMap((certainty) => endpoints.filter((endpoint) => endpoint.certainty === certainty));
  return sorted.map(printEndpoint).join("");
}

function printEndpoint(endpoint: AdoptedEndpoint): string {
  const { certainty, style, type, actions, open, isAdopted } = endpoint;
  const listed = listNames(actions.map(({ name }) => name));
  const lines = [
    `${certainty.padEnd(7)}  ${nameOf(endpoint)}`,
    `         ${style}, type ${type}, ${actions.length === 1 ? "1 action" : `${actions.length} actions`}${listed && `: ${listed}`}`,
    ...open.map((reason) => `         left: ${reason}`),
    ...(isAdopted || open.length > 0 ? [] : ["         left: decide whether these are actions"]),
  ];
  return lines.map((line) => `${terminalText(line)}\n`).join("");
}
