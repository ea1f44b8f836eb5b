import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { foldSchemas } from "./fold-schema.js";
import { isObject, own, ownObject, setSorted, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { referencedSchema } from "./reference.js";
import { forEachChild, forEachSubschema, openApiVersion, subschemasAt, type IsActions, type Kind } from "./visitor.js";

/** Whether a schema with `properties` but no type only accepts objects, or any value that isn't an object, as JSON Schema says. */
export type UntypedObjects = "object" | "any";

/** Keywords that only describe objects. */
const describing = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  "unevaluatedProperties",
];

/** Keywords that state which values are valid, or that describe values of other types. */
const others = [
  "type",
  "enum",
  "const",
  "items",
  "prefixItems",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "unevaluatedItems",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "$dynamicRef",
  "$recursiveRef",
];

/** Keywords that ask about a value: a type would change which values they apply to. */
const asking = new Set(["not", "if", "contains", "propertyNames"]);

/** Keywords whose schemas apply to the same value if something else about it is true. */
const conditional = new Set(["then", "else", "dependentSchemas"]);

/**
 * Adds `type: object` to schemas that describe objects and state no type, neither themselves nor in the schemas that apply to the same
 * value; reports the first of them. Changes the document in place (decision 157).
 */
export function implyObjects(document: JsonObject, locations: Locations, isActions: IsActions, problems: Report): void {
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const ignoresSiblings = openApiVersion(document) === "3.0";
  const isReference = (schema: JsonObject) => ignoresSiblings && typeof own(schema, "$ref") === "string";
  const untyped: JsonObject[] = [];
  const seen = new Set<JsonObject>();

  /** Returns whether a schema, or one that applies to the same value, states a type. */
  const states = foldSchemas(
    {
      own: (schema) => !isReference(schema) && others.some((keyword) => Object.hasOwn(schema, keyword)),
      all: (answers) => answers.includes(true),
      any: (answers) => answers.includes(true),
      anything: false,
      nothing: false,
      unknown: false,
    },
    schemas,
  );

  /** `isSettled`: whether another schema for the same value states its type. */
  const visitSchema = (schema: JsonValue, isSettled: boolean): void => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    let settled = isSettled || isReference(schema);
    if (!settled && !states(schema) && describing.some((keyword) => isUsed(schema, keyword))) {
      untyped.push(schema);
      settled = true;
    }
    const isStatedHere =
      settled ||
      others.some((keyword) => Object.hasOwn(schema, keyword)) ||
      [referencedSchema(schema, schemas), ...subschemasAt(schema, "allOf")].some(states);
    forEachSubschema(schema, (subschema, { subject }, { key }) => {
      if (asking.has(key)) return;
      visitSchema(subschema, subject === "value" && (isStatedHere || conditional.has(key)));
    });
  };

  const visit = (value: JsonValue, kind: Kind): void => {
    if (kind === "schema") visitSchema(value, false);
    else if (isObject(value)) forEachChild(value, kind, visit, isActions);
  };
  visit(document, "root");
  for (const schema of untyped) setSorted(schema, "type", "object");
  const [first] = untyped;
  if (!first) return;
  const keyword = describing.find((name) => isUsed(first, name))!;
  report(problems, "untyped-object", { keyword, count: untyped.length }, locations.key(first, keyword));
}

/** An empty list of required properties describes nothing. */
function isUsed(schema: JsonObject, keyword: string): boolean {
  const value = own(schema, keyword);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
