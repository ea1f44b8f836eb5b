import { compareCounts } from "./compare-texts.js";
import { isImpossible, namesIn, otherNode, propertyNode } from "./parts.js";
import type { Failure, KnownClaims } from "./reason.js";
import type { Shape, Source, Conjunction, ViewPair } from "./shape.js";
import { tooComplex } from "./too-complex.js";

/** The maximum number of property name patterns to consider together: each may match or not. */
const maxPatterns = 6;

/** Yields reasons why the right rejects objects of the left. */
export function* compareObjects(left: Shape, right: Shape, views: ViewPair, known: KnownClaims): Generator<Failure> {
  for (const [name, source] of right.required) {
    if (left.required.has(name)) continue;
    yield { kind: "required", left: declaration(left, name), right: declaration(right, name) ?? source, name, shape: left };
  }
  const names = namesIn(left, right);
  for (const name of names) yield* compareProperty(left, right, name, views, known);
  const others = otherNames(left, right);
  for (const matching of others) yield* compareOthers(left, right, matching, views, known);
  yield* compareNames(left, right, names, others, views, known);
  const isClosed = others.every((matching) => isImpossible(otherNode(left, matching, views[0])));
  const most = isClosed ? names.filter((name) => !isImpossible(propertyNode(left, name, views[0]))).length : Infinity;
  yield* compareCounts(left, right, "minProperties", "maxProperties", most, left.required.size);
}

function* compareProperty(
  left: Shape,
  right: Shape,
  name: string,
  [leftView, rightView]: ViewPair,
  known: KnownClaims,
): Generator<Failure> {
  const [mine, other] = [propertyNode(left, name, leftView), propertyNode(right, name, rightView)];
  if (isImpossible(mine)) return;
  if (isImpossible(other)) yield { kind: "property", left: declaration(left, name), right: closing(right), name, shape: left };
  else if (!known.isContained(mine, other)) {
    if (isUndeclared(left, name))
      yield { kind: "declared", left: left.objects[0], right: declaration(right, name), name, shape: left };
    else yield { kind: "part", step: { kind: "property", name }, left: mine, right: other, shape: left };
  }
}

/**
 * Returns whether a property is only allowed implicitly. An object without any declared property, or with
 * `additionalProperties`, allows others explicitly.
 */
function isUndeclared({ objects }: Shape, name: string): boolean {
  return (
    objects.some(({ properties }) => Object.keys(properties).length > 0) &&
    objects.every(
      ({ properties, patterns, additional }) =>
        !Object.hasOwn(properties, name) && additional === undefined && Object.keys(patterns).length === 0,
    )
  );
}

/** Returns the classes of undeclared names, which differ only in the patterns that match them. */
function otherNames(left: Shape, right: Shape): ReadonlySet<string>[] {
  const patterns = [...new Set([left, right].flatMap(({ objects }) => objects.flatMap((facet) => Object.keys(facet.patterns))))];
  if (patterns.length > maxPatterns) throw tooComplex;
  return patterns.reduce<Set<string>[]>((sets, pattern) => sets.flatMap((set) => [set, new Set([...set, pattern])]), [new Set()]);
}

function* compareOthers(
  left: Shape,
  right: Shape,
  matching: ReadonlySet<string>,
  [leftView, rightView]: ViewPair,
  known: KnownClaims,
): Generator<Failure> {
  const [mine, other] = [otherNode(left, matching, leftView), otherNode(right, matching, rightView)];
  if (isImpossible(mine)) return;
  if (isImpossible(other)) yield { kind: "closed", left: left.objects[0], right: closing(right), shape: left };
  else if (!known.isContained(mine, other))
    yield { kind: "part", step: { kind: "other" }, left: mine, right: other, shape: left };
}

/** Compares `propertyNames`. */
function* compareNames(
  left: Shape,
  right: Shape,
  names: readonly string[],
  others: readonly ReadonlySet<string>[],
  [leftView, rightView]: ViewPair,
  known: KnownClaims,
): Generator<Failure> {
  for (const constraint of right.names) {
    const wanted = rightView.strict.node([constraint.value]);
    const mine = leftView.strict.node(left.names.map(({ value }) => value));
    if (known.isContained(mine, wanted)) continue;
    const isPossible = (node: Conjunction) => !isImpossible(node);
    const isOpen = others.some((matching) => isPossible(otherNode(left, matching, leftView)));
    const isRejected = (name: string) =>
      isPossible(propertyNode(left, name, leftView)) && rightView.strict.evaluate(wanted, name) !== true;
    if (isOpen || names.some(isRejected)) yield { kind: "other", left: left.names[0], right: constraint, shape: left };
  }
}

/** Returns the declaration of a property. */
export function declaration(shape: Shape, name: string): Source | undefined {
  const facet = shape.objects.find(({ properties }) => Object.hasOwn(properties, name));
  return facet && { schema: facet.properties, keyword: name };
}

/** Returns the keyword by which a shape excludes further properties. */
function closing(shape: Shape): Source | undefined {
  const facet = shape.objects.find(({ additional }) => additional === false) ?? shape.objects[0];
  return facet && { schema: facet.schema, keyword: facet.keyword ?? "additionalProperties" };
}
