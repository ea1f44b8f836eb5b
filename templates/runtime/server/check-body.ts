import type { ValidationError } from "../validators/validation-error.js";
import { isPromise } from "./awaitable.js";
import type { Call } from "./call.js";
import { describeErrors } from "./describe-errors.js";
import type { Awaitable } from "./handler-types.js";
import { headerOf } from "./http.js";
import { isInRange, parseMediaType } from "./media-type.js";
import { JsonProblem } from "./parse-json.js";
import { MalformedText } from "./parse-text.js";
import { readBody } from "./read-body.js";
import { readContent } from "./read-content.js";
import { refuse, type Rejection } from "./rejection.js";
import type { Validators } from "./server-contract.js";

/** Reads the body within the limit and checks it: that of an action against the action's schema. */
export function checkBody(call: Call): Awaitable<Rejection | undefined> {
  const { route, request, server } = call;
  if (!route.body) return undefined;
  const announced = Number(headerOf(request.headers, "content-length"));
  if (announced > server.bodyBytes) return tooLarge(server.bodyBytes);
  const bytes = readBody(request.body, server.bodyBytes);
  return isPromise(bytes)
    ? bytes.then(
        (read) => checkBytes(call, read),
        () => brokenOff(call),
      )
    : checkBytes(call, bytes);
}

function checkBytes(call: Call, bytes: Uint8Array | undefined): Awaitable<Rejection | undefined> {
  const { headers } = call.request;
  const rule = call.route.body!;
  if (!bytes) return tooLarge(call.server.bodyBytes);
  if (bytes.byteLength === 0) {
    if (rule.required) return invalidBody(call, "A body is required.");
    return checkValue(call, call.action ? {} : undefined, call.action !== undefined);
  }
  const type = parseMediaType(headerOf(headers, "content-type"));
  const content = type && rule.content.find(({ mediaType }) => isInRange(type.essence, mediaType));
  const isText = content !== undefined && content.as !== "bytes";
  const encoding = headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  if (!content || encoding !== "identity" || (isText && type?.charset !== undefined && type.charset !== "utf-8")) {
    const types = rule.content.map(({ mediaType }) => mediaType).join(" or ");
    return refuse(415, "unsupported_media_type", `Send ${types}, text in UTF-8, without a content encoding.`);
  }
  let value: unknown;
  try {
    value = readContent(bytes, content, headerOf(headers, "content-type")!, call.server.jsonDepth);
  } catch (error) {
    return explainUnread(call, error);
  }
  // Text and bytes have no schema.
  return checkValue(call, value, content.as !== "text" && content.as !== "bytes", content.mediaType);
}

function explainUnread(call: Call, error: unknown): Rejection {
  if (error instanceof JsonProblem) return invalidBody(call, error.message);
  if (error instanceof MalformedText) return invalidBody(call, `The form ${error.message}.`);
  throw error;
}

function checkValue(call: Call, value: unknown, hasSchema: boolean, mediaType?: string): Awaitable<Rejection | undefined> {
  call.body = value;
  const guard = bodyCheck(call, call.server.contract.validators, mediaType);
  return !hasSchema || !guard || guard(value) ? undefined : refuseValue(call, mediaType);
}

async function refuseValue(call: Call, mediaType: string | undefined): Promise<Rejection> {
  const list = bodyCheck(call, await call.server.contract.loadAllErrors(), mediaType)!;
  const errors: readonly ValidationError[] = list(call.body);
  return invalidBody(call, `${describeErrors(errors)}.`);
}

/** What checks the body: that of an action has a schema of its own. */
function bodyCheck<Check>({ action, service, route }: Call, validators: Validators<Check>, type = ""): Check | undefined {
  if (action) return validators.actions[service!.type]![action.name]!.body;
  const checks = validators.operations[route.operation];
  return checks?.bodies?.[type] ?? checks?.body;
}

/** Bodies of actions have a code of their own. */
function invalidBody(call: Call, text: string): Rejection {
  return refuse(400, call.action ? "invalid_action_body" : "invalid_body", text);
}

function tooLarge(limit: number): Rejection {
  const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`;
  return refuse(413, "payload_too_large", `The body must not exceed ${size}.`);
}

function brokenOff(call: Call): Rejection {
  return invalidBody(call, "The body ended early.");
}
