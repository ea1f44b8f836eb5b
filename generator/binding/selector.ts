import { bodyPointer, writtenFact, type FactLocation, type Selector } from "../../templates/runtime/selector.js";
import { formatPointer } from "../../templates/runtime/json.js";
import { contentOf } from "../document/media-kind.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import {
  actionPlaces,
  comparedName,
  describePlace,
  factFields,
  isAt,
  isInBody,
  locationOf,
  typePlaces,
  type WrittenPlace,
} from "../document/fact-places.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn, type Schema } from "../json-schema/schema.js";
import { constantsOf } from "../json-schema/required-constants.js";
import type { BindingProblem, BindingSource, BoundOperation } from "./binding.js";
import { checkPointer } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";

/** The members of `action` in a binding. */
const actionMembers = { in: "name", name: "name", value: "name" } as const;

/** The members of `type` in a binding. */
const typeMembers = { const: "name", in: "name", name: "name", service: "pointer" } as const;

/** The parts of a binding about requests. */
export interface WrittenSelector {
  readonly action?: JsonObject | null;
  readonly type?: JsonObject | null;
  readonly body?: string | null;
  readonly id?: string | null;
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
  source: BindingSource,
  written: WrittenSelector,
  holder: JsonObject | undefined,
  problems: BindingProblem[],
): ReadSelector {
  if (!holder || (!written.action && !written.type && typeof written.body !== "string")) {
    if (holder && typeof written.id === "string") problems.push(misplacedId(holder));
    return { isTypeKnown: false };
  }
  const action = written.action ? readAction(source, written.action, problems) : actionInPath(source, holder, problems);
  const type = readType(source, written.type ?? undefined, problems);
  const isTypeKnown = type.place !== undefined || type.isConstant;
  const pointer = type.pointer === undefined ? {} : { typeAt: { pointer: type.pointer, holder: written.type! } };
  if (!action) return { isTypeKnown, ...pointer };
  const selector: Selector = {
    action,
    ...(type.place && { type: type.place }),
    ...(typeof written.body === "string" && written.body !== "" && { body: written.body }),
  };
  if (!isBodyRight(selector, written.body, holder, problems)) return { isTypeKnown, ...pointer };
  checkNames(source, action, written.action ?? holder, problems);
  const id = typeof written.id === "string" ? readRequestId(source, written.id, selector, holder, problems) : undefined;
  const identified = { ...selector, ...(id && { id }) };
  return { selector: { ...identified, ...surroundings(source, identified, holder, problems) }, isTypeKnown, ...pointer };
}

function misplacedId(holder: JsonObject): BindingProblem {
  const text = "the id of a request must be next to the action's own body";
  const hint =
    "Give the location of that body, such as body: /params. The id of the followed resource belongs in async: { id: … }.";
  return { kind: "binding-invalid", text, hint, holder, key: "id" };
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
  return { at, ...(member?.schema.types.has("integer") && { isNumber: true as const }) };
}

function actionInPath({ endpoint }: BindingSource, holder: JsonObject, problems: BindingProblem[]): FactLocation | undefined {
  if (endpoint.path.includes("{action}")) return { in: "path", name: "action" };
  const text = "cannot determine where requests name the action";
  problems.push({ kind: "binding-invalid", text, hint: "Write action: { in: …, name: … } next to it.", holder, key: "type" });
  return undefined;
}

function readAction(source: BindingSource, written: JsonObject, problems: BindingProblem[]): FactLocation | undefined {
  return readPlace(source, written, readMembers(written, actionMembers, problems), actionPlaces, problems);
}

/** Reads the location of a string; `undefined` after a problem. */
function readPlace(
  source: BindingSource,
  written: JsonObject,
  read: { readonly in?: string; readonly name?: string; readonly value?: string },
  places: readonly WrittenPlace[],
  problems: BindingProblem[],
): FactLocation | undefined {
  const invalid = (key: string, text: string, hint?: string) => {
    problems.push({ kind: "binding-invalid", text, holder: written, key, ...(hint === undefined ? {} : { hint }) });
    return undefined;
  };
  const place = places.find((one) => one === read.in);
  if (!place) {
    const found = read.in === undefined ? '"in" is missing' : `${quote(read.in)} is not a location for the name of an action`;
    const near = read.in === undefined ? undefined : suggest(read.in, places);
    return invalid("in", found, near === undefined ? `Write one of ${places.join(", ")}.` : `Did you mean ${quote(near)}?`);
  }
  const around = aroundOf(read.value);
  if (!around)
    return invalid(
      "value",
      `${quote(read.value!)} must contain exactly one {action}`,
      'Write the text around the name: "os-{action}".',
    );
  if (place === "body-key") {
    if (read.name !== undefined) return invalid("name", "the only key of a body has no name of its own", "Remove name.");
    return { in: "key", name: "", ...around };
  }
  const name = read.name ?? (place === "path" ? "action" : undefined);
  if (name === undefined) return invalid("in", `${quote(place)} needs a name`, `Write { in: ${place}, name: … }.`);
  if (place === "body-field") {
    const pointer = name.startsWith("/") ? name : formatPointer([name]);
    const target = {
      schema: requestSchema(source),
      document: source.document,
      what: "the request has",
      types: ["string"],
    } as const;
    const isOpen = target.schema === undefined || schemasIn(source.document).of(target.schema).isFreeForm;
    if (!isOpen && !checkPointer(target, pointer, { holder: written, key: "name" }, problems)) return undefined;
    return { in: "field", name: pointer, ...around };
  }
  const location = locationOf(place);
  const compared = comparedName(location, name);
  const declared = parametersOf(source, location);
  const found = declared.find((one) => isAt({ in: location, name: compared }, { in: location, name: one }));
  if (found === undefined) {
    const near = suggest(name, declared);
    const has = declared.length > 0 ? ` It declares ${declared.slice(0, 8).map(quote).join(", ")}.` : "";
    const hint = near === undefined ? `Declare it among the operation's parameters.${has}` : `Did you mean ${quote(near)}?`;
    return invalid("name", `the operation has no ${location} parameter ${quote(name)}`, hint);
  }
  if (place === "path-suffix" && (!source.endpoint.path.endsWith(`{${name}}`) || source.endpoint.path.endsWith(`/{${name}}`)))
    return invalid(
      "name",
      `${quote(source.endpoint.path)} does not end with text and {${name}}`,
      "A path suffix is /instances/{id}:{verb}; for a segment of its own write in: path.",
    );
  return { in: location, name: compared, ...around };
}

/**
 * Returns the text before and after the name of an action; `undefined` unless the text contains the placeholder exactly
 * once.
 */
function aroundOf(value: string | undefined): Pick<FactLocation, "before" | "after"> | undefined {
  if (value === undefined) return {};
  const [before, after, ...more] = value.split("{action}");
  if (after === undefined || more.length > 0) return undefined;
  return { ...(before === "" ? {} : { before: before! }), ...(after === "" ? {} : { after }) };
}

/**
 * Returns the names of the parameters at a location; those of a path come from its template, as they are always
 * declared.
 */
function parametersOf({ document, endpoint }: BindingSource, place: string): string[] {
  if (place === "path") return [...endpoint.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  return [endpoint.operation, endpoint.pathItem].flatMap((holder) => {
    const list = own(holder, "parameters");
    const parameters = (Array.isArray(list) ? list : []).map((parameter) => resolveComponent(parameter, document));
    return parameters.flatMap((parameter) => (ownString(parameter, "in") === place ? (ownString(parameter, "name") ?? []) : []));
  });
}

/** Returns the schema of an endpoint's request bodies: that of any of its media types. */
export function requestSchema({ document, endpoint }: Pick<BindingSource, "document" | "endpoint">): JsonValue | undefined {
  const content = Object.values(ownObject(requestBody(endpoint, document), "content") ?? {});
  const schemas = content.flatMap((media) => own(media, "schema") ?? []);
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0];
}

function requestBody({ operation }: BoundOperation, document: JsonObject): JsonValue | undefined {
  return resolveComponent(own(operation, "requestBody"), document);
}

interface ReadType {
  readonly place?: FactLocation;
  readonly isConstant: boolean;
  readonly pointer?: string;
}

function readType(source: BindingSource, written: JsonObject | undefined, problems: BindingProblem[]): ReadType {
  if (!written) return { isConstant: false };
  const read = readMembers(written, typeMembers, problems);
  const given = (["const", "in", "service"] as const).filter((name) => Object.hasOwn(written, name));
  const types = [...source.serviceTypes.keys()];
  const invalid = (key: string, text: string, hint: string): ReadType => {
    problems.push({ kind: "binding-invalid", text, hint, holder: written, key });
    return { isConstant: true };
  };
  if (given.length !== 1)
    return invalid(
      given[1] ?? "const",
      '"type" needs one of const, in and service',
      "Write { const: … }, { in: path, name: … } or { service: /type }.",
    );
  if (read.const !== undefined) {
    if (types.length === 1 && types[0] === read.const) return { isConstant: true };
    const has =
      types.length === 1 ? `Write ${quote(types[0]!)}.` : "Write { in: …, name: … }, or give each type an operation of its own.";
    return invalid("const", `the operation has actions of ${types.map(quote).join(" and ")}`, has);
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
  { action, body = "" }: Selector,
  written: WrittenSelector["body"],
  holder: JsonObject,
  problems: BindingProblem[],
): boolean {
  const invalid = (key: string, text: string, hint: string) => {
    problems.push({ kind: "binding-invalid", text, hint, holder, key });
    return false;
  };
  if (written === null) return invalid("body", '"body" must be a JSON pointer', 'Write "" for the whole body, or omit it.');
  if (action.in === "key" && written !== undefined && written !== "/{action}")
    return invalid("body", "the action's body is the value of the only key", "Remove body.");
  if (action.in !== "field") return true;
  const isTop = action.name.lastIndexOf("/") === 0;
  if (body === "" && !isTop)
    return invalid(
      "body",
      `the whole body can't be the action's: its name is at ${quote(action.name)}`,
      "Write the JSON pointer to the action's own body.",
    );
  if (body !== "" && (`${body}/`.startsWith(`${action.name}/`) || action.name.startsWith(`${body}/`)))
    return invalid(
      "body",
      `the action's body and its name can't both be at ${quote(action.name)}`,
      "Write the JSON pointer to the action's own body.",
    );
  return true;
}

/** Reports a location in requests that doesn't allow the name of an action. */
function checkNames(source: BindingSource, place: FactLocation, holder: JsonObject, problems: BindingProblem[]): void {
  const { document, endpoint } = source;
  const schema = place.in === "field" ? requestSchema(source) : place.in === "key" ? undefined : parameterSchema(source, place);
  const member = schemasIn(document).at(schema, place.in === "field" ? place.name : "");
  const texts = member?.schema.texts;
  const names = [...source.serviceTypes.values()].flatMap((actions) => Object.keys(actions));
  const refused = texts && names.find((name) => !texts.includes(writtenFact(place, name)));
  if (refused === undefined) return;
  const text = `${quote(refused)} is written ${quote(writtenFact(place, refused))}, which ${describePlace({ in: place.in, name: place.name })} of ${endpoint.method.toUpperCase()} ${endpoint.path} doesn't allow`;
  const has = texts!.slice(0, 8).map(quote).join(", ");
  problems.push({
    kind: "binding-invalid",
    text,
    hint: `It allows ${has}. Write the text around the name as value.`,
    holder,
    key: "in",
  });
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

/** Returns the rest of a request's body: members with only one valid value, and keys without a value. */
function surroundings(
  source: BindingSource,
  selector: Selector,
  holder: JsonObject,
  problems: BindingProblem[],
): Pick<Selector, "fixed" | "empty"> {
  const { document, endpoint, serviceTypes } = source;
  const actions = [...serviceTypes.values()].flatMap((map) => Object.entries(map));
  const isTaking = ([, action]: readonly [string, JsonValue]) => own(action, "body") !== undefined;
  const usesBody = selector.body !== undefined || isInBody(selector.action.in);
  const input = actions.find(isTaking);
  if (!isObject(requestBody(endpoint, document)) && (usesBody || input)) {
    const what = usesBody ? "the binding names a part of the body" : `${quote(input![0])} has a body`;
    const text = `${what}, but ${endpoint.method.toUpperCase()} ${endpoint.path} declares no requestBody`;
    problems.push({
      kind: "binding-missing",
      text,
      hint: "Describe requestBody with its content.",
      holder,
      key: usesBody && selector.body !== undefined ? "body" : "action",
    });
    return {};
  }
  const content = contentOf(requestBody(endpoint, document), document);
  const isFlat = selector.action.in !== "key" && selector.body === undefined && (selector.type?.name.lastIndexOf("/") ?? 0) <= 0;
  if (usesBody && !content.some(({ kind }) => kind === "json" || (isFlat && kind === "form"))) {
    const text = `the binding names a part of the body, but ${endpoint.method.toUpperCase()} ${endpoint.path} takes no JSON`;
    const hint = "Declare application/json among the content of requestBody.";
    problems.push({ kind: "binding-missing", text, hint, holder, key: selector.body === undefined ? "action" : "body" });
    return {};
  }
  if (selector.action.in === "key") {
    const empty = actions.filter((action) => !isTaking(action)).map(([name]) => name);
    return empty.length > 0 ? { empty } : {};
  }
  if (selector.body === undefined) return {};
  const fixed: Record<string, JsonValue> = {};
  const facts = [...factFields(selector), bodyPointer(selector, ""), ...(selector.id ? [selector.id.at] : [])];
  collectConstants(schemasIn(document).of(requestSchema(source)), "");
  return Object.keys(fixed).length > 0 ? { fixed } : {};

  /** Collects the members beside the facts, in all objects that contain one. */
  function collectConstants({ members }: Schema, at: string): void {
    for (const [name, member] of members) {
      const pointer = `${at}${formatPointer([name])}`;
      if (facts.includes(pointer)) continue;
      if (facts.some((fact) => fact.startsWith(`${pointer}/`))) collectConstants(member.schema, pointer);
      else if (member.isRequired) {
        const constants = constantsOf(member.schema);
        if (constants) for (const [inner, value] of Object.entries(constants.values)) fixed[`${pointer}${inner}`] = value;
        else reportOpen(name, pointer);
      }
    }
  }

  function reportOpen(name: string, pointer: string): void {
    const others = "give it a const, or make it a part of the action's own body";
    problems.push({
      kind: "binding-missing",
      text: `requests must contain ${quote(pointer)}, which no action describes and which has no constant value`,
      hint: /id$/i.test(name)
        ? `If it is the id of the request, write id: ${pointer}. Otherwise, make it optional, ${others}.`
        : `Make it optional, ${others}.`,
      holder,
      key: "body",
    });
  }
}
