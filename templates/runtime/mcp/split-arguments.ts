import type { Arguments } from "../client/call.js";
import { type JsonObject, ownOf } from "../json.js";
import { quote } from "../visible-text.js";
import type { Tool } from "./contract.js";

/** The arguments of a tool as a client takes them. */
export interface ClientArguments {
  /** In the path. */
  readonly path: Arguments;
  /** In the query, headers and cookies. */
  readonly others: Arguments;
  /** `undefined`: the call has no body. */
  readonly body: unknown;
}

/** Splits the arguments of a tool; returns a text if one of them is none of the tool's. The contract decides about all others. */
export function splitArguments({ input }: Tool, given: JsonObject, bound: Arguments = {}): ClientArguments | string {
  const path: Record<string, unknown> = { ...bound };
  const others: Record<string, unknown> = {};
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    // Objects of the contract's validators don't have it as a member.
    if (name === "__proto__") return 'unknown argument "__proto__"';
    const parameter = ownOf(input.parameters, name);
    if (parameter) (parameter.in === "path" ? path : others)[parameter.argument] = value;
    else members.push([name, value]);
  }
  if (input.body === "members") {
    return { path, others, body: members.length === 0 && input.mayLackBody ? undefined : Object.fromEntries(members) };
  }
  const unknown = members.find(([name]) => input.body === "none" || name !== "body");
  if (unknown) return `unknown argument ${quote(unknown[0])}`;
  return { path, others, body: members[0]?.[1] };
}
