import { own, type JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { matchesPattern } from "./matches-pattern.js";
import type { ObjectFacet, Shape, Conjunction, SchemaView } from "./shape.js";

/** True if no value at all fits: certain, as what can't be told counts as more. */
export function isImpossible(node: Conjunction): boolean {
  return node.schemas.includes(false) || alternativesOf(node, "left")?.length === 0;
}

const propertyNodes = new WeakMap<Shape, Map<string, Conjunction>>();

/** What the value of a property must fit; a shape belongs to one view. */
export function propertyNode(shape: Shape, name: string, view: SchemaView): Conjunction {
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
    // To a reader, a property that is ruled out is one to be ignored.
    ...(declared === undefined ? [] : [declared === false ? view.isOpen : partSchema(declared, view)]),
    ...matching.map((pattern) => partSchema(patterns[pattern]!, view)),
  ];
  return schemas.length > 0 || additional === undefined ? schemas : [partSchema(additional, view)];
}

/** The schema of a part, of which nothing is there if only the other side sends it. */
function partSchema(schema: JsonValue, view: SchemaView): JsonValue {
  if (!view.isAbsent(schema)) return schema;
  return view.isOpen;
}

/** What the value of a property must fit that no schema names and whose name matches these patterns and no others. */
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

/** Names of properties that some schema of the shapes mentions. */
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

/** What the item at an index must fit. */
export function itemNode(shape: Shape, index: number, view: SchemaView): Conjunction {
  const schemas = shape.lists.flatMap(({ prefix, items }) => prefix[index] ?? items ?? []);
  return view.node(schemas.map((schema) => partSchema(schema, view)));
}

/** Items that some schema of the shapes describes one by one. */
export function prefixLength(...shapes: readonly Shape[]): number {
  return Math.max(0, ...shapes.flatMap(({ lists }) => lists.map(({ prefix }) => prefix.length)));
}
