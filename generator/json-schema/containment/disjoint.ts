import { equal } from "../../../templates/runtime/validators/guard.js";
import type { JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { highest, lowest } from "./compare-numbers.js";
import { isRejectedByPattern } from "./matches-pattern.js";
import { isImpossible, itemNode, propertyNode } from "./parts.js";
import type { KnownClaims } from "./reason.js";
import { haveDisjointTags } from "./shape-index.js";
import type { Bound, Shape, Conjunction, ViewPair } from "./shape.js";
import { typeOf, typeSet, typesIn, type TypeName } from "./type-set.js";

const withParts = typeSet("object") | typeSet("array");

/** Returns whether it can be proved that no value is valid for both nodes. */
export function areNodesDisjoint(one: Conjunction, other: Conjunction, known: KnownClaims): boolean {
  const [mine, others] = [alternativesOf(one, "left"), alternativesOf(other, "left")];
  if (!mine || !others) return false;
  return mine.every((shape) => others.every((another) => areShapesDisjoint(shape, another, [one.view, other.view], known)));
}

/** Returns whether it can be proved that no value has both shapes. */
export function areShapesDisjoint(one: Shape, other: Shape, views: ViewPair, known: KnownClaims): boolean {
  const types = typesIn(one.types & other.types);
  return types.every(
    (type) => (type === "object" && haveDisjointTags(one, other, views)) || areDisjoint(type, one, other, views, known),
  );
}

function areDisjoint(type: TypeName, one: Shape, other: Shape, views: ViewPair, known: KnownClaims): boolean {
  for (const [finite, against] of [
    [one, other],
    [other, one],
  ] as const) {
    const values = finite.values?.value.filter((value) => typeOf(value) === type);
    if (!values) continue;
    const allowed = against.values?.value;
    const isPossible = (value: JsonValue) => mayHave(against, value) && (!allowed || allowed.some((item) => equal(item, value)));
    if (!values.some(isPossible)) return true;
  }
  if (type === "number") return highest(one).value < lowest(other).value || highest(other).value < lowest(one).value;
  if (type === "string") return areCountsDisjoint(one, other, "minLength", "maxLength");
  if (type === "array")
    return areCountsDisjoint(one, other, "minItems", "maxItems") || areItemsDisjoint(one, other, views, known);
  return type === "object" && areObjectsDisjoint(one, other, views, known);
}

/** Returns whether a shape's own keywords allow a value; ignores the schemas of its parts. */
function mayHave(shape: Shape, value: JsonValue): boolean {
  if (typeof value === "number") {
    const [low, high] = [lowest(shape), highest(shape)];
    return value >= low.value && value <= high.value && (!shape.isInteger || Number.isInteger(value));
  }
  if (typeof value !== "string") return true;
  const length = [...value].length;
  const [least, most] = [shape.bounds.get("minLength")?.value ?? 0, shape.bounds.get("maxLength")?.value ?? Infinity];
  return length >= least && length <= most && !shape.patterns.some((pattern) => isRejectedByPattern(pattern.value, value));
}

function areCountsDisjoint(one: Shape, other: Shape, lower: Bound, upper: Bound): boolean {
  const isBelow = (low: Shape, high: Shape) => (low.bounds.get(upper)?.value ?? Infinity) < (high.bounds.get(lower)?.value ?? 0);
  return isBelow(one, other) || isBelow(other, one);
}

/** Returns whether both lists require an item that can't be valid for both. */
function areItemsDisjoint(one: Shape, other: Shape, views: ViewPair, known: KnownClaims): boolean {
  const least = Math.max(...[one, other].map(({ bounds }) => bounds.get("minItems")?.value ?? 0));
  return least > 0 && arePartsDisjoint(itemNode(one, 0, views[0]), itemNode(other, 0, views[1]), known);
}

/** Returns whether both objects require a property whose value can't be valid for both. */
function areObjectsDisjoint(one: Shape, other: Shape, views: ViewPair, known: KnownClaims): boolean {
  return [...one.required.keys(), ...other.required.keys()].some((name) => {
    const [mine, another] = [propertyNode(one, name, views[0]), propertyNode(other, name, views[1])];
    return isImpossible(mine) || isImpossible(another) || arePartsDisjoint(mine, another, known);
  });
}

/** Only a part that has parts itself can lead back here, so only then a claim is needed. */
function arePartsDisjoint(one: Conjunction, other: Conjunction, known: KnownClaims): boolean {
  if (!isScalar(one) && !isScalar(other)) return known.areDisjoint(one, other);
  return one.schemas.length > 0 && other.schemas.length > 0 && areNodesDisjoint(one, other, known);
}

function isScalar(node: Conjunction): boolean {
  return alternativesOf(node, "left")?.every(({ types }) => (types & withParts) === 0) ?? false;
}
