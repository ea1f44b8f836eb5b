import { formatPointer } from "../../templates/runtime/json-pointer.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { memberAt, membersOf } from "../json-schema/members.js";
import type { BindingProblem } from "./binding.js";

/** What a member of a binding holds. */
export type MemberKind = "pointer" | "object" | "name" | "names" | "texts" | "scalars" | "details";

/** What was read of a binding; `null` where it says that a fact is not there. */
export type Written<Kinds extends Readonly<Record<string, MemberKind>>> = {
  readonly [Name in keyof Kinds]?: Value<Kinds[Name]>;
};

type Value<Kind extends MemberKind> = Kind extends "pointer"
  ? string | null
  : Kind extends "object"
    ? JsonObject | null
    : Kind extends "name"
      ? string
      : Kind extends "names"
        ? readonly string[]
        : Kind extends "texts"
          ? Readonly<Record<string, string>>
          : Kind extends "scalars"
            ? Readonly<Record<string, string | number | boolean | null>>
            : JsonValue;

const isNames = (value: JsonValue) => Array.isArray(value) && value.every((item) => typeof item === "string");
const isPointer = (value: JsonValue) => typeof value === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);

const isCompound = (value: JsonValue) => typeof value === "object" && value !== null;

const kinds: Readonly<Record<MemberKind, { readonly fits: (value: JsonValue) => boolean; readonly what: string }>> = {
  pointer: { fits: (value) => value === null || isPointer(value), what: 'a JSON pointer such as "/result", or null' },
  object: { fits: (value) => value === null || isObject(value), what: "an object" },
  name: { fits: (value) => typeof value === "string" && value !== "", what: "a name" },
  names: { fits: isNames, what: "a list of names" },
  texts: {
    fits: (value) => isObject(value) && Object.values(value).every((item) => typeof item === "string"),
    what: "an object of texts",
  },
  details: {
    fits: (value) => value === null || isPointer(value) || (isObject(value) && isPointer(own(value, "at") ?? null)),
    what: "a JSON pointer to a list, or { at, pointer, rule, message }",
  },
  scalars: {
    fits: (value) => isObject(value) && Object.entries(value).every(([name, item]) => isPointer(name) && !isCompound(item)),
    what: 'an object of texts, numbers and booleans by JSON pointers such as "/success"',
  },
};

/** Reads the members of a part of a binding; what is wrong with one is a problem at its key, and it counts as left out. */
export function readMembers<const Kinds extends Readonly<Record<string, MemberKind>>>(
  written: JsonObject,
  expected: Kinds,
  problems: BindingProblem[],
): Written<Kinds> {
  const read: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(written)) {
    if (name.startsWith("x-")) continue;
    const kind = Object.hasOwn(expected, name) ? expected[name]! : undefined;
    const at = { kind: "binding-invalid", holder: written, key: name } as const;
    if (kind === undefined) {
      const near = suggest(name, Object.keys(expected));
      const hint = near === undefined ? `It may have: ${Object.keys(expected).join(", ")}.` : `Did you mean ${quote(near)}?`;
      problems.push({ ...at, text: `unknown member ${quote(name)} of a binding`, hint });
    } else if (!kinds[kind].fits(value)) problems.push({ ...at, text: `${quote(name)} must be ${kinds[kind].what}` });
    else read[name] = value;
  }
  return read as Written<Kinds>;
}

/** A key of a binding, for problems. */
export interface BindingKey {
  readonly holder: JsonObject;
  readonly key: string;
}

/** A pointer that a binding names must lead to something that a schema describes. */
export function checkPointer(
  schema: JsonValue | undefined,
  pointer: string | null | undefined,
  document: JsonObject,
  at: BindingKey,
  what: string,
  problems: BindingProblem[],
): void {
  if (typeof pointer !== "string" || memberAt(schema, pointer, document)) return;
  const near = suggest(pointer, pointersIn(schema, document));
  const hint = near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` };
  problems.push({ ...at, kind: "binding-invalid", text: `${what} at ${quote(pointer)}`, ...hint });
}

/** Pointers to the members of a schema and to theirs. */
function pointersIn(schema: JsonValue | undefined, document: JsonObject): string[] {
  return [...membersOf(schema, document)].flatMap(([name, { schemas }]) => [
    formatPointer([name]),
    ...[...membersOf({ anyOf: [...schemas] }, document).keys()].map((inner) => formatPointer([name, inner])),
  ]);
}
