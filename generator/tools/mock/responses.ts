import { valueAt, writeAt } from "../../../templates/runtime/json.js";
import { NotImplementedError } from "../../../templates/runtime/server/errors.js";
import { partRules, withFileParts } from "../../emit/part-rules.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { successesOf } from "../../model/action-responses.js";
import type { MediaType, Operation, Response } from "../../model/contract.js";
import type { MockContext, MockResponse } from "./context.js";

/** The statuses that stand for ranges: the success of a creation is 201. */
function statusOf({ status }: Response, isCreation: boolean): number {
  const number = Number(status);
  if (Number.isInteger(number)) return number;
  if (status === "default") return isCreation ? 201 : 200;
  return Number(status[0]) * 100 + (isCreation && status.startsWith("2") ? 1 : 0);
}

/** A part of the body of a response that is known. */
export interface Placed {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly value: JsonValue;
  /** The schema for which it is known to be valid. */
  readonly of?: JsonValue;
  /** Completes the body around it, if it stays valid: counts and cursors of a list. */
  readonly complete?: (body: JsonObject, isValid: (body: JsonObject) => boolean) => void;
}

/** How a response is made. */
export interface ResponseOptions {
  readonly placed?: Placed | undefined;
  readonly example?: string | undefined;
  readonly isCreation?: boolean;
  /** The values that a header may have, best first; none: not known. */
  readonly headerValues?: (name: string) => readonly JsonValue[];
}

/**
 * Creates the first success of an operation, with JSON if it has some, or another response if the contract declares no success. Returns
 * `undefined` if it declares no response at all, whose status and body are then not known.
 */
export function respondTo(context: MockContext, operation: Operation, options: ResponseOptions = {}): MockResponse | undefined {
  const successes = successesOf(operation);
  const isShown = ({ content }: Response) => content.some(({ kind }) => kind === "json");
  const created = options.isCreation ? successes.find(({ status }) => status === "201") : undefined;
  const isFinal = ({ status }: Response) => !status.startsWith("1");
  const response = created ?? (options.placed && successes.find(isShown)) ?? successes[0] ?? operation.responses.find(isFinal);
  return response && createResponse(context, response, options);
}

/** Creates a declared response. What is not known of it is sampled. */
export function createResponse(context: MockContext, response: Response, options: ResponseOptions = {}): MockResponse {
  const status = statusOf(response, options.isCreation ?? false);
  const headers = headersOf(context, response, options);
  const [media] = [...response.content].sort((one, other) => Number(other.kind === "json") - Number(one.kind === "json"));
  if (!media) return { status, headers };
  const contentType = media.name.includes("*") ? { contentType: media.kind === "text" ? "text/plain" : "application/json" } : {};
  return { status, headers, ...contentType, body: bodyOf(context, media, options) };
}

function bodyOf(context: MockContext, media: MediaType, { placed, example }: ResponseOptions): unknown {
  const { samples } = context;
  if (media.items) {
    const item = samples.of(media.items.schema);
    return item === undefined ? [] : [item];
  }
  const { schema = true } = media;
  if (placed?.at === "" && placed.of === schema) return placed.value;
  const sampled = samples.ofMedia(media, example);
  if (media.parts && Array.isArray(sampled)) return withFileParts(sampled, partRules(media, context.contract.model));
  if (media.kind === "text") return typeof sampled === "string" ? sampled : "text";
  if (media.kind !== "json") return new TextEncoder().encode(typeof sampled === "string" ? sampled : "");
  const body = placed ? (place(context, schema, sampled, placed) ?? sampled) : sampled;
  if (body === undefined) throw new NotImplementedError(`no valid value for ${media.name} was found: write an example`);
  return body;
}

/** A valid body with a value at its location, `undefined` if there is none. */
function place(
  { samples }: MockContext,
  schema: JsonValue,
  sampled: JsonValue | undefined,
  { at, value, complete }: Placed,
): JsonValue | undefined {
  const bodies: JsonValue[] = [];
  if (at === "") bodies.push(value);
  else {
    for (const base of [isObject(sampled) ? sampled : {}, {}]) {
      const body = structuredClone(base);
      writeAt(body, at, value);
      bodies.push(body);
    }
  }
  for (const body of bodies) {
    const completed = structuredClone(body);
    if (complete && isObject(completed)) complete(completed, (one) => samples.isValid(schema, one));
    for (const one of [completed, body]) {
      if (samples.isValid(schema, one) && (at === "" || valueAt(one, at) !== undefined)) return one;
    }
  }
  return undefined;
}

/** The headers of a response that are known, and values for others that it requires. */
function headersOf(
  { samples }: MockContext,
  { headers }: Response,
  { headerValues = () => [] }: ResponseOptions,
): Readonly<Record<string, string>> {
  const values = headers.flatMap(({ name, required, schema = { type: "string" }, mediaType }): [string, string][] => {
    // Numbers may be declared as text.
    const known = headerValues(name).flatMap((value) => [value, String(value)]);
    const value = known.find((one) => samples.isValid(schema, one)) ?? (required ? samples.of(schema) : undefined);
    if (value === undefined) return [];
    const isText = typeof value !== "object" && mediaType === undefined;
    return [[name, isText ? String(value) : JSON.stringify(value)]];
  });
  return Object.fromEntries(values);
}
