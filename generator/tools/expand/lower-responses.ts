import { isObject, own, ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { componentPointer } from "../../document/reference.js";
import { resolveComponent } from "../../document/resolve-component.js";
import { sortKeys } from "../../model/names.js";
import { answerExamples } from "./action-examples.js";
import { errorResponse, groupByStatus } from "./error-response.js";
import type { ActionSource, ContractSource, Endpoint } from "./lowered-contract.js";
import { setWritten, writtenAt } from "./written-at.js";

/**
 * The Responses Object of an action: its answer, everything that the endpoint answers besides success, and the action's
 * own errors, which are listed in the description of their status.
 */
export function lowerResponses(
  { base, places }: ContractSource,
  { operation }: Endpoint,
  from: ActionSource,
  answerName: string,
): JsonObject {
  const { action, source } = from;
  const declared = ownObject(operation, "responses") ?? {};
  const general: JsonObject = {};
  for (const [status, response] of Object.entries(declared)) {
    general[status] = status.startsWith("x-") ? response : (resolveComponent(response, base) ?? {});
  }
  const failures = Object.keys(general)
    .filter((status) => /^(?:[45]|default)/.test(status))
    .map((status) => general[status])
    .filter(isObject);
  const find = (statuses: readonly string[]) => ownObject(general, statuses.find((name) => Object.hasOwn(general, name)) ?? "");
  const writtenUnder = (key: string, made: JsonObject) => {
    setWritten(places, made, writtenAt(places, source, key, own(source, key)));
    return made;
  };

  const responses: JsonObject = {};
  for (const [status, response] of Object.entries(declared)) if (!status.startsWith("2")) responses[status] = response;
  const success = action.async ? "202" : "200";
  responses[success] = writtenUnder("result", answer(from, answerName, find([success, "2XX", "2xx"]), places));
  for (const [status, errors] of groupByStatus(action.errors)) {
    const [digit] = status;
    const same = find([status, `${digit}XX`, `${digit}xx`, "default"]);
    responses[status] = writtenUnder("errors", errorResponse(errors, same, failures));
  }
  const sorted = sortKeys(responses);
  setWritten(places, sorted, writtenAt(places, operation, "responses", declared), declared);
  return sorted;
}

function answer(from: ActionSource, name: string, general: JsonObject | undefined, places: ContractSource["places"]): JsonObject {
  const headers = own(general, "headers");
  const examples = answerExamples(from, places);
  const otherwise = from.action.async ? "The action was accepted and is still running." : "The action is done.";
  return {
    description: ownString(general, "description") ?? otherwise,
    ...(headers !== undefined && { headers }),
    content: { "application/json": { schema: { $ref: componentPointer("schemas", name) }, ...(examples && { examples }) } },
  };
}
