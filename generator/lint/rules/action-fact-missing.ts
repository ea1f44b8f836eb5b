import type { ActionBinding, BoundResponse } from "../../binding/binding.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { boundEndpoints, successesOfKind, type BoundEndpoint } from "../bindings.js";
import { mapsByEndpoint } from "../operations.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Reports facts that an action declares but none of its own responses can contain. */
export const actionFactMissing = defineRule({
  code: "action-fact-missing",
  severity: "warning",
  comparesParts: true,
  message: ({ action, fact, statuses }: { action: string; fact: string; statuses: readonly string[] }) =>
    `${quote(action)} declares ${fact}, but its ${statuses.length > 1 ? "responses" : "response"} ${statuses.join(" and ")} ${statuses.length > 1 ? "have" : "has"} no field for it: callers never see it`,
  hint: "Add a field for it to the response's schema, or remove it from the action.",
  cause:
    "An action that completes asynchronously responds with 202; any other action responds with another status. A fact that only the other kind of response can contain is never sent, although the action declares it.",
  bad: `
      x-platform-vm-actions: { resize: { async: true, result: { type: object } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { result: { type: object } } } } }
        "202":
          description: Accepted.
          content: { application/json: { schema: { type: object, properties: { job: { type: string } } } } }`,
  good: `
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, properties: { result: { type: object } } } } }
        "202":
          description: Accepted.
          content: { application/json: { schema: { type: object, properties: { job: { type: string } } } } }`,
  at: "operation",

  check(context, report) {
    for (const bound of boundEndpoints(context)) {
      const missing = bound.binding.isAssumed ? [] : [false, true].flatMap((isAsync) => missingFacts(context, bound, isAsync));
      if (missing.length === 0) continue;
      for (const { actions } of mapsByEndpoint(context).get(bound.endpoint.operation) ?? []) {
        for (const [name, action] of Object.entries(actions)) {
          if (!isObject(action)) continue;
          for (const { isAsync, key, words, statuses } of missing) {
            if (own(action, key) === undefined || (own(action, "async") === true) !== isAsync) continue;
            const hint = `Add a field for it to the schema of ${statuses.join(" and ")}, or remove ${key} from the action: the result of an asynchronous action is described where it is returned.`;
            report({ action: name, fact: words, statuses }, context.locations.key(action, key), { hint });
          }
        }
      }
    }
  },
});

const facts = [
  ["result", "result", "a result"],
  ["statuses", "status", "statuses"],
] as const;

/** A fact that the responses of an endpoint's actions have no location for. */
interface MissingFact {
  /** Whether the actions are asynchronous. */
  readonly isAsync: boolean;
  /** The key of actions that declares the fact, and the fact in words. */
  readonly key: string;
  readonly words: string;
  readonly statuses: readonly string[];
}

function missingFacts(context: RuleContext, bound: BoundEndpoint, isAsync: boolean): MissingFact[] {
  const successes = successesOfKind(context, bound, isAsync);
  if (successes.length === 0) return [];
  const statuses = successes.map(({ status }) => status);
  return facts.flatMap(([key, fact, words]): MissingFact[] => {
    const isNamed = bound.binding.envelope[fact] !== undefined;
    const isMissing = isNamed && !successes.some((success) => hasPlace(context, bound.binding, success, fact));
    return isMissing ? [{ isAsync, key, words, statuses }] : [];
  });
}

function hasPlace(
  { upgraded }: RuleContext,
  { envelope, withoutResult }: ActionBinding,
  { status, json }: BoundResponse,
  fact: "result" | "status",
): boolean {
  const pointer = envelope[fact]!;
  if (pointer === "" && withoutResult.includes(status)) return false;
  return json.some(
    ({ schema }) =>
      schema === undefined || schemasIn(upgraded).of(schema).isFreeForm || schemasIn(upgraded).at(schema, pointer) !== undefined,
  );
}
