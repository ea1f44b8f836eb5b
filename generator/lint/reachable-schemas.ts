import { isObject, own, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { referenceOf } from "../document/reference.js";
import { reachable, subschemaKeywords, type Kind, type Reached, type Slot } from "../document/visitor.js";
import type { RuleContext } from "./rule.js";

/** Something that is sent, and its name. */
export interface Sent {
  readonly value: JsonValue | undefined;
  readonly kind: Kind;
  readonly name: string;
  /** The name of the value itself, such as that of a parameter. */
  readonly key?: string;
}

/** A schema that describes part of something sent. */
export interface ReachedSchema {
  readonly schema: JsonObject;
  /** The property or header that it describes, or the nearest one around it. */
  readonly key: string | undefined;
  /** The map that contains the schema or its header by name. */
  readonly entry: Entry | undefined;
  /** The name of the sent value. */
  readonly sent: string;
  /** The references that lead to it, the outermost first. */
  references(): JsonObject[];
}

interface Entry {
  readonly map: JsonObject;
  readonly name: string;
}

/** Data about a visited part, inherited from its parent. */
type Visit = Omit<ReachedSchema, "schema" | "references"> & {
  /** Whether it is inside an odd number of `not`s. */
  readonly isNegated: boolean;
};

/**
 * Finds each schema once, on the shortest path, through references and every kind of subschema. `isLeftOut` returns
 * whether a property of an object schema is not sent. Schemas in `not` count too, unless the `not` only forbids a
 * property.
 */
export function* reachableSchemas(
  { upgraded }: RuleContext,
  sent: readonly Sent[],
  isLeftOut: (schema: JsonObject, property: string) => boolean = () => false,
): Generator<ReachedSchema> {
  const first = new Map(sent.toReversed().map((one) => [one.value, one]));
  const visits = new Map<Reached, Visit>();

  const isEntered = (_kind: Kind, { key, name }: Slot, from: Reached): boolean => {
    if (from.kind !== "schema") return true;
    // Some keywords only contain schemas as targets of references.
    if (subschemaKeywords[key]?.subject === "nothing") return false;
    if (key !== "properties") return true;
    const property = String(name);
    return !isLeftOut(from.value, property) && !(visits.get(from)!.isNegated && isForbidden(from, property));
  };
  for (const reached of reachable(upgraded, sent, isEntered)) {
    const { value, from } = reached;
    const { name = "", key } = first.get(value) ?? {};
    const visit = from ? visitOf(reached, from, visits.get(from)!) : { key, entry: undefined, sent: name, isNegated: false };
    visits.set(reached, visit);
    if (reached.kind === "schema") yield { schema: value, ...visit, references: () => referencesOf(reached) };
  }
}

/** Returns the data of a part from that of its parent. */
function visitOf({ kind, slot }: Reached, from: Reached, { key, entry, sent, isNegated }: Visit): Visit {
  const { holder, key: field, name } = slot!;
  if (holder !== from.value) return { key, entry: { map: holder, name: field }, sent, isNegated };
  const child = holder[field];
  if (typeof name === "string" && isObject(child)) {
    const isNamed = kind === "schema" || kind === "header";
    return { key: isNamed ? name : key, entry: { map: child, name }, sent, isNegated };
  }
  const isUnderNot = from.kind === "schema" && field === "not";
  return { key, entry: from.kind === "header" ? entry : undefined, sent, isNegated: isNegated !== isUnderNot };
}

/** Returns whether `not: { required: [<name>], … }` excludes a property. */
function isForbidden({ value, from }: Reached, name: string): boolean {
  if (own(from?.value, "not") !== value) return false;
  const required = ownStrings(value, "required");
  return required.length === 1 && required[0] === name;
}

function referencesOf({ from }: Reached): JsonObject[] {
  const references: JsonObject[] = [];
  for (let at = from; at; at = at.from) if (referenceOf(at.value) !== undefined) references.unshift(at.value);
  return references;
}
