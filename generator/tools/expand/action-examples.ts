import { ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Envelope } from "../../../templates/runtime/facts.js";
import { writeAt } from "../../../templates/runtime/json.js";
import type { Locations } from "../../document/locations.js";
import { actionRequestBody } from "../../model/action-requests.js";
import type { ActionExample, Operation } from "../../model/contract.js";
import type { ActionSource } from "./lowered-contract.js";
import { setSourceOffset, sourceOffset } from "./source-map.js";

/** Returns the `examples` of the request body; `undefined` if there are none. */
export function bodyExamples(from: ActionSource, endpoint: Operation, locations: Locations): JsonObject | undefined {
  return collect(from, locations, ({ body }) =>
    body === undefined ? undefined : actionRequestBody(endpoint, from.action, body),
  );
}

/** Returns the `examples` of the response. An example without a status gets one only if the action has no other. */
export function responseExamples(from: ActionSource, envelope: Envelope, locations: Locations): JsonObject | undefined {
  const { name, statuses } = from.action;
  const only = statuses.length === 1 ? statuses[0] : undefined;
  return collect(from, locations, ({ status = only, result }) => {
    if (envelope.result === "") return result;
    const isMissing =
      (envelope.status !== undefined && status === undefined) || (envelope.result !== undefined && result === undefined);
    if (isMissing) return undefined;
    const body: JsonObject = {};
    writeAt(body, envelope.action, name);
    writeAt(body, envelope.status, status);
    writeAt(body, envelope.result, result);
    return body;
  });
}

function collect(
  { action, source }: ActionSource,
  locations: Locations,
  valueOf: (example: ActionExample) => JsonValue | undefined,
): JsonObject | undefined {
  const examples: JsonObject = {};
  for (const example of action.examples) {
    const value = valueOf(example);
    if (value !== undefined)
      examples[example.name] = { ...(example.summary !== undefined && { summary: example.summary }), value };
  }
  if (Object.keys(examples).length === 0) return undefined;
  const declared = ownObject(source, "examples")!;
  setSourceOffset(locations, examples, sourceOffset(locations, source, "examples", declared), declared);
  return examples;
}
