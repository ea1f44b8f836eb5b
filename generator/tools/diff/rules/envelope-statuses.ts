import { quote } from "../../../diagnostics/escape.js";
import { endpointPair, envelopeFacts } from "../contract/endpoints.js";
import { changedFacts, factAnchors } from "../contract/facts.js";
import { describeOperation, type OperationPair } from "../contract/operations.js";
import { addedChoice } from "../contract/pairs.js";
import { inEndpoint } from "../example.js";
import type { PairRule, Rule } from "../rule.js";

/** A value that the status of an action can have where it moved to. */
export const envelopeStatusAdded = statusRule("added", {
  id: "envelope-status-added",
  breaks: "client",
  why: "A client that tells the listed values of the status apart meets one that it doesn't know.",
  example: statusExample("ok, error", "done, error"),
  all: "can be any text now",
  one: (value) => `can also be ${value} now`,
});

/** A value that the status of an action can no longer have where it moved to. */
export const envelopeStatusRemoved = statusRule("removed", {
  id: "envelope-status-removed",
  breaks: "server",
  why: "A server that still sends such a status fails.",
  example: statusExample("ok, error", "ok"),
  all: "can only be one of the listed values now",
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
  /** The end of the sentence where the list itself is new or gone. */
  readonly all: string;
  readonly one: (value: string) => string;
}

/** A rule about the values of a status that moved. Where it stayed, rules about schemas compare them. */
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
      const name = `the status in the answers of ${describeOperation(pair.after)}`;
      for (const text of texts) report(`${name} ${text}`, factAnchors(facts, moved));
    },
  };
}
