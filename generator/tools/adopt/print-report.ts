import { quote, terminalText } from "../../diagnostics/escape.js";
import type { AdoptedEndpoint, Adoption } from "./adopt.js";
import { nameOf } from "./choices.js";
import type { Certainty } from "./endpoint.js";
import type { GoneEndpoint } from "./known-endpoints.js";
import type { SlowPattern } from "./slow-patterns.js";

const order: readonly Certainty[] = ["certain", "likely", "unsure"];

/** The parts of an adoption that a report has. */
type Reported = Pick<Adoption, "endpoints" | "gone" | "patterns">;

/** Returns the report: the endpoints, the most certain first, and the decisions that are left to the user. */
export function printAdoption({ endpoints, gone, patterns }: Reported): string {
  const sorted = order.flatMap((certainty) => endpoints.filter((endpoint) => endpoint.certainty === certainty));
  return [...sorted.map(printEndpoint), ...gone.map(printGone), ...patterns.map(printPattern)].join("");
}

function printPattern({ pattern, target }: SlowPattern): string {
  return `pattern  ${terminalText(target)}\n         ${quote(pattern)} is matched without backtracking: it could keep a server busy\n`;
}

function printGone(endpoint: GoneEndpoint): string {
  return terminalText(`gone     ${nameOf(endpoint)} has no action any more: the overlay removes it`) + "\n";
}

function printEndpoint(endpoint: AdoptedEndpoint): string {
  const { certainty, style, type, actions, open, notes = [], adopted } = endpoint;
  const [first = "", ...more] = wrapNames(actions.map(({ name }) => name));
  const lines = [
    `${certainty.padEnd(7)}  ${nameOf(endpoint)}`,
    `         ${style}, type ${type}, ${actions.length === 1 ? "1 action" : `${actions.length} actions`}${first && `: ${first}`}`,
    ...more.map((line) => `         ${line}`),
    ...notes.map((note) => `         note: ${note}`),
    ...open.map((reason) => `         left: ${reason}`),
    ...(adopted > 0 || open.length > 0 ? [] : ["         left: decide whether these are actions, and write them with --include"]),
  ];
  return lines.map((line) => `${terminalText(line)}\n`).join("");
}

/** The maximum length of a line of names. */
const maxLine = 110;

/** Lists all names, over several lines if need be. */
function wrapNames(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const item = index < names.length - 1 ? `${name},` : name;
    const last = lines.at(-1);
    if (last === undefined || last.length + item.length >= maxLine) lines.push(item);
    else lines[lines.length - 1] = `${last} ${item}`;
  }
  return lines;
}
