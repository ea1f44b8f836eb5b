import { own, type JsonObject } from "../../document/json-value.js";
import { componentPointer } from "../../document/reference.js";
import type { Places } from "../../document/source.js";
import { bodyExamples } from "./action-examples.js";
import type { ActionSource, Endpoint } from "./lowered-contract.js";
import { setWritten, writtenAt } from "./written-at.js";

/**
 * The Request Body Object of an action, in the endpoint's media types. It may be left out where the endpoint allows that
 * and the action takes no input, as then no body stands for `{}`.
 */
export function requestBody({ model }: Endpoint, from: ActionSource, places: Places): JsonObject {
  const { action, source } = from;
  const declared = model.body?.content.map(({ name }) => name) ?? [];
  const mediaTypes = declared.length > 0 ? declared : ["application/json"];
  const examples = bodyExamples(from, places);
  const content = { schema: { $ref: componentPointer("schemas", action.body) }, ...(examples && { examples }) };
  const body: JsonObject = {
    ...(!action.takesInput && { description: "The action takes no input: an empty object." }),
    required: action.takesInput || model.body?.required === true,
    content: Object.fromEntries(mediaTypes.map((name) => [name, content])),
  };
  setWritten(places, body, writtenAt(places, source, "body", own(source, "body")));
  return body;
}
