import { quote } from "../../../diagnostics/escape.js";
import { ownString } from "../../../document/json-value.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { objectAnchors } from "../contract/operations.js";
import { addedChoice } from "../contract/pairs.js";
import { keptVariables, valuesOf } from "../contract/servers.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A new value of a server variable. */
export const serverVariableValueAdded: PairRule<ContractPair> = {
  id: "server-variable-value-added",
  breaks: "nobody",
  why: "The URLs that clients use remain valid.",
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
      if (added === "all") report(`${title} can now have any value`, anchors);
      else for (const value of added) report(`${title} can now also be ${quote(value)}`, anchors);
    }
  },
};

/** A removed value of a server variable. */
export const serverVariableValueRemoved: PairRule<ContractPair> = {
  id: "server-variable-value-removed",
  breaks: "client",
  why: "Clients that use the URL no longer find the API there.",
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
      if (removed === "all") report(`${title} can now only have the listed values`, anchors);
      else for (const value of removed) report(`${title} can no longer be ${quote(value)}`, anchors);
    }
  },
};

/** The default value of a server variable. */
export const serverVariableDefaultChanged: PairRule<ContractPair> = {
  id: "server-variable-default-changed",
  breaks: "client",
  why: "Clients that use the variable's default call another URL.",
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
      const now = to === undefined ? "no longer has a default" : `now defaults to ${quote(to)} instead of ${quote(from)}`;
      report(`${title} ${now}`, objectAnchors({ before, after }, "default"));
    }
  },
};
