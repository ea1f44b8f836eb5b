import { own, ownString, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { noWrittenIntegers } from "../../../document/written-integers.js";
import { describeFields } from "./describe-fields.js";
import { describeType } from "./describe-type.js";
import { fieldRules, isOnlyRequired } from "./field-rules.js";
import { hasRoom } from "./inner-object.js";
import { branches, isNothing, mergedSchema, type Schemas } from "./merged-schema.js";
import type { Field, Shape, Variant, Walk } from "./shape.js";

/** Shapes in shapes: those of alternatives grow without bound where alternatives lead to alternatives. */
const mostShapes = 300;

const noShape: Shape = { fields: [], rules: [], isClosed: false, variants: [] };

/** Describes an object schema; with more than `most` fields, objects that have a name are only named. */
export function describeShape(value: JsonValue | undefined, schemas: Schemas, most: number, integers = noWrittenIntegers): Shape {
  return shapeOf(value, "", { schemas, integers, within: [], room: { fields: most, shapes: mostShapes }, describe: shapeOf });
}

function shapeOf(value: JsonValue | undefined, prefix: string, walk: Walk): Shape {
  if (walk.room.shapes-- <= 0) return noShape;
  const { schema, component } = mergedSchema(value, walk.schemas);
  const inside = component === undefined ? walk : { ...walk, within: [...walk.within, component] };
  const parts = branches(schema, "allOf").map((part) => shapeOf(part, prefix, inside));
  const { fields, rules } = describeFields(schema, prefix, inside);
  const variants = [...variantsOf(schema, "oneOf", prefix, inside), ...variantsOf(schema, "anyOf", prefix, inside)];
  const closes = ["additionalProperties", "unevaluatedProperties"].some((keyword) => isNothing(own(schema, keyword)));
  const tellsOthers = fields.some(({ path }) => path === `${prefix}*`);
  return {
    fields: uniqueFields([...fields, ...parts.flatMap((part) => part.fields)]),
    rules: [...fieldRules(schema, prefix, walk.schemas, walk.integers), ...rules, ...parts.flatMap((part) => part.rules)],
    isClosed: closes || tellsOthers || parts.some(({ isClosed }) => isClosed),
    variants: [...variants, ...parts.flatMap((part) => part.variants)],
  };
}

/** The shapes of `oneOf` or `anyOf`; where they only say what is required, the rules tell it. */
function variantsOf(schema: JsonObject, keyword: "oneOf" | "anyOf", prefix: string, walk: Walk): Variant[] {
  const all = branches(schema, keyword);
  if (all.every(isOnlyRequired)) return [];
  return all.map((branch, index) => {
    const { schema: merged, component } = mergedSchema(branch, walk.schemas);
    const title = ownString(merged, "title") ?? component ?? `Shape ${index + 1}`;
    const description = ownString(merged, "description");
    const type = describeType(branch, walk.schemas);
    const named = { title, description, type: ["object", "anything"].includes(type) ? undefined : type };
    if (named.type !== undefined) return { ...named, shape: noShape, component: undefined };
    if (hasRoom(branch, component, walk)) return { ...named, shape: shapeOf(branch, prefix, walk), component: undefined };
    return { ...named, shape: noShape, component };
  });
}

/** A field that several schemas of `allOf` tell is told once, by the first. */
function uniqueFields(fields: readonly Field[]): Field[] {
  const seen = new Set<string>();
  return fields.filter(({ path, variant }) => {
    const key = `${variant ?? ""} ${path}`;
    return !seen.has(key) && !!seen.add(key);
  });
}
