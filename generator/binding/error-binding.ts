import { defaultErrorShape, type DetailShape, type ErrorShape } from "../../templates/runtime/error-shape.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { isFreeForm, isList, isText, isWholeNumber, memberAt, membersOf, type Member } from "../json-schema/members.js";
import type { BindingProblem } from "./binding.js";
import { readMembers } from "./read-binding.js";

/** What a binding of errors may say, and what each member holds. */
const members = {
  code: "pointer",
  message: "pointer",
  status: "pointer",
  title: "pointer",
  requestId: "pointer",
  details: "details",
  codes: "texts",
} as const;

/**
 * Reads `x-<prefix>-error-binding`. What it leaves out is looked for in the schema; `null` says that a fact is not there.
 * `undefined` where neither finds a place for code or message.
 */
export function errorShape(
  mediaType: string,
  schema: JsonValue | undefined,
  document: JsonObject,
  binding?: JsonObject,
  problems: BindingProblem[] = [],
): ErrorShape | undefined {
  const inferred = inferErrorShape(mediaType, schema, document);
  if (!binding) return inferred;
  const written = readMembers(binding, members, problems);
  const at = (name: "code" | "message" | "status" | "title" | "requestId") => {
    const pointer = written[name] === undefined ? inferred?.[name] : (written[name] ?? undefined);
    if (
      typeof written[name] === "string" &&
      schema !== undefined &&
      !isFreeForm(schema, document) &&
      !memberAt(schema, written[name], document)
    )
      problems.push({
        kind: "binding-invalid",
        text: `the error's schema has nothing at ${written[name] || "the root"}`,
        holder: binding,
        key: name,
      });
    return pointer;
  };
  const [code, message, title, requestId] = (["code", "message", "title", "requestId"] as const).map(at);
  const status = at("status");
  if (code === undefined && message === undefined) return undefined;
  const statusIsText = status !== undefined && isTextAt(schema, status, document);
  const details = detailsOf(written.details, schema, document, inferred);
  return {
    mediaType,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(status === undefined ? {} : statusIsText ? { statusText: status } : { status }),
    ...(title === undefined ? {} : { title }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === undefined ? {} : { details }),
    ...(inferred?.fixed === undefined ? {} : { fixed: inferred.fixed }),
    ...(written.codes ? { codes: written.codes } : {}),
  };
}

function isTextAt(schema: JsonValue | undefined, pointer: string, document: JsonObject): boolean {
  const member = memberAt(schema, pointer, document);
  return member !== undefined && isText(member, document);
}

/**
 * The shape of an error by its schema alone. Known are RFC 9457 (`application/problem+json`), `{ error: text }`, which holds
 * `code: message`, and objects with a text `message` and perhaps a `code`: at the root, in `error`, or in each of `errors`.
 */
function inferErrorShape(mediaType: string, schema: JsonValue | undefined, document: JsonObject): ErrorShape | undefined {
  const at = (pointer: string) => memberAt(schema, pointer, document);
  const isTextual = (pointer: string) => isTextAt(schema, pointer, document);
  if (mediaType === "application/problem+json") return problemShape(schema, document);
  if (isTextual("/error")) {
    const message = ["/message", "/error_description", "/detail", "/description"].find(isTextual);
    if (message !== undefined) return { mediaType, code: "/error", message, ...surroundings(schema, document, "") };
    return { ...defaultErrorShape, mediaType, ...surroundings(schema, document, "") };
  }
  for (const holder of ["/error", "/errors/0", ""]) {
    const message = [`${holder}/message`, `${holder}/detail`].find(isTextual);
    if (message === undefined) continue;
    const named = [`${holder}/code`, `${holder}/status`].filter(isTextual)[0];
    // A status as text is one only where a code stands beside it.
    const code = named === `${holder}/status` && isHttpStatusText(at(named), document) ? undefined : named;
    const number = [`${holder}/status`, `${holder}/code`, `${holder}/statusCode`, `${holder}/status_code`].find((pointer) => {
      const member = at(pointer);
      return pointer !== code && member !== undefined && isWholeNumber(member, document);
    });
    const text = `${holder}/status`;
    const hasStatusText = number === undefined && code !== text && isTextual(text);
    return {
      mediaType,
      ...(code === undefined ? {} : { code }),
      message,
      ...(number === undefined ? {} : { status: number }),
      ...(hasStatusText ? { statusText: text } : {}),
      ...(isTextual(`${holder}/title`) ? { title: `${holder}/title` } : {}),
      ...surroundings(schema, document, holder),
    };
  }
  return undefined;
}

/** Whether a text is one of digits by its pattern or its values. */
function isHttpStatusText(member: Member | undefined, document: JsonObject): boolean {
  return (
    member?.schemas.some((schema) => /\\d|\[0-9\]/.test(ownString(schema, "pattern") ?? "")) === true && isText(member, document)
  );
}

/** RFC 9457, members that it names; a code is an extension member, which its schema may name. */
function problemShape(schema: JsonValue | undefined, document: JsonObject): ErrorShape {
  const isOpen = schema === undefined || isFreeForm(schema, document);
  const isThere = (pointer: string) => isOpen || isTextAt(schema, pointer, document);
  const status = memberAt(schema, "/status", document);
  const code = isOpen || isTextAt(schema, "/code", document) ? "/code" : undefined;
  return {
    mediaType: "application/problem+json",
    ...(code === undefined ? {} : { code }),
    ...(isThere("/detail") ? { message: "/detail" } : isThere("/title") ? { message: "/title" } : {}),
    ...(isOpen || (status && isWholeNumber(status, document)) ? { status: "/status" } : {}),
    ...(isThere("/title") && isThere("/detail") ? { title: "/title" } : {}),
    ...(isThere("/type") ? { fixed: { "/type": "about:blank" } } : {}),
    ...surroundings(schema, document, ""),
  };
}

/** What stands beside code and message: the request's id, and a list of details. */
function surroundings(
  schema: JsonValue | undefined,
  document: JsonObject,
  holder: string,
): Pick<ErrorShape, "requestId" | "details"> {
  const names = ["request_id", "requestId", "trace_id", "traceId", "correlation_id", "correlationId"];
  const requestId = [...new Set([holder.replace(/\/0$/, ""), ""])]
    .flatMap((place) => names.map((name) => `${place}/${name}`))
    .find((pointer) => isTextAt(schema, pointer, document));
  const lists = ["details", "errors", "invalid_params", "invalidParams", "violations", "fields"];
  const places = [...new Set([holder, ""])].flatMap((place) => lists.map((name) => `${place}/${name}`));
  const details = places
    .filter((pointer) => !holder.startsWith(pointer))
    .map((pointer) => detailShape(pointer, schema, document))
    .find((shape) => shape !== undefined);
  return { ...(requestId === undefined ? {} : { requestId }), ...(details === undefined ? {} : { details }) };
}

/** A list whose elements are objects with a place for the failing field or for a message, or say nothing of themselves. */
function detailShape(at: string, schema: JsonValue | undefined, document: JsonObject): DetailShape | undefined {
  const list = memberAt(schema, at, document);
  if (!list || !isList(list, document)) return undefined;
  const items = memberAt(schema, `${at}/0`, document);
  if (!items || items.schemas.every((item) => isFreeForm(item, document)))
    return { at, pointer: "pointer", rule: "rule", message: "message" };
  const named = new Map(items.schemas.flatMap((item) => [...membersOf(item, document)]));
  const first = (...names: readonly string[]) => names.find((name) => named.has(name) && isText(named.get(name)!, document));
  const pointer = first("pointer", "field", "path", "name", "location", "property");
  const rule = first("rule", "code", "keyword", "type");
  const message = first("message", "detail", "reason", "description");
  if (pointer === undefined && message === undefined) return undefined;
  return {
    at,
    ...(pointer === undefined ? {} : { pointer }),
    ...(rule === undefined ? {} : { rule }),
    ...(message === undefined ? {} : { message }),
  };
}

/** What a binding says of details: a pointer to the list, or the list with the names of its elements' members. */
function detailsOf(
  written: JsonValue | undefined,
  schema: JsonValue | undefined,
  document: JsonObject,
  inferred: ErrorShape | undefined,
): DetailShape | undefined {
  if (written === undefined) return inferred?.details;
  if (typeof written === "string") {
    return detailShape(written, schema, document) ?? { at: written, pointer: "pointer", rule: "rule", message: "message" };
  }
  const at = isObject(written) ? ownString(written, "at") : undefined;
  if (at === undefined) return undefined;
  const names = ["pointer", "rule", "message"] as const;
  return {
    at,
    ...Object.fromEntries(
      names.flatMap((name) => (own(written, name) === undefined ? [] : [[name, String(own(written, name))]])),
    ),
  };
}

/** The binding of errors that stands on a response, else the one at the root of the document. */
export function writtenErrorBinding(response: JsonObject, document: JsonObject, key: string): JsonObject | undefined {
  return ownObject(response, key) ?? ownObject(document, key);
}
