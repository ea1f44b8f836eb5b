import type { JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import type { Shape, Conjunction, SchemaView } from "./shape.js";
import { propertyNode } from "./parts.js";

/** The maximum number of properties to search for tags. */
const maxTags = 20;

/** The possible values, as text, of each required property with few values. */
type Tags = ReadonlyMap<string, ReadonlySet<string>>;

const tags = new WeakMap<Shape, Tags>();
const exclusions = new WeakMap<Shape, ReadonlySet<string>>();

/** Returns whether a property that both require, such as a discriminator, has different values in each. */
export function haveDisjointTags(one: Shape, other: Shape, [oneView, otherView]: readonly [SchemaView, SchemaView]): boolean {
  const [mine, others] = [tagsOf(one, oneView), tagsOf(other, otherView)];
  for (const [name, values] of mine) {
    const allowed = others.get(name);
    if (allowed && ![...values].some((value) => allowed.has(value))) return true;
  }
  return false;
}

function tagsOf(shape: Shape, view: SchemaView): Tags {
  const known = tags.get(shape);
  if (known) return known;
  const found = new Map<string, ReadonlySet<string>>();
  for (const name of [...shape.required.keys()].slice(0, maxTags)) {
    const values = scalarsOf(propertyNode(shape, name, view));
    if (values) found.set(name, new Set(values.map((value) => JSON.stringify(value))));
  }
  tags.set(shape, found);
  return found;
}

/** Returns the only values of a node, if it has few and all are scalars. */
function scalarsOf(node: Conjunction): readonly JsonValue[] | undefined {
  const alternatives = alternativesOf(node, "left");
  if (!alternatives || alternatives.some(({ values }) => !values)) return undefined;
  const values = alternatives.flatMap((shape) => shape.values!.value);
  return values.some((value) => typeof value === "object" && value !== null) ? undefined : values;
}

/** Returns what a shape excludes, by meaning. */
export function excludedMeanings(shape: Shape): ReadonlySet<string> {
  let known = exclusions.get(shape);
  if (!known) {
    known = new Set(shape.excluded.map(({ value }) => value.meaning));
    exclusions.set(shape, known);
  }
  return known;
}
