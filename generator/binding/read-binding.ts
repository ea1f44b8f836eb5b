import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { memberCode } from "./codes/members.js";
import type { State } from "./binding.js";
import type { BindingProblem } from "./problem.js";

/** The kinds of members of a binding. */
export type MemberKind = "pointer" | "object" | "name" | "states" | "codes" | "values" | "details" | "parts" | "mark" | "count";

/** The members that were read; `null` for a fact that is declared absent. */
export type Written<Kinds extends Readonly<Record<string, MemberKind>>> = {
  readonly [Name in keyof Kinds]?: Value<Kinds[Name]>;
};

type Value<Kind extends MemberKind> = Kind extends "pointer"
  ? string | null
  : Kind extends "object"
    ? JsonObject | null
    : Kind extends "name"
      ? string
      : Kind extends "count"
        ? number
        : Kind extends "codes"
          ? Readonly<Record<string, string | number>>
          : Kind extends "states"
            ? readonly State[]
            : Kind extends "values"
              ? Readonly<Record<string, JsonValue>>
              : Kind extends "parts"
                ? readonly JsonObject[]
                : JsonValue;

/** Other names of parts of a binding, such as those in the tool's own reports. */
const otherNames: Readonly<Record<string, string>> = { envelope: "response", success: "response", following: "async" };

const isState = (value: JsonValue) => typeof value === "string" || typeof value === "boolean";
const isStates = (value: JsonValue) => Array.isArray(value) && value.every(isState);
const isPointer = (value: JsonValue) => typeof value === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);

const isScalar = (value: JsonValue | undefined) => ["string", "number", "boolean"].includes(typeof value);

/** Returns whether a value tells errors from successes: a pointer, or one with the value of either. */
function isMark(value: JsonValue): boolean {
  if (!isObject(value)) return value !== "" && isPointer(value);
  const { at = null, ...others } = value;
  const [name, ...more] = Object.keys(others);
  return at !== "" && isPointer(at) && more.length === 0 && (name === "value" || name === "not") && isScalar(others[name]);
}

const kinds: Readonly<Record<MemberKind, { readonly fits: (value: JsonValue) => boolean; readonly what: string }>> = {
  pointer: { fits: (value) => value === null || isPointer(value), what: 'a JSON pointer such as "/result", or null' },
  object: { fits: (value) => value === null || isObject(value), what: "an object" },
  name: { fits: (value) => typeof value === "string" && value !== "", what: "a name" },
  states: { fits: isStates, what: "a list of states" },
  codes: {
    fits: (value) => isObject(value) && Object.values(value).every((item) => typeof item === "string" || Number.isInteger(item)),
    what: "an object of texts or whole numbers",
  },
  details: {
    fits: (value) => value === null || isPointer(value) || (isObject(value) && isPointer(own(value, "at") ?? null)),
    what: "a JSON pointer to a list, or { at, pointer, rule, message }",
  },
  parts: {
    fits: (value) => Array.isArray(value) && value.length === 2 && value.every(isObject),
    what: "a list of two locations",
  },
  count: { fits: (value) => Number.isInteger(value) && (value as number) > 0, what: "a whole number above 0" },
  mark: {
    fits: (value) => value === null || isMark(value),
    what: "a JSON pointer, { at, value } or { at, not }, or null",
  },
  values: {
    fits: (value) => isObject(value) && Object.keys(value).every(isPointer),
    what: 'an object of values by JSON pointers such as "/success"',
  },
};

/**
 * Reads the members of a part of a binding. Reports an invalid member at its key and treats it as missing. `elsewhere`
 * names the part that a neighbouring member belongs to.
 */
export function readMembers<const Kinds extends Readonly<Record<string, MemberKind>>>(
  written: JsonObject,
  expected: Kinds,
  problems: BindingProblem[],
  elsewhere: Readonly<Record<string, string>> = {},
): Written<Kinds> {
  const read: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(written)) {
    if (name.startsWith("x-")) continue;
    const kind = Object.hasOwn(expected, name) ? expected[name]! : undefined;
    const at = { holder: written, key: name };
    if (kind === undefined) {
      const part = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
      const other = suggest(name, Object.keys(otherNames));
      const meantBy = other === undefined ? undefined : otherNames[other]!;
      const isOther = meantBy !== undefined && Object.hasOwn(expected, meantBy);
      const near = suggest(name, Object.keys(expected)) ?? (isOther ? meantBy : undefined);
      const meant = near === undefined ? `Write one of ${Object.keys(expected).join(", ")}.` : `Did you mean ${quote(near)}?`;
      const hint = part === undefined ? meant : `Put it into ${part}: { ${name}: … }.`;
      problems.push(memberCode.problem("unknown", { name }, at, hint));
    } else if (!kinds[kind].fits(value)) {
      const isName = kind === "pointer" && typeof value === "string" && /^[A-Za-z]/.test(value);
      const hint = isName ? `Write ${quote(`/${value.replaceAll(".", "/")}`)}.` : undefined;
      problems.push(memberCode.problem("kind", { name, kind: kinds[kind].what }, at, hint));
    } else read[name] = value;
  }
  return read as Written<Kinds>;
}
