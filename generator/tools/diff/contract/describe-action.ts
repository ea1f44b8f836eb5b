import { quote } from "../../../diagnostics/escape.js";
import { own, ownString, type JsonObject } from "../../../document/json-value.js";
import type { ActionSide } from "./action-side.js";
import type { ActionPair } from "./pairs.js";
import { at, type ChangePlaces, type Spot } from "../rule.js";

/** `"add_ip" of "postgres"`, as messages name an action. */
export function describeAction({ model }: ActionSide): string {
  return `${quote(model.name)} of ${quote(model.serviceType)}`;
}

/** Where a field of an action stands in both versions, or the action where it isn't written. */
export function placesOf({ before, after }: ActionPair, ...fields: readonly string[]): ChangePlaces {
  return { before: spotOf(before, fields), after: spotOf(after, fields) };
}

function spotOf(side: ActionSide, fields: readonly string[]): Spot {
  let spot = side.spot;
  let holder: JsonObject = side.object;
  for (const field of fields) {
    const value = own(holder, field);
    if (value === undefined) break;
    spot = at(holder, field);
    holder = value as JsonObject;
  }
  return spot;
}

/** Where an action's own error of a code stands in both versions, or the list that would hold it. */
export function errorSpots(pair: ActionPair, code: string): ChangePlaces {
  const find = (side: ActionSide): Spot => {
    const errors = own(side.object, "errors");
    const index = Array.isArray(errors) ? errors.findIndex((error) => ownString(error, "code") === code) : -1;
    return index < 0 ? spotOf(side, ["errors"]) : at(errors as object, index);
  };
  return { before: find(pair.before), after: find(pair.after) };
}
