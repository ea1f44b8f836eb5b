import { responsesOf, isSuccess, type ActionBinding, type BoundResponse } from "../../binding/binding.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonObject } from "../../document/json-value.js";
import { isFreeForm, memberAt } from "../../json-schema/members.js";
import { boundEndpoints, type BoundEndpoint } from "../bindings.js";
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
      if (bound.binding.isAssumed) continue;
      for (const { actions } of mapsByEndpoint(context).get(bound.endpoint.operation) ?? []) {
        for (const [name, action] of Object.entries(actions)) {
          if (!isObject(action)) continue;
          const successes = successesOf(context, bound, action);
          for (const [key, fact, words] of facts) {
            if (own(action, key) === undefined || bound.binding.envelope[fact] === undefined || successes.length === 0) continue;
            if (successes.some((success) => hasPlace(context, bound.binding, success, fact))) continue;
            const statuses = successes.map(({ status }) => status);
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

/** The successful responses of an action. A 202 may be for asynchronous actions only. */
function successesOf({ upgraded }: RuleContext, { endpoint, binding }: BoundEndpoint, action: JsonObject): BoundResponse[] {
  const declared = responsesOf(endpoint.operation, upgraded).filter(({ status }) => isSuccess(status));
  const those = (isAccepted: boolean) => declared.filter(({ status }) => (status === "202") === isAccepted);
  const wanted = binding.reservesAccepted ? those(own(action, "async") === true) : declared;
  return wanted.length > 0 ? wanted : declared;
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
    ({ schema }) => schema === undefined || isFreeForm(schema, upgraded) || memberAt(schema, pointer, upgraded) !== undefined,
  );
}
