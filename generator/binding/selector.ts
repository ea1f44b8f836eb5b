import {
  bodyPointer,
  factLocations,
  isKey,
  sentFacts,
  type FactLocation,
  type Selector,
} from "../../templates/runtime/selector.js";
import { contentOf, essenceOf, isRange } from "../document/media-kind.js";
import { quote } from "../diagnostics/escape.js";
import { own, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { actionPlaces, describePlace, factFields, isAt, readLocation, isInBody, typePlaces } from "../document/fact-places.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import { memberCode } from "./codes/members.js";
import { listCode } from "./codes/lists.js";
import { placeCode } from "./codes/places.js";
import { bodyCode } from "./codes/request-bodies.js";
import { typeCode } from "./codes/types.js";
import type { BindingSource } from "./binding.js";
import { checkPointer } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";
import { readPlace, type RequestSource } from "./read-place.js";
import type { BindingProblem } from "./problem.js";
import { requestBody, requestSchema } from "./request-schema.js";
import { surroundings } from "./surroundings.js";

/** The members of `action` in a binding, and those of one whose name has two parts. */
const actionMembers = { in: "name", name: "name", value: "name", parts: "parts", separator: "name" } as const;
const partMembers = { in: "name", name: "name", value: "name" } as const;

/** The members of `type` in a binding. */
const typeMembers = { const: "name", in: "name", name: "name", service: "pointer" } as const;

/** The parts of a binding about requests. */
export interface WrittenSelector {
  readonly action?: JsonObject | null;
  readonly type?: JsonObject | null;
  readonly body?: string | null;
  readonly id?: string | null;
  readonly list?: string | null;
}

/** The result of reading the parts about requests. */
export interface ReadSelector {
  /** Absent without such parts: the path parameter `action` names the action. */
  readonly selector?: Selector;
  /** Whether the type of a service is known without the service. */
  readonly isTypeKnown: boolean;
  /** The location of the type in services, if `type` of the binding specifies it. */
  readonly typeAt?: { readonly pointer: string; readonly holder: JsonObject };
}

/** Reads the locations of the facts of an action call in requests; `holder` is the binding. */
export function readSelector(
  bindingSource: BindingSource,
  written: WrittenSelector,
  holder: JsonObject | undefined,
  problems: BindingProblem[],
): ReadSelector {
  if (!holder || (!written.action && !written.type && typeof written.body !== "string")) {
    if (holder && typeof written.id === "string") problems.push(misplacedId(holder));
    if (holder && typeof written.list === "string")
      problems.push(listCode.problem("unnamed", {}, { holder, key: "list" }, namedHint));
    return { isTypeKnown: false };
  }
  const item = readList(bindingSource, written, holder, problems);
  if (item === undefined) return { isTypeKnown: false };
  const source: RequestSource = { ...bindingSource, item };
  const named = written.action ? readAction(source, written.action, problems) : actionInPath(source, holder, problems);
  const type = readType(source, written.type ?? undefined, problems);
  const isTypeKnown = type.place !== undefined || type.isConstant;
  const pointer = type.pointer === undefined ? {} : { typeAt: { pointer: type.pointer, holder: written.type! } };
  if (!named) return { isTypeKnown, ...pointer };
  const selector: Selector = {
    ...named,
    ...(type.place && { type: type.place }),
    ...(typeof written.body === "string" && written.body !== "" && { body: `${item}${written.body}` }),
    ...(item !== "" && { item, ...(!isKey(named.action) && { body: `${item}${written.body ?? ""}` }) }),
  };
  if (!isBodyRight(selector, written.body, holder, problems)) return { isTypeKnown, ...pointer };
  checkNames(source, selector, written.action ?? holder, problems);
  const id = typeof written.id === "string" ? readRequestId(source, written.id, selector, holder, problems) : undefined;
  const identified = { ...selector, ...(id && { id }) };
  return { selector: { ...identified, ...surroundings(source, identified, holder, problems) }, isTypeKnown, ...pointer };
}

const namedHint = "Write where an item names its action: action: { in: body-field, name: … } or { in: body-key }.";

/** The JSON pointer to an item of the list of actions; empty without one, `undefined` after a problem. */
function readList(
  source: BindingSource,
  written: WrittenSelector,
  holder: JsonObject,
  problems: BindingProblem[],
): string | undefined {
  const { list } = written;
  if (typeof list !== "string") return "";
  const at = { holder, key: "list" };
  const place = readLocation(ownString(written.action ?? undefined, "in"));
  if (
    own(written.action ?? undefined, "parts") === undefined &&
    (place === undefined || !isInBody(place) || place === "media-type")
  ) {
    problems.push(listCode.problem("unnamed", {}, at, namedHint));
    return undefined;
  }
  if (list === "") {
    problems.push(listCode.problem("root", {}, at, "Put the list in a member of an object: list: /actions."));
    return undefined;
  }
  if (typeof written.id === "string") {
    problems.push(listCode.problem("id", {}, { holder, key: "id" }, "Remove id."));
    return undefined;
  }
  const target = {
    schema: requestSchema(source),
    document: source.document,
    what: "the request body has",
    types: ["array"],
  } as const;
  return checkPointer(target, list, at, problems) ? `${list}/0` : undefined;
}

function misplacedId(holder: JsonObject): BindingProblem {
  const hint =
    "Give the location of that body, such as body: /params. The id of the followed resource belongs in async: { id: … }.";
  return bodyCode.problem("id", {}, { holder, key: "id" }, hint);
}

/** The location of the request's id, next to the action's own body. */
function readRequestId(
  source: BindingSource,
  at: string,
  { action, body }: Selector,
  holder: JsonObject,
  problems: BindingProblem[],
): Selector["id"] {
  if (body === undefined || `${at}/`.startsWith(`${body}/`) || at === "" || at === action.name) {
    problems.push(misplacedId(holder));
    return undefined;
  }
  const { document } = source;
  const schema = requestSchema(source);
  const types = ["string", "integer"] as const;
  if (!checkPointer({ schema, document, what: "the request body has", types }, at, { holder, key: "id" }, problems))
    return undefined;
  const member = schemasIn(document).at(schema, at);
  // If both types are allowed, most clients send a number.
  const [isNumber, isText] = [member?.schema.types.has("integer"), member?.schema.types.has("string")];
  const only = isNumber && !isText ? "number" : isText && !isNumber ? "string" : undefined;
  return { at, ...(isNumber && { isNumber }), ...(only && { only }) };
}

/** The locations of an action's name. */
type ReadAction = Pick<Selector, "action" | "rest" | "names">;

function actionInPath({ endpoint }: BindingSource, holder: JsonObject, problems: BindingProblem[]): ReadAction | undefined {
  if (endpoint.path.includes("{action}")) return { action: { in: "path", name: "action" } };
  const hint = "Write action: { in: …, name: … } next to it.";
  problems.push(placeCode.problem("undetermined", {}, { holder, key: "type" }, hint));
  return undefined;
}

function readAction(source: RequestSource, written: JsonObject, problems: BindingProblem[]): ReadAction | undefined {
  const { parts, separator, ...read } = readMembers(written, actionMembers, problems);
  if (parts === undefined && separator === undefined) {
    const action = readPlace(source, written, read, actionPlaces, problems);
    if (!action) return undefined;
    if (action.in === "media-type" || action.in === "member") return { action, names: namesIn(source) };
    const before = action.in === "path" ? textBefore(source.endpoint.path, action.name) : "";
    const names = before === "" ? [] : namesIn(source).filter((name) => name.includes(before));
    return { action, ...(names.length > 0 && { names }) };
  }
  const [key] = Object.keys(read);
  if (parts === undefined || separator === undefined || key !== undefined) {
    const hint = 'Write { parts: [{ in: …, name: … }, { in: …, name: … }], separator: "." }.';
    const at = { holder: written, key: key ?? (parts === undefined ? "separator" : "parts") };
    problems.push(placeCode.problem("parts", {}, at, hint));
    return undefined;
  }
  const places = parts.map((part) => readPlace(source, part, readMembers(part, partMembers, problems), typePlaces, problems));
  const [action, rest] = places;
  if (!action || !rest) return undefined;
  const unreadable = namesIn(source).find((name) => !isJoined(name, separator));
  if (unreadable !== undefined) {
    const hint = "Rename it, or write the separator that all names contain once.";
    problems.push(placeCode.problem("separator", { action: unreadable, separator }, { holder: written, key: "separator" }, hint));
    return undefined;
  }
  return { action, rest: { ...rest, separator } };
}

/** The text between the last two parameters of a path, the last of which names the action: `:`. */
function textBefore(path: string, name: string): string {
  const [before = "", ...after] = path.split(`{${name}}`);
  return after.join("") === "" ? (/\}([^{}/]*)$/.exec(before)?.[1] ?? "") : "";
}

/** Whether a name is two texts with a separator between them, in one way only. */
function isJoined(name: string, separator: string): boolean {
  const at = name.indexOf(separator);
  return at > 0 && at === name.lastIndexOf(separator) && at + separator.length < name.length;
}

function namesIn({ serviceTypes }: BindingSource): string[] {
  return [...serviceTypes.values()].flatMap((actions) => Object.keys(actions));
}

interface ReadType {
  readonly place?: FactLocation;
  readonly isConstant: boolean;
  readonly pointer?: string;
}

function readType(source: RequestSource, written: JsonObject | undefined, problems: BindingProblem[]): ReadType {
  if (!written) return { isConstant: false };
  const read = readMembers(written, typeMembers, problems);
  const given = (["const", "in", "service"] as const).filter((name) => Object.hasOwn(written, name));
  const types = [...source.serviceTypes.keys()];
  const at = (key: string) => ({ holder: written, key });
  if (given.length !== 1) {
    const hint = "Write { const: … }, { in: path, name: … } or { service: /type }.";
    problems.push(typeCode.problem("choice", {}, at(given[1] ?? "const"), hint));
    return { isConstant: true };
  }
  if (read.const !== undefined) {
    if (types.length === 1 && types[0] === read.const) return { isConstant: true };
    const has =
      types.length === 1 ? `Write ${quote(types[0]!)}.` : "Write { in: …, name: … }, or give each type an operation of its own.";
    problems.push(typeCode.problem("other", { types }, at("const"), has));
    return { isConstant: true };
  }
  if (typeof read.service === "string") return { isConstant: false, pointer: read.service };
  const place = readPlace(source, written, read as { readonly in?: string; readonly name?: string }, typePlaces, problems);
  return { isConstant: place === undefined, ...(place && { place }) };
}

/**
 * Returns whether the location of the action's own body is valid: unless it is the whole body, it can't contain the
 * name of the action.
 */
function isBodyRight(
  { action, rest, body: whole = "", item = "" }: Selector,
  written: WrittenSelector["body"],
  holder: JsonObject,
  problems: BindingProblem[],
): boolean {
  const invalid = (problem: BindingProblem) => {
    problems.push(problem);
    return false;
  };
  const at = { holder, key: "body" };
  if (written === null) {
    const hint = 'Write "" for the whole body, or omit it.';
    return invalid(memberCode.problem("kind", { name: "body", kind: "a JSON pointer" }, at, hint));
  }
  if (isKey(action) && written !== undefined && written !== "/{action}")
    return invalid(bodyCode.problem("key", {}, at, "Remove body."));
  const hint = "Write the JSON pointer to the action's own body.";
  const body = whole.slice(item.length);
  for (const field of factFields({ action, rest })) {
    const pointer = field.slice(item.length);
    const isTop = pointer.lastIndexOf("/") === 0;
    if (body === "" && !isTop) return invalid(bodyCode.problem("whole", { pointer }, at, hint));
    const overlaps = body !== "" && (`${body}/`.startsWith(`${pointer}/`) || pointer.startsWith(`${body}/`));
    if (overlaps) return invalid(bodyCode.problem("overlap", { pointer }, at, hint));
  }
  return true;
}

/** Reports a location in requests that doesn't allow the name of an action. */
function checkNames(source: BindingSource, selector: Selector, holder: JsonObject, problems: BindingProblem[]): void {
  const { method, path } = source.endpoint;
  if (selector.action.in === "member") return checkMembers(source, selector, holder, problems);
  for (const place of factLocations({ ...selector, type: undefined })) {
    const texts = textsAt(source, place);
    const textOf = (name: string) => sentFacts(selector, name).find(([one]) => one === place)![1];
    const compared = (text: string) => (place.in === "media-type" ? text.toLowerCase() : text);
    const unwritable = texts && namesIn(source).find((name) => !texts.includes(compared(textOf(name))));
    if (unwritable === undefined) continue;
    const written = textOf(unwritable);
    const parameters = { action: unwritable, written, place: describePlace({ in: place.in, name: place.name }), method, path };
    const hint = `It allows ${texts!.slice(0, 8).map(quote).join(", ")}. Write the text around the name as value.`;
    const key = selector.rest ? "parts" : "in";
    problems.push(placeCode.problem("value", parameters, { holder, key }, hint));
    return;
  }
}

/** Reports an action whose key the body doesn't have. */
function checkMembers(source: BindingSource, selector: Selector, holder: JsonObject, problems: BindingProblem[]): void {
  const { document } = source;
  const schema = requestSchema(source);
  if (schemasIn(document).of(schema).isFreeForm) return;
  const target = { schema, document, what: "the request body has" };
  for (const name of namesIn(source))
    if (!checkPointer(target, bodyPointer(selector, name), { holder, key: "in" }, problems)) return;
}

/** The texts that a request may have at a location; `undefined`: any. */
function textsAt(source: BindingSource, place: FactLocation): readonly string[] | undefined {
  const { document, endpoint } = source;
  if (isKey(place)) return undefined;
  if (place.in === "media-type") {
    const content = contentOf(requestBody(endpoint, document), document).filter(({ kind }) => kind === "json");
    return content.some(({ name }) => isRange(name)) ? undefined : content.map(({ name }) => essenceOf(name));
  }
  const schema = place.in === "field" ? requestSchema(source) : parameterSchema(source, place);
  return schemasIn(document).at(schema, place.in === "field" ? place.name : "")?.schema.texts;
}

function parameterSchema({ document, endpoint }: BindingSource, place: FactLocation): JsonValue | undefined {
  for (const holder of [endpoint.operation, endpoint.pathItem]) {
    const list = own(holder, "parameters");
    for (const one of Array.isArray(list) ? list : []) {
      const parameter = resolveComponent(one, document);
      if (isAt(place, { in: ownString(parameter, "in"), name: ownString(parameter, "name") })) return own(parameter, "schema");
    }
  }
  return undefined;
}
