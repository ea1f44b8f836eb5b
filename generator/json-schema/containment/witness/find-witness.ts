import type { JsonValue } from "../../../document/json-value.js";
import type { LocatedReason } from "../collect-reasons.js";
import { typeSchema } from "../interned-schemas.js";
import { namesIn, otherNode, propertyNode } from "../parts.js";
import type { PartReason, Reason } from "../reason.js";
import type { Shape, Conjunction, SchemaView } from "../shape.js";
import { typesIn, typeSet } from "../type-set.js";
import { unknownName, type Sampler } from "./sample-node.js";
import { sampleNumbers } from "./sample-number.js";
import { sampleTexts } from "./sample-text.js";

/** The maximum number of candidates per reason. */
const maxCandidates = 60;

/** Returns a value that is valid for the left but not for the right because of a reason, or nothing if none is found. */
export function findWitness(
  { reason, way }: LocatedReason,
  left: Conjunction,
  right: Conjunction,
  sampler: Sampler,
): JsonValue | undefined {
  for (const part of candidatesFor(reason, left, sampler).slice(0, maxCandidates)) {
    const value = embed(part, way, sampler);
    if (value !== undefined && right.view.evaluate(right, value) === false && left.view.evaluate(left, value) === true)
      return value;
  }
  return undefined;
}

/** A value of each type. */
const unlikely: readonly JsonValue[] = [null, true, 0.5, "", [], {}, "another value", -1];

/** Returns candidate values of the part that a reason concerns. */
function candidatesFor(reason: Reason, { view }: Conjunction, sampler: Sampler): JsonValue[] {
  const { kind, shape, name } = reason;
  const present = (...values: (JsonValue | undefined)[]) => values.filter((value) => value !== undefined);
  switch (kind) {
    case "required":
      return present(sampler.object(shape, new Map([[name!, undefined]])));
    case "property":
      return present(sampler.object(shape, new Map([[name!, sampler.sample(propertyNode(shape, name!, view))]])));
    case "declared":
      return unlikely.flatMap((value) => present(sampler.object(shape, new Map([[name!, value]]))));
    case "closed":
      return present(sampler.object(shape, new Map([[unknownName, sampler.sample(otherNode(shape, new Set(), view))]])));
    case "values":
      return [...(reason.values ?? []), ...sampler.candidates(shape)];
    case "bound":
      return [...atBound(reason, view, sampler), ...sampler.candidates(shape)];
    case "alternative":
    case "other":
      return [...atCondition(reason, view, sampler), ...sampler.candidates(shape)];
    case "type":
    case "pattern":
    case "format":
      return sampler.candidates(shape);
  }
  return kind satisfies never;
}

/** Returns values beyond the right's limit. */
function atBound({ shape, right }: Reason, view: SchemaView, sampler: Sampler): JsonValue[] {
  const bound = right?.keyword === undefined ? undefined : right.schema[right.keyword];
  const edges = typeof bound === "number" ? [bound - 1, bound + 1] : [];
  if (shape.types === typeSet("number")) return sampleNumbers(shape, edges);
  if (shape.types === typeSet("string")) return sampleTexts(shape, edges);
  if (shape.types === typeSet("object")) return edges.flatMap((count) => withProperties(shape, count, view, sampler));
  if (shape.types !== typeSet("array")) return [];
  const counts = [...edges, ...(shape.lists.length > 0 ? [1, 2] : [])].filter((count) => count >= 0);
  const lists = counts.map((count) => sampler.list(shape, count, new Map()));
  const [first] = sampler.list(shape, 1, new Map()) ?? [];
  return [...(first === undefined ? [] : [[first, first]]), ...lists.filter((list) => list !== undefined)];
}

/** Returns an object with the given number of properties, as far as the shape has names for them. */
function withProperties(shape: Shape, count: number, view: SchemaView, sampler: Sampler): JsonValue[] {
  const others = Array.from({ length: Math.max(0, Math.min(count, 50)) }, (_, index) => `${unknownName}_${index + 1}`);
  const names = [...new Set([...shape.required.keys(), ...namesIn(shape), ...others])].slice(
    0,
    Math.max(count, shape.required.size),
  );
  const object = sampler.object(shape, new Map(names.map((name) => [name, sampler.sample(propertyNode(shape, name, view))])));
  return object ? [object] : [];
}

/** Returns values that a condition of the right concerns. */
function atCondition({ among, name, shape, right }: Reason, view: SchemaView, sampler: Sampler): JsonValue[] {
  const values = typesIn(shape.types).map(
    (type) => among && sampler.sample(among.view.node([...among.schemas, typeSchema(type)])),
  );
  if (name !== undefined) values.push(sampler.object(shape, new Map([[name, sampler.sample(propertyNode(shape, name, view))]])));
  if (right?.keyword === "contains") values.push([], sampler.list(shape, 1, new Map()), sampler.list(shape, 2, new Map()));
  return values.filter((value) => value !== undefined);
}

/** Returns the whole value around a part. */
function embed(part: JsonValue, way: readonly PartReason[], sampler: Sampler): JsonValue | undefined {
  let value: JsonValue | undefined = part;
  for (const { step, shape } of way.toReversed()) {
    if (value === undefined) return undefined;
    if (step.kind === "content") value = JSON.stringify(value);
    else if (step.kind === "property") value = sampler.object(shape, new Map([[step.name, value]]));
    else if (step.kind === "other") value = sampler.object(shape, new Map([[unknownName, value]]));
    else {
      const length = Math.max(step.index + 1, shape.bounds.get("minItems")?.value ?? 0);
      value = sampler.list(shape, length, new Map([[step.index, value]]));
    }
  }
  return value;
}
