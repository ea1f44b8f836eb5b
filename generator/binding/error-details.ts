import type { DetailShape } from "../../templates/runtime/facts.js";
import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { schemasIn, type Member } from "../json-schema/schema.js";
import { pointerCode } from "./codes/pointers.js";
import { checkPointer } from "./check-pointers.js";
import { readMembers } from "./read-binding.js";
import type { BindingKey, BindingProblem } from "./problem.js";

const elementMembers = { at: "pointer", pointer: "name", rule: "name", message: "name" } as const;

const plainDetails = { pointer: "pointer", rule: "rule", message: "message" } as const;

/**
 * Returns the shape of a list of details: its elements are objects with a location for the failing field or for a
 * message, or are not described. Elements that require anything else can't be filled.
 */
export function inferDetails(at: string, schema: JsonValue | undefined, document: JsonObject): DetailShape | undefined {
  const list = schemasIn(document).at(schema, at);
  if (!list || !list.schema.isOnly("array")) return undefined;
  const required = requirement(at, schema, document, [at]);
  const named = elementsOf(at, schema, document);
  if (!named) return { at, ...plainDetails, ...required };
  const names = inferNames(named);
  const used: readonly unknown[] = Object.values(names);
  const isFilled = [...named].every(([name, member]) => !member.isRequired || used.includes(name));
  const isTold = names.pointer !== undefined || names.message !== undefined;
  return isTold && isFilled ? { at, ...names, ...required } : undefined;
}

/**
 * Reads the details of a binding: a pointer to the list, or the list with the names of its elements' members. `facts`
 * are the pointers of the facts that every error has.
 */
export function writtenDetails(
  written: JsonValue,
  schema: JsonValue | undefined,
  document: JsonObject,
  place: BindingKey,
  facts: readonly (string | undefined)[],
  problems: BindingProblem[],
): DetailShape | undefined {
  const names = isObject(written) ? readMembers(written, elementMembers, problems) : undefined;
  const at = names ? names.at : written;
  if (typeof at !== "string") return undefined;
  if (!schemasIn(document).of(schema).isFreeForm) {
    checkPointer({ schema, document, what: "the error's schema has", types: ["array"] }, at, place, problems);
  }
  const required = requirement(at, schema, document, facts);
  const named = elementsOf(at, schema, document);
  const { at: _, ...said } = names ?? {};
  if (Object.keys(said).length === 0) {
    const inferred = inferDetails(at, schema, document) ?? { at, ...(named ? inferNames(named) : plainDetails) };
    const { isRequired: __, nullable: ___, ...shape } = inferred;
    return { ...shape, ...required };
  }
  for (const [fact, name] of named ? Object.entries(said) : []) {
    if (named!.has(name)) continue;
    const near = suggest(name, [...named!.keys()]);
    const hint = near === undefined ? `Write one of ${[...named!.keys()].join(", ")}.` : `Did you mean ${quote(near)}?`;
    const place = { holder: written as JsonObject, key: fact };
    problems.push(pointerCode.problem("element", { list: at, name }, place, hint));
  }
  return {
    at,
    ...said,
    ...messageList(said.message === undefined ? undefined : named?.get(said.message)),
    ...required,
  };
}

/** The message of a field may be a list of strings. */
function messageList(message: Member | undefined): { readonly isMessageList?: true } {
  return message?.schema.isOnly("array") ? { isMessageList: true } : {};
}

/**
 * Returns whether an error without details needs the list, empty, or null in its place. Objects around the list that
 * contain no other fact are omitted without details, or null if they are required and nullable.
 */
function requirement(
  at: string,
  schema: JsonValue | undefined,
  document: JsonObject,
  facts: readonly (string | undefined)[] = [],
): Pick<DetailShape, "isRequired" | "nullable"> {
  const path = parsePointer(at);
  for (let length = 1; length < path.length; length++) {
    const around = formatPointer(path.slice(0, length));
    if (facts.some((fact) => fact?.startsWith(`${around}/`))) continue;
    const member = memberIn(around, schema, document);
    if (!member?.isRequired) return {};
    if (member.schema.isNullable) return { nullable: around };
  }
  const found = memberIn(at, schema, document);
  const isEmptyAllowed = found?.schema.at("/0")?.isRequired !== true;
  if (!found?.isRequired) return {};
  return isEmptyAllowed ? { isRequired: true } : found.schema.isNullable ? { nullable: at } : {};
}

/** Returns the target of a pointer; it is required if its parent requires it. */
function memberIn(pointer: string, schema: JsonValue | undefined, document: JsonObject): Member | undefined {
  const path = parsePointer(pointer);
  const holder = schemasIn(document).at(schema, formatPointer(path.slice(0, -1)));
  return holder?.schema.members.get(path.at(-1) ?? "");
}

/** Returns the members of a list's elements; `undefined` if the elements are not described. */
function elementsOf(at: string, schema: JsonValue | undefined, document: JsonObject): ReadonlyMap<string, Member> | undefined {
  const elements = schemasIn(document).at(schema, `${at}/0`);
  if (!elements || elements.schema.descriptions.every((element) => schemasIn(document).of(element).isFreeForm)) return undefined;
  return elements.schema.members;
}

function inferNames(named: ReadonlyMap<string, Member>): Omit<DetailShape, "at" | "isRequired" | "nullable"> {
  const first = (...names: readonly string[]) =>
    names.find((name) => named.has(name) && named.get(name)!.schema.isOnly("string"));
  const pointer = first("pointer", "field", "path", "name", "location", "property");
  const rule = first("rule", "code", "keyword", "type");
  const besideField = pointer === undefined ? [] : ["issue", "error", "problem"];
  const texts = (name: string) => {
    const member = named.get(name);
    const element = member?.schema.isOnly("array") ? member.schema.at("/0") : undefined;
    return element !== undefined && element.schema.isOnly("string");
  };
  const message =
    first("message", "detail", "reason", "description", ...besideField) ?? ["messages", "errors", "message"].find(texts);
  return {
    ...messageList(message === undefined ? undefined : named.get(message)),
    ...(pointer === undefined ? {} : { pointer }),
    ...(rule === undefined ? {} : { rule }),
    ...(message === undefined ? {} : { message }),
  };
}
