import { createRequire } from "node:module";
import type * as Ajv2020Module from "ajv/dist/2020.js";
import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import { formats } from "../../templates/runtime/formats.js";
import { quote } from "../diagnostics/catalog/entry.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../load/json-value.js";
import { componentName } from "../load/reference.js";
import { patternFlags } from "./pattern/schema-patterns.js";
import type { RuleContext } from "./rule.js";
import { schemaKeywords } from "./schema-keywords.js";

/** Judges one value; a refusal says where in the value, as a JSON pointer, and what rule it breaks, never the value itself. */
export type Judge = (value: JsonValue) => { readonly pointer: string; readonly problem: string } | undefined;

/** Keywords that no verdict depends on. */
const ignored = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "$defs",
  "definitions",
]);

/**
 * Compiles schemas of a contract at run time, each with the components that it needs. Loads Ajv when first asked.
 * The result is absent for a schema that Ajv can't compile; other rules say why.
 */
export function createSchemaCompiler(context: RuleContext): (schema: JsonValue) => Judge | undefined {
  const schemas = ownObject(ownObject(context.upgraded, "components"), "schemas");
  const ids = new Map<string, string>();
  let ajv: Ajv2020 | undefined;

  /** Copies a schema without what Ajv should not see, and lets references lead to components added on the way. */
  const prepare = (schema: JsonValue): JsonValue => {
    if (!isObject(schema)) return schema;
    const prepared: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const kind = schemaKeywords.get(keyword);
      if (ignored.has(keyword) || (kind === undefined && keyword !== "x-max-utf8-bytes" && keyword !== "unevaluatedItems"))
        continue;
      if (keyword === "$ref") prepared[keyword] = component(ownString(schema, "$ref") ?? "");
      else if (keyword === "pattern" && (typeof value !== "string" || patternFlags(value).flags === undefined)) continue;
      else prepared[keyword] = kind === "schema" || kind === undefined ? prepareInner(keyword, value) : value;
    }
    return prepared;
  };
  const prepareInner = (keyword: string, value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(prepare);
    if (!isObject(value) || !["properties", "patternProperties", "dependentSchemas"].includes(keyword)) return prepare(value);
    const entries = Object.entries(value).filter(
      ([name]) => keyword !== "patternProperties" || patternFlags(name).flags !== undefined,
    );
    return Object.fromEntries(entries.map(([name, entry]) => [name, prepare(entry)]));
  };
  const component = (ref: string): string => {
    const name = componentName(ref, "schemas") ?? "";
    const known = ids.get(name);
    if (known !== undefined) return known;
    const id = `component:${ids.size}`;
    ids.set(name, id);
    ajv!.addSchema(prepare(own(schemas, name) ?? true) as JsonObject, id);
    return id;
  };

  return (schema) => {
    ajv ??= createAjv();
    try {
      const validate = ajv.compile(prepare(schema) as JsonObject);
      return (value) => (validate(value) ? undefined : describe(validate.errors ?? []));
    } catch {
      return undefined;
    }
  };
}

function createAjv(): Ajv2020 {
  // Loaded here, because it takes longer than all the other rules and most contracts need it for no more than examples.
  const { Ajv2020: Ajv } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof Ajv2020Module;
  const regExp = Object.assign((pattern: string) => new RegExp(pattern, patternFlags(pattern).flags), { code: "new RegExp" });
  const ajv = new Ajv({
    strict: false,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    code: { regExp, optimize: false },
  });
  for (const [name, { validate, type }] of Object.entries(formats))
    ajv.addFormat(name, { type, validate } as Parameters<Ajv2020["addFormat"]>[1]);
  ajv.addKeyword({
    keyword: "x-max-utf8-bytes",
    type: "string",
    schemaType: "number",
    error: { message: "must NOT have more bytes in UTF-8" },
    validate: (limit: number, text: string) => Buffer.byteLength(text) <= limit,
  });
  return ajv;
}

/** The error that is deepest in the value: where alternatives fail, the one that came nearest. */
function describe(errors: readonly ErrorObject[]): { pointer: string; problem: string } {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [first] = [...errors].sort((a, b) => depth(b) - depth(a));
  return { pointer: first?.instancePath ?? "", problem: first ? inWords(first) : "it is not valid" };
}

/** Ajv's words, where they don't repeat text of the contract. */
function inWords({ keyword, params, message = "it is not valid" }: ErrorObject): string {
  const parameter = (name: string) => quote(String(own(params, name)));
  switch (keyword) {
    case "required":
      return `the property ${parameter("missingProperty")} is missing`;
    case "dependentRequired":
      return `the property ${parameter("missingProperty")} is missing beside ${parameter("property")}`;
    case "additionalProperties":
      return `the property ${parameter("additionalProperty")} is not allowed`;
    case "unevaluatedProperties":
      return `the property ${parameter("unevaluatedProperty")} is not allowed`;
    case "pattern":
      return `must match the pattern ${parameter("pattern")}`;
    case "format":
      return `must have the format ${parameter("format")}`;
    default:
      return message;
  }
}
