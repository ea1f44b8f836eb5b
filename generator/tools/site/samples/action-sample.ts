import type { JsonValue } from "../../../document/json-value.js";
import type { Action, Contract } from "../../../model/contract.js";
import type { MakeValue } from "./make-value.js";
import type { Rejections } from "./refusals.js";
import { spoilBody } from "./spoil-body.js";

/** A call of an action and its answer, each as far as it is known. */
export interface ActionSample {
  /** A body that fits. */
  readonly body: JsonValue | undefined;
  /** A body that doesn't, and what the server says about it. */
  readonly refused: { readonly body: JsonValue; readonly text: string } | undefined;
  readonly status: string;
  readonly result: JsonValue | undefined;
}

/** The example that the contract gives, or values made up of the schemas. */
export function sampleAction(action: Action, { schemas }: Contract, refusals: Rejections, makeValue: MakeValue): ActionSample {
  const example = action.examples.find(({ name }) => name === "default") ?? action.examples[0];
  const body = example?.body ?? makeValue(schemas.get(action.body));
  return {
    body,
    refused: body === undefined ? undefined : findRefused(action.body, body),
    status: example?.status ?? action.statuses[0] ?? "ok",
    result: example?.result ?? makeValue(schemas.get(action.result)),
  };

  function findRefused(component: string, fits: JsonValue): ActionSample["refused"] {
    for (const spoiled of spoilBody(fits, schemas.get(component), schemas)) {
      const text = refusals(component, spoiled);
      if (text !== undefined) return { body: spoiled, text };
    }
    return undefined;
  }
}
