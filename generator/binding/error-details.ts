import type { DetailShape } from "../../templates/runtime/error-shape.js";
import { formatPointer, parsePointer } from "../../templates/runtime/json-pointer.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { isFreeForm, isList, isText, memberAt, membersOf, type Member } from "../json-schema/members.js";
import type { BindingProblem } from "./binding.js";
import { checkPointer, readMembers, type BindingKey } from "./read-binding.js";

const elementMembers = { at: "pointer", pointer: "name", rule: "name", message: "name" } as const;

const plainDetails = { pointer: "pointer", rule: "rule", message: "message" } as const;

/**
 * A list whose elements are objects with a place for the failing field or for a message, or say nothing of themselves. One
 * whose elements must have more can't be filled.
 */
export function inferDetails(at: string, schema: JsonValue | undefined, document: JsonObject): DetailShape | undefined {
  const list = memberAt(schema, at, document);
  if (!list || !isList(list, document)) return undefined;
  const required = requirement(at, schema, document);
  const named = elementsOf(at, schema, document);
  if (!named) return { at, ...plainDetails, ...required };
  const names = inferNames(named, document);
  const used: readonly (string | undefined)[] = Object.values(names);
  const isFilled = [...named].every(([name, member]) => !member.isRequired || used.includes(name));
  const isTold = names.pointer !== undefined || names.message !== undefined;
  return isTold && isFilled ? { at, ...names, ...required } : undefined;
}

/** What a binding says of details: a pointer to the list, or the list with the names of its elements' members. */
export function writtenDetails(
  written: JsonValue,
  schema: JsonValue | undefined,
  document: JsonObject,
  place: BindingKey,
  problems: BindingProblem[],
): DetailShape | undefined {
  const names = isObject(written) ? readMembers(written, elementMembers, problems) : undefined;
  const at = names ? names.at : written;
  if (typeof at !== "string") return undefined;
  if (!isFreeForm(schema, document)) {
    checkPointer(schema, at, document, place, "the error's schema has nothing", problems);
  }
  const required = requirement(at, schema, document);
  const named = elementsOf(at, schema, document);
  const { at: _, ...said } = names ?? {};
  if (Object.keys(said).length === 0) {
    return inferDetails(at, schema, document) ?? { at, ...(named ? inferNames(named, document) : plainDetails), ...required };
  }
  for (const [fact, name] of named ? Object.entries(said) : []) {
    if (named!.has(name)) continue;
    const near = suggest(name, [...named!.keys()]);
    const hint = near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` };
    const text = `the elements at ${quote(at)} have no member ${quote(name)}`;
    problems.push({ kind: "binding-invalid", text, holder: written as JsonObject, key: fact, ...hint });
  }
  return { at, ...said, ...required };
}

/** Where every error that has what is around the list must have the list, an empty one is enough. */
function requirement(at: string, schema: JsonValue | undefined, document: JsonObject): { readonly isRequired?: true } {
  const path = parsePointer(at);
  const holder = memberAt(schema, formatPointer(path.slice(0, -1)), document);
  const list = membersOf(holder && { anyOf: [...holder.schemas] }, document).get(path.at(-1) ?? "");
  const isEmpty = memberAt(list && { anyOf: [...list.schemas] }, "/0", document)?.isRequired !== true;
  return list?.isRequired === true && isEmpty ? { isRequired: true } : {};
}

/** The members of the elements of a list; `undefined` where nothing is said of them. */
function elementsOf(at: string, schema: JsonValue | undefined, document: JsonObject): ReadonlyMap<string, Member> | undefined {
  const elements = memberAt(schema, `${at}/0`, document);
  if (!elements || elements.schemas.every((element) => isFreeForm(element, document))) return undefined;
  return membersOf({ anyOf: [...elements.schemas] }, document);
}

function inferNames(named: ReadonlyMap<string, Member>, document: JsonObject): Omit<DetailShape, "at" | "isRequired"> {
  const first = (...names: readonly string[]) => names.find((name) => named.has(name) && isText(named.get(name)!, document));
  const pointer = first("pointer", "field", "path", "name", "location", "property");
  const rule = first("rule", "code", "keyword", "type");
  const besideField = pointer === undefined ? [] : ["issue", "error", "problem"];
  const message = first("message", "detail", "reason", "description", ...besideField);
  return {
    ...(pointer === undefined ? {} : { pointer }),
    ...(rule === undefined ? {} : { rule }),
    ...(message === undefined ? {} : { message }),
  };
}
