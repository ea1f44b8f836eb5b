import { unescapeSegment } from "../../templates/runtime/json-pointer.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { structure, type Kind } from "../document/visitor.js";
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

interface Visit {
  readonly value: JsonValue | undefined;
  readonly kind: Kind;
  readonly key: string | undefined;
  readonly entry: Entry | undefined;
  readonly sent: string;
  readonly from: Visit | undefined;
  /** Whether an odd number of `not` stands around it. */
  readonly isNegated: boolean;
}

/** Keywords that only keep schemas, for references to lead to. */
const shelves = new Set(["$defs", "definitions"]);

/**
 * Finds each schema once, by the shortest way, through references and every kind of subschema. `isLeftOut` says which
 * properties of an object schema are not sent. What `not` holds counts too, unless all that it does is to forbid a property.
 */
export function* reachableSchemas(
  { upgraded }: RuleContext,
  sent: readonly Sent[],
  isLeftOut: (schema: JsonObject, property: string) => boolean = () => false,
): Generator<ReachedSchema> {
  const components = ownObject(upgraded, "components");
  const seen = new Set<JsonValue>();
  const queue: Visit[] = sent.map(({ value, kind, name, key }) => ({
    value,
    kind,
    key,
    entry: undefined,
    sent: name,
    from: undefined,
    isNegated: false,
  }));
  for (const visit of queue) {
    const { value, kind } = visit;
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    if (kind === "schema")
      yield { schema: value, key: visit.key, entry: visit.entry, sent: visit.sent, references: () => referencesOf(visit) };
    const add = (item: JsonValue | undefined, itemKind: Kind, entry?: Entry, key = visit.key, isNegated = visit.isNegated) => {
      queue.push({ value: item, kind: itemKind, key, entry, sent: visit.sent, from: visit, isNegated });
    };
    for (const [itemKind, ref] of referred(value, kind)) {
      const [, , section = "", name = ""] = ref.split("/");
      const map = ownObject(components, section);
      const unescaped = unescapeSegment(name);
      if (map && section === structure[itemKind].section) add(own(map, unescaped), itemKind, { map, name: unescaped });
    }
    for (const key of Object.keys(value)) {
      const child = Object.hasOwn(structure[kind].fields, key) ? structure[kind].fields[key] : undefined;
      const item = value[key]!;
      if (!child || (kind === "schema" && shelves.has(key))) continue;
      const isNegated = visit.isNegated !== (kind === "schema" && key === "not");
      if ("one" in child) add(item, child.one, kind === "header" ? visit.entry : undefined, visit.key, isNegated);
      else if ("list" in child && Array.isArray(item)) for (const element of item) add(element, child.list);
      else if ("map" in child && isObject(item)) {
        const isNamed = child.map === "schema" || child.map === "header";
        for (const [name, element] of Object.entries(item)) {
          if (kind === "schema" && key === "properties" && (isLeftOut(value, name) || isForbidden(visit, name))) continue;
          add(element, child.map, { map: item, name }, isNamed ? name : visit.key);
        }
      }
    }
  }
}

/** Whether a property is one that `not: { required: [<it>], … }` keeps out of values. */
function isForbidden({ value, from, isNegated }: Visit, name: string): boolean {
  if (!isNegated || own(from?.value, "not") !== value) return false;
  const required = ownStrings(value, "required");
  return required.length === 1 && required[0] === name;
}

/** Where an object refers to: by `$ref`, or by the mapping of a discriminator. */
function referred(value: JsonObject, kind: Kind): [Kind, string][] {
  if (kind === "discriminator") {
    return Object.values(ownObject(value, "mapping") ?? {}).flatMap((ref): [Kind, string][] =>
      typeof ref === "string" ? [["schema", ref]] : [],
    );
  }
  const ref = ownString(value, "$ref");
  return ref === undefined ? [] : [[kind, ref]];
}

function referencesOf(visit: Visit): JsonObject[] {
  const references: JsonObject[] = [];
  for (let at = visit.from; at; at = at.from)
    if (isObject(at.value) && ownString(at.value, "$ref") !== undefined) references.unshift(at.value);
  return references;
}
