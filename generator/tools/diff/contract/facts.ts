import { escapeSegment, parsePointer } from "../../../../templates/runtime/json.js";
import { quote } from "../../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { memberAt, membersOf, onlyValue } from "../../../json-schema/members.js";
import { at, type Anchor, type ChangeAnchors, type ToldProperty } from "../rule.js";
import type { ContractVersion } from "./contract-version.js";
import type { Pair } from "./pairs.js";

/** Facts that a version shows somewhere: JSON pointers into what a schema describes. */
export interface FactsVersion {
  readonly version: ContractVersion;
  /** By the names that messages use: `the result`. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly schema: JsonObject;
  /** The facts about which a binding says something, also that there is none. */
  readonly written: ReadonlyMap<string, Anchor>;
  /** Whether nothing describes them. */
  readonly isAssumed: boolean;
  /** Points at all of them. */
  readonly anchor: Anchor;
}

/** A fact with its pointers; `after` is `undefined` where it is gone. */
export interface FactChange {
  readonly name: string;
  readonly before: string;
  readonly after: string | undefined;
}

/**
 * The facts that are elsewhere after a change, or nowhere. Where no binding says so and the schema still has what showed a
 * fact, it goes on to show it: what is inferred may prefer another place.
 */
export function changedFacts({ before, after }: Pair<FactsVersion>): { moved: FactChange[]; gone: FactChange[] } {
  const changes = [...before.pointers].flatMap(([name, pointer]): FactChange[] => {
    const now = after.pointers.get(name);
    const isWritten = before.written.has(name) || after.written.has(name);
    if (now === pointer || (!isWritten && memberAt(after.schema, pointer, after.version.document))) return [];
    // What nothing described was promised by nobody.
    return now === undefined && before.isAssumed ? [] : [{ name, before: pointer, after: now }];
  });
  return {
    moved: changes.filter(({ after: now }) => now !== undefined),
    gone: changes.filter(({ after: now }) => now === undefined),
  };
}

/** `the result moved from "/result" to "/output" and the status from …`. */
export function describeMoved(changes: readonly FactChange[]): string {
  const parts = changes.map(({ name, before, after }, index) => {
    return `${name} ${index === 0 ? "moved " : ""}from ${describePlace(before)} to ${describePlace(after!)}`;
  });
  return joinParts(parts);
}

/** `the message and the status are gone`. */
export function describeGone(changes: readonly FactChange[]): string {
  return `${joinParts(changes.map(({ name }) => name))} ${changes.length === 1 ? "is" : "are"} gone`;
}

/** `one, another and a third`. */
function joinParts(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function describePlace(pointer: string): string {
  return pointer === "" ? "the whole body" : quote(pointer);
}

/** Where the first of some facts stands in both versions: in the binding that names it, else in the schema. */
export function factAnchors({ before, after }: Pair<FactsVersion>, [first]: readonly FactChange[]): ChangeAnchors {
  const { name, before: was, after: now } = first!;
  return {
    before: factAnchor(before, name, was),
    after: factAnchor(after, name, now),
    ...(now === undefined && !after.written.has(name) && { isGone: true }),
  };
}

function factAnchor({ written, schema, version, anchor }: FactsVersion, name: string, pointer: string | undefined): Anchor {
  const declared = () => (pointer === undefined ? undefined : findProperty(schema, parsePointer(pointer), version, new Map()));
  return written.get(name) ?? declared() ?? anchor;
}

/** Names of a pointer that are followed: what schemas declare deeper is not looked for. */
const maxDepth = 64;

/** The key that declares what a pointer leads to. */
function findProperty(
  schema: JsonValue | undefined,
  names: readonly string[],
  version: ContractVersion,
  seen: Map<JsonObject, Set<number>>,
): Anchor | undefined {
  const [name, ...rest] = names;
  if (!isObject(schema) || name === undefined || names.length > maxDepth) return undefined;
  const lengths = seen.get(schema) ?? new Set();
  if (lengths.has(rest.length)) return undefined;
  seen.set(schema, lengths.add(rest.length));
  const follow = (value: JsonValue | undefined, further = names) => findProperty(value, further, version, seen);
  const holder = name === "0" && own(schema, "items") !== undefined ? schema : ownObject(schema, "properties");
  const key = holder === schema ? "items" : name;
  const inner = own(holder, key);
  if (inner !== undefined && rest.length === 0) return at(holder!, key);
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = own(schema, keyword);
    return Array.isArray(list) ? list : [];
  });
  for (const found of [follow(inner, rest), follow(version.resolve(schema)), ...branches.map((branch) => follow(branch))]) {
    if (found) return found;
  }
  return undefined;
}

/** The properties that come and go with facts, in each place where their schema is used. */
export function toldProperties(
  { before, after }: Pair<FactsVersion>,
  changes: readonly FactChange[],
  uses: readonly string[],
): ToldProperty[] {
  const gone = withHolders(
    changes.map((change) => change.before),
    before,
  );
  const found = withHolders(
    changes.flatMap((change) => change.after ?? []),
    after,
  );
  const told = (pointers: readonly string[], isGone: boolean) =>
    pointers.flatMap((pointer) => uses.map((use) => ({ use, path: pathOf(pointer), isGone })));
  return [...told(gone, true), ...told(found, false)];
}

/** Pointers with those to objects that hold nothing else. */
function withHolders(pointers: readonly string[], { schema, version }: FactsVersion): string[] {
  const known = new Set(pointers.filter((pointer) => parsePointer(pointer).length <= maxDepth));
  for (const pointer of known) {
    const holder = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
    const described = memberAt(schema, holder, version.document);
    const names = [...membersOf(described && { anyOf: [...described.schemas] }, version.document).keys()];
    // The set grows while it is gone through. A list of nothing else has no names.
    if (holder !== "" && names.every((name) => known.has(`${holder}/${escapeSegment(name)}`))) known.add(holder);
  }
  return [...known];
}

/** Whether the schema itself lets a member have one value only. */
export function hasOneValue({ schema, version }: FactsVersion, pointer: string): boolean {
  const member = memberAt(schema, pointer, version.document);
  return member !== undefined && onlyValue(member) !== undefined;
}

/** A pointer as changes of schemas write it: `errors[].code`. */
export function pathOf(pointer: string): string {
  return parsePointer(pointer)
    .map((name) => (name === "0" ? "[]" : `.${name}`))
    .join("")
    .replace(/^\./, "");
}
