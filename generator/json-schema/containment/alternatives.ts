import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { anyShape, ownShape, withoutClosing, withoutForeign } from "./own-shape.js";
import { meet, type Exclusion, type ObjectFacet, type Shape, type Conjunction, type SchemaView, type Operand } from "./shape.js";
import { tooComplex } from "./too-complex.js";

/** The maximum number of alternatives of a schema; its unions multiply. */
const maxAlternatives = 400;

/** The maximum nesting of schemas that apply to the same value. */
const maxNesting = 300;

/**
 * Returns the shapes of the values that a node accepts: a value is valid if it matches one of them. Returns nothing if there are
 * too many. Inexact parts (`not`, conditions, other alternatives) stay in the shapes, to be proved on the right.
 */
export function alternativesOf(node: Conjunction, operand: Operand): readonly Shape[] | undefined {
  if (node.alternatives.has(operand)) return node.alternatives.get(operand);
  let found: readonly Shape[] | undefined;
  try {
    const shapes = product(node.schemas.map((schema) => expand(schema, node.view, operand, 0)));
    found = shapes.map((shape) => withoutForeign(shape, node.view));
  } catch (problem) {
    if (problem !== tooComplex) throw problem;
  }
  node.alternatives.set(operand, found);
  return found;
}

/** The shapes of each schema, regardless of the number of paths to it. */
const expanded = new WeakMap<SchemaView, Record<Operand, Map<JsonObject, readonly Shape[]>>>();

function expand(schema: JsonValue, view: SchemaView, operand: Operand, depth: number): readonly Shape[] {
  if (schema === false) return [];
  if (!isObject(schema)) return [anyShape];
  if (depth > maxNesting) throw tooComplex;
  const known = expanded.get(view) ?? { left: new Map(), right: new Map() };
  expanded.set(view, known);
  let shapes = known[operand].get(schema);
  if (!shapes) known[operand].set(schema, (shapes = combine(schema, view, operand, depth)));
  return shapes;
}

function combine(schema: JsonObject, view: SchemaView, operand: Operand, depth: number): readonly Shape[] {
  const mine = ownShape(schema, view);
  if (!mine) return [];
  const inner = (value: JsonValue) => expand(value, view, operand, depth + 1);
  const factors: (readonly Shape[])[] = [[mine]];
  const target = view.resolve(schema);
  if (target !== undefined) factors.push(inner(target));
  for (const branch of subschemasAt(schema, "allOf")) factors.push(inner(branch));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const list = subschemasAt(schema, keyword);
    if (list.length > 0) factors.push(union(schema, keyword, list, view, inner));
  }
  const shapes = product(factors);
  return own(schema, "unevaluatedProperties") === undefined ? shapes : closeUnevaluated(schema, shapes, view, operand);
}

/** Returns the shapes of all branches. For `oneOf`, a value must match exactly one of them, which readers ignore. */
function union(
  schema: JsonObject,
  keyword: "anyOf" | "oneOf",
  list: readonly JsonValue[],
  view: SchemaView,
  inner: (value: JsonValue) => readonly Shape[],
): Shape[] {
  const isExclusive = keyword === "oneOf" && !view.isOpen;
  const nodes = list.map((branch) => view.strict.node([branch]));
  return list.flatMap((branch, index) => {
    const others = isExclusive ? nodes.toSpliced(index, 1) : [];
    const excluded = others.map((value): Exclusion => ({ schema, keyword, value, instead: nodes[index]! }));
    return inner(branch).map((shape) => ({
      ...shape,
      branches: [branch, ...shape.branches],
      excluded: excluded.length > 0 ? [...shape.excluded, ...excluded] : shape.excluded,
    }));
  });
}

function product(factors: readonly (readonly Shape[])[]): readonly Shape[] {
  let shapes: readonly Shape[] = [anyShape];
  for (const factor of factors) {
    if (shapes.length * factor.length > maxAlternatives) throw tooComplex;
    shapes = shapes.flatMap((one) => factor.flatMap((other) => meet(one, other) ?? []));
  }
  return shapes;
}

/**
 * Treats `unevaluatedProperties` as `additionalProperties` that takes the properties of the other subschemas into
 * account.
 */
function closeUnevaluated(schema: JsonObject, shapes: readonly Shape[], view: SchemaView, operand: Operand): readonly Shape[] {
  const additional = withoutClosing(own(schema, "unevaluatedProperties"), view);
  // A value may match several alternatives or conditions, and then have the properties of all of them.
  if (additional === undefined || (operand === "left" && mayEvaluateMore(schema, shapes))) return shapes;
  return shapes.map((shape) => {
    if (shape.objects.some((facet) => facet.additional !== undefined)) return shape;
    const known = (pick: (facet: ObjectFacet) => JsonObject) =>
      Object.fromEntries(shape.objects.flatMap((facet) => Object.keys(pick(facet)).map((name) => [name, true])));
    const facet: ObjectFacet = {
      schema,
      keyword: "unevaluatedProperties",
      properties: known((other) => other.properties),
      patterns: known((other) => other.patterns),
      additional,
    };
    return { ...shape, objects: [...shape.objects, facet] };
  });
}

function mayEvaluateMore(schema: JsonObject, shapes: readonly Shape[]): boolean {
  return shapes.length > 1 || own(schema, "if") !== undefined || shapes.some(({ conditions }) => conditions.length > 0);
}
