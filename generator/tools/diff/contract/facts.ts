import { escapeSegment, parsePointer } from "../../../../templates/runtime/json.js";
import { quote } from "../../../diagnostics/escape.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { schemasIn } from "../../../json-schema/schema.js";
import { at, type Anchor, type ChangeAnchors, type ReportedProperty } from "../rule.js";
import type { ContractVersion } from "./contract-version.js";
import type { Pair } from "./pairs.js";

/** The locations of facts in a version: JSON pointers into the values that a schema describes. */
export interface FactsVersion {
  readonly version: ContractVersion;
  /** Keyed by the names in messages: `the result`. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly schema: JsonObject;
  /** The facts that a binding mentions, including those that it declares absent. */
  readonly written: ReadonlyMap<string, Anchor>;
  /** True if no schema or binding describes them. */
  readonly isAssumed: boolean;
  /** The anchor of all of them. */
  readonly anchor: Anchor;
}

/** A fact with its pointers; `after` is `undefined` if the fact was removed. */
export interface FactChange {
  readonly name: string;
  readonly before: string;
  readonly after: string | undefined;
}

/**
 * Returns the facts that moved or were removed. If no binding mentions a fact and the schema still declares its old location,
 * the fact hasn't moved: inference may merely prefer another location.
 */
export function changedFacts({ before, after }: Pair<FactsVersion>): { moved: FactChange[]; gone: FactChange[] } {
  const changes = [...before.pointers].flatMap(([name, pointer]): FactChange[] => {
    const now = after.pointers.get(name);
    const isWritten = before.written.has(name) || after.written.has(name);
    if (now === pointer || (!isWritten && schemasIn(after.version.document).at(after.schema, pointer))) return [];
    // A location that nothing described was not promised.
    return now === undefined && before.isAssumed ? [] : [{ name, before: pointer, after: now }];
  });
  return {
    moved: changes.filter(({ after: now }) => now !== undefined),
    gone: changes.filter(({ after: now }) => now === undefined),
  };
}

/** Returns a text such as `the result moved from "/result" to "/output" and the status from …`. */
export function describeMoved(changes: readonly FactChange[]): string {
  const parts = changes.map(({ name, before, after }, index) => {
    return `${name} ${index === 0 ? "moved " : ""}from ${describeLocation(before)} to ${describeLocation(after!)}`;
  });
  return joinParts(parts);
}

/** Returns a text such as `the message and the status were removed`. */
export function describeGone(changes: readonly FactChange[]): string {
  return `${joinParts(changes.map(({ name }) => name))} ${changes.length === 1 ? "was" : "were"} removed`;
}

/** Joins parts as `one, another and a third`. */
function joinParts(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function describeLocation(pointer: string): string {
  return pointer === "" ? "the whole body" : quote(pointer);
}

/** Returns the anchors of the first of some facts in both versions: in the binding that names it, otherwise in the schema. */
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

/** The maximum number of names in a pointer to follow; deeper declarations are ignored. */
const maxDepth = 64;

/** Returns the key that declares the target of a pointer. */
function findProperty(
  schema: JsonValue | undefined,
  names: readonly string[],
  version: ContractVersion,
  seen: Map<JsonObject, Set<number>>,
): Anchor | undefined {
  const [name, ...rest] = names;
  if (name === undefined || names.length > maxDepth) return undefined;
  for (const part of schemasIn(version.document).of(schema).pieces) {
    const lengths = seen.get(part) ?? new Set();
    if (lengths.has(rest.length)) continue;
    seen.set(part, lengths.add(rest.length));
    const holder = name === "0" && own(part, "items") !== undefined ? part : ownObject(part, "properties");
    const key = holder === part ? "items" : name;
    const inner = own(holder, key);
    if (inner === undefined) continue;
    const found = rest.length === 0 ? at(holder!, key) : findProperty(inner, rest, version, seen);
    if (found) return found;
  }
  return undefined;
}

/** Returns the properties that are added and removed with facts, for each use of their schema. */
export function reportedProperties(
  { before, after }: Pair<FactsVersion>,
  changes: readonly FactChange[],
  uses: readonly string[],
): ReportedProperty[] {
  const gone = withHolders(
    changes.map((change) => change.before),
    before,
  );
  const found = withHolders(
    changes.flatMap((change) => change.after ?? []),
    after,
  );
  const reported = (pointers: readonly string[], isGone: boolean) =>
    pointers.flatMap((pointer) => uses.map((use) => ({ use, path: pathOf(pointer), isGone })));
  return [...reported(gone, true), ...reported(found, false)];
}

/** Adds the pointers of objects whose members are all included. */
function withHolders(pointers: readonly string[], { schema, version }: FactsVersion): string[] {
  const known = new Set(pointers.filter((pointer) => parsePointer(pointer).length <= maxDepth));
  for (const pointer of known) {
    const holder = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
    const described = schemasIn(version.document).at(schema, holder);
    const names = [...(described?.schema.members.keys() ?? [])];
    // The set grows during the iteration. A list whose members are all included has no names.
    if (holder !== "" && names.every((name) => known.has(`${holder}/${escapeSegment(name)}`))) known.add(holder);
  }
  return [...known];
}

/** Returns whether the schema itself allows only one value for a member. */
export function hasOneValue({ schema, version }: FactsVersion, pointer: string): boolean {
  const member = schemasIn(version.document).at(schema, pointer);
  return member !== undefined && member.schema.onlyValue !== undefined;
}

/** Returns a pointer in the notation of schema changes: `errors[].code`. */
export function pathOf(pointer: string): string {
  return parsePointer(pointer)
    .map((name) => (name === "0" ? "[]" : `.${name}`))
    .join("")
    .replace(/^\./, "");
}
