import { quote } from "../../../diagnostics/escape.js";
import { ownString } from "../../../document/json-value.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { objectAnchors } from "../contract/operations.js";
import { addedChoice } from "../contract/pairs.js";
import { keptVariables, valuesOf } from "../contract/servers.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A value that a variable of a server did not have. */
export const serverVariableValueAdded: PairRule<ContractPair> = {
  id: "server-variable-value-added",
  breaks: "nobody",
  why: "The addresses that clients use are still there.",
  example: inContract(`
      servers:
        - url: https://{region}.example.com/{stage}
          variables:
    -       region: { default: eu, enum: [eu, us] }
    +       region: { default: eu }
            stage: { default: live }
      paths: {}
  `),
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const added = addedChoice(valuesOf(before), valuesOf(after));
      const anchors = objectAnchors({ before, after }, "enum");
      if (added === "all") report(`${title} can have any value now`, anchors);
      else for (const value of added) report(`${title} can also be ${quote(value)} now`, anchors);
    }
  },
};

/** A value that a variable of a server no longer has. */
export const serverVariableValueRemoved: PairRule<ContractPair> = {
  id: "server-variable-value-removed",
  breaks: "client",
  why: "Clients that use the address don't find the API there.",
  example: inContract(`
      servers:
        - url: https://{region}.example.com/{stage}
          variables:
    -       region: { default: eu, enum: [eu, us] }
    -       stage: { default: live }
    +       region: { default: eu, enum: [eu, asia] }
    +       stage: { default: live, enum: [live, test] }
      paths: {}
  `),
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const removed = addedChoice(valuesOf(after), valuesOf(before));
      const anchors = objectAnchors({ before, after }, "enum");
      if (removed === "all") report(`${title} can only have the listed values now`, anchors);
      else for (const value of removed) report(`${title} can no longer be ${quote(value)}`, anchors);
    }
  },
};

/** The value of a server's variable where a client chooses none. */
export const serverVariableDefaultChanged: PairRule<ContractPair> = {
  id: "server-variable-default-changed",
  breaks: "client",
  why: "Clients that leave the variable at its default call another address.",
  example: inContract(`
      servers:
        - url: https://{region}.example.com/{stage}
          variables:
    -       region: { default: eu, enum: [eu, us] }
    +       region: { default: us, enum: [eu, us] }
            stage: { default: live }
      paths: {}
  `),
  check(pair, report) {
    for (const { title, before, after } of keptVariables(pair)) {
      const [from, to] = [ownString(before, "default"), ownString(after, "default")];
      if (from === undefined || from === to) continue;
      const now = to === undefined ? "has no default any more" : `defaults to ${quote(to)} instead of ${quote(from)}`;
      report(`${title} ${now}`, objectAnchors({ before, after }, "default"));
    }
  },
};
