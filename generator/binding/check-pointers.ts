import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { own, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { OneType } from "../json-schema/schema-questions.js";
import { schemasIn, type Member, type Schema } from "../json-schema/schema.js";
import { pointerCode } from "./codes/pointers.js";
import { asides } from "./binding.js";
import type { BindingKey, BindingProblem } from "./problem.js";

/** The schema that a pointer of a binding is resolved in, and the requirements on its target. */
export interface PointerTarget {
  readonly schema: JsonValue | undefined;
  readonly document: JsonObject;
  /** The subject and verb for messages: `the error's schema has`. */
  readonly what: string;
  /** Types of which the target must allow one; absent: any. */
  readonly types?: readonly OneType[];
  /** Whether servers write to the target: they can't write into a list. */
  readonly isWritten?: boolean;
}

/**
 * Reports a pointer of a binding that has no target in the schema, or whose target can't have a required type. Returns
 * whether the pointer is valid.
 */
export function checkPointer(
  { schema, document, what, types, isWritten = false }: PointerTarget,
  pointer: string | null | undefined,
  at: BindingKey,
  problems: BindingProblem[],
): boolean {
  if (typeof pointer !== "string") return true;
  const invalid = (problem: BindingProblem) => {
    problems.push(problem);
    return false;
  };
  const fitting = pointersIn(schema, document, types);
  const member = schemasIn(document).at(schema, pointer);
  if (!member) {
    const near = suggest(pointer, fitting) ?? suggest(pointer, pointersIn(schema, document));
    const hint = near === undefined ? offer(fitting) : `Did you mean ${quote(near)}?`;
    return invalid(pointerCode.problem("nowhere", { what, pointer }, at, hint));
  }
  if (isWritten && leadsThroughList(schemasIn(document).of(schema), pointer))
    return invalid(pointerCode.problem("list", { pointer, fact: at.key }, at, offer(fitting)));
  if (types && !isAny(member, types))
    return invalid(pointerCode.problem("type", { pointer, types: inWords(types), fact: at.key }, at, offer(fitting)));
  return true;
}

/**
 * Returns whether a schema says that objects may have any other members, and so one at a JSON pointer that it doesn't describe. Most
 * schemas only leave it open, and a pointer to a member that they lack is a slip.
 */
export function allowsUndescribed(
  schema: JsonValue | undefined,
  pointer: string,
  document: JsonObject,
  value: JsonValue,
): boolean {
  const names = parsePointer(pointer);
  const described = names.findIndex((_, index) => !schemasIn(document).at(schema, formatPointer(names.slice(0, index + 1))));
  if (described < 0) return false;
  const holder = schemasIn(document).at(schema, formatPointer(names.slice(0, described)))!.schema;
  const others = holder.all.flatMap((part) => own(part, "additionalProperties") ?? []);
  const isClosed = holder.all.some((part) =>
    ["unevaluatedProperties", "propertyNames", "maxProperties"].some((key) => Object.hasOwn(part, key)),
  );
  const inner = names.slice(described + 1).reduceRight<JsonValue>((member, name) => ({ [name]: member }), value);
  return !isClosed && others.length > 0 && others.every((other) => schemasIn(document).accepts(other, inner));
}

/** Returns whether a JSON pointer passes through the elements of a list. */
function leadsThroughList(schema: Schema, pointer: string): boolean {
  const names = parsePointer(pointer);
  return names.some((name, index) => name === "0" && schema.at(formatPointer(names.slice(0, index)))?.schema.isOnly("array"));
}

/** Returns whether a member allows one of some types. */
export function isAny({ schema }: Member, types: readonly OneType[]): boolean {
  return types.some((type) => schema.types.has(type));
}

const words: Readonly<Record<OneType, string>> = {
  string: "text",
  integer: "a whole number",
  array: "a list",
  object: "an object",
  number: "a number",
  boolean: "a boolean",
};

/** Returns types as text for people: `text or a whole number`. */
export function inWords(types: readonly OneType[]): string {
  return types.map((type) => words[type]).join(" or ");
}

/** The maximum number of pointers in a hint. */
const maxOffers = 8;

/** Returns a hint that lists possible pointers. */
export function offer(pointers: readonly string[]): string {
  const shown = pointers.slice(0, maxOffers).map(quote).join(", ");
  if (pointers.length === 0) return "The schema contains no candidate: describe one there, or write null.";
  return pointers.length === 1
    ? `Write ${shown}, or null if there is none.`
    : `Write one of ${shown}${pointers.length > maxOffers ? ", …" : ""}; or null if there is none.`;
}

/** Returns pointers to a schema's members, and to their members, that allow one of some types and may contain facts. */
export function pointersIn(
  schema: JsonValue | undefined,
  document: JsonObject,
  types?: readonly OneType[],
  but: readonly (string | undefined)[] = [],
): string[] {
  const all = [...schemasIn(document).of(schema).members].flatMap(([name, member]): [string, Member][] => {
    if (asides.has(name)) return [];
    const inner = [...member.schema.members];
    return [
      [formatPointer([name]), member],
      ...inner.map(([innerName, innerMember]): [string, Member] => [formatPointer([name, innerName]), innerMember]),
    ];
  });
  return all.flatMap(([pointer, member]) => (but.includes(pointer) || (types && !isAny(member, types)) ? [] : [pointer]));
}
