import { expect, test, vi } from "vitest";
import { clean, inWords, redocly, type Files } from "./redocly-text.js";

const words = async (text: string | Files, prefix?: string) => (await redocly(text, prefix)).map(inWords);

const addIp = `    AddIp: { type: object, required: [ip], properties: { ip: { type: string } }, additionalProperties: false }\n`;
const usesAddIp = `      x-platform-postgres-actions:
        add_ip: { summary: Add, body: { $ref: "#/components/schemas/AddIp" }, x-owner: { team: data } }
`;

test.each(["3.0.3", "3.1.0"])("a clean %s document has no findings", async (openapi) => {
  expect(await words(clean({ openapi }))).toEqual([]);
  expect(await words(clean({ openapi, operation: usesAddIp, schemas: addIp }))).toEqual([]);
});

test("a schema that nothing uses is named at its key", async () => {
  expect(await words(clean({ schemas: addIp }))).toEqual([
    'openapi.yaml:20:5 warning redocly/no-unused-components: Component: "AddIp" is never used',
  ]);
});

test("an action map at the root counts as a use", async () => {
  const atRoot = `${clean({ schemas: addIp })}x-platform-postgres-actions:\n  add_ip: { result: { $ref: "#/components/schemas/AddIp" } }\n`;
  expect(await words(atRoot)).toEqual([]);
});

test("the prefix of the extension is a setting", async () => {
  const operation = usesAddIp.replace("x-platform", "x-acme");
  expect(await words(clean({ operation, schemas: addIp }), "acme")).toEqual([]);
  expect(await words(clean({ operation, schemas: addIp }))).toHaveLength(1);
});

test("rules look into the bodies and results of actions", async () => {
  const operation = `      x-platform-postgres-actions:
        add_ip:
          body:
            type: object
            required: [ip]
          result:
            type: object
            items: {}
`;
  expect(await words(clean({ operation }))).toEqual([
    "openapi.yaml:20:24 warning redocly/no-required-schema-properties-undefined: Required property 'ip' is not defined",
    "openapi.yaml:23:20 warning redocly/no-schema-type-mismatch: Schema type mismatch: 'object' type should not contain 'items' field",
  ]);
});

test("a mistyped key is an error that suggests what was meant", async () => {
  expect(await words(clean({ operation: "      sumary: Invoke\n" }))).toEqual([
    'openapi.yaml:16:7 error redocly/struct: Property `sumary` is not expected here (Did you mean "summary"?)',
  ]);
});

test("what is suggested for a key is near it; keywords of schemas belong into schema", async () => {
  const parameters = (more: string) =>
    clean({ operation: `      x-a: 1\n` }).replace(
      "in: path, required: true, schema: { type: string } }",
      `in: path, required: true, ${more}schema: { type: string } }`,
    );
  const told = "redocly/struct: Property";
  const [found] = await words(parameters("enum: [a], "));
  expect(found).toContain(`${told} \`enum\` is not expected here (Put it into \`schema\`.)`);
  const [pattern] = await words(parameters("pattern: x, "));
  expect(pattern).toContain(`${told} \`pattern\` is not expected here (Put it into \`schema\`.)`);
  const [other] = await words(parameters("foo: 1, "));
  expect(other).toMatch(/`foo` is not expected here$/);
});

test.each(["description: null", "deprecated: often", "tags: pets"])(
  "%s in an operation hides nothing else of it",
  async (field) => {
    const operation = (name: string, parameters: string) =>
      `{ operationId: ${name}, summary: Do it, ${field}, parameters: [${parameters}], responses: { 204: { description: Done }, 4XX: { description: No } } }`;
    const id = "{ name: id, in: path, required: true, schema: { type: string } }";
    const page = "{ name: page, in: query, schema: { type: integer } }";
    const found = await words(clean({ paths: `  /a/{id}:\n    get: ${operation("a", id)}\n    put: ${operation("b", id)}\n` }));
    expect(found).toEqual(
      [7, 8].map((line) => expect.stringMatching(new RegExp(`^openapi\\.yaml:${line}:.* redocly/struct: Expected`))),
    );
    const twice = await words(clean({ paths: `  /a/{id}:\n    get: ${operation("a", `${id}, ${page}, ${page}`)}\n` }));
    const told = "error redocly/operation-parameters-unique: Operations must have unique `name` + `in` parameters";
    expect(twice.join()).toContain(told);
  },
);

test("keywords of schemas and ids of operations are left to the project's rules", async () => {
  const operation = "      x-platform-postgres-actions: { restart: { body: { type: objekt, propertys: 1 } } }\n";
  const paths =
    "  /a/{b}: { get: { operationId: invokeAction, summary: Get, responses: { 2XX: { description: Done }, 4XX: { description: No } } } }\n";
  expect(await words(clean({ operation, paths }))).toEqual([]);
});

test("fields of an action that hold no schema are left to other rules", async () => {
  const operation = `      x-platform-postgres-actions:
        add_ip: { lable: 1, scopes: wrong, examples: { one: { body: { $ref: 7 } } } }
`;
  expect(await words(clean({ operation }))).toEqual([]);
});

test("whether examples fit their schemas is left to the project's rules", async () => {
  const schemas = "    AddIp: { type: object, properties: { ip: { type: string, example: 7 } } }\n";
  expect(await words(clean({ operation: usesAddIp, schemas }))).toEqual([]);
});

test("each version has its own fields", async () => {
  const license = (openapi: string) => clean({ openapi }).replace("url: https://opensource.org/license/mit", "identifier: MIT");
  expect(await words(license("3.1.0"))).toEqual([]);
  expect(await words(license("3.0.3"))).toEqual([
    "openapi.yaml:2:36 warning redocly/info-license-strict: License object should contain `url` field",
    "openapi.yaml:2:58 warning redocly/struct: Property `identifier` is not expected here",
  ]);
  const nullable = "    AddIp: { nullable: true }\n";
  expect(await words(clean({ openapi: "3.0.3", operation: usesAddIp, schemas: nullable }))).toEqual([
    "openapi.yaml:22:24 warning redocly/nullable-type-sibling: The `type` field must be defined when the `nullable` field is used",
  ]);
});

test("findings in other files name those, and the reference that leads there", async () => {
  const files = {
    "openapi.yaml": clean({
      paths: "  /health: { $ref: paths/health.yaml }\n",
      operation: "      x-platform-postgres-actions: { $ref: actions/postgres.yaml }\n",
    }),
    "paths/health.yaml": `get:
  operationId: health
  responses:
    "200": { description: Well }
    "400": { description: Ill }
`,
    "actions/postgres.yaml": "restart:\n  body: { $ref: ../schemas/restart.yaml }\n",
    "schemas/restart.yaml": "type: object\nitems: {}\n",
  };
  const diagnostics = await redocly(files);
  expect(diagnostics.map(inWords)).toEqual([
    "paths/health.yaml:1:1 warning redocly/operation-summary: Operation object should contain `summary` field",
    "schemas/restart.yaml:2:8 warning redocly/no-schema-type-mismatch: Schema type mismatch: 'object' type should not contain 'items' field",
  ]);
  expect(
    diagnostics[0]!.related.map(({ message, location }) => `${location.path}:${location.line}:${location.column} ${message}`),
  ).toEqual(["openapi.yaml:6:12 referred to here"]);
});

test("the same schema, used twice, is reported once", async () => {
  const operation = `      x-platform-postgres-actions: { $ref: actions.yaml }
      x-platform-search-actions: { $ref: actions.yaml }
`;
  const files = { "openapi.yaml": clean({ operation }), "actions.yaml": "restart:\n  body:\n    type: object\n    items: {}\n" };
  expect(await words(files)).toHaveLength(1);
});

test("style, texts and keys of other tools stop nothing", async () => {
  const operation = `      x-codeSamples: [{ language: sh }]
      responses: { 200: { headers: { A: { description: 7, schema: {} } } } }
`;
  const text = clean({ operation })
    .replace('version: "1"', "version: 1")
    .replace("      summary: Invoke an action\n", "")
    .replace(/ {6}responses:\n.*\n.*\n/, "");
  expect(await words(text)).toEqual([
    "openapi.yaml:2:31 warning redocly/struct: Expected type `string` but got `integer`",
    "openapi.yaml:7:5 warning redocly/operation-summary: Operation object should contain `summary` field",
    "openapi.yaml:13:7 warning redocly/operation-4xx-response: Operation must have at least one `4XX` response",
    "openapi.yaml:13:20 warning redocly/struct: The field `description` must be present on this level",
    "openapi.yaml:13:56 warning redocly/struct: Expected type `string` but got `integer`",
    'openapi.yaml:17:5 warning redocly/no-unused-components: Component: "Failure" is never used',
  ]);
});

test("paths that differ by the names of parameters stop nothing: operation-clash looks at their methods", async () => {
  const paths = `  /services/{id}/actions/{action}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: action, in: path, required: true, schema: { type: string } }
    get: { operationId: readAction, summary: Read, responses: { "200": { description: Done }, "400": { description: Refused } } }
`;
  expect(await words(clean({ paths }))).toEqual([
    "openapi.yaml:11:3 warning redocly/no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/services/{id}/actions/{action}` and `/services/{service_id}/actions/{action}`",
  ]);
});

test("control characters of the contract don't reach the message", async () => {
  const operation = `      x-platform-postgres-actions:
        restart: {}
      "ty\\e[31mpe\\u202e": 1
`;
  expect(await words(clean({ operation }))).toEqual([
    expect.stringContaining("Property `ty\\u001b[31mpe\\u202e` is not expected here"),
  ]);
});

test("nothing is printed, fetched or read, whatever the examples hold", async () => {
  const write = vi.spyOn(process.stdout, "write");
  const writeError = vi.spyOn(process.stderr, "write");
  const fetched = vi.spyOn(globalThis, "fetch");
  const schemas = `    AddIp:
      type: object
      example: { $ref: "https://127.0.0.1:9/x.json" }
      examples: [{ $ref: ./none.yaml }, { externalValue: "https://127.0.0.1:9/y.json" }]
`;
  expect(await words(clean({ operation: usesAddIp, schemas }))).toEqual([]);
  expect([write, writeError, fetched].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
  vi.restoreAllMocks();
});
