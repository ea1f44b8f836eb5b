import { bodyOf, resultOf } from "../contract/action-schemas.js";
import { describeAction, placesOf } from "../contract/describe-action.js";
import type { ActionPair } from "../contract/pairs.js";
import type { SchemaComparer } from "./schema-comparer.js";

/** Compares the body and the result of an action. */
export function compareAction(pair: ActionPair, comparer: SchemaComparer): void {
  const { before, after } = pair;
  const name = describeAction(after);
  comparer.compare(bodyOf(before), bodyOf(after), "request", { text: `the body of ${name}`, places: placesOf(pair, "body") });
  comparer.compare(resultOf(before), resultOf(after), "response", {
    text: `the result of ${name}`,
    places: placesOf(pair, "result"),
  });
}
