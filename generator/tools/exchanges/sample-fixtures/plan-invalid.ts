import { unescapeSegment } from "../../../../templates/runtime/json-pointer.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { ExchangeRequest } from "../exchange.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Finding } from "../finding.js";
import type { Target } from "../find-target.js";
import { judgePlanned } from "./check-planned.js";
import { chooseMutations } from "./mutations/choose-mutations.js";
import { exclusive, type Mutation } from "./mutations/mutation.js";
import type { PlannedExchange } from "./planned.js";
import type { Sampling } from "../../../json-schema/samples/sample-value.js";

/** Invalid requests: one for each rule that the body's schema has, and one without a body. */
export function planInvalidBodies(
  contract: ExchangeContract,
  target: Target,
  sampling: Sampling,
  schema: JsonValue,
  request: ExchangeRequest & { readonly body: JsonValue },
): PlannedExchange[] {
  const { body, ...rest } = request;
  const judge = (changed: ExchangeRequest) => judgePlanned(contract, target, { request: changed });
  const check = Object.assign((value: JsonValue) => judge({ ...rest, body: value }), { root: "/request/body" });
  const mutated = chooseMutations(sampling, schema, body, check).map(({ mutation, value, findings }) =>
    planInvalid(nameOf(mutation, "the body"), { ...rest, body: value }, findings),
  );
  const withoutBody = judge(rest);
  return withoutBody.length === 0 ? mutated : [...mutated, planInvalid("without a body", rest, withoutBody)];
}

/** An exchange that is expected to break what was found. */
export function planInvalid(name: string, request: ExchangeRequest, findings: readonly Finding[]): PlannedExchange {
  return { name, request, invalid: findings.map(({ pointer, rule }) => ({ pointer, rule })) };
}

/** What a mutation shows: `without cidr`, `ports too long`, `filter with a field that the contract does not have`. */
export function nameOf({ pointer, rule, words }: Mutation, root: string): string {
  const isExtra = rule === "additionalProperties" || rule === "unevaluatedProperties";
  const part = isExtra ? pointer.replace(/\/[^/]*$/, "") : pointer;
  const path = unescapeSegment(part.slice(1));
  if (rule === "required") return `without ${path}`;
  if (path !== "") return `${path} ${words}`;
  return isExtra || rule === exclusive ? words : `${root} ${words}`;
}
