import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import { runCli } from "../../support/command-line.js";
import { folderWith, inWords } from "../load-text.js";

type Json = Record<string, unknown>;

/** The document that a Swagger 2.0 document is read as, without its sorted keys, and the problems. */
function read(swagger: Json) {
  const text = JSON.stringify({ swagger: "2.0", info: { title: "A", version: "1" }, paths: {}, ...swagger }, null, 1);
  const { contract, diagnostics } = loadContract("a.json", {
    workingFolder: folderWith({ "a.json": text }),
    untypedObjects: "any",
  });
  return { document: contract?.document as Json | undefined, problems: diagnostics.map(inWords), contract };
}

const operation = (more: Json): Json => ({
  paths: { "/a/{id}": { post: { responses: { 200: { description: "Done." } }, ...more } } },
});
const posted = (swagger: Json) => (read(swagger).document!["paths"] as Record<string, { post: Json }>)["/a/{id}"]!.post;

describe("a Swagger 2.0 document", () => {
  it("has the servers of its host, the safer one first", () => {
    expect(read({ host: "h", basePath: "/v1/", schemes: ["http", "https"] }).document!["servers"]).toEqual([
      { url: "https://h/v1" },
      { url: "http://h/v1" },
    ]);
    expect(read({ basePath: "/v1" }).document!["servers"]).toEqual([{ url: "/v1" }]);
    expect(read({}).document).not.toHaveProperty("servers");
    const { document, problems } = read({ host: "h" });
    expect(document!["servers"]).toEqual([{ url: "https://h" }]);
    expect(problems).toEqual([
      expect.stringContaining('swagger-difference Swagger 2.0 is read as OpenAPI 3.0: there are no "schemes"'),
    ]);
  });

  it("has parameters with schemas, and lists in the styles of OpenAPI 3.0", () => {
    const list = (collectionFormat?: string) => ({
      type: "array",
      items: { type: "string" },
      ...(collectionFormat && { collectionFormat }),
    });
    const parameters = [
      { name: "id", in: "path", required: true, type: "integer", minimum: 1, description: "Its id.", "x-own": 1 },
      ...["csv", "ssv", "pipes", "multi", undefined].map((format, index) => ({
        name: `q${index}`,
        in: "query",
        ...list(format),
      })),
      { name: "h", in: "header", ...list("csv") },
    ];
    const schema = { type: "array", items: { type: "string" } };
    expect(posted(operation({ parameters }))["parameters"]).toEqual([
      { name: "id", in: "path", required: true, description: "Its id.", "x-own": 1, schema: { type: "integer", minimum: 1 } },
      { name: "q0", in: "query", schema, style: "form", explode: false },
      { name: "q1", in: "query", schema, style: "spaceDelimited", explode: false },
      { name: "q2", in: "query", schema, style: "pipeDelimited", explode: false },
      { name: "q3", in: "query", schema, style: "form", explode: true },
      { name: "q4", in: "query", schema, style: "form", explode: false },
      { name: "h", in: "header", schema, style: "simple" },
    ]);
  });

  it("has bodies with each media type that its operation, or the document, takes", () => {
    const body = { name: "b", in: "body", required: true, description: "It.", schema: { type: "object" } };
    const content = { schema: { type: "object" } };
    expect(posted({ consumes: ["application/xml"], ...operation({ parameters: [body] }) })["requestBody"]).toEqual({
      description: "It.",
      required: true,
      content: { "application/xml": content },
    });
    const own = { consumes: ["application/json", "application/merge-patch+json"], parameters: [body] };
    expect(Object.keys((posted(operation(own))["requestBody"] as Json)["content"] as Json)).toEqual(own.consumes);
    const shared = { parameters: { Body: body }, ...operation({ parameters: [{ $ref: "#/parameters/Body" }] }) };
    expect(posted(shared)["requestBody"]).toMatchObject({ content: { "application/json": content } });
    const ofPath = { paths: { "/a/{id}": { parameters: [body], post: { responses: {} } } } };
    expect(posted(ofPath)["requestBody"]).toMatchObject({ required: true });
  });

  it("has the fields of forms as a body, and files", () => {
    const parameters = [
      { name: "name", in: "formData", type: "string", required: true, description: "Its name." },
      { name: "tags", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" },
    ];
    const properties = { name: { type: "string", description: "Its name." }, tags: { type: "array", items: { type: "string" } } };
    const encoding = { tags: { style: "form", explode: true } };
    expect(posted(operation({ parameters }))["requestBody"]).toEqual({
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: { type: "object", required: ["name"], properties }, encoding } },
    });
    const file = { name: "file", in: "formData", type: "file" };
    const consumes = ["application/x-www-form-urlencoded", "multipart/form-data"];
    expect(posted(operation({ consumes, parameters: [file] }))["requestBody"]).toEqual({
      content: {
        "multipart/form-data": { schema: { type: "object", properties: { file: { type: "string", format: "binary" } } } },
      },
    });
  });

  it("has responses with the media types of their operation, also shared ones", () => {
    const schema = { type: "object" };
    const responses = {
      200: {
        description: "Done.",
        schema,
        headers: { "X-N": { type: "integer", description: "N." } },
        examples: { "application/json": {} },
      },
      404: { $ref: "#/responses/Missing" },
      409: { description: "Busy." },
      default: { description: "A file.", schema: { type: "file" } },
    };
    const shared = { responses: { Missing: { description: "None.", schema } } };
    expect(posted({ ...shared, ...operation({ responses }) })["responses"]).toEqual({
      200: {
        description: "Done.",
        headers: { "X-N": { description: "N.", schema: { type: "integer" } } },
        content: { "application/json": { schema, example: {} } },
      },
      404: { $ref: "#/components/responses/Missing" },
      409: { description: "Busy." },
      default: {
        description: "A file.",
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    });
    expect(posted({ ...shared, ...operation({ produces: ["text/json"], responses }) })["responses"]).toMatchObject({
      404: { description: "None.", content: { "text/json": { schema } } },
    });
  });

  it("has the schemes of security, and schemas with the keywords of OpenAPI 3.0", () => {
    const securityDefinitions = {
      basic: { type: "basic", description: "Name." },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      app: { type: "oauth2", flow: "application", tokenUrl: "https://a/t", scopes: { s: "S." } },
      code: { type: "oauth2", flow: "accessCode", authorizationUrl: "https://a/a", tokenUrl: "https://a/t", scopes: {} },
    };
    const definitions = {
      Pet: {
        type: "object",
        discriminator: "kind",
        properties: {
          kind: { type: "string" },
          owner: { type: "string", "x-nullable": true },
          all: { $ref: "#/definitions/List%C2%ABPet%C2%BB" },
        },
      },
      "List«Pet»": { type: "array", items: { $ref: "#/definitions/Pet" } },
    };
    const { schemas, securitySchemes } = read({ securityDefinitions, definitions }).document!["components"] as Json;
    expect(securitySchemes).toEqual({
      basic: { type: "http", scheme: "basic", description: "Name." },
      key: securityDefinitions.key,
      app: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a/t", scopes: { s: "S." } } } },
      code: {
        type: "oauth2",
        flows: { authorizationCode: { authorizationUrl: "https://a/a", tokenUrl: "https://a/t", scopes: {} } },
      },
    });
    expect(schemas).toEqual({
      List_Pet: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
      Pet: {
        type: "object",
        discriminator: { propertyName: "kind" },
        properties: {
          kind: { type: "string" },
          owner: { type: "string", "x-nullable": true, nullable: true },
          all: { $ref: "#/components/schemas/List_Pet" },
        },
      },
    });
  });

  it.each<[string, Json]>([
    ['"schemes" of single operations are ignored', operation({ schemes: ["https"] })],
    [
      'a list with the collectionFormat "tsv" is a text',
      operation({ parameters: [{ name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" }] }),
    ],
    [
      "a list within a list has commas, as the outer one may have",
      operation({ parameters: [{ name: "q", in: "query", type: "array", items: { type: "array", items: { type: "string" } } }] }),
    ],
    [
      "a list in a path or a header has commas between its elements",
      operation({
        parameters: [{ name: "h", in: "header", type: "array", items: { type: "string" }, collectionFormat: "pipes" }],
      }),
    ],
    [
      "of several bodies of an operation, the first one counts",
      operation({
        parameters: [
          { name: "a", in: "body", schema: {} },
          { name: "b", in: "formData", type: "string" },
        ],
      }),
    ],
    [
      "a field of a form has no allowEmptyValue",
      operation({ parameters: [{ name: "b", in: "formData", type: "string", allowEmptyValue: true }] }),
    ],
    [
      "examples of media types that the operation doesn't produce are left out",
      operation({ responses: { 200: { description: "", schema: {}, examples: { "text/x": "" } } } }),
    ],
    [
      'the elements of a list whose "items" is a list of schemas may be anything',
      { definitions: { A: { type: "array", items: [{ type: "string" }] } } },
    ],
    ['"ws" and "wss" are left out of the servers', { host: "h", schemes: ["wss", "https"] }],
  ])("says once: %s", (difference, swagger) => {
    const twice = swagger["paths"]
      ? { ...swagger, paths: { ...(swagger["paths"] as Json), "/b": Object.values(swagger["paths"] as Json)[0] } }
      : swagger;
    const { problems } = read(twice);
    expect(problems).toEqual([expect.stringContaining(`swagger-difference Swagger 2.0 is read as OpenAPI 3.0: ${difference}`)]);
    expect(problems[0]).toMatch(/^(?:\S+:)?\d+/);
  });

  it("never throws, whatever its parts are", () => {
    const odd = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 1, "text", [], {}),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            "paths",
            "/a",
            "get",
            "parameters",
            "responses",
            "200",
            "schema",
            "items",
            "$ref",
            "in",
            "type",
            "name",
            "definitions",
            "host",
            "examples",
            "headers",
            "consumes",
            "flow",
            "properties",
            "collectionFormat",
          ),
          fc.oneof(
            fc.constantFrom<unknown>(
              "body",
              "formData",
              "array",
              "file",
              "#/definitions/a",
              "#/parameters/a",
              "#/responses/a",
              "oauth2",
            ),
            tie("value"),
          ),
          { maxKeys: 6 },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("paths", "definitions", "parameters", "responses", "securityDefinitions", "host", "schemes"),
          odd,
        ),
        (swagger) => {
          read(swagger);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps the location of each part", () => {
    const text = `swagger: "2.0"
info: { title: A, version: "1" }
paths:
  /a:
    post:
      parameters:
        - { name: q, in: query, type: strong }
        - { name: b, in: body, schema: { type: objekt } }
      responses:
        "200": { description: Done., schema: { type: arry } }
definitions:
  B: { type: nothing }
`;
    const { diagnostics } = loadContract("a.yaml", { workingFolder: folderWith({ "a.yaml": text }) });
    const { locations, document } = loadContract("a.yaml", {
      workingFolder: folderWith({ "a.yaml": text }),
      untypedObjects: "any",
    }).contract!;
    expect(diagnostics).toEqual([]);
    const at = (...keys: string[]) => {
      const holder = keys.slice(0, -1).reduce<unknown>((value, key) => (value as Json)[key], document) as object;
      const { line, column } = locations.value(holder, keys.at(-1)!)!;
      return `${line}:${column}`;
    };
    const post = ["paths", "/a", "post"];
    expect(at(...post, "parameters", "0", "schema", "type")).toBe("7:39");
    expect(at(...post, "requestBody", "content", "application/json", "schema", "type")).toBe("8:48");
    expect(at(...post, "responses", "200", "content", "application/json", "schema", "type")).toBe("10:54");
    expect(at("components", "schemas", "B", "type")).toBe("12:14");
  });
});

/** A contract in both notations. */
const swagger = `swagger: "2.0"
info: { title: Pets, version: "1" }
basePath: /v2
parameters:
  Id: { name: id, in: path, required: true, type: integer, minimum: 1 }
responses:
  Missing: { description: There is none., schema: { $ref: "#/definitions/Error" } }
paths:
  /pets/{id}/actions/{action}:
    post:
      operationId: invokePetAction
      parameters:
        - { $ref: "#/parameters/Id" }
        - { name: action, in: path, required: true, type: string }
        - { name: body, in: body, schema: { type: object } }
      responses:
        "200": { description: Done., schema: { type: object, required: [action], properties: { action: { type: string }, result: { type: object } } } }
        "404": { $ref: "#/responses/Missing" }
      x-platform-pet-actions:
        feed: { body: { type: object, required: [amount], properties: { amount: { type: integer }, food: { $ref: "#/definitions/Food" } } } }
definitions:
  Food: { type: string, x-nullable: true, maxLength: 9 }
  Error: { type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } }
`;
const openapi = `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: /v2 }]
paths:
  /pets/{id}/actions/{action}:
    post:
      operationId: invokePetAction
      parameters:
        - { $ref: "#/components/parameters/Id" }
        - { name: action, in: path, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object, required: [action], properties: { action: { type: string }, result: { type: object } } } } } }
        "404": { $ref: "#/components/responses/Missing" }
      x-platform-pet-actions:
        feed: { body: { type: object, required: [amount], properties: { amount: { type: integer }, food: { $ref: "#/components/schemas/Food" } } } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
  responses:
    Missing: { description: There is none., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  schemas:
    Food: { type: string, nullable: true, x-nullable: true, maxLength: 9 }
    Error: { type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } }
`;

test("the same contract in both notations has the same model, and no difference", async () => {
  const folder = folderWith({ "old.yaml": swagger, "new.yaml": openapi });
  const [old, now] = ["old.yaml", "new.yaml"].map((file) => loadContract(file, { workingFolder: folder }));
  expect([old!.diagnostics, now!.diagnostics]).toEqual([[], []]);
  const model = ({ contract }: NonNullable<typeof old>) => JSON.parse(JSON.stringify(buildContract(contract!)));
  expect(model(old!)).toEqual(model(now!));
  const run = await runCli(folder, ["diff", "old.yaml", "new.yaml"]);
  expect(run).toMatchObject({ code: 0, stderr: "old.yaml -> new.yaml: no changes\n" });
});

test("overlays, references from other files and extensions see the document of OpenAPI 3.0", () => {
  const own = swagger
    .replace('food: { $ref: "#/definitions/Food" }', 'food: { $ref: "parts.yaml#/Food" }')
    .replace('schema: { $ref: "#/definitions/Error" }', 'schema: { $ref: "parts.yaml#/Error" }');
  const parts =
    'Food: { $ref: "a.yaml#/components/schemas/Food" }\nError: { type: object, properties: { code: { type: string }, message: { type: string } } }\n';
  const overlay = `overlay: 1.1.0
info: { title: More, version: "1" }
actions:
  - target: $.components.schemas.Food
    update: { maxLength: 7 }
`;
  const folder = folderWith({ "a.yaml": own, "parts.yaml": parts, "o.yaml": overlay });
  const { contract, diagnostics } = loadContract("a.yaml", { workingFolder: folder, overlays: ["o.yaml"] });
  expect(diagnostics.map(inWords)).toEqual([]);
  expect(JSON.stringify(contract!.document["components"])).toContain('"maxLength":7');
});
