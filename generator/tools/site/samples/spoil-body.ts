import { isObject, ownStrings, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { branches, mergedSchema, type Schemas } from "../schema/merged-schema.js";

/** A field that no body has. */
const unknownField = "unknown_field";

/**
 * Bodies with a mistake that people make, the likeliest first: a mistyped name, a number in quotes, a field that is not there. Not
 * each is a mistake by every schema.
 */
export function spoilBody(body: JsonValue, schema: JsonValue | undefined, schemas: Schemas): JsonValue[] {
  if (!isObject(body)) return [];
  const names = Object.keys(body);
  const required = requiredNames(schema, schemas).filter((name) => names.includes(name));
  const numeric = names.find((name) => typeof body[name] === "number");
  return [
    ...required.slice(0, 1).map((name) => renamed(body, name, mistype(name))),
    ...(numeric === undefined ? [] : [{ ...body, [numeric]: String(body[numeric]) }]),
    { ...body, [unknownField]: true },
    ...required.slice(0, 1).map((name) => renamed(body, name, undefined)),
    "text",
  ];
}

/** The names that a schema or one of its alternatives requires. */
function requiredNames(value: JsonValue | undefined, schemas: Schemas): string[] {
  const { schema } = mergedSchema(value, schemas);
  const parts = (["allOf", "oneOf", "anyOf"] as const).flatMap((keyword) => branches(schema, keyword));
  return [
    ...ownStrings(schema, "required"),
    ...parts.flatMap((part) => ownStrings(mergedSchema(part, schemas).schema, "required")),
  ];
}

/** `cidr` -> `cdir`: the first two letters after the first that differ change places. */
function mistype(name: string): string {
  for (let at = 1; at + 1 < name.length; at++) {
    const [a, b] = [name[at]!, name[at + 1]!];
    if (a !== b && /^[a-z]{2}$/i.test(a + b)) return `${name.slice(0, at)}${b}${a}${name.slice(at + 2)}`;
  }
  return `${name}s`;
}

function renamed(body: JsonObject, name: string, other: string | undefined): JsonObject {
  const entries = Object.entries(body).flatMap(([key, value]): [string, JsonValue][] => {
    if (key !== name) return [[key, value]];
    return other === undefined ? [] : [[other, value]];
  });
  return Object.fromEntries(entries);
}
