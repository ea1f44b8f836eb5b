import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lint } from "../../generator/compile.js";
import { contract, diagnosticsOf } from "./lint-text.js";

/** The findings with the marked text, which diagnostics don't contain. */
function of(pieces: Parameters<typeof contract>[0]): string[] {
  const lines = contract(pieces).split("\n");
  return diagnosticsOf("secret-example", contract(pieces)).map(({ severity, message, location }) => {
    expect(location?.lineText).toBeUndefined();
    const { line, column, endColumn } = location!;
    return `[${lines[line - 1]!.slice(column - 1, endColumn! - 1)}] ${severity} ${message}`;
  });
}
const schema = (text: string) => of({ schemas: `Login: ${text}` });
const password = "type: string, format: password";

test.each([
  ["an example", `{ ${password}, example: hunter2 }`, "[hunter2] warning the example is the value of a secret"],
  ["a list of examples", `{ ${password}, examples: [hunter2] }`, "[hunter2] warning the example is the value of a secret"],
  ["a default", `{ ${password}, default: hunter2 }`, "[hunter2] warning the default is the value of a secret"],
  ["a constant", `{ ${password}, const: hunter2 }`, '[hunter2] warning "const" is the value of a secret'],
  ["an allowed value", `{ ${password}, enum: ["", hunter2] }`, '[hunter2] warning "enum" is the value of a secret'],
])("%s", (_, text, told) => {
  expect(schema(text)).toEqual([told]);
});

test.each([
  "{ type: string, writeOnly: true, example: hunter2 }",
  "{ type: string, writeOnly: true, default: hunter2 }",
  "{ properties: { note: { type: string, writeOnly: true } }, example: { note: hunter2 } }",
])("what is only sent in requests is no secret: %s", (text) => {
  expect(schema(text)).toEqual([]);
});

const told = (pointer: string) => `[hunter2] warning the example contains the value of a secret at "${pointer}"`;
test.each([
  ["a property", `{ properties: { key: { ${password} } }, example: { key: hunter2, name: Ann } }`, "/key"],
  ["an item", `{ items: { ${password} }, example: [hunter2] }`, "/0"],
  ["one item", `{ prefixItems: [{}, { ${password} }], example: [Ann, hunter2] }`, "/1"],
  ["a map", `{ additionalProperties: { ${password} }, example: { a: hunter2 } }`, "/a"],
  ["a map by pattern", `{ patternProperties: { ^k: { ${password} } }, example: { key: hunter2, name: Ann } }`, "/key"],
  ["a branch", `{ allOf: [{ properties: { key: { ${password} } } }], example: { key: hunter2 } }`, "/key"],
  ["a condition", `{ if: {}, then: { properties: { key: { ${password} } } }, example: { key: hunter2 } }`, "/key"],
  [
    "what depends on a property",
    `{ dependentSchemas: { name: { properties: { key: { ${password} } } } }, example: { name: Ann, key: hunter2 } }`,
    "/key",
  ],
  ["nothing else", `{ unevaluatedProperties: { ${password} }, example: { key: hunter2 } }`, "/key"],
])("in an example of an object: %s", (_, text, pointer) => {
  expect(schema(text)).toEqual([told(pointer)]);
});

test("the alternative that describes the value counts", () => {
  const text = (kind: string) => `{
    oneOf: [
      { properties: { kind: { const: plain }, value: { type: string } } },
      { properties: { kind: { const: hidden }, value: { ${password} } } } ],
    example: { kind: ${kind}, value: hunter2 } }`;
  expect(schema(text("plain"))).toEqual([]);
  expect(schema(text("hidden"))).toEqual([told("/value")]);
});

test("next to media types and parameters, through references, reported once", () => {
  const schemas = `Login: { type: object, properties: { key: { $ref: "#/components/schemas/Key" } } }\nKey: { ${password} }`;
  const example = "examples: { usual: { $ref: '#/components/examples/Usual' } }";
  const body = `{ content: { application/json: { schema: { $ref: "#/components/schemas/Login" }, ${example} } } }`;
  const paths = `
/login:
  post: { operationId: login, requestBody: ${body}, responses: { "204": { description: Done. } } }
  put: { operationId: loginAgain, requestBody: ${body}, responses: { "204": { description: Done. } } }`;
  expect(of({ paths, schemas, components: "examples: { Usual: { value: { key: hunter2 } } }" })).toEqual([
    '[hunter2] warning the example "usual" contains the value of a secret at "/key"',
  ]);
  const parameters = `parameters: { Key: { name: X-Key, in: header, example: hunter2, schema: { ${password} } } }`;
  expect(of({ components: parameters })).toEqual(["[hunter2] warning the example is the value of a secret"]);
});

test("in the examples of an action", () => {
  const actions = `restart:
  body: { type: object, properties: { key: { ${password} } } }
  examples: { usual: { body: { key: hunter2 } } }`;
  expect(of({ actions })).toEqual(['[hunter2] warning the example "usual" contains the value of a secret at "/key"']);
});

test("behind two references, the first of which is marked", () => {
  const schemas = `Login: { properties: { key: { $ref: "#/components/schemas/Key" } }, example: { key: hunter2 } }
Key: { $ref: "#/components/schemas/Text", format: password }
Text: { type: string }`;
  expect(of({ schemas })).toEqual([told("/key")]);
});

test("in OpenAPI 3.0", () => {
  expect(of({ openapi: "3.0.3", schemas: `Login: { ${password}, example: hunter2 }` })).toEqual([
    "[hunter2] warning the example is the value of a secret",
  ]);
});

test.each([
  '"********"',
  '"<password>"',
  "[redacted]",
  "'{password}'",
  "$PASSWORD",
  "example-token",
  "https://app:pass@db.example/",
  '""',
])("%s is a placeholder", (value) => {
  expect(schema(`{ ${password}, example: ${value === "[redacted]" ? '"[redacted]"' : value} }`)).toEqual([]);
});

test("other values are valid", () => {
  expect(schema("{ type: string, example: hunter2, default: hunter2, enum: [hunter2] }")).toEqual([]);
  expect(schema(`{ properties: { key: { ${password} }, name: { type: string, example: Ann } } }`)).toEqual([]);
});

test("no other rule shows the line of the value, and other lines are shown", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "secret-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const schemas = `Login: { ${password}, maxLength: 3, example: hunter2 }\nAge: { type: integer, example: old }`;
  writeFileSync(path.join(folder, "openapi.yaml"), contract({ schemas }));
  const { diagnostics } = await lint("openapi.yaml", { workingFolder: folder });
  expect(diagnostics.filter(({ code }) => code === "example-mismatch").map(({ location }) => location?.lineText)).toEqual([
    undefined,
    "    Age: { type: integer, example: old }",
  ]);
  expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
});
