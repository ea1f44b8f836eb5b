import type { ActionError, ActionExample } from "../../../model/contract.js";
import type { ActionNode, ExchangeContract } from "../exchange-contract.js";
import { planValid } from "./check-planned.js";
import { planErrorBody } from "./plan-error-body.js";
import { planInvalidBodies } from "./plan-invalid.js";
import type { PlannedExchange, PlannedExchanges } from "./planned.js";
import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue, type Sampling } from "../../../json-schema/samples/sample-value.js";
import { inWrittenOrder } from "./written-order.js";

/** Fixtures of an action: its examples, one invalid request for each rule of its body, and its own failures. */
export function planAction(contract: ExchangeContract, node: ActionNode, seed: number): PlannedExchanges {
  const { action, endpoint } = node;
  const { schemas } = contract.contract;
  const random = createRandom(`${seed} ${action.serviceType} ${action.name}`);
  const sampling: Sampling = { schemas, judge: contract.judge, random, direction: "request" };

  const examples = action.examples.length > 0 ? action.examples : [madeUp];
  const valid = examples.flatMap((example) => planExample(contract, node, sampling, example) ?? []);
  const body = valid[0]?.request?.body;
  if (body === undefined) return { exchanges: [], missing: ["no valid request and answer could be made up"] };

  const invalid = planInvalidBodies(contract, { endpoint, node }, sampling, schemas.get(action.body)!, { body });
  const errors = action.errors.flatMap((error) => planError(contract, node, sampling, error) ?? []);
  const isComplete = errors.length === action.errors.length;
  const missing = isComplete ? [] : ["not every error has a body that could be made up"];
  return { exchanges: [...valid, ...invalid, ...errors], missing };
}

const madeUp: ActionExample = { name: "valid", summary: undefined, body: undefined, status: undefined, result: undefined };

function planExample(
  contract: ExchangeContract,
  node: ActionNode,
  sampling: Sampling,
  example: ActionExample,
): PlannedExchange | undefined {
  const { action, endpoint } = node;
  const { schemas } = contract.contract;
  const given = example.body ?? sampleValue(sampling, schemas.get(action.body)!);
  const answered =
    example.result ??
    sampleValue({ ...sampling, direction: action.reveals ? undefined : "response" }, schemas.get(action.result)!);
  if (given === undefined || answered === undefined) return undefined;
  const [body, result] = [inWrittenOrder(given, contract.places), inWrittenOrder(answered, contract.places)];
  const answer = { action: action.name, status: example.status ?? action.statuses[0] ?? "ok", result };
  const name = example.summary ?? (example.name === "default" ? "valid" : example.name);
  const response = { status: action.async ? 202 : 200, body: answer };
  return planValid(contract, { endpoint, node }, name, { request: { body }, response });
}

function planError(
  contract: ExchangeContract,
  node: ActionNode,
  sampling: Sampling,
  error: ActionError,
): PlannedExchange | undefined {
  const body = planErrorBody(contract, node.endpoint, sampling, error.status, error);
  if (body === undefined) return undefined;
  return planValid(contract, { endpoint: node.endpoint, node }, error.code, { response: { status: error.status, body } });
}
