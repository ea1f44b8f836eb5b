import type { ErrorDetail } from "../facts.js";
import { type Selector, bodyPointer, factLocations, hasNeedlessInput, readActionBody, defaultSelector } from "../selector.js";
import type { ErrorLister } from "../json.js";
import type { ValidationError } from "../json.js";
import type { Awaitable } from "./application.js";
import {
  isPromise,
  type BodyRule,
  type Call,
  type ContentRule,
  type ReadMultipart,
  type Step,
  type Validators,
} from "./contract.js";
import { readForm } from "./read-parameters.js";
import { type Rejection, explainErrors, reject } from "./errors.js";
import { type RequestHeaders, headerOf, isInRange, isUtf8, parseMediaType, readBody } from "./http.js";
import { JsonProblem, MalformedText, decodeFormText, decodeUtf8, parseJson, parseObject, parsePairs } from "./text.js";

/** Reads the body within the limit and validates it: that of an action against the action's schema. */
export const checkBody: Step["prepare"] = ({ body, serviceTypes }) => {
  if (body) return (call) => (call.content ? checkSent(call) : readSent(call, checkSent));
  return serviceTypes.length > 0 ? (call) => void (call.body = {}) : undefined;
};

/** Reads the body by its media type, and continues with it. */
export function readSent(call: Call, next: (call: Call) => Awaitable<Rejection | undefined>): Awaitable<Rejection | undefined> {
  const { route, request, server } = call;
  if (!route.body) return next(call);
  const { readItems, readUpload } = server.contract;
  const streamed = (readItems ?? readUpload) && findContent(request.headers, route.body);
  if (streamed?.as === "items" || streamed?.isStreamed) {
    if (!isReadable(request.headers, streamed)) return unsupported(route.body);
    if (streamed.isStreamed) return readUpload!(call, streamed).then((rejection) => rejection ?? next(call));
    call.content = { value: readItems!(call, streamed), hasSchema: false, mediaType: streamed.mediaType };
    return next(call);
  }
  const announced = Number(headerOf(request.headers, "content-length"));
  if (announced > server.bodyBytes) return tooLarge(server.bodyBytes);
  const bytes = readBody(request.body, server.bodyBytes);
  return isPromise(bytes)
    ? bytes.then(
        (read) => readBytes(call, read) ?? next(call),
        () => invalidBody(call, "The body ended early."),
      )
    : (readBytes(call, bytes) ?? next(call));
}

function readBytes(call: Call, bytes: Uint8Array | undefined): Rejection | undefined {
  const { headers } = call.request;
  const { route } = call;
  const rule = route.body!;
  if (!bytes) return tooLarge(call.server.bodyBytes);
  if (bytes.byteLength === 0) {
    if (rule.required) return invalidBody(call, "A body is required.");
    const isEmpty = call.action !== undefined && !rule.mayLack;
    call.content = { value: isEmpty ? {} : undefined, hasSchema: isEmpty };
    return undefined;
  }
  const content = findContent(headers, rule);
  if (!content || !isReadable(headers, content)) return unsupported(rule);
  const { as, mediaType, maxBytes } = content;
  if (maxBytes !== undefined && bytes.byteLength > maxBytes) return tooLarge(maxBytes);
  try {
    // The form of a known action is read once, by its own rule.
    const isLater = content.actions && call.action;
    const value = isLater
      ? {}
      : content.actions && as === "form"
        ? readFacts(decodeUtf8(bytes), route.selector)
        : readSentContent(call, bytes, content);
    call.content = { value, hasSchema: as !== "text" && as !== "bytes", mediaType, ...(content.actions && { form: bytes }) };
  } catch (error) {
    return explainUnread(call, error);
  }
  return undefined;
}

/** How a body of the sent media type is read; `undefined`: the operation takes no such body. */
export function findContent(headers: RequestHeaders, { content }: BodyRule): ContentRule | undefined {
  const header = headerOf(headers, "content-type");
  // Nothing is outside of `*/*`.
  if (header === undefined) return content.find(({ mediaType }) => mediaType.startsWith("*"));
  const type = parseMediaType(header);
  return type && content.find(({ mediaType }) => isInRange(type.essence, mediaType));
}

/** Whether a body has no content encoding, and is UTF-8 if it is text. */
export function isReadable(headers: RequestHeaders, { as }: ContentRule): boolean {
  const encoding = headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  return encoding === "identity" && (as === "bytes" || isUtf8(parseMediaType(headerOf(headers, "content-type"))?.charset));
}

function unsupported({ content }: BodyRule): Rejection {
  const types = content.map(({ mediaType }) => mediaType.replace(/^.*\*\+json$/, "application/json")).join(" or ");
  return reject(415, "unsupported_media_type", `Send ${types}, text in UTF-8, without a content encoding.`);
}

/** The fields of a form that name an action and the type of its service. */
export function readFacts(form: string, selector: Selector = defaultSelector): Record<string, unknown> {
  const names = factLocations(selector).flatMap((fact) => (fact.in === "field" ? [fact.name.slice(1)] : []));
  const facts = parsePairs(form).filter(([name]) => names.includes(name));
  return parseObject(
    facts.map(([name, text]) => [name, decodeFormText(text)]),
    { properties: {} },
  );
}

/** Reads the whole form, once its action is known. */
function readActionForm(call: Call, form: Uint8Array): unknown {
  const { route, action, content } = call;
  const rule = route.body!.content.find(({ mediaType }) => mediaType === content!.mediaType)!;
  return readSentContent(call, form, { ...rule, ...rule.actions![action!.type]![action!.name]! });
}

function readSentContent({ request, server }: Call, bytes: Uint8Array, content: ContentRule): unknown {
  const contentType = headerOf(request.headers, "content-type")!;
  return readContent(bytes, content, contentType, server.jsonDepth, server.contract.readMultipart);
}

function explainUnread(call: Call, error: unknown): Rejection {
  if (error instanceof JsonProblem) return invalidBody(call, error.message);
  if (error instanceof MalformedText) return explainForm(call, error);
  throw error;
}

/** Why a form is rejected. */
export function explainForm(call: Call, { message, detail }: MalformedText): Rejection {
  if (detail?.rule === "contentType") return reject(415, "unsupported_media_type", `The body ${message}.`);
  return invalidBody(call, `The body ${message}.`, detail && [detail]);
}

function checkSent(call: Call): Awaitable<Rejection | undefined> {
  const { action, route, server } = call;
  const { selector } = route;
  const { hasSchema, mediaType, form } = call.content!;
  let { value } = call.content!;
  try {
    if (form !== undefined && action) value = readActionForm(call, form);
  } catch (error) {
    return explainUnread(call, error);
  }
  call.body = action && selector ? readActionBody(selector, value, action.name) : value;
  if (action && selector && hasNeedlessInput(selector, value, action.name)) {
    const [pointer, message] = [bodyPointer(selector, action.name), "must be null"];
    return invalidBody(call, `${pointer} ${message}.`, [{ pointer, rule: "const", message }]);
  }
  const guard = bodyCheck(call, server.contract.validators, mediaType);
  if (hasSchema && guard && !guard(call.body)) return rejectBody(call, call.body, (checks) => bodyCheck(call, checks, mediaType));
  const whole = action && selector && wholeCheck(call, selector, server.contract.validators, mediaType);
  if (whole && !whole(value)) return rejectBody(call, value, (checks) => wholeCheck(call, selector, checks, mediaType));
  if (hasSchema) server.contract.fillBody?.(call);
  return undefined;
}

async function rejectBody(
  call: Call,
  value: unknown,
  checkOf: (validators: Validators<ErrorLister>) => ErrorLister | undefined,
): Promise<Rejection> {
  const errors: readonly ValidationError[] = checkOf(await call.server.contract.loadAllErrors())!(value);
  const { action, route } = call;
  const at = action && route.selector && value === call.body ? bodyPointer(route.selector, action.name) : "";
  const { text, details } = explainErrors(
    at === "" ? errors : errors.map((error) => ({ ...error, instancePath: at + error.instancePath })),
  );
  return invalidBody(call, `${text}.`, details);
}

/** The members of a body that all actions of its endpoint have in common. */
export const readEnvelope = ({ route, content }: Call): object => {
  const names = route.selector?.others ?? [];
  return Object.fromEntries(Object.entries(Object(content?.value)).filter(([name]) => names.includes(name)));
};

/** The check of the whole body, if an action's own body is a part of it. */
function wholeCheck<Check>(
  { action, route, content }: Call,
  selector: Selector,
  { operations }: Validators<Check>,
  type = "",
): Check | undefined {
  // The body consists of a single key and its value.
  const isOnlyKey = selector.action.in === "key" && selector.item === undefined;
  if (isOnlyKey || bodyPointer(selector, action!.name) === "" || content?.isChecked) return undefined;
  const checks = operations[route.operation];
  return checks?.bodies?.[type] ?? checks?.body;
}

/** The check of the body: that of an action has its own schema. */
function bodyCheck<Check>({ action, route }: Call, validators: Validators<Check>, type = ""): Check | undefined {
  if (action) return validators.actions[action.type]![action.name]!.body;
  const checks = validators.operations[route.operation];
  return checks?.bodies?.[type] ?? checks?.body;
}

/** Bodies of actions have their own code. */
function invalidBody(call: Call, text: string, details?: readonly ErrorDetail[]): Rejection {
  return reject(400, call.action ? "invalid_action_body" : "invalid_body", text, undefined, details);
}

/** The body is larger than some bytes. */
export function tooLarge(limit: number): Rejection {
  const size = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : `${limit} bytes`;
  return reject(413, "payload_too_large", `The body must not exceed ${size}.`);
}

/** The value of a body with a declared media type. Throws a `JsonProblem` or `MalformedText`. */
export function readContent(
  bytes: Uint8Array,
  content: ContentRule,
  contentType: string,
  jsonDepth: number,
  readMultipart: ReadMultipart | undefined,
): unknown {
  switch (content.as) {
    case "json":
      return parseJson(decodeUtf8(bytes), jsonDepth);
    case "form":
      return readForm(decodeUtf8(bytes), content);
    case "multipart":
      return readMultipart!(bytes, contentType, content.parts, jsonDepth);
    case "text":
      return decodeUtf8(bytes);
    case "bytes":
    case "items":
      return bytes;
    default:
      return content.as satisfies never;
  }
}
