import { quote } from "../../../diagnostics/escape.js";
import { endpointPair, envelopeFacts } from "../contract/endpoints.js";
import { changedFacts, factAnchors } from "../contract/facts.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { addedChoice } from "../contract/pairs.js";
import { inEndpoint } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** A new value of an action's status at its new location. */
export const envelopeStatusAdded = statusRule("added", {
  id: "envelope-status-added",
  breaks: "client",
  why: "Clients that switch on the listed values of the status encounter an unknown one.",
  example: statusExample("ok, error", "done, error"),
  all: "can now be any string",
  one: (value) => `can now also be ${value}`,
});

/** A removed value of an action's status at its new location. */
export const envelopeStatusRemoved = statusRule("removed", {
  id: "envelope-status-removed",
  breaks: "server",
  why: "Servers that still send such a status violate the contract.",
  example: statusExample("ok, error", "ok"),
  all: "can now only be one of the listed values",
  one: (value) => `can no longer be ${value}`,
});

function statusExample(before: string, after: string): string {
  return inEndpoint(`
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema:
                type: object
    -           required: [status]
    +           required: [state]
                properties:
    -             status: { enum: [${before}] }
    +             state: { enum: [${after}] }
                  result: { type: object }
  `);
}

interface StatusRule extends Rule {
  /** Completes the message if the list itself was added or removed. */
  readonly all: string;
  readonly one: (value: string) => string;
}

/** Returns a rule about the values of a status that moved. If it didn't move, rules about schemas compare the values. */
function statusRule(kind: "added" | "removed", { all, one, ...rule }: StatusRule): PairRule<OperationPair> {
  return {
    ...rule,
    check(pair, report) {
      const endpoints = endpointPair(pair);
      if (!endpoints) return;
      const facts = { before: envelopeFacts(endpoints.before), after: envelopeFacts(endpoints.after) };
      const moved = changedFacts(facts).moved.filter(({ name }) => name === "the status");
      if (moved.length === 0) return;
      const [before, after] = [endpoints.before.binding.statuses, endpoints.after.binding.statuses];
      const found = kind === "added" ? addedChoice(before, after) : addedChoice(after, before);
      const texts = found === "all" ? [all] : found.map((value) => one(quote(value)));
      const name = `the status in the responses of ${describeOperation(pair.after)}`;
      for (const text of texts) report(`${name} ${text}`, factAnchors(facts, moved));
    },
  };
}
