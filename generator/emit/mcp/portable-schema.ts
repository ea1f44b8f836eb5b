import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { joinForms } from "./join-forms.js";
import { both } from "./lower-schema.js";

const ofNumbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** The keywords of a lowered schema that are about values of one type. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern"],
  number: ofNumbers,
  integer: ofNumbers,
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  boolean: [],
  null: [],
};

const numberFormats: ReadonlySet<JsonValue | undefined> = new Set(["int32", "int64", "float", "double"]);

/**
 * Returns a lowered schema for clients that translate schemas into Google's, which knows one type for each schema, alternatives without
 * keywords beside them, lists with items, and enums of texts. It accepts what the lowered schema accepts, and possibly more: other enums are
 * told in descriptions.
 */
export function portableSchema(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const branches = new Map(branchesOf(schema).map((branch) => [JSON.stringify(branch), branch]));
  const all = [...branches.values()];
  // No value is accepted: rare, and for the contract to say.
  if (all.length === 0) return { description: "No value is valid." };
  return all.length === 1 ? all[0]! : { anyOf: all };
}

/** The alternatives of a schema that have one type each, where their types are known. */
function branchesOf(schema: JsonObject): readonly JsonObject[] {
  const { anyOf, description, ...rest } = schema;
  const forms = Array.isArray(anyOf) ? anyOf.filter(isObject) : [];
  if (forms.length > 0 && Object.keys(ownObject(rest, "properties") ?? {}).length > 0 && forms.every(isPartOfObject)) {
    return branchesOf(oneObject(schema));
  }
  const types = typesOf(rest);
  const branches =
    forms.length > 0
      ? forms.flatMap((form) => branchesOf(both(form, rest)))
      : types.length > 0
        ? types.flatMap((type) => ofType(rest, type))
        : [withPortableParts(rest)];
  return branches.map((branch, index) => (index === 0 ? describe(branch, description) : branch));
}

/** Whether an alternative only says what the object has that it is an alternative of. */
function isPartOfObject(form: JsonObject): boolean {
  const known = ["type", "description", "anyOf", ...keywords["object"]!];
  return (own(form, "type") ?? "object") === "object" && Object.keys(form).every((keyword) => known.includes(keyword));
}

/** An object without alternatives: its description tells them. */
function oneObject({ anyOf, additionalProperties, description, ...rest }: JsonObject): JsonObject {
  const { properties, required, isClosed, rules } = joinForms({
    ...rest,
    ...(anyOf !== undefined && { anyOf }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  });
  const others = isClosed ? false : additionalProperties;
  const joined = {
    ...rest,
    properties,
    ...(required.length > 0 && { required: [...required] }),
    ...(others !== undefined && { additionalProperties: others }),
  };
  return describe(describe(joined, rules.join(" ")), description);
}

function describe(schema: JsonObject, text: JsonValue | undefined): JsonObject {
  if (typeof text !== "string" || text === "") return schema;
  const own = schema["description"];
  if (typeof own !== "string" || own === "" || own === text) return { ...schema, description: text };
  return { ...schema, description: `${text} ${own}` };
}

/** The types of a schema without alternatives; none: it doesn't say. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, "type");
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === "string");
  const values = own(schema, "enum");
  return Array.isArray(values) ? [...new Set(values.map(typeOf))] : [];
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function isOf(type: string, value: JsonValue): boolean {
  const own = typeOf(value);
  return own === type || (type === "number" && own === "integer");
}

/** A schema for values of one of its types; none if its enum has none of these. */
function ofType(schema: JsonObject, type: string): readonly JsonObject[] {
  const known = keywords[type];
  if (!known) return [];
  const { enum: listed, format, default: usual, description } = schema;
  const values = Array.isArray(listed) ? listed.filter((value) => isOf(type, value)) : undefined;
  if (values?.length === 0) return [];
  const hasFormat = type === "string" ? !numberFormats.has(format) : type === "number" || type === "integer";
  const isTexts = type === "string" && !values?.includes("");
  const told = values && !isTexts && type !== "null" ? `One of ${values.map((value) => JSON.stringify(value)).join(", ")}.` : "";
  const branch = withPortableParts({
    type,
    ...(values && isTexts && { enum: values }),
    ...(format !== undefined && hasFormat && { format }),
    ...(usual !== undefined && isOf(type, usual) && { default: usual }),
    ...Object.fromEntries(known.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]))),
    ...(type === "array" && !isObject(schema["items"]) && { items: {}, ...(schema["items"] === false && { maxItems: 0 }) }),
  });
  return [describe(describe(branch, told.length <= maxTold ? told : ""), description)];
}

/** The longest enum that a description tells. */
const maxTold = 300;

function withPortableParts(schema: JsonObject): JsonObject {
  const properties = ownObject(schema, "properties");
  const parts = (["items", "additionalProperties"] as const).flatMap((keyword) => {
    const part = own(schema, keyword);
    return part === undefined ? [] : [[keyword, portableSchema(part)] as const];
  });
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, portableSchema(part)])),
    }),
    ...Object.fromEntries(parts),
  };
}
