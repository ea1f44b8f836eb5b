import { expect, test } from "vitest";
import { buildRoutes } from "../../generator/emit/server/build-routes.js";
import { buildContract } from "../../generator/model/build-contract.js";
import { separateVariants } from "../../generator/model/variants/separate-variants.js";
import { load } from "../document/load-text.js";

const text = `
openapi: 3.1.0
info: { title: Pets, version: "1", summary: All about pets., description: Long. }
servers:
  - url: https://{region}.example/v1/
    variables: { region: { default: eu } }
  - url: mailto:pets@example.com
tags: [{ name: pets, description: Animals. }, { name: other }]
security: [{ token: [] }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, example: one }
    get:
      operationId: getPet
      tags: [pets]
      responses:
        "200":
          $ref: "#/components/responses/Pet"
    post:
      operationId: actOnPet
      x-platform-pet-actions:
        feed: { scopes: [care] }
      responses: { "200": { description: Done. } }
      callbacks:
        fed:
          "{$request.body#/url}":
            post: { requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { "204": { description: Seen. } } }
components:
  examples:
    Cat: { value: { kind: cat } }
  headers:
    Tag: { required: true, schema: { type: string } }
  responses:
    Pet:
      description: A pet.
      headers:
        Content-Type: { schema: { type: string } }
        ETag: { $ref: "#/components/headers/Tag" }
        Link: { content: { text/plain: { schema: { type: string } } } }
      content:
        application/json:
          examples: { second: { value: { kind: dog } }, first: { $ref: "#/components/examples/Cat" } }
          schema: { type: object, properties: { note: { type: string, writeOnly: true } } }
  securitySchemes:
    token: { $ref: "#/components/securitySchemes/bearer" }
    bearer: { type: http, scheme: bearer, description: A token. }
x-platform-lifecycle:
  states: { alive: { description: Well. } }
`;

function pets() {
  const loaded = load(text).contract!;
  const contract = buildContract(loaded);
  return { loaded, contract, operation: (id: string) => contract.operations.find((found) => found.id === id)! };
}

test("the title, servers, tags and life cycle of a contract", () => {
  const { contract } = pets();
  expect(contract).toMatchObject({
    title: "Pets",
    version: "1",
    summary: "All about pets.",
    description: "Long.",
    servers: [
      { url: "https://{region}.example/v1/", address: { origin: "https://eu.example", path: "/v1" } },
      { url: "mailto:pets@example.com", address: undefined },
    ],
    tags: [
      { name: "pets", description: "Animals." },
      { name: "other", description: undefined },
    ],
    lifecycle: { states: [{ name: "alive", description: "Well." }] },
  });
});

test("security schemes, references followed, also for the challenge of the server", () => {
  const { contract } = pets();
  expect(contract.securitySchemes.get("token")).toMatchObject({ type: "http", scheme: "bearer", description: "A token." });
  expect(buildRoutes(contract)[0]).toMatchObject({ challenge: "Bearer" });
});

test("examples of a parameter may be next to its content, and then are instead of those in it", () => {
  const examplesOf = (beside: string) => {
    const content = "content: { application/json: { schema: {}, example: 1 } }";
    const document = `openapi: 3.1.0\ninfo: {}\npaths: { /: { get: { parameters: [{ name: a, in: query, ${beside}${content} }], responses: {} } } }`;
    return buildContract(load(document).contract!).operations[0]!.parameters[0]!.examples;
  };
  expect(examplesOf("")).toEqual([{ name: undefined, value: 1 }]);
  expect(examplesOf("examples: { two: { value: 2 } }, ")).toEqual([{ name: "two", value: 2 }]);
});

test("headers of responses without the content type, and examples, references followed", () => {
  const { operation } = pets();
  const [response] = operation("getPet").responses;
  const header = { description: undefined, deprecated: false, explode: false, schema: { type: "string" } };
  expect(response!.headers).toEqual([
    { ...header, name: "ETag", required: true, mediaType: undefined },
    { ...header, name: "Link", required: false, mediaType: "text/plain" },
  ]);
  expect(response!.content[0]!.examples).toEqual([
    { name: "first", value: { kind: "cat" } },
    { name: "second", value: { kind: "dog" } },
  ]);
  expect(operation("getPet").parameters[0]!.examples).toEqual([{ name: undefined, value: "one" }]);
  expect(operation("getPet").tags).toEqual(["pets"]);
});

test("requests that the service sends", () => {
  const { contract } = pets();
  expect(contract.sentRequests).toMatchObject([
    { name: "actOnPet.fed", method: "post", operation: { responses: [{ status: "204" }] } },
  ]);
});

test("parts of the model and their fields have locations, operations and actions in every variant", () => {
  const { loaded, contract, operation } = pets();
  const line = (place: { readonly line: number } | undefined) => place && text.split("\n")[place.line - 1]!.trim();
  const { body, parameters, responses } = operation("getPet");
  const [type] = contract.serviceTypes;
  expect(body).toBeUndefined();
  expect(line(loaded.locations.value(parameters[0]!, "required"))).toMatch(/^- \{ name: id/);
  expect(line(loaded.locations.value(responses))).toBe('"200":');
  expect(line(loaded.locations.value(responses[0]!, "description"))).toBe("description: A pet.");
  expect(line(loaded.locations.value(responses[0]!.headers[0]!, "required"))).toMatch(/^Tag: /);
  expect(line(loaded.locations.value(type!.actions[0]!, "scopes"))).toMatch(/^feed: /);
  for (const { locations, operations, serviceTypes } of [contract, separateVariants(contract)]) {
    expect(operations.map((found) => line(locations.operation(found)))).toEqual(["post:", "get:"]);
    expect(line(locations.action(serviceTypes[0]!, serviceTypes[0]!.actions[0]!))).toMatch(/^feed: /);
  }
  expect(separateVariants(contract)).not.toBe(contract);
});

test("requests and responses that differ keep the bindings of actions and errors", () => {
  const { contract: loaded } = load(`
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets/{id}/actions/{action}:
    post:
      operationId: actOnPet
      x-platform-pet-actions: { feed: {} }
      responses:
        "200": { description: Done. }
        "409": { description: No., content: { application/json: { schema: { type: object, properties: { oops: { type: string } } } } }, x-platform-error-binding: { message: /oops } }
  /keys:
    get:
      operationId: getKey
      responses:
        "200": { description: A key., content: { application/json: { schema: { properties: { key: { writeOnly: true } } } } } }
`);
  const contract = buildContract(loaded!);
  const separated = separateVariants(contract);
  expect(separated).not.toBe(contract);
  const [before, after] = [contract, separated].map(({ operations }) => operations.find(({ id }) => id === "actOnPet")!);
  expect(before!.binding?.envelope).toEqual({
    action: "/action",
    message: "/message",
    result: "/result",
    status: "/status",
  });
  expect(after!.binding).toEqual(before!.binding);
  expect(before!.responses[1]!.error).toMatchObject({ message: "/oops" });
  expect(after!.responses[1]!.error).toEqual(before!.responses[1]!.error);
});

/** The schema of the result of an action that declares none, where a response has one. */
function undeclaredResult(response: object, responses: object = {}): unknown {
  const jsonOf = (schema: object) => ({ description: "Done.", content: { "application/json": { schema } } });
  const { contract } = load(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Machines", version: "1" },
      paths: {
        "/vms/{id}/{action}": {
          post: {
            operationId: "invoke",
            "x-platform-vm-actions": { start: {} },
            responses: { "200": jsonOf(response), ...responses },
          },
        },
      },
      components: { schemas: { Names: { type: "array", items: { type: "string" } } } },
    }),
  );
  const { schemas, serviceTypes } = buildContract(contract!);
  return schemas.get(serviceTypes[0]!.actions[0]!.result);
}

const enveloped = (result: object, required = ["status", "result"]) => ({
  type: "object",
  required,
  properties: { status: { type: "string" }, result },
});
const names = { $ref: "#/components/schemas/Names" };

test.each([
  ["a list", enveloped({ type: "array", items: { type: "integer" } }), { type: "array", items: { type: "integer" } }],
  ["a component", enveloped(names), names],
  ["one of several", enveloped({ anyOf: [names, { type: "string" }] }), { anyOf: [names, { type: "string" }] }],
  ["an object", enveloped({ type: "object" }), { type: "object", additionalProperties: true }],
  ["a described object", enveloped({ type: "object", required: ["id"] }), { type: "object", required: ["id"] }],
  [
    "a closed object",
    enveloped({ type: "object", additionalProperties: false }),
    { type: "object", additionalProperties: false },
  ],
  ["an object or a list", enveloped({ anyOf: [{ type: "object" }, names] }), { anyOf: [{ type: "object" }, names] }],
  ["any value", enveloped({}), { type: "object", additionalProperties: true }],
  ["a list or null", enveloped({ type: ["array", "null"] }), { type: ["array", "null"] }],
  ["optional", enveloped(names, ["status"]), {}],
])("an action without a result, if the response's is %s", (_, response, result) => {
  expect(undeclaredResult(response)).toEqual(result);
});
