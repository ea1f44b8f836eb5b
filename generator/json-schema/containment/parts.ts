import { own, type JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { matchesPattern } from "./matches-pattern.js";
import type { ObjectFacet, Shape, Conjunction, SchemaView } from "./shape.js";

/** Returns whether no value is valid. Never a false positive, because inexact parts are taken as more. */
export function isImpossible(node: Conjunction): boolean {
  return node.schemas.includes(false) || alternativesOf(node, "left")?.length === 0;
}

const propertyNodes = new WeakMap<Shape, Map<string, Conjunction>>();

/** Returns the node of a property's value; a shape belongs to one view, unless it is that of all values. */
export function propertyNode(shape: Shape, name: string, view: SchemaView): Conjunction {
  // What all views share must not keep the nodes of one.
  if (shape.objects.length === 0) return view.node([]);
  let nodes = propertyNodes.get(shape);
  if (!nodes) propertyNodes.set(shape, (nodes = new Map()));
  let node = nodes.get(name);
  if (!node) nodes.set(name, (node = view.node(shape.objects.flatMap((facet) => propertySchemas(facet, name, view)))));
  return node;
}

function propertySchemas({ properties, patterns, additional }: ObjectFacet, name: string, view: SchemaView): JsonValue[] {
  const declared = own(properties, name);
  const matching = Object.keys(patterns).filter((pattern) => matchesPattern(pattern, name));
  const schemas = [
    // Readers ignore an excluded property.
    ...(declared === undefined ? [] : [declared === false ? view.isOpen : partSchema(declared, view)]),
    ...matching.map((pattern) => partSchema(patterns[pattern]!, view)),
  ];
  return schemas.length > 0 || additional === undefined ? schemas : [partSchema(additional, view)];
}

/** Returns the schema of a part; the part is absent if only the other side sends it. */
function partSchema(schema: JsonValue, view: SchemaView): JsonValue {
  if (!view.isAbsent(schema)) return schema;
  return view.isOpen;
}

/** Returns the node of an undeclared property's value, given exactly the patterns that match its name. */
export function otherNode(shape: Shape, matching: ReadonlySet<string>, view: SchemaView): Conjunction {
  const schemas = shape.objects.flatMap(({ patterns, additional }) => {
    const own = Object.keys(patterns).filter((pattern) => matching.has(pattern));
    return own.length > 0 || additional === undefined
      ? own.map((pattern) => partSchema(patterns[pattern]!, view))
      : [partSchema(additional, view)];
  });
  return view.node(schemas);
}

const names = new WeakMap<Shape, readonly string[]>();

/** Returns the property names that the shapes' schemas mention. */
export function namesIn(...shapes: readonly Shape[]): readonly string[] {
  if (shapes.length === 1) return namesOf(shapes[0]!);
  return [...new Set(shapes.flatMap(namesOf))];
}

function namesOf(shape: Shape): readonly string[] {
  let known = names.get(shape);
  if (!known) {
    const declared = shape.objects.flatMap(({ properties }) => Object.keys(properties));
    known = [...new Set([...declared, ...shape.required.keys()])];
    names.set(shape, known);
  }
  return known;
}

/** Returns the node of the item at an index. */
export function itemNode(shape: Shape, index: number, view: SchemaView): Conjunction {
  const schemas = shape.lists.flatMap(({ prefix, items }) => prefix[index] ?? items ?? []);
  return view.node(schemas.map((schema) => partSchema(schema, view)));
}

/** Returns the number of items that the shapes' schemas describe individually. */
export function prefixLength(...shapes: readonly Shape[]): number {
  return Math.max(0, ...shapes.flatMap(({ lists }) => lists.map(({ prefix }) => prefix.length)));
}
