import { own, ownObject, isObject, setSorted, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { componentPointer, referencedSchema } from "./reference.js";
import { forEachChild, type IsActions, type Kind, type Slot } from "./visitor.js";

/** A schema with a name for dynamic references. */
interface Anchored {
  readonly schema: JsonObject;
  readonly slot: Slot;
}

/** A schema that refers to a name. */
interface Reference {
  readonly schema: JsonObject;
  readonly keyword: "$dynamicRef" | "$recursiveRef";
  readonly name: string;
  /** The schemas that contain it, including itself. */
  readonly within: readonly JsonValue[];
}

/** The name of the only possible target of `$recursiveRef`. */
const recursive = "#";

/**
 * Replaces each `$dynamicRef` and `$recursiveRef` of a bundled document that has a single target by a `$ref`, as no
 * other schema can replace that target. A target that is not a component becomes one.
 */
export function resolveDynamicReferences(document: JsonObject, locations: Locations, isActions: IsActions): void {
  const { anchors, references } = collect(document, isActions);
  const components = new Map<JsonObject, string>();
  for (const { schema, keyword, name, within } of references) {
    const targets = anchors.get(name) ?? [];
    const enclosing = targets.filter((one) => within.includes(one.schema));
    const isOwn = keyword === "$recursiveRef" && enclosing.length === 1 && !reachFromOthers(document, enclosing[0]!, targets);
    const [target] = isOwn ? enclosing : targets;
    if (!target || (targets.length > 1 && !isOwn) || Object.hasOwn(schema, "$ref")) continue;
    if (keyword === "$recursiveRef" && !within.includes(target.schema)) continue;
    const component = components.get(target.schema) ?? placeTarget(document, target, name, locations);
    components.set(target.schema, component);
    delete schema[keyword];
    setSorted(schema, "$ref", componentPointer("schemas", component));
  }
  // No longer needed.
  for (const { schema } of [...anchors.values()].flat())
    for (const anchor of ["$dynamicAnchor", "$recursiveAnchor", "$anchor"]) delete schema[anchor];
}

/**
 * Returns whether another schema with the same anchor leads to a target: the anchor that was entered first is the one that counts,
 * so a reference in a schema that no other leads to has no other target.
 */
function reachFromOthers(document: JsonObject, target: Anchored, targets: readonly Anchored[]): boolean {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const seen = new Set<JsonValue>(targets.filter((other) => other !== target).map(({ schema }) => schema));
  // The set grows during the iteration.
  for (const value of seen) {
    if (value === target.schema) return true;
    if (isObject(value)) seen.add(referencedSchema(value, schemas) ?? null);
    if (isObject(value) || Array.isArray(value)) for (const inner of Object.values(value)) seen.add(inner as JsonValue);
  }
  return false;
}

function collect(document: JsonObject, isActions: IsActions) {
  const anchors = new Map<string, Anchored[]>();
  const references: Reference[] = [];
  const seen = new Set<JsonValue>();
  const visit = (value: JsonValue, kind: Kind, slot: Slot | undefined, within: readonly JsonValue[]): void => {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    const inner = kind === "schema" ? [...within, value] : within;
    if (kind === "schema" && slot) {
      const names = new Set([own(value, "$dynamicAnchor"), own(value, "$anchor")]);
      if (own(value, "$recursiveAnchor") === true) names.add(recursive);
      for (const name of names) {
        if (typeof name === "string") anchors.set(name, [...(anchors.get(name) ?? []), { schema: value, slot }]);
      }
      for (const keyword of ["$dynamicRef", "$recursiveRef"] as const) {
        const ref = own(value, keyword);
        if (typeof ref !== "string" || !ref.startsWith("#")) continue;
        const name = keyword === "$recursiveRef" ? ref : ref.slice(1);
        references.push({ schema: value, keyword, name, within: inner });
      }
    }
    forEachChild(value, kind, (child, childKind, at) => visit(child, childKind, at, inner), isActions);
  };
  visit(document, "root", undefined, []);
  return { anchors, references };
}

/** Returns the name of the component that a target is or becomes; the schema that contains it then refers to it. */
function placeTarget(document: JsonObject, { schema, slot }: Anchored, wanted: string, locations: Locations): string {
  const components = ownObject(document, "components") ?? {};
  const schemas = ownObject(components, "schemas") ?? {};
  const known = Object.keys(schemas).find((name) => schemas[name] === schema);
  if (known !== undefined) return known;
  const base = /^[A-Za-z0-9._-]+$/.test(wanted) ? wanted : "Node";
  let name = base;
  for (let number = 2; Object.hasOwn(schemas, name); number++) name = `${base}${number}`;
  setSorted(schemas, name, schema);
  setSorted(components, "schemas", schemas);
  setSorted(document, "components", components);
  const reference: JsonObject = { $ref: componentPointer("schemas", name) };
  locations.borrow(schema, reference);
  const holder = slot.holder[slot.key];
  if (slot.name === undefined) slot.holder[slot.key] = reference;
  else (holder as Record<string | number, JsonValue>)[slot.name] = reference;
  return name;
}
