import type { ValidationError } from "../validators/validation-error.js";
import { isPromise } from "./awaitable.js";
import type { Call } from "./call.js";
import { describeErrors } from "./describe-errors.js";
import type { Awaitable } from "./handler-types.js";
import { headerOf } from "./http.js";
import { isInRange, parseMediaType } from "./media-type.js";
import { decodeUtf8, JsonProblem, parseJson } from "./parse-json.js";
import { MalformedText, decodeFormText, isObjectShape, parseObject, parsePairs } from "./parse-text.js";
import { readBody } from "./read-body.js";
import { refuse, type Refusal } from "./refusal.js";
import type { ContentRule } from "./route.js";

/** Reads the body within the limit and checks it: that of an action against the action's schema. */
export function checkBody(call: Call): Awaitable<Refusal | undefined> {
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

function checkBytes(call: Call, bytes: Uint8Array | undefined): Awaitable<Refusal | undefined> {
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
  try {
    const value = readContent(bytes, content, call.server.jsonDepth);
    return checkValue(call, value, content.as === "json" || content.as === "form");
  } catch (error) {
    if (error instanceof JsonProblem) return invalidBody(call, error.message);
    if (error instanceof MalformedText) return invalidBody(call, `The form ${error.message}.`);
    throw error;
  }
}

function readContent(bytes: Uint8Array, content: ContentRule, jsonDepth: number): unknown {
  if (content.as === "bytes") return bytes;
  const text = decodeUtf8(bytes);
  switch (content.as) {
    case "json":
      return parseJson(text, jsonDepth);
    case "form": {
      const shape = content.form && isObjectShape(content.form) ? content.form : { properties: {} };
      return parseObject(
        parsePairs(text).map(([name, value]) => [name, decodeFormText(value)]),
        shape,
      );
    }
    case "text":
      return text;
    default:
      return content.as satisfies never;
  }
}

function checkValue(call: Call, value: unknown, hasSchema: boolean): Awaitable<Refusal | undefined> {
  call.body = value;
  const { action, service, route, server } = call;
  const { validators } = server.contract;
  const guard = action ? validators.actions[service!.type]![action.name]!.body : validators.operations[route.operation]?.body;
  return !hasSchema || !guard || guard(value) ? undefined : refuseValue(call);
}

async function refuseValue(call: Call): Promise<Refusal> {
  const { action, service, route, server, body } = call;
  const { actions, operations } = await server.contract.loadAllErrors();
  const list = action ? actions[service!.type]![action.name]!.body : operations[route.operation]!.body!;
  const errors: readonly ValidationError[] = list(body);
  return invalidBody(call, `${describeErrors(errors)}.`);
}

/** Bodies of actions have a code of their own. */
function invalidBody(call: Call, text: string): Refusal {
  return refuse(400, call.action ? "invalid_action_body" : "invalid_body", text);
}

function tooLarge(limit: number): Refusal {
  const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`;
  return refuse(413, "payload_too_large", `The body must not exceed ${size}.`);
}

function brokenOff(call: Call): Refusal {
  return invalidBody(call, "The body ended early.");
}
