import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject } from "../../../document/json-value.js";
import { essenceOf } from "../../../document/media-kind.js";
import { at, type ChangeAnchors, type Anchor } from "../rule.js";
import type { ContractVersion } from "./contract-version.js";
import { type OperationPair, type OperationVersion, statusKey } from "./operations.js";
import type { Maps, Pair } from "./pairs.js";
import { changedSuccesses } from "./success-statuses.js";

/** A response that both versions of an operation may return. */
export interface ResponsePair extends Pair<JsonObject> {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
}

/**
 * Pairs the responses of both versions that cover the same status, `404` with `4XX` if there is no exact match, and
 * the success response of an action with its replacement.
 */
export function keptResponses(pair: OperationPair): ResponsePair[] {
  const { before, after } = pair;
  const statuses = [...new Set([...before.responses.keys(), ...after.responses.keys()])];
  const pairs = statuses.flatMap((status): ResponsePair[] => {
    const covered = { before: covering(before.responses, status), after: covering(after.responses, status) };
    return covered.before && covered.after ? [{ status, before: covered.before, after: covered.after }] : [];
  });
  for (const replaced of changedSuccesses(pair)) {
    const [was, now] = [before.responses.get(replaced.before[0]!), after.responses.get(replaced.after[0]!)];
    const isOnly = replaced.before.length === 1 && replaced.after.length === 1;
    // If one has no body, there is nothing left to compare.
    if (isOnly && was && now && ownObject(was, "content") && ownObject(now, "content"))
      pairs.push({ status: replaced.after[0]!, before: was, after: now });
  }
  // A response that covers several statuses is compared once with each counterpart.
  return pairs.filter(
    (one, index) => pairs.findIndex((first) => first.before === one.before && first.after === one.after) === index,
  );
}

/** Returns the statuses that only the second lists. */
export function uncoveredResponses(first: Responses, second: Responses): string[] {
  return [...second.keys()].filter((status) => covering(first, status) === undefined);
}

/** Returns whether only the default after the change may be a success. Next to a listed success, the default is for failures. */
export function isDefaultSuccessNew({ before, after }: OperationPair): boolean {
  return hasDefaultSuccess(after.responses) && !hasDefaultSuccess(before.responses);
}

/** Returns whether a status, or a range of them, is not an error. */
export function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

type Responses = ReadonlyMap<string, JsonObject>;

/** Returns the response that covers a status: exactly, by its range, or by default. */
function covering(responses: Responses, status: string): JsonObject | undefined {
  const own = responses.get(status) ?? responses.get(`${status[0]}XX`);
  return own ?? (isSuccess(status) && !hasDefaultSuccess(responses) ? undefined : responses.get("default"));
}

/** Returns whether `default` covers successes because none is listed. */
export function hasDefaultSuccess(responses: Responses): boolean {
  return responses.has("default") && ![...responses.keys()].some(isSuccess);
}

/** Returns the anchors of a response in both versions, or of the responses if it is absent. */
export function responseAnchors({ before, after }: OperationPair, status: string): ChangeAnchors {
  return { before: anchorOf(before, status), after: anchorOf(after, status) };
}

function anchorOf({ object, anchor }: OperationVersion, status: string): Anchor {
  const responses = ownObject(object, "responses");
  if (!responses) return anchor;
  const key = Object.keys(responses).find((name) => statusKey(name) === status);
  return key === undefined ? at(object, "responses") : at(responses, key);
}

/** Returns the name of a response for messages: `the 200 response of "getPet"`. */
export function describeResponse(status: string, title: string): string {
  return `the ${statusText(status)} response of ${quote(title)}`;
}

/** Returns a status for messages; quotes anything that is not a status. */
export function statusText(status: string): string {
  return /^(?:[1-5](?:\d\d|XX)|default)$/.test(status) ? status : quote(status);
}

/** A header of a response, or of a part of a multipart form. */
export interface HeaderVersion {
  readonly name: string;
  readonly object: JsonObject;
  readonly isRequired: boolean;
  readonly schema: JsonValue;
  /** The media type that determines the serialization of the value, instead of the `simple` style. */
  readonly mediaType: string | undefined;
  readonly explode: boolean;
}

/** The headers of a response in both versions, by name in lower case. */
export interface HeaderPairs extends Maps<HeaderVersion> {
  readonly response: ResponsePair;
}

/** Returns the headers of all responses that both versions of an operation have. */
export function headersOf(pair: OperationPair): HeaderPairs[] {
  return keptResponses(pair).map((response) => ({
    response,
    before: headersIn(response.before, pair.before.version),
    after: headersIn(response.after, pair.after.version),
  }));
}

/** Returns the headers of a Response Object or an Encoding Object, except `Content-Type`, which OpenAPI ignores. */
export function headersIn(holder: JsonObject | undefined, version: ContractVersion): ReadonlyMap<string, HeaderVersion> {
  const list = Object.entries(ownObject(holder, "headers") ?? {}).flatMap(([name, value]) => {
    const object = version.resolve(value);
    if (!isObject(object) || name.toLowerCase() === "content-type") return [];
    const [mediaType, content] = Object.entries(ownObject(object, "content") ?? {})[0] ?? [undefined, object];
    return [
      {
        name,
        object,
        isRequired: own(object, "required") === true,
        schema: own(content, "schema") ?? true,
        mediaType: mediaType === undefined ? undefined : essenceOf(mediaType),
        explode: own(object, "explode") === true,
      },
    ];
  });
  return new Map(list.map((header) => [header.name.toLowerCase(), header]));
}

/** Returns the name of a response header for messages: `the header "ETag" of the 200 response of "getPet"`. */
export function describeHeader({ name }: HeaderVersion, status: string, operation: OperationVersion): string {
  return `the header ${quote(name)} of ${describeResponse(status, operation.title)}`;
}
