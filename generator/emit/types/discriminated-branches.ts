import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referencedName } from "../../document/reference.js";
import { valuesIn } from "../../json-schema/schema-questions.js";
import type { Schemas } from "../../json-schema/schema.js";

/**
 * Returns the alternatives of a schema whose discriminator has a mapping, each with the values that select it, if the property's own
 * schema doesn't list them: `Cat & { kind: "feline" }`. Validators don't compare these values (decision 158).
 */
export function discriminatedBranches(schema: JsonObject, keyword: string, schemas: Schemas): JsonValue[] | undefined {
  const branches = own(schema, keyword);
  const discriminator = ownObject(schema, "discriminator");
  const property = ownString(discriminator, "propertyName");
  const mapping = ownObject(discriminator, "mapping");
  if (!Array.isArray(branches) || property === undefined || !mapping) return undefined;
  const names = branches.map((branch) => referencedName(branch));
  const isComplete = Object.values(mapping).every((target) => names.some((name) => name !== undefined && selects(target, name)));
  return branches.map((branch) => {
    const name = referencedName(branch);
    if (name === undefined || selects(own(discriminator, "defaultMapping"), name)) return branch;
    const mapped = Object.keys(mapping).filter((value) => selects(mapping[value], name));
    // Without an entry of its own, the name of the schema selects it; a schema of one direction may have another name.
    const values = mapped.length > 0 ? mapped : isComplete ? [name] : [];
    const { isRequired, listed } = propertyOf(branch, property, schemas);
    const allowed = listed ? values.filter((value) => listed.includes(value)) : values;
    if (allowed.length === 0 || listed?.length === allowed.length) return branch;
    const tag = { type: "object", properties: { [property]: { type: "string", enum: allowed } } };
    return { allOf: [branch, isRequired ? { ...tag, required: [property] } : tag] };
  });
}

/** Returns whether a value of a mapping, a reference or the name of a schema, means a schema. */
function selects(target: JsonValue | undefined, name: string): boolean {
  return target === name || referencedName({ $ref: target ?? "" }) === name;
}

/** Returns what the schemas that an alternative combines say about a property. */
function propertyOf(branch: JsonValue, name: string, schemas: Schemas) {
  const parts = schemas.of(branch).all;
  const described = parts.flatMap((part) => schemas.of(own(ownObject(part, "properties"), name)).all);
  const lists = described.map(valuesIn).filter((values) => values !== undefined);
  return {
    isRequired: parts.some((part) => ownStrings(part, "required").includes(name)),
    listed: lists[0]?.filter((value) => lists.every((values) => values.includes(value))),
  };
}
