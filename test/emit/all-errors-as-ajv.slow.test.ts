import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formats } from "../../templates/runtime/formats.js";
import { listErrors, type SchemaData } from "../../templates/runtime/validators/all-errors.js";
import type { ValidationError } from "../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { noWrittenIntegers } from "../../generator/document/written-integers.js";
import { buildSchemaData } from "../../generator/emit/validators/schema-data.js";
import { value as anyValue } from "../json-schema/containment/arbitraries.js";
import { components, schema as anySchema } from "../robustness/arbitrary-schema.js";

const prefix = "#/components/schemas/";

/**
 * Rewrites schemas so that Ajv and the listers mean the same by them. What they differ in on purpose is left out: alternatives,
 * of which the meant one is listed; limits on size, beyond which nothing else is listed; multiples, which Ajv gets wrong. So is
 * what Ajv gets wrong beside `unevaluatedProperties` and `unevaluatedItems`. `contains` lists the first error of each item only.
 */
function comparable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  const left = ["anyOf", "oneOf", "multipleOf", "maxLength", "maxItems", "maxProperties", "x-max-utf8-bytes", "contains"];
  const others = ["minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties", "discriminator"];
  // Patterns that no engine takes are left out by the generator, and Ajv throws.
  const isForeign = (key: string, part: JsonValue) =>
    key.startsWith("(?i)") || (key === "pattern" && String(part).startsWith("(?i)"));
  // Listers have the names of a map in their own order, whatever the document's is.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.flatMap(([key, part]) =>
      [...left, ...others].includes(key) || isForeign(key, part) ? [] : [[key, comparable(part)] as const],
    ),
  );
}

const own = comparable(components) as JsonObject;

const values = fc.array(anyValue, { minLength: 30, maxLength: 30 });

function dataOf(schema: JsonValue, at: string): SchemaData {
  const source = { schemas: new Map(Object.entries(own)), integers: "exact", writtenIntegers: noWrittenIntegers } as const;
  const known = new Map<string, SchemaData>();
  const build = (written: JsonValue, path: string): SchemaData => {
    const { data, components: names } = buildSchemaData(source, written, path);
    return { ...data, refs: () => names.map(refTo) };
  };
  const refTo = (name: string): SchemaData => {
    const data = known.get(name) ?? build(own[name]!, `${prefix}${name}`);
    known.set(name, data);
    return data;
  };
  return build(schema, at);
}

function ajvErrors(schema: JsonValue): (value: JsonValue) => ValidationError[] {
  const ajv = new Ajv2020.default({
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    allErrors: true,
    inlineRefs: false,
    logger: false,
  });
  for (const [format, definition] of Object.entries(formats)) ajv.addFormat(format, definition as never);
  const external = (part: JsonValue) => JSON.parse(JSON.stringify(part).replaceAll('"#/', '"https://contract.test/#/')) as object;
  ajv.addSchema({ $id: "https://contract.test/", components: { schemas: external(own) } });
  const validate = ajv.compile(typeof schema === "boolean" ? (schema as never) : external(schema));
  return (value) => (validate(value) ? [] : (validate.errors as unknown as ValidationError[]));
}

/**
 * The compared parts of errors: Ajv finds other pairs of equal items, has no reasons of formats, and may start the path of a
 * schema at the reference to it.
 */
function plain(errors: readonly ValidationError[], others: readonly ValidationError[]): unknown[] {
  return errors.map(({ schemaPath, ...error }, index) => {
    const [own, other] = [schemaPath, others[index]?.schemaPath ?? ""].map((path) => path.replace(/^.*#/, ""));
    const isSame = own!.endsWith(other!) || other!.endsWith(own!);
    const isWorded = error.keyword !== "uniqueItems" && error.keyword !== "format";
    const { params, message } = isWorded ? error : { params: {}, message: "" };
    return { ...error, params, message, schemaPath: isSame ? "same" : schemaPath };
  });
}

test("all errors that Ajv lists are listed, in its order and with its words", () => {
  const counts = { values: 0, invalid: 0, several: 0 };
  const keywords = new Set<string>();
  fc.assert(
    fc.property(anySchema.map(comparable), values, (schema, list) => {
      const [data, expected] = [dataOf(schema, "#"), ajvErrors(schema)];
      for (const value of list) {
        let errors;
        try {
          errors = expected(value);
        } catch {
          // A property called `toString` is called where Ajv compares values.
          continue;
        }
        counts.values++;
        if (errors.length > 0) counts.invalid++;
        if (errors.length > 1) counts.several++;
        for (const { keyword } of errors) keywords.add(keyword);
        const found = listErrors(data, value, 10_000)!;
        expect({ value, errors: plain(found, errors) }).toEqual({ value, errors: plain(errors, found) });
      }
    }),
    { numRuns: 600, seed: 1, endOnFailure: true },
  );
  // Each of these has to occur, or the test shows little.
  expect(counts.several).toBeGreaterThan(2_000);
  expect(counts.invalid).toBeLessThan(counts.values);
  const ofObjects = ["additionalProperties", "dependentRequired", "minProperties", "propertyNames", "required"];
  const others = ["const", "enum", "false schema", "format", "if", "minItems", "minLength", "not", "pattern", "type"];
  expect([...keywords]).toEqual(expect.arrayContaining([...ofObjects, ...others, "uniqueItems"]));
}, 300_000);
