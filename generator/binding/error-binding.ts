import { type DetailShape, type ErrorShape, type FailureMark, defaultErrorShape } from "../../templates/runtime/facts.js";
import { formatPointer } from "../../templates/runtime/json.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { schemasIn, type Member, type Schema } from "../json-schema/schema.js";
import { constantsOf } from "../json-schema/required-constants.js";
import { pointerCode } from "./codes/pointers.js";
import type { BoundResponse } from "./binding.js";
import { inferDetails, writtenDetails } from "./error-details.js";
import { relatedFailures } from "./failures.js";
import { allowsUndescribed, checkPointer, offer, pointersIn } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";
import { checkCodes, checkFixed, checkFixedPlaces, checkNested } from "./check-error-binding.js";
import type { BindingProblem } from "./problem.js";

/** The members of an error binding, and the kind of each. */
export const errorMembers = {
  code: "pointer",
  message: "pointer",
  status: "pointer",
  title: "pointer",
  requestId: "pointer",
  id: "pointer",
  details: "details",
  codes: "codes",
  fixed: "values",
  when: "mark",
} as const;

/** The facts of an error that have exactly one location. */
export const errorFacts = ["code", "message", "status", "title", "requestId", "id"] as const;

/** The types of facts that may be numbers; the others are strings. */
const numericTypes = {
  code: ["string", "integer", "number"],
  status: ["integer", "number", "string"],
  id: ["string", "integer"],
} as const;

/** The shape of an error response, in the first of its JSON media types from which it can be determined. */
export interface ResponseError {
  readonly shape: ErrorShape;
  readonly schema: JsonValue | undefined;
  /** The effective binding: that of the response, or the one at the root. */
  readonly binding: JsonObject | undefined;
}

/**
 * Returns the shape of the error in a response: from its own binding, from the one at the root if that fits, else from
 * its schema. Returns `undefined` if none of them defines it.
 */
export function responseError(
  { response, json }: Pick<BoundResponse, "response" | "json">,
  document: JsonObject,
  key: string,
  problems: BindingProblem[] = [],
): ResponseError | undefined {
  const written = ownObject(response, key);
  const shared = written ? undefined : ownObject(document, key);
  for (const { mediaType, schema } of json) {
    const isShared = shared !== undefined && isFitting(shared, schema, document);
    const binding = written ?? (isShared ? shared : undefined);
    const shape = errorShape(mediaType, schema, document, binding, problems, isShared);
    if (shape) return { shape, schema, binding };
  }
  return undefined;
}

/** Returns whether a schema has everything that a binding names, or describes nothing. */
export function isFitting(binding: JsonObject, schema: JsonValue | undefined, document: JsonObject): boolean {
  if (schemasIn(document).of(schema).isFreeForm) return true;
  const mark = markOf(own(binding, "when"));
  if (mark && schemasIn(document).at(schema, mark.at) === undefined) return false;
  return errorFacts.every((name) => {
    const pointer = own(binding, name);
    return typeof pointer !== "string" || schemasIn(document).at(schema, pointer) !== undefined;
  });
}

/** Returns what distinguishes an error from a success, in a valid member `when` of a binding. */
function markOf(written: JsonValue | undefined): FailureMark | undefined {
  if (typeof written === "string") return { at: written };
  return isObject(written) ? (written as object as FailureMark) : undefined;
}

/**
 * Reads `x-<prefix>-error-binding`. With `isShared` it is the one at the root: an error need not have a location for
 * each of its constant values. Infers missing members from the schema; `null` declares a fact absent. Returns
 * `undefined` if there is no location for a code or message.
 */
export function errorShape(
  mediaType: string,
  schema: JsonValue | undefined,
  document: JsonObject,
  binding?: JsonObject,
  problems: BindingProblem[] = [],
  isShared = false,
): ErrorShape | undefined {
  const { inferred, complete } = inferredShape(mediaType, schema, document);
  if (!binding) return complete;
  const written = readMembers(binding, errorMembers, problems);
  const isDescribed = !schemasIn(document).of(schema).isFreeForm;
  const at = (name: (typeof errorFacts)[number]) => {
    const place = { holder: binding, key: name };
    const types = name in numericTypes ? numericTypes[name as keyof typeof numericTypes] : (["string"] as const);
    if (written[name] === "") {
      const hint = offer(pointersIn(schema, document, types));
      problems.push(pointerCode.problem("wholeError", { fact: name }, place, hint));
      return undefined;
    }
    const pointer = written[name];
    const isOpen = pointer != null && allowsUndescribed(schema, pointer, document, name in numericTypes ? 1 : "text");
    if (isDescribed && !isOpen)
      checkPointer({ schema, document, what: "the error's schema has", types }, pointer, place, problems);
    return written[name] === undefined ? inferred?.[name] : (written[name] ?? undefined);
  };
  const [code, message, title, requestId, id] = (["code", "message", "title", "requestId", "id"] as const).map(at);
  const found = at("status");
  // A binding may define that a number that looks like the status is the code.
  const status = written.status === undefined && found === code ? undefined : found;
  if (code === undefined && message === undefined) return undefined;
  const isTextual = status !== undefined && isTextAt(schema, status, document);
  const statusText = isTextual ? status : written.status === undefined ? inferred?.statusText : undefined;
  const details =
    written.details === undefined
      ? inferred?.details
      : writtenDetails(written.details, schema, document, { holder: binding, key: "details" }, [code, message], problems);
  const places = { code, message, status, title, requestId, id, details: details?.at };
  checkNested(places, binding, problems);
  checkFixed(places, written.fixed, binding, problems);
  if (isDescribed && !isShared) checkFixedPlaces("the error's schema has", schema, document, binding, problems);
  const when = markOf(written.when);
  if (when && isDescribed) {
    const isMarkable = when.value === undefined || !allowsUndescribed(schema, when.at, document, when.value);
    if (isMarkable)
      checkPointer({ schema, document, what: "the error's schema has" }, when.at, { holder: binding, key: "when" }, problems);
  }
  const isFact = when && Object.values(places).some((place) => place === when.at);
  const marked = when?.value === undefined || isFact ? {} : { [when.at]: when.value };
  const hasPlace = ([pointer]: readonly [string, unknown]) =>
    !isDescribed || !isShared || schemasIn(document).at(schema, pointer) !== undefined;
  const fixed = Object.fromEntries(Object.entries({ ...inferred?.fixed, ...marked, ...written.fixed }).filter(hasPlace));
  if (written.codes) checkCodes(ownObject(binding, "codes"), problems);
  const shape: ErrorShape = {
    mediaType,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(status === undefined || isTextual ? {} : { status }),
    ...(statusText === undefined || statusText === code ? {} : { statusText }),
    ...(title === undefined || title === message ? {} : { title }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(id === undefined ? {} : { id }),
    ...(details === undefined ? {} : { details }),
    ...(Object.keys(fixed).length > 0 ? { fixed } : {}),
    ...(written.codes || inferred?.codes
      ? { codes: withRelated({ ...inferred?.codes, ...written.codes }, schemasIn(document).at(schema, code ?? "")) }
      : {}),
    ...(inferred?.otherCode === undefined ? {} : { otherCode: inferred.otherCode }),
    ...(when && { failureMark: when }),
  };
  return withFixed(shape, schema, document);
}

/** Adds failures before any operation that the contract has no value for: they are reported as the most similar one. */
function withRelated(codes: NonNullable<ErrorShape["codes"]>, member: Member | undefined) {
  const texts = member?.schema.texts;
  const isAllowed = (code: string) => !member || (texts?.includes(code) ?? member.schema.types.has("string"));
  const added = Object.entries(relatedFailures).flatMap(([code, others]) => {
    const known = others.find((other) => Object.hasOwn(codes, other));
    return known === undefined || isAllowed(code) ? [] : [[code, codes[known]!] as const];
  });
  return { ...Object.fromEntries(added), ...codes };
}

function isTextAt(schema: JsonValue | undefined, pointer: string, document: JsonObject): boolean {
  const member = schemasIn(document).at(schema, pointer);
  return member !== undefined && member.schema.isOnly("string");
}

function isNumberAt(schema: JsonValue | undefined, pointer: string, document: JsonObject): boolean {
  const member = schemasIn(document).at(schema, pointer);
  return member !== undefined && member.schema.isOnly("integer");
}

/** What a schema says of an error without a binding, and that with the constants next to it. */
interface InferredShape {
  readonly inferred?: ErrorShape;
  readonly complete?: ErrorShape;
}

const inferredShapes = new WeakMap<Schema, Map<string, InferredShape>>();

/** Infers the shape of an error. Most responses of a document refer to one schema, which is examined once. */
function inferredShape(mediaType: string, schema: JsonValue | undefined, document: JsonObject): InferredShape {
  const { resolved } = schemasIn(document).of(schema);
  const known = inferredShapes.get(resolved) ?? new Map<string, InferredShape>();
  inferredShapes.set(resolved, known);
  const shape = known.get(mediaType) ?? infer();
  known.set(mediaType, shape);
  return shape;

  function infer(): InferredShape {
    const inferred = inferErrorShape(mediaType, schema, document);
    return inferred ? { inferred, complete: withFixed(inferred, schema, document) } : {};
  }
}

/**
 * Infers the shape of an error from its schema: RFC 9457 (`application/problem+json`), `{ error: text }` with `code:
 * message` in it, and objects with a string `message` and optionally a `code`, at the root, in `error`, or in each of
 * `errors`.
 */
function inferErrorShape(mediaType: string, schema: JsonValue | undefined, document: JsonObject): ErrorShape | undefined {
  const isTextual = (pointer: string) => isTextAt(schema, pointer, document);
  const isNumber = (pointer: string) => isNumberAt(schema, pointer, document);
  const numberIn = (place: string, but?: string) =>
    ["status", "code", "statusCode", "status_code"].map((name) => `${place}/${name}`).find((at) => at !== but && isNumber(at));
  if (mediaType === "application/problem+json") return problemShape(schema, document);
  if (isTextual("/jsonrpc") && isNumber("/error/code") && isTextual("/error/message"))
    return jsonRpcShape(mediaType, schema, document);
  if (isTextual("/error")) {
    const message = ["/message", "/error_description", "/detail", "/description"].find(isTextual);
    const around = surroundings(schema, document, "");
    if (message === undefined) return { ...defaultErrorShape, mediaType, ...around };
    const status = numberIn("");
    return { mediaType, code: "/error", message, ...(status === undefined ? {} : { status }), ...around };
  }
  for (const place of ["/error", "", "/errors/0"]) {
    const message = ["message", "detail", "title"].map((name) => `${place}/${name}`).find(isTextual);
    if (message === undefined) continue;
    const codes = ["code", "status"].map((name) => `${place}/${name}`).filter(isTextual);
    // A string is a status only if it consists of digits, or if there is a code next to it.
    const code = codes.find((pointer) => !pointer.endsWith("/status") || !isDigits(schemasIn(document).at(schema, pointer)));
    const status = numberIn(place, code);
    const text = `${place}/status`;
    const isStatusText = status === undefined && code !== text && isTextual(text);
    const title = `${place}/title`;
    return {
      mediaType,
      ...(code === undefined ? {} : { code }),
      message,
      ...(status === undefined ? {} : { status }),
      ...(isStatusText ? { statusText: text } : {}),
      ...(title !== message && isTextual(title) ? { title } : {}),
      ...surroundings(schema, document, place),
    };
  }
  return isTextual("/errors/0") ? { mediaType, message: "/errors/0", ...surroundings(schema, document, "/errors/0") } : undefined;
}

/** The error of JSON-RPC 2.0: codes are numbers, and the id of the request is repeated. */
function jsonRpcShape(mediaType: string, schema: JsonValue | undefined, document: JsonObject): ErrorShape {
  return {
    mediaType,
    code: "/error/code",
    message: "/error/message",
    codes: jsonRpcCodes,
    otherCode: -32_000,
    ...(schemasIn(document).at(schema, "/id") && { id: "/id" }),
    ...surroundings(schema, document, "/error"),
  };
}

/** The codes that JSON-RPC 2.0 defines. */
const jsonRpcCodes = {
  parse_error: -32_700,
  invalid_parameter: -32_602,
  invalid_body: -32_600,
  invalid_action_body: -32_602,
  resource_not_found: -32_601,
  internal: -32_603,
};

/** Returns whether the pattern or the values of a string restrict it to digits. */
function isDigits(member: Member | undefined): boolean {
  if (!member) return false;
  const texts = member.schema.texts;
  if (texts) return texts.every((text) => /^[0-9]+$/.test(text));
  return member.schema.descriptions.some((schema) => /\\d|\[0-9\]/.test(ownString(schema, "pattern") ?? ""));
}

/** The members that RFC 9457 defines; a code is an extension member, which the schema may declare. */
function problemShape(schema: JsonValue | undefined, document: JsonObject): ErrorShape {
  const isOpen = schemasIn(document).of(schema).isFreeForm;
  const isThere = (pointer: string) => isOpen || isTextAt(schema, pointer, document);
  const message = ["/detail", "/title"].find(isThere);
  return {
    mediaType: "application/problem+json",
    ...(isThere("/code") ? { code: "/code" } : {}),
    ...(message === undefined ? {} : { message }),
    ...(isOpen || isNumberAt(schema, "/status", document) ? { status: "/status" } : {}),
    ...(message === "/detail" && isThere("/title") ? { title: "/title" } : {}),
    ...(isThere("/type") ? { fixed: { "/type": "about:blank" } } : {}),
    ...surroundings(schema, document, ""),
  };
}

/**
 * Adds the required members, next to the facts or around them, that have only one valid value (`success: false`) or that
 * say nothing without details: null, an empty list, an empty object.
 */
function withFixed(shape: ErrorShape, schema: JsonValue | undefined, document: JsonObject): ErrorShape {
  const facts = [...errorFacts.map((name) => shape[name]), shape.statusText].filter((place) => place !== undefined);
  const written = [...Object.keys(shape.fixed ?? {}), shape.details?.at, shape.details?.nullable].filter(
    (at) => at !== undefined,
  );
  const fixed: Record<string, JsonValue> = {};
  if (isObject(schema)) collect(schemasIn(document).of(schema), "");
  return Object.keys(fixed).length === 0 ? shape : { ...shape, fixed: { ...fixed, ...shape.fixed } };

  function collect(schema: Schema, at: string): void {
    const isAround = (place: string) => [...facts, ...written].some((one) => `${one}/`.startsWith(`${place}/`));
    for (const [name, member] of partsOf(schema)) {
      const pointer = `${at}${formatPointer([name])}`;
      if (facts.some((fact) => fact.startsWith(`${pointer}/`))) collect(member.schema, pointer);
      else if (member.isRequired && !isAround(pointer)) {
        const values = constantsOf(member.schema)?.values ?? emptyValue(member.schema);
        for (const [inner, value] of Object.entries(values)) fixed[`${pointer}${inner}`] = value;
      }
    }
  }
}

/** Returns the members of an object; of a list, its elements as `0`. */
function partsOf({ members, items }: Schema): [string, Member][] {
  return members.size > 0 || !items ? [...members] : [["0", items]];
}

/** Returns the value of a required member that says nothing, if there is one that the schema allows. */
function emptyValue(schema: Schema): Readonly<Record<string, JsonValue>> {
  if (schema.isNullable) return { "": null };
  if (schema.isOnly("array")) return schema.items?.isRequired ? {} : { "": [] };
  const needsNone = [...schema.members.values()].every(({ isRequired }) => !isRequired);
  return schema.isOnly("object") && needsNone ? { "": {} } : {};
}

/** Returns the locations of the request's id and of a list of details, next to code and message or around them. */
function surroundings(
  schema: JsonValue | undefined,
  document: JsonObject,
  place: string,
): Pick<ErrorShape, "requestId" | "details"> {
  const names = ["request_id", "requestId", "trace_id", "traceId", "correlation_id", "correlationId"];
  const requestId = [...new Set([place, ...(place === "/errors/0" ? [] : [""]), "", "/meta"])]
    .flatMap((holder) => names.map((name) => `${holder}/${name}`))
    .find((pointer) => isTextAt(schema, pointer, document));
  const lists = ["details", "errors", "invalid_params", "invalid-params", "invalidParams", "violations", "fields"];
  const details = [...new Set([place, ""])]
    .flatMap((holder) => lists.map((name) => `${holder}/${name}`))
    .filter((pointer) => !`${place}/`.startsWith(`${pointer}/`))
    .map((pointer) => inferDetails(pointer, schema, document))
    .filter((shape) => shape !== undefined)
    // Prefers the first list whose elements have a location for the field.
    .reduce<DetailShape | undefined>(
      (best, one) => (best && (best.pointer !== undefined || one.pointer === undefined) ? best : one),
      undefined,
    );
  return { ...(requestId === undefined ? {} : { requestId }), ...(details === undefined ? {} : { details }) };
}
