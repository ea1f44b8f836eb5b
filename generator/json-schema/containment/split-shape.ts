import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { alternativesOf } from "./alternatives.js";
import { constSchema, typeSchema } from "./made-schemas.js";
import { anyShape } from "./own-shape.js";
import { namesIn, propertyNode } from "./parts.js";
import { meet, type Shape } from "./shape.js";
import { typesIn, typeSet } from "./type-set.js";
import type { SchemaView } from "./view.js";

/** Cases that one object is split into. */
const mostCases = 24;

/** Properties that are tried. */
const mostProperties = 4;

/**
 * Ways to split objects into cases by one property: there or not, its values, its types. Where no single alternative takes all
 * of them, each case may find one.
 */
export function* splitShape(shape: Shape, candidates: readonly Shape[], view: SchemaView): Generator<readonly Shape[]> {
  if (shape.types !== typeSet("object") || candidates.length < 2) return;
  const telling = namesIn(...candidates).filter((name) => isTelling(name, candidates));
  for (const name of telling.slice(0, mostProperties)) {
    const cases = casesOf(shape, name, view);
    if (cases.length > 1 && cases.length <= mostCases) yield cases.flatMap((one) => meet(shape, one) ?? []);
  }
}

/** A property that some alternatives require, rule out or give other values. */
function isTelling(name: string, candidates: readonly Shape[]): boolean {
  const texts = candidates.map((shape) => {
    const schemas = shape.objects.map(({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : null));
    return `${shape.required.has(name)} ${JSON.stringify(schemas)}`;
  });
  return new Set(texts).size > 1;
}

function casesOf(shape: Shape, name: string, view: SchemaView): Shape[] {
  const alternatives = alternativesOf(propertyNode(shape, name, view), "left") ?? [anyShape];
  const schemas = alternatives.flatMap((alternative): JsonValue[] => {
    if (alternative.values) return alternative.values.value.map(constSchema);
    return typesIn(alternative.types).flatMap((type) =>
      type === "boolean" ? [constSchema(true), constSchema(false)] : typeSchema(type),
    );
  });
  const present = [...new Set(schemas)].map((schema) => withProperty(name, schema, true));
  return shape.required.has(name) ? present : [...present, withProperty(name, false, false)];
}

function withProperty(name: string, schema: JsonValue, isRequired: boolean): Shape {
  const holder: JsonObject = { properties: Object.fromEntries([[name, schema]]) };
  return {
    ...anyShape,
    types: typeSet("object"),
    objects: [{ schema: holder, properties: holder["properties"] as JsonObject, patterns: {}, additional: undefined }],
    required: isRequired ? new Map([[name, { schema: holder }]]) : new Map(),
  };
}
