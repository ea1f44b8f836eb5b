import { parsePointer } from "../../../../templates/runtime/json.js";
import { sampleId } from "../../../model/action-requests.js";
import type { ErrorDetail } from "../../../../templates/runtime/facts.js";
import { errorBody } from "../../../../templates/runtime/server/errors.js";
import { failureStatus, type FailureCode } from "../../../binding/failures.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { declaredMedia, firstStatus, makeActionBody, makeErrorBody, type BodyMaker } from "../../../model/action-bodies.js";
import { factsIn, type ActionResponse, type ActionResponses } from "../../../model/action-responses.js";
import type { Action, ActionError, Contract, Operation } from "../../../model/contract.js";
import { responseFor } from "../../../model/failures.js";
import type { ActionSample } from "./action-sample.js";

/** A response of an action, as sent and as returned by a handler. */
export interface ResponseSample {
  readonly status: number;
  /** Absent: there is none, or none could be generated. */
  readonly body: JsonValue | undefined;
  /** The return value of a handler: status, result, and the other parts that the contract leaves to it. */
  readonly returned: JsonObject;
}

/** Returns the first success of an action, with the status and result of a sample. */
export function sampleResponse(
  action: Action,
  endpoint: Operation,
  described: ActionResponses,
  { status: said, result = {} }: ActionSample,
  maker: BodyMaker,
): ResponseSample {
  const [response] = described.responses;
  const httpStatus = firstStatus(described, response!, action);
  const { isDefault } = described;
  const { statuses = action.statuses } = response!;
  const status = statuses.length === 0 || statuses.includes(said) ? said : statuses[0]!;
  if (isDefault) return { status: httpStatus, body: { action: action.name, status, result }, returned: { status, result } };
  const media = declaredMedia(endpoint, response!);
  const examples = (media?.examples ?? []).map(({ value }) => value).filter((value) => value !== undefined);
  const hasBody = response!.mediaType !== undefined;
  const body = hasBody
    ? makeActionBody(action, response!, media, { status, result, id: sampleId(endpoint) }, examples, maker)
    : undefined;
  const headers = Object.fromEntries(
    response!.headers
      .filter(({ required }) => required)
      .map(({ name, schema, as }) => {
        const value = maker.sample(schema ?? { type: "string" }) ?? name;
        return [name, as === "string" ? String(value) : value];
      }),
  );
  const others =
    body === undefined
      ? undefined
      : without(body, [...factsIn(endpoint, described.envelope), ...Object.keys(response!.fixed)].map(parsePointer));
  const members = memberNames(response!, described);
  const returned: JsonObject = {
    ...(members.includes("httpStatus") && { httpStatus }),
    ...(members.includes("status") && { status }),
    ...(members.includes("result") && { result }),
    ...(members.includes("envelope") && isObject(others) && Object.keys(others).length > 0 && { envelope: others }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  return { status: httpStatus, body, returned };
}

/** Returns the members of the object that a call of an action resolves to. */
export function memberNames(
  { mediaType, headers, others, envelope }: ActionResponse,
  { responses }: Pick<ActionResponses, "responses">,
): string[] {
  const hasBody = mediaType !== undefined;
  return [
    ...(responses.length > 1 ? ["httpStatus"] : []),
    ...(hasBody && envelope.status !== undefined && envelope.result !== "" ? ["status"] : []),
    ...(hasBody && envelope.result !== undefined ? ["result"] : []),
    ...(hasBody && others !== "none" ? ["envelope"] : []),
    ...(headers.length > 0 ? ["headers"] : []),
  ];
}

/** Returns a value without the members at some paths; objects left empty are removed too. */
function without(value: JsonValue, paths: readonly (readonly string[])[]): JsonValue {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const below = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    if (below.length === 0) return [[name, member]];
    if (below.some(({ length }) => length === 0)) return [];
    const inner = without(member, below);
    return isObject(inner) && Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

/** The input for an error response. */
interface FailureFacts {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
}

/** The request id in examples. */
const requestId = "7f3c1a2b";

/**
 * Returns the response for a failure that a server reports itself, with the status and shape that the contract
 * declares.
 */
export function sampleFailure(
  endpoint: Operation,
  contract: Contract,
  facts: FailureFacts & { readonly code: FailureCode },
): { readonly status: number; readonly body: JsonValue } {
  const declared = endpoint.responses.map(({ status }) => status);
  const status = failureStatus(facts.code, declared);
  const shape = responseFor(endpoint, status)?.error ?? contract.errorShape;
  return { status, body: errorBody(shape, { ...facts, status, requestId, id: sampleId(endpoint) }) as JsonObject };
}

/** Returns the body of one of an action's own errors; absent if none is valid for the declared response. */
export function sampleActionError(
  { code, status, description }: ActionError,
  { label }: Action,
  endpoint: Operation,
  { errorShape }: Contract,
  maker: BodyMaker,
): JsonValue | undefined {
  const response = responseFor(endpoint, status);
  const schema = response?.content.find(({ kind }) => kind === "json")?.schema;
  const facts = { status, code, message: description ?? `${label} failed.`, requestId, id: sampleId(endpoint) };
  return makeErrorBody(response?.error ?? errorShape, facts, schema, maker);
}
