import { isObject, own, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { referenceOf } from "../document/reference.js";
import { reachable, subschemaKeywords, type Kind, type Reached, type Slot } from "../document/visitor.js";
import type { RuleContext } from "./rule.js";

/** Something that is sent, and what to call it. */
export interface Sent {
  readonly value: JsonValue | undefined;
  readonly kind: Kind;
  readonly name: string;
  /** What the value itself is called, such as the name of a parameter. */
  readonly key?: string;
}

/** A schema that describes part of something sent. */
export interface ReachedSchema {
  readonly schema: JsonObject;
  /** The property or header that it describes, or the nearest around it. */
  readonly key: string | undefined;
  /** The map that has the schema, or its header, under a name. */
  readonly entry: Entry | undefined;
  /** The name of what is sent. */
  readonly sent: string;
  /** What refers to it, from the outside in. */
  references(): JsonObject[];
}

interface Entry {
  readonly map: JsonObject;
  readonly name: string;
}

/** What is known of something reached besides itself. */
type Visit = Omit<ReachedSchema, "schema" | "references"> & {
  /** Whether an odd number of `not` surrounds it. */
  readonly isNegated: boolean;
};

/**
 * Finds each schema once, by the shortest way, through references and every kind of subschema. `isLeftOut` says which
 * properties of an object schema are not sent. What `not` holds counts too, unless all that it does is to forbid a property.
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
    // Some keywords only keep schemas, for references to lead to.
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

/** What is known of something by what it is reached from. */
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

/** Whether a property is one that `not: { required: [<it>], … }` keeps out of values. */
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
