import type { JsonObject } from "../../document/json-value.js";
import { componentPointer } from "../../document/reference.js";
import type { Action } from "../../model/contract.js";

/** The whole answer of an action: what the server sends around `result`, closed. */
export function answerSchema(action: Action): JsonObject {
  return {
    type: "object",
    required: ["action", "status", "result"],
    additionalProperties: false,
    properties: {
      action: { type: "string", const: action.name, description: "The action that was invoked." },
      status: { type: "string", ...(action.statuses.length > 0 && { enum: [...action.statuses] }) },
      message: { type: "string", description: "Text to show, if there is something to say." },
      result: { $ref: componentPointer("schemas", action.result) },
    },
  };
}
