import { valueAt, writeAt } from "../../templates/runtime/json.js";
import { errorBody, type ErrorFacts } from "../../templates/runtime/server/errors.js";
import { type ErrorShape, defaultErrorShape } from "../../templates/runtime/facts.js";
import { isObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { placeSchemas, type PlacedSchemas } from "../json-schema/place-schemas.js";
import { schemaReference } from "../document/reference.js";
import { onlyStatus, type ActionResponse, type ActionResponses } from "./action-responses.js";
import type { Action, MediaType, Operation } from "./contract.js";

/** The facts of a call's response, as far as its envelope has locations for them. */
export interface ActionFacts {
  readonly status: string;
  readonly result: JsonValue | undefined;
  /** That of the request, which the response repeats. */
  readonly id?: JsonValue | undefined;
}

/** Returns the HTTP status of a success of an action; of a range, the usual one. */
export function firstStatus(described: ActionResponses, response: ActionResponse, action: Action): number {
  return response.status ?? onlyStatus({ ...described, responses: [response] }, action)!;
}

/** Returns the media type that a success declares for the bodies of actions. */
export function declaredMedia(endpoint: Operation, { key, isText }: ActionResponse): MediaType | undefined {
  if (isText) return undefined;
  const declared = endpoint.responses.find(({ status }) => status === key);
  return declared?.content.find(({ kind }) => kind === "json");
}

/** Returns an action's part of the schema of its response, which applies next to that of the endpoint. */
export function actionFactsSchema(action: Action, response: ActionResponse): JsonValue {
  const { envelope, optional } = response;
  const pointers = (["action", "status"] as const).flatMap((fact) => (optional.has(fact) ? (envelope[fact] ?? []) : []));
  return placeSchemas(actionFacts(action, response), new Set(pointers));
}

/** Returns the schemas of an action's facts, by their locations in the body of its response. */
export function actionFacts(
  action: Action,
  { envelope, nullable, statuses: ofResponse }: Pick<ActionResponse, "envelope" | "nullable" | "statuses">,
): PlacedSchemas {
  if (envelope.result === "") return { "": schemaReference(action.result) };
  const both = ofResponse ? action.statuses.filter((status) => ofResponse.includes(status)) : action.statuses;
  // No status of the action at all would be a schema that nothing is valid for; lint reports that.
  const statuses = both.length > 0 ? both : action.statuses;
  return {
    ...(envelope.action !== undefined && { [envelope.action]: { const: action.name } }),
    ...(envelope.status !== undefined && {
      [envelope.status]: nullable.has("status")
        ? { type: ["string", "null"], ...(statuses.length > 0 && { enum: [...statuses, null] }) }
        : { type: "string", ...(statuses.length > 0 && { enum: [...statuses] }) },
    }),
    ...(envelope.result !== undefined && { [envelope.result]: schemaReference(action.result) }),
  };
}

/**
 * Returns the body of an action's response: the facts at their locations in one of the contract's own examples, if that is
 * valid, otherwise among members that `sample` generates from the declared schema.
 */
export function makeActionBody(
  action: Action,
  response: ActionResponse,
  media: MediaType | undefined,
  { status, result, id }: ActionFacts,
  examples: readonly JsonValue[],
  { isValid, sample }: BodyMaker,
): JsonValue | undefined {
  const schema = media?.schema ?? true;
  const { envelope } = response;
  if (envelope.result === "") {
    const known = result === undefined ? undefined : [result].find((value) => isValid(schema, value));
    return known ?? sample({ allOf: [schema, actionFactsSchema(action, response)] });
  }
  const facts = [
    [envelope.action, action.name],
    [envelope.status, status],
    [envelope.id, id],
    [envelope.result, envelope.result === undefined ? undefined : result],
  ] as const;
  const placed = facts.filter((fact): fact is readonly [string, JsonValue] => fact[0] !== undefined && fact[1] !== undefined);
  for (const example of [{}, ...examples].filter(isObject)) {
    const body = structuredClone(example);
    for (const [pointer, value] of placed) writeAt(body, pointer, value);
    if (isValid(schema, body)) return body;
  }
  const constants = placed.map(([pointer, value]) => [pointer, { const: value }] as const);
  return sample({ allOf: [schema, placeSchemas(Object.fromEntries(constants))] });
}

/** Validates values, and generates some. */
export interface BodyMaker {
  readonly isValid: (schema: JsonValue, value: JsonValue) => boolean;
  readonly sample: (schema: JsonValue) => JsonValue | undefined;
}

/**
 * Returns the body of an error as a server sends it, if it is valid by the declared schema; otherwise one with the same code,
 * message and status among members that `sample` generates.
 */
export function makeErrorBody(
  shape: ErrorShape,
  facts: ErrorFacts,
  schema: JsonValue | undefined,
  { isValid, sample }: BodyMaker,
): JsonValue | undefined {
  const usual = errorBody(shape, facts) as JsonObject;
  if (schema === undefined || isValid(schema, usual)) return usual;
  const pointers = [shape.code, shape.message, shape.status].filter((pointer) => pointer !== undefined);
  const known = pointers.map((pointer) => [pointer, { const: valueAt(usual, pointer) as JsonValue }] as const);
  return sample({ allOf: [schema, placeSchemas(Object.fromEntries(known))] });
}

/** Returns the schema of errors of a shape, for a contract that declares none. */
export function errorSchema(shape: ErrorShape): JsonValue {
  const { code, message, status, statusText, title } = shape;
  if (isDefaultShape(shape)) return { type: "object", required: ["error"], properties: { error: { type: "string" } } };
  const texts = [code, message, statusText, title].filter((pointer) => pointer !== undefined);
  return placeSchemas({
    ...Object.fromEntries(texts.map((pointer): [string, JsonObject] => [pointer, { type: "string" }])),
    ...(status !== undefined && { [status]: { type: "integer" } }),
  });
}

/** Returns whether errors have the form `{ "error": "code: message" }`. */
export function isDefaultShape(shape: ErrorShape): boolean {
  return JSON.stringify(shape) === JSON.stringify(defaultErrorShape);
}
