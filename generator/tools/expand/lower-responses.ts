import { isObject, type JsonObject, own, ownObject, ownString } from "../../document/json-value.js";
import { resolveComponent, schemaReference } from "../../document/reference.js";
import type { ActionError } from "../../model/contract.js";
import { sortKeys } from "../../model/names.js";
import { responseExamples } from "./action-examples.js";
import type { ActionSource, ContractSource, ActionEndpoint } from "./lowered-contract.js";
import type { LoweredSuccess } from "./lower-successes.js";
import { setSourceOffset, sourceOffset } from "./source-map.js";

/**
 * Returns the Responses Object of an action: its response, all non-success responses of the endpoint, and the action's
 * own errors, which are listed in the description of their status.
 */
export function lowerResponses(
  { base, locations }: ContractSource,
  endpoint: ActionEndpoint,
  from: ActionSource,
  successes: readonly LoweredSuccess[],
): JsonObject {
  const { action, source } = from;
  const { operation } = endpoint;
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
    setSourceOffset(locations, made, sourceOffset(locations, source, key, own(source, key)));
    return made;
  };

  const responses: JsonObject = {};
  for (const [status, response] of Object.entries(declared)) if (!status.startsWith("2")) responses[status] = response;
  for (const success of successes)
    responses[success.status] = writtenUnder("result", successResponse(success, endpoint, from, locations));
  for (const [status, errors] of groupByStatus(action.errors)) {
    const [digit] = status;
    const same = find([status, `${digit}XX`, `${digit}xx`, "default"]);
    responses[status] = writtenUnder("errors", errorResponse(errors, same, failures));
  }
  const sorted = sortKeys(responses);
  setSourceOffset(locations, sorted, sourceOffset(locations, operation, "responses", declared), declared);
  return sorted;
}

function successResponse(
  { declared, hasOnlyFacts, mediaType, name }: LoweredSuccess,
  { model }: ActionEndpoint,
  from: ActionSource,
  locations: ContractSource["locations"],
): JsonObject {
  const headers = own(declared, "headers");
  const examples = name === undefined || !hasOnlyFacts ? undefined : responseExamples(from, model.binding!.envelope, locations);
  const otherwise = from.action.async ? "The action was accepted and is still running." : "The action has completed.";
  return {
    description: ownString(declared, "description") ?? otherwise,
    ...(headers !== undefined && { headers }),
    ...(name !== undefined && { content: { [mediaType!]: { schema: schemaReference(name), ...(examples && { examples }) } } }),
  };
}

/** Groups the errors of an action by HTTP status. */
function groupByStatus(errors: readonly ActionError[]): ReadonlyMap<string, readonly ActionError[]> {
  const groups = new Map<string, ActionError[]>();
  for (const error of errors) {
    const status = String(error.status);
    groups.set(status, [...(groups.get(status) ?? []), error]);
  }
  return groups;
}

/**
 * Returns the response for an action's own errors of one status: the endpoint's response for it, and the list of
 * codes. If the endpoint doesn't declare the status, an error has the schema of its other errors.
 */
function errorResponse(errors: readonly ActionError[], same: JsonObject | undefined, others: readonly JsonObject[]): JsonObject {
  const list = errors.map(({ code, description }) => {
    const when = description === undefined ? "" : `: ${description.replace(/\s+/g, " ").trim()}`;
    return `- \`${code}\`${when}`;
  });
  const text = ownString(same, "description")?.trim();
  const description = `${text === undefined ? "" : `${text}\n\n`}Errors of this action:\n\n${list.join("\n")}`;
  if (same) return { ...same, description };
  const content = others.map((response) => ownObject(response, "content")).find((found) => found !== undefined);
  return { description, ...(content && { content: schemasOnly(content) }) };
}

/** Removes the examples, which belong to another status. */
function schemasOnly(content: JsonObject): JsonObject {
  const mediaTypes = Object.entries(content).filter(([, mediaType]) => isObject(mediaType));
  return Object.fromEntries(
    mediaTypes.map(([name, mediaType]) => {
      const schema = own(mediaType, "schema");
      return [name, schema === undefined ? {} : { schema }];
    }),
  );
}
