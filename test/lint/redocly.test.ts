import type { JsonObject } from "../../generator/document/json-value.js";
import { describe, expect, test, vi } from "vitest";
import { lintWithRedocly } from "../../generator/lint/redocly/lint-with-redocly.js";
import { clean, inFolder, inWords, load, redocly, type Files } from "./redocly-text.js";

const words = async (text: string | Files, prefix?: string) => (await redocly(text, prefix)).map(inWords);

const addIp = `    AddIp: { type: object, required: [ip], properties: { ip: { type: string } }, additionalProperties: false }\n`;
const usesAddIp = `      x-platform-postgres-actions:
        add_ip: { summary: Add, body: { $ref: "#/components/schemas/AddIp" }, x-owner: { team: data } }
`;

test.each(["3.0.3", "3.1.0"])("a clean %s document has no findings", async (openapi) => {
  expect(await words(clean({ openapi }))).toEqual([]);
  expect(await words(clean({ openapi, operation: usesAddIp, schemas: addIp }))).toEqual([]);
});

test("an unused schema is reported at its key", async () => {
  expect(await words(clean({ schemas: addIp }))).toEqual([
    'openapi.yaml:20:5 warning redocly/no-unused-components: Component: "AddIp" is never used',
  ]);
});

test("components that only the written operations use are used, and these are searched once", async () => {
  const names = ["A", "B", "C", "D"];
  const schemas = names.map((name) => `    ${name}: { type: object, additionalProperties: false }\n`).join("");
  await inFolder({ "openapi.yaml": clean({ schemas }) }, async (folder) => {
    const contract = load(folder, "openapi.yaml");
    const before: JsonObject = { ...contract.document, "x-operation": { schema: { $ref: "#/components/schemas/B" } } };
    let searches = 0;
    const ownKeys = (target: JsonObject) => (searches++, Reflect.ownKeys(target));
    const found = await lintWithRedocly({ ...contract, written: new Proxy(before, { ownKeys }) });
    const unused = found.filter(({ code }) => code === "redocly/no-unused-components").map(({ message }) => message);
    expect(unused).toEqual(["A", "C", "D"].map((name) => `Component: "${name}" is never used`));
    expect(searches).toBe(1);
  });
});

test("a schema is used by the copies of it for its dynamic references", async () => {
  const page = `    Page: { properties: { a: { $dynamicRef: "#t" } }, $defs: { t: { $dynamicAnchor: t } } }\n`;
  const users = `    Users: { $ref: "#/components/schemas/Page", $defs: { t: { $dynamicAnchor: t, type: string } } }\n`;
  const unused = 'openapi.yaml:20:5 warning redocly/no-unused-components: Component: "Page" is never used';
  expect(await words(clean({ openapi: "3.1.0", schemas: page }))).toContain(unused);
  expect(await words(clean({ openapi: "3.1.0", schemas: page + users }))).not.toContain(unused);
});

test("a metaschema is used by the schemas that name it as their dialect", async () => {
  const meta = (vocabulary: string) => `    Meta: { $id: "https://a.test/meta"${vocabulary} }\n`;
  const user = `    AddIp: { $schema: "https://a.test/meta", type: object, additionalProperties: false }\n`;
  const of = (vocabulary: string) => words(clean({ openapi: "3.1.0", operation: usesAddIp, schemas: user + meta(vocabulary) }));
  const core = "https://json-schema.org/draft/2020-12/vocab/core";
  expect(await of(`, $vocabulary: { "${core}": true }`)).toEqual([]);
  expect(await of("")).toEqual(['openapi.yaml:23:5 warning redocly/no-unused-components: Component: "Meta" is never used']);
});

test("a required __proto__ is not missed", async () => {
  const schema = (name: string) =>
    clean({
      openapi: "3.1.0",
      operation: usesAddIp,
      schemas: `    AddIp: { type: object, required: [${name}, ip], properties: { __proto__: {}, ip: {} } }\n`,
    });
  expect(await words(schema("__proto__"))).toEqual([]);
  expect((await words(schema("proto"))).join("\n")).toContain("Required property 'proto' is not defined");
});

test("a path with a verb at its end is not ambiguous next to the path without it", async () => {
  const contract = (binding: string, other = "/disks/{id}") => `openapi: 3.1.0
info: { title: Disks, version: "1" }
paths:
  ${other}: { get: { responses: {} } }
  "/disks/{id}:{verb}": { post: { responses: {}, x-platform-action-binding: ${binding} } }
`;
  const ambiguous = async (text: string) => (await words(text)).filter((line) => line.includes("no-ambiguous-paths"));
  const suffix = "{ action: { in: path-suffix, name: verb }, type: { const: disk } }";
  expect(await ambiguous(contract(suffix))).toEqual([]);
  expect(await ambiguous(contract(suffix, "/disks/{name}"))).toEqual([]);
  expect(await ambiguous(contract("{}"))).toHaveLength(1);
  expect(await ambiguous(contract(suffix, '"/disks/{a}{b}"'))).toHaveLength(1);
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

test("rules check the bodies and results of actions", async () => {
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

test.each([
  [
    "descripton: Invoke",
    'warning redocly/struct: Property `descripton` is not expected here; it is ignored (Did you mean "description"?)',
  ],
  ["flavour: sweet", "warning redocly/struct: Property `flavour` is not expected here; it is ignored"],
  ["securty: []", 'error redocly/struct: Property `securty` is not expected here (Did you mean "security"?)'],
  ["requestbody: {}", 'error redocly/struct: Property `requestbody` is not expected here (Did you mean "requestBody"?)'],
  ["response: {}", "warning redocly/struct: Property `response` is not expected here; it is ignored"],
])("%s in an operation is ignored, unless it is a mistyped field that changes the output", async (field, finding) => {
  expect(await words(clean({ operation: `      ${field}\n` }))).toEqual([`openapi.yaml:16:7 ${finding}`]);
});

describe("a mistyped field is the only finding, whatever it contains and whatever is missing for it", () => {
  const failure = 'content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }';
  const get = (text: string, method = "get") =>
    clean({ paths: `  /a: { ${method}: { operationId: a, summary: A, ${text} } }\n` });
  const ok = 'responses: { "200": { description: A }, 4XX: { description: B } }';
  test.each([
    ["requestbody", "requestBody", get(`requestbody: { ${failure} }, ${ok}`)],
    ["responces", "responses", get(ok.replace("responses", "responces"))],
    ["contnet", "content", get(`requestBody: { ${failure.replace("content", "contnet")} }, ${ok}`, "put")],
    ["shcema", "schema", get(`requestBody: { ${failure.replace("schema:", "shcema:")} }, ${ok}`, "put")],
    ["shcema", "schema", get(`parameters: [{ name: a, in: query, shcema: { $ref: "#/components/schemas/Failure" } }], ${ok}`)],
    ["POST", "post", get(`requestBody: { ${failure} }, ${ok}`, "POST")],
    ["psot", "post", get(`requestBody: { ${failure} }, ${ok}`, "psot")],
  ])("%s", async (field, meant, text) => {
    expect((await words(text)).map((line) => line.replace(/^openapi\.yaml:\d+:\d+ /, ""))).toEqual([
      `error redocly/struct: Property \`${field}\` is not expected here (Did you mean "${meant}"?)`,
    ]);
  });
});

test("a parameter without a schema accepts any value, and its fields of OpenAPI 2 are ignored", async () => {
  const found = await words(clean({ operation: "" }).replace("schema: { type: string } }", "type: string, id: 1 }"));
  expect(found.map((line) => line.replace(/^openapi\.yaml:\d+:\d+ /, ""))).toEqual([
    "warning redocly/struct: Must contain at least one of the following fields: schema, content; any value is accepted",
    "warning redocly/struct: Property `type` is not expected here; it is ignored (Move it to `schema`.)",
    "warning redocly/struct: Property `id` is not expected here; it is ignored",
  ]);
});

test("suggestions for a key are similar to it; keywords of schemas belong in schema", async () => {
  const parameters = (more: string) =>
    clean({ operation: `      x-a: 1\n` }).replace(
      "in: path, required: true, schema: { type: string } }",
      `in: path, required: true, ${more}schema: { type: string } }`,
    );
  const told = "redocly/struct: Property";
  const [found] = await words(parameters("type: string, "));
  expect(found).toContain(`${told} \`type\` is not expected here; it is ignored (Move it to \`schema\`.)`);
  const [other] = await words(parameters("foo: 1, "));
  expect(other).toMatch(/`foo` is not expected here; it is ignored$/);
});

describe("a misplaced field that decides who may call or which values are valid is an error", () => {
  const found = async (text: string) =>
    (await words(text))
      .filter((line) => line.includes("not expected"))
      .map((line) => line.replace(/^openapi\.yaml:\d+:\d+ /, ""));
  const refused = (field: string, where: string) => `error redocly/struct: Property \`${field}\` is not expected here (${where})`;
  const ignored = (field: string) => `warning redocly/struct: Property \`${field}\` is not expected here; it is ignored`;
  const asSecurity = "Move it as `security` to each operation that it applies to, or to the root of the document.";
  const inSchema = "Move it to `schema`.";

  const pathItem = (field: string) =>
    clean({ paths: `  /a: { ${field}, get: { operationId: a, summary: A, responses: { 200: { description: A } } } }\n` });
  test.each([
    ["a path item", pathItem("security: [{ token: [] }]"), "security"],
    ["components", clean().replace("components:", "components:\n  security: [{ token: [] }]"), "security"],
    ["info", clean().replace("info: { ", "info: { security: [{ token: [] }], "), "security"],
    ["a response", clean().replace("description: Done", "description: Done, security: [{ token: [] }]"), "security"],
    ["an operation", clean({ operation: "      securities: [{ token: [] }]\n" }), "securities"],
    ["an operation", clean({ operation: "      scopes: [a]\n" }), "scopes"],
  ])("in %s: who may call", async (_, text, field) => {
    expect(await found(text)).toEqual([refused(field, asSecurity)]);
  });

  test("a body for a path", async () => {
    const where = "Move it to each operation that it applies to.";
    expect(await found(pathItem("requestBody: { content: {} }"))).toEqual([refused("requestBody", where)]);
  });

  const parameter = (more: string, schema = "{ type: string }") =>
    clean().replace(
      "name: action, in: path, required: true, schema: { type: string }",
      `name: action, in: path, required: true, ${more}, schema: ${schema}`,
    );
  const body = (mediaType: string, more = "") =>
    clean({ operation: `      requestBody: { ${more}content: { application/json: { ${mediaType} } } }\n` });
  test.each([
    ["enum", parameter("enum: [a]")],
    ["pattern", parameter("pattern: x")],
    ["minimum", parameter("minimum: 1", "{ minimum: 2 }")],
  ])(
    "%s beside the schema of a parameter is ignored, as the parameter says in its schema what it accepts",
    async (field, text) => {
      expect(await found(text)).toEqual([`${ignored(field)} (${inSchema})`]);
    },
  );

  test.each([
    ["additionalProperties", body("additionalProperties: false, schema: { type: object }"), inSchema],
    ["required", body("required: [a], schema: { type: object }"), inSchema],
    ["type", body("type: object"), inSchema],
    ["required", body("required: true, schema: { type: object }"), "Move it to the request body."],
    ["schema", body("schema: {}", "schema: { type: object }, "), "Move it to each media type of `content`."],
  ])("%s: which values are valid", async (field, text, where) => {
    expect(await found(text)).toEqual([refused(field, where)]);
  });

  test.each([
    ["type", `${ignored("type")} (Move it to \`schema\`.)`, parameter("type: integer")],
    ["minimum", `${ignored("minimum")} (Move it to \`schema\`.)`, parameter("minimum: 1", "{ allOf: [{ minimum: 1 }] }")],
    ["required", ignored("required"), body("required: true, schema: {}", "required: true, ")],
    ["schema", ignored("schema"), clean().replace("description: Done", "description: Done, schema: { type: string }")],
    ["deprecated", ignored("deprecated"), body("deprecated: true, schema: {}")],
  ])("%s is ignored where nothing more is valid without it", async (_, finding, text) => {
    expect(await found(text)).toEqual([finding]);
  });
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

test("fields of an action that contain no schema are left to other rules", async () => {
  const operation = `      x-platform-postgres-actions:
        add_ip: { lable: 1, scopes: wrong, examples: { one: { body: { $ref: 7 } } } }
`;
  expect(await words(clean({ operation }))).toEqual([]);
});

test("the validity of examples is left to the project's rules", async () => {
  const schemas = "    AddIp: { type: object, properties: { ip: { type: string, example: 7 } } }\n";
  expect(await words(clean({ operation: usesAddIp, schemas }))).toEqual([]);
});

test("each version has its own fields", async () => {
  const license = (openapi: string) => clean({ openapi }).replace("url: https://opensource.org/license/mit", "identifier: MIT");
  expect(await words(license("3.1.0"))).toEqual([]);
  expect(await words(license("3.0.3"))).toEqual([
    "openapi.yaml:2:36 warning redocly/info-license-strict: License object should contain `url` field",
    "openapi.yaml:2:58 warning redocly/struct: Property `identifier` is not expected here; it is ignored",
  ]);
  const nullable = "    AddIp: { nullable: true }\n";
  expect(await words(clean({ openapi: "3.0.3", operation: usesAddIp, schemas: nullable }))).toEqual([
    "openapi.yaml:22:24 warning redocly/nullable-type-sibling: The `type` field must be defined when the `nullable` field is used",
  ]);
});

test("findings in other files have that file, and the reference to it", async () => {
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
  ).toEqual(["openapi.yaml:6:12 referenced here"]);
});

test("the same schema, used twice, is reported once", async () => {
  const operation = `      x-platform-postgres-actions: { $ref: actions.yaml }
      x-platform-search-actions: { $ref: actions.yaml }
`;
  const files = { "openapi.yaml": clean({ operation }), "actions.yaml": "restart:\n  body:\n    type: object\n    items: {}\n" };
  expect(await words(files)).toHaveLength(1);
});

test("style, texts and keys of other tools are not errors", async () => {
  const operation = `      x-codeSamples: [{ language: sh }]
      responses: { 200: { headers: { A: { description: 7, schema: {} } } } }
`;
  const text = clean({ operation })
    .replace('version: "1"', "version: 1")
    .replace("      summary: Invoke an action\n", "")
    .replace(/ {6}responses:\n.*\n.*\n/, "");
  expect(await words(text)).toEqual([
    "openapi.yaml:2:31 warning redocly/struct: Expected type `string` but got `integer`; it is ignored",
    "openapi.yaml:7:5 warning redocly/operation-summary: Operation object should contain `summary` field",
    "openapi.yaml:13:7 warning redocly/operation-4xx-response: Operation must have at least one `4XX` response",
    "openapi.yaml:13:20 warning redocly/struct: The field `description` must be present on this level",
    "openapi.yaml:13:56 warning redocly/struct: Expected type `string` but got `integer`; it is ignored",
    'openapi.yaml:17:5 warning redocly/no-unused-components: Component: "Failure" is never used',
  ]);
});

test("paths that differ by the names of parameters are not errors: operation-clash compares their methods", async () => {
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

test("nothing is printed, fetched or read, whatever the examples contain", async () => {
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

test("a default response covers 4XX", async () => {
  const paths = (responses: string) => `openapi: 3.1.0
info: { title: A, version: "1", license: { name: MIT, identifier: MIT } }
servers: [{ url: "https://a.test" }]
security: []
paths:
  /a:
    get: { operationId: getA, summary: A, responses: ${responses} }
`;
  expect(await words(paths('{ "200": { description: Done. }, default: { description: Failed. } }'))).toEqual([]);
  expect(await words(paths('{ "200": { description: Done. } }'))).toEqual([
    "openapi.yaml:7:43 warning redocly/operation-4xx-response: Operation must have at least one `4XX` response",
  ]);
});

test("definitions of a file that is referred to as a whole are used", async () => {
  const schemas = `    Device: { $ref: device.yaml }\n    Other: { $ref: "#/components/schemas/Device" }\n`;
  const device = `type: object
properties: { last: { $ref: "#/$defs/reading" }, all: { type: array, items: { $ref: "#/$defs/reading" } } }
$defs: { reading: { type: string } }
`;
  const found = await words({ "openapi.yaml": clean({ schemas }), "device.yaml": device });
  expect(found.filter((finding) => finding.includes("reading"))).toEqual([]);
});

const alternatives = (
  schema: string,
) => `    Shape: { type: object, oneOf: [${["A", "B", "C"].map((name) => `{ $ref: "#/components/schemas/${name}" }`).join(", ")}]${schema} }
    A: { type: object, properties: { kind: { type: string } } }
    B: { type: object, properties: { kind: { type: string } } }
    C: { type: object, properties: { kind: { type: string } } }
`;
const usesShape = `      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Shape" } } } }\n`;

test("overlapping alternatives are reported once, and not at all if a discriminator is the mistake", async () => {
  const found = (schema: string) => words(clean({ operation: usesShape, schemas: alternatives(schema) }));
  expect(await found("")).toEqual([
    expect.stringContaining("redocly/no-illogical-composition-keywords: Schemas in `oneOf` must be mutually exclusive."),
  ]);
  expect(await found(", discriminator: { propertyName: knd }")).toEqual([]);
});
