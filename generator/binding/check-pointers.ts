import { formatPointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import type { JsonObject, JsonValue } from "../document/json-value.js";
import { leadsThroughList, mayBe, memberAt, membersOf, type Member, type OneType } from "../json-schema/members.js";
import { asides, type BindingProblem } from "./binding.js";

/** A key of a binding, for problems. */
export interface BindingKey {
  readonly holder: JsonObject;
  readonly key: string;
}

/** What a pointer of a binding leads into, and what must be there. */
export interface PointerTarget {
  readonly schema: JsonValue | undefined;
  readonly document: JsonObject;
  /** Whose schema it is, with the verb: `the error's schema has`. */
  readonly what: string;
  /** Types of which it must be able to have one; absent: any. */
  readonly types?: readonly OneType[];
  /** Whether servers write there: they can't write into a list. */
  readonly isWritten?: boolean;
}

/**
 * A pointer that a binding names must lead to something that a schema describes, and that may be of a type that is needed.
 * Returns whether it does.
 */
export function checkPointer(
  { schema, document, what, types, isWritten = false }: PointerTarget,
  pointer: string | null | undefined,
  at: BindingKey,
  problems: BindingProblem[],
): boolean {
  if (typeof pointer !== "string") return true;
  const invalid = (text: string, hint: string) => {
    problems.push({ ...at, kind: "binding-invalid", text, hint });
    return false;
  };
  const fitting = pointersIn(schema, document, types);
  const member = memberAt(schema, pointer, document);
  if (!member) {
    const near = suggest(pointer, fitting) ?? suggest(pointer, pointersIn(schema, document));
    const hint = near === undefined ? offer(fitting) : `Did you mean ${quote(near)}?`;
    return invalid(`${what} ${what.startsWith("no ") ? "anything" : "nothing"} at ${quote(pointer)}`, hint);
  }
  if (isWritten && leadsThroughList(schema, pointer, document))
    return invalid(`${quote(pointer)} leads into a list, where a server can't put ${quote(at.key)}`, offer(fitting));
  if (types && !isAny(member, types, document)) {
    const where = pointer === "" ? "the whole body" : `the value at ${quote(pointer)}`;
    return invalid(`${where} can't be ${inWords(types)}, as ${quote(at.key)} must be`, offer(fitting));
  }
  return true;
}

/** Whether something may be of one of some types. */
export function isAny(member: Member, types: readonly OneType[], document: JsonObject): boolean {
  return types.some((type) => mayBe(member, type, document));
}

const words: Readonly<Record<OneType, string>> = {
  string: "text",
  integer: "a whole number",
  array: "a list",
  object: "an object",
  number: "a number",
  boolean: "a boolean",
};

/** Types as they are read: `text or a whole number`. */
export function inWords(types: readonly OneType[]): string {
  return types.map((type) => words[type]).join(" or ");
}

/** As many pointers as a hint lists. */
const maxOffers = 8;

/** A hint that lists what may be written in the place of a pointer. */
export function offer(pointers: readonly string[]): string {
  const shown = pointers.slice(0, maxOffers).map(quote).join(", ");
  if (pointers.length === 0) return "The schema contains no candidate: describe one there, or write null.";
  return pointers.length === 1
    ? `Write ${shown}, or null if there is none.`
    : `Write one of ${shown}${pointers.length > maxOffers ? ", …" : ""}; or null if there is none.`;
}

/** Pointers to the members of a schema and to theirs, those that may be of one of some types and may hold facts. */
export function pointersIn(
  schema: JsonValue | undefined,
  document: JsonObject,
  types?: readonly OneType[],
  but: readonly (string | undefined)[] = [],
): string[] {
  const all = [...membersOf(schema, document)].flatMap(([name, member]): [string, Member][] => {
    if (asides.has(name)) return [];
    const inner = [...membersOf({ anyOf: [...member.schemas] }, document)];
    return [
      [formatPointer([name]), member],
      ...inner.map(([innerName, innerMember]): [string, Member] => [formatPointer([name, innerName]), innerMember]),
    ];
  });
  return all.flatMap(([pointer, member]) =>
    but.includes(pointer) || (types && !isAny(member, types, document)) ? [] : [pointer],
  );
}
