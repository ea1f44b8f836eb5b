import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { folderWith } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";
import { compareCalls } from "./compare-calls.js";

const word = { type: "string", minLength: 1, maxLength: 8, pattern: "^[a-z]*$" };

const parameter = fc.constantFrom<JsonObject>(
  { name: "dry", in: "query", schema: { type: "boolean" } },
  { name: "name", in: "query", required: true, schema: word },
  { name: "name", in: "query", description: "Another.", required: true, schema: { ...word, description: "More." } },
  { name: "tags", in: "query", explode: false, schema: { type: "array", maxItems: 3, minItems: 1, items: word } },
  { name: "filter", in: "query", style: "deepObject", schema: { type: "object", required: ["a"], properties: { a: word } } },
  { name: "X-Trace", in: "header", required: true, schema: { type: "integer", minimum: 0, maximum: 99 } },
  { name: "X-Trace", in: "header", schema: word },
  { name: "session", in: "cookie", schema: word },
);

const object = fc.constantFrom<JsonObject>(
  { type: "object", additionalProperties: false, required: ["size"], properties: { size: { type: "integer" }, note: word } },
  { type: "object", properties: { names: { type: "array", items: word, minItems: 1, maxItems: 3 } }, required: ["names"] },
  { type: "object", properties: { force: { type: "boolean" } }, additionalProperties: false },
  {
    type: "object",
    additionalProperties: false,
    required: ["address"],
    properties: { address: { type: "object", additionalProperties: false, required: ["line"], properties: { line: word } } },
  },
);

const encodings = {
  address: { style: "deepObject", explode: true },
  names: { style: "form", explode: false },
};

const requestBody = fc
  .record({
    required: fc.boolean(),
    schema: object,
    type: fc.constantFrom("application/json", "application/x-www-form-urlencoded", "application/vnd.own+json"),
    isEncoded: fc.boolean(),
  })
  .map(({ required, schema, type, isEncoded }): JsonObject => {
    const names = Object.keys(schema["properties"] as JsonObject) as (keyof typeof encodings)[];
    const encoding = Object.fromEntries(names.flatMap((name) => (encodings[name] ? [[name, encodings[name]]] : [])));
    const isForm = type.includes("form") && isEncoded;
    return { required, content: { [type]: { schema, ...(isForm && { encoding }) } } };
  });

const value = fc.constantFrom<JsonObject>(
  { type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } },
  { type: "array", items: word, maxItems: 3 },
  { type: "string", maxLength: 5 },
  { type: ["object", "null"], properties: { a: word } },
);

const content = (schema: JsonObject) => ({ "application/json": { schema } });

const successes = fc.oneof(
  value.map((schema): JsonObject => ({ 200: { description: "OK", content: content(schema) } })),
  value.map((schema): JsonObject => ({
    201: { description: "Made", headers: { "X-Job": { required: true, schema: word } }, content: content(schema) },
  })),
  value.map((schema): JsonObject => ({
    200: { description: "OK", content: content(schema) },
    202: { description: "Later", headers: { "Retry-After": { schema: { type: "integer", minimum: 1, maximum: 9 } } } },
  })),
  value.map((schema): JsonObject => ({ default: { description: "Any", content: content(schema) } })),
  fc.constantFrom<JsonObject>(
    { 204: { description: "None" } },
    { 204: { description: "None", content: { "application/json": { schema: { description: "Empty." } } } } },
    { 202: { description: "Later" } },
  ),
);

const coded = (codes: string[]): JsonObject => ({
  description: "Failed.",
  content: content({
    type: "object",
    required: ["code", "message"],
    properties: { code: { type: "string", enum: codes }, message: { type: "string" } },
  }),
});

const failures = fc.constantFrom<JsonObject>(
  {},
  { 409: coded(["busy", "full"]) },
  { 409: coded(["gone"]) },
  {
    404: {
      description: "None.",
      content: content({
        type: "object",
        properties: { code: { type: "string" }, message: { type: "string" } },
        required: ["code", "message"],
      }),
    },
  },
  {
    409: {
      description: "Flat.",
      content: content({
        type: "object",
        additionalProperties: false,
        required: ["ok", "error"],
        properties: { ok: { enum: [false] }, error: { type: "string", enum: ["taken"] } },
      }),
    },
  },
);

const operation = fc.record({
  id: fc.constantFrom<JsonObject>({ type: "integer", minimum: 1, maximum: 99 }, word),
  parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: (one) => `${String(one["in"])} ${String(one["name"])}` }),
  body: fc.option(requestBody, { nil: undefined }),
  successes,
  failures,
});

const document = fc
  .record({
    style: fc.constantFrom(
      (verb: string) => `/boxes/{id}/${verb}`,
      (verb: string) => `/boxes/{id}/actions/${verb}`,
      (verb: string) => `/boxes/{id}:${verb}`,
    ),
    operations: fc.array(operation, { minLength: 1, maxLength: 3 }),
  })
  .map(({ style, operations }): JsonObject => {
    const paths = operations.map(({ id, parameters, body, successes: some, failures: others }, index): [string, JsonObject] => {
      const verb = ["start", "stop", "resize"][index]!;
      const inPath = { name: "id", in: "path", required: true, schema: id };
      const post = {
        operationId: verb,
        parameters: [inPath, ...parameters],
        ...(body && { requestBody: body }),
        responses: { ...some, ...others },
      };
      return [style(verb), { post }];
    });
    const get = {
      get: {
        operationId: "show",
        parameters: [{ name: "id", in: "path", required: true, schema: word }],
        responses: { 200: { description: "OK" } },
      },
    };
    return {
      openapi: "3.1.0",
      info: { title: "Own", version: "1" },
      paths: { "/boxes/{id}": get, ...Object.fromEntries(paths) },
    };
  });

test("an adopted document accepts, sends and returns what the published one does", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(document, fc.integer(), async (written, seed) => {
      const folder = folderWith({ "a.json": JSON.stringify(written) });
      const run = await runCli(folder, ["adopt", "a.json"]);
      expect(run.stdout + run.stderr).toContain("a.overlay.yaml: ");
      const { differences, responses } = await compareCalls(folder, "a.json", "a.overlay.yaml", String(seed), 4);
      compared += responses;
      expect(differences).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(100);
}, 300_000);
