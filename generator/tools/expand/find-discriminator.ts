import { isObject, type JsonObject, type JsonValue, own, ownObject, ownStrings } from "../../document/json-value.js";
import { referencedName, resolveSchema } from "../../document/reference.js";

/**
 * Returns the Discriminator Object of alternatives that are components, each with another text in the same
 * required property; `undefined` if there is none, or the schema has one already.
 */
export function findDiscriminator(schema: JsonObject, schemas: JsonObject): JsonObject | undefined {
  const unions = ["oneOf", "anyOf"].filter((keyword) => Object.hasOwn(schema, keyword));
  const branches = unions.length === 1 ? schema[unions[0]!] : undefined;
  if (!Array.isArray(branches) || branches.length < 2 || Object.hasOwn(schema, "discriminator")) return undefined;
  // A condition next to the reference is a part of the alternative that its component doesn't have.
  if (branches.some((branch) => referencedName(branch) === undefined || own(branch, "if") !== undefined)) return undefined;
  const values = branches.map((branch) => requiredTexts(resolveSchema(branch, schemas)));
  for (const propertyName of Object.keys(values[0]!).sort()) {
    const texts = values.map((required) => own(required, propertyName));
    if (texts.some((text) => text === undefined) || new Set(texts).size < texts.length) continue;
    const mapping = branches.map((branch, index) => [texts[index]!, (branch as JsonObject)["$ref"]!] as const);
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }
  return undefined;
}

/** Returns a text that distinguishes an alternative from others: the only one of a required property. */
export function branchValue(branch: JsonValue): string | undefined {
  const [first] = Object.values(requiredTexts(branch));
  return first;
}

/** Returns the required properties of a schema that have only one valid text, with this text. */
function requiredTexts(schema: JsonValue | undefined): Record<string, string> {
  if (!isObject(schema)) return {};
  const properties = ownObject(schema, "properties") ?? {};
  const found = ownStrings(schema, "required").flatMap((name): [string, string][] => {
    const property = own(properties, name);
    const values = own(property, "const") ?? own(property, "enum");
    const [text, ...others] = Array.isArray(values) ? values : [values];
    return typeof text === "string" && others.length === 0 ? [[name, text]] : [];
  });
  return Object.fromEntries(found);
}
