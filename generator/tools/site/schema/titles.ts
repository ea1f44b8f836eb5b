import { type JsonObject, type JsonValue, own, ownObject, ownString, ownStrings } from "../../../document/json-value.js";
import { mergedSchema, type Schemas, schemasTogether } from "./describe-type.js";

/** Returns a text of a schema or of a part of its `allOf`. */
export function textOf(value: JsonValue, keyword: "title" | "description", schemas: Schemas): string | undefined {
  const texts = schemasTogether(value, schemas).map(({ schema }) => ownString(schema, keyword));
  return texts.find((text) => text !== undefined);
}

/**
 * Returns the names of alternatives: the title of each, its component, a title that only its own parts of `allOf` have, what
 * distinguishes it, or its number.
 */
export function titlesOf(branches: readonly JsonValue[], schemas: Schemas): string[] {
  const merged = branches.map((branch) => mergedSchema(branch, schemas));
  const inherited = branches.map((branch) => textOf(branch, "title", schemas));
  const distinguishing = distinguishingNames(
    merged.map(({ schema }) => schema),
    schemas,
  );
  return merged.map(({ schema, component }, index) => {
    const part = inherited.filter((title) => title === inherited[index]).length === 1 ? inherited[index] : undefined;
    return ownString(schema, "title") ?? component ?? part ?? distinguishing[index] ?? `Shape ${index + 1}`;
  });
}

/**
 * Returns what distinguishes each alternative without a title from the others: the value of a property, such as `kind:
 * replica`, or a property that it requires or has and the others don't.
 */
function distinguishingNames(branches: readonly JsonObject[], schemas: Schemas): (string | undefined)[] {
  const found = branches.map((branch) => {
    const properties = ownObject(branch, "properties") ?? {};
    const values = Object.entries(properties).flatMap(([name, value]) => {
      const { schema } = mergedSchema(value, schemas);
      const list = Object.hasOwn(schema, "const") ? [schema["const"]] : own(schema, "enum");
      const [only, ...others] = Array.isArray(list) ? list : [];
      return ["string", "number", "boolean"].includes(typeof only) && others.length === 0 ? [`${name}: ${String(only)}`] : [];
    });
    return { values, required: ownStrings(branch, "required"), properties: Object.keys(properties) };
  });
  const only = (kind: "values" | "required" | "properties", index: number) =>
    found[index]![kind].find((name) => found.every((others, other) => other === index || !others[kind].includes(name)));
  return found.map((_, index) => {
    const name = only("required", index) ?? only("properties", index);
    return only("values", index) ?? (name === undefined ? undefined : `with ${name}`);
  });
}
