import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { referencedSchema, type SchemasByName } from "../document/reference.js";
import { mapChildren } from "../document/visitor.js";

/** Keywords whose schemas apply to the same value. */
const inPlace: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"]);

/** Called with a schema and its replacement. */
type OnCopy = (from: object, to: object) => void;

/** Returns a schema of the same objects without a member. References to other descriptions of the object are resolved. */
export function withoutMember(schema: JsonValue, name: string, schemas: SchemasByName | undefined, onCopy?: OnCopy): JsonValue {
  return rewrite(schema, schemas, onCopy, (part) => {
    const { discriminator, properties, required, allOf, ...rest } = part;
    const left = Object.entries(ownObject(part, "properties") ?? {}).filter(([key]) => key !== name);
    const needed = ownStrings(part, "required").filter((one) => one !== name);
    const all = listAt(part, "allOf").filter((one) => !isAnyObject(one));
    // The rest of a description that concerned the member alone.
    const isObjectOnly = all.length < listAt(part, "allOf").length;
    return {
      ...(isObjectOnly && { type: "object" }),
      ...rest,
      ...(discriminator !== undefined && ownString(discriminator, "propertyName") !== name && { discriminator }),
      ...(left.length > 0 && { properties: Object.fromEntries(left) }),
      ...(needed.length > 0 && { required: needed }),
      ...(all.length > 0 && { allOf: all }),
    };
  });
}

function isAnyObject(schema: JsonValue): boolean {
  return (
    isObject(schema) && Object.keys(schema).every((key) => key === "type" || key === "description") && schema["type"] === "object"
  );
}

/** Returns a schema of the same objects with an additional, required member, which closed schemas allow too. */
export function withMember(schema: JsonValue, name: string, member: JsonValue, schemas: SchemasByName): JsonValue {
  const opened = rewrite(schema, schemas, undefined, (part) => ({
    ...part,
    properties: { ...ownObject(part, "properties"), [name]: member },
    ...addOne(part, "minProperties"),
    ...addOne(part, "maxProperties"),
  }));
  return isObject(opened) ? { ...opened, required: [...ownStrings(opened, "required"), name] } : opened;
}

function addOne(part: JsonObject, keyword: string): JsonObject {
  const limit = own(part, keyword);
  return typeof limit === "number" ? { [keyword]: limit + 1 } : {};
}

/** Rewrites each schema that describes the value itself, including referenced ones. */
function rewrite(
  value: JsonValue,
  schemas: SchemasByName | undefined,
  onCopy: OnCopy | undefined,
  change: (part: JsonObject) => JsonObject,
  path: readonly JsonObject[] = [],
): JsonValue {
  if (!isObject(value) || path.includes(value)) return value;
  const inner = [...path, value];
  const target = referencedSchema(value, schemas);
  const { $ref: _, ...siblings } = value;
  const merged =
    target === undefined
      ? value
      : Object.keys(siblings).length === 0
        ? undefined
        : { ...siblings, allOf: [...listAt(siblings, "allOf"), target] };
  if (merged === undefined) return rewrite(target!, schemas, onCopy, change, inner);
  const copy = mapChildren(merged, "schema", (child, kind, { key }) =>
    kind === "schema" && inPlace.has(key) ? rewrite(child, schemas, onCopy, change, inner) : child,
  );
  const changed = change(copy);
  onCopy?.(value, changed);
  return changed;
}

function listAt(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
