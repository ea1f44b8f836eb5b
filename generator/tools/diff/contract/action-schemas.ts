import { own, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import type { ActionSide } from "./action-side.js";

/** What an action without `body` takes: only `{}`. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** What an action without `result` returns. */
const anyResult: JsonObject = { type: "object" };

/** The schema of an action's body. */
export function bodyOf({ object }: ActionSide): JsonValue {
  return own(object, "body") ?? noInput;
}

/** The schema of an action's result. */
export function resultOf({ object }: ActionSide): JsonValue {
  return own(object, "result") ?? anyResult;
}
