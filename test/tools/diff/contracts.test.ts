import { describe, expect, test } from "vitest";
import { actions, answer, changes, done, get, put, responses } from "./small-contracts.js";

test("an entry without name or location is not a parameter", () => {
  const list = (parameters: string) => get(`parameters: [${parameters}], responses: { ${done} }`);
  const limit = "{ name: limit, in: query, schema: {} }";
  expect(changes(list(limit), list(`${limit}, { in: query, schema: {} }, { name: a, schema: {} }`))).toEqual([]);
});

test("parameters that OpenAPI wants ignored, because it describes these headers elsewhere", () => {
  const list = (parameters: string) => get(`parameters: [${parameters}], responses: { ${done} }`);
  const ignored = ["Accept", "content-type", "AUTHORIZATION"].map(
    (name) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`,
  );
  expect(changes(list(""), list(ignored.join(", ")))).toEqual([]);
  expect(changes(list(ignored.join(", ")), list(ignored.join(", ").replaceAll("string", "integer")))).toEqual([]);
  expect(changes(list(""), list("{ name: Authorization, in: query, schema: {} }"))).toHaveLength(1);
});

describe("servers", () => {
  const servers = (...urls: string[]) => `servers: [${urls.join(", ")}]\npaths: {}`;
  const server = (name: string, fields: string, path = "") =>
    `{ url: "https://{${name}}.example.com/{stage}${path}", variables: { stage: { default: live }, ${name}: { ${fields} } } }`;

  test("a variable with another name is the one at its position", () => {
    const before = servers(server("region", "default: eu, enum: [eu, us]"));
    expect(changes(before, servers(server("zone", "default: eu, enum: [eu, us]")))).toEqual([]);
    expect(changes(before, servers(server("zone", "default: eu, enum: [eu]")))).toEqual([
      'error server-variable-value-removed: the variable "zone" of the server "https://{zone}.example.com/{stage}" can no longer be "us"',
    ]);
  });

  test("two that only the names of variables distinguish are not renamed ones", () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => server(name, "default: eu"));
    expect(changes(servers(a!), servers(b!, c!))).toEqual([
      'error server-removed: the server "https://{a}.example.com/{stage}" was removed',
      'info server-added: the server "https://{b}.example.com/{stage}" is new',
      'info server-added: the server "https://{c}.example.com/{stage}" is new',
    ]);
    expect(changes(servers(a!), servers(a!, c!))).toEqual([
      'info server-added: the server "https://{c}.example.com/{stage}" is new',
    ]);
  });
});

describe("responses", () => {
  test("a range or the default represents an unlisted status", () => {
    expect(changes(responses(`${done}, 4XX: { description: No. }`), responses(`${done}, "404": { description: No. }`))).toEqual([
      'info error-response-removed: "list" no longer has a 4XX response',
    ]);
    expect(
      changes(
        responses(`${done}, default: { description: No. }`),
        responses(`${done}, "404": { description: No. }, default: { description: No. }`),
      ),
    ).toEqual([]);
  });

  test("the default of a failure doesn't represent another success", () => {
    expect(
      changes(
        responses(`${done}, default: { description: No. }`),
        responses('"202": { description: Done. }, default: { description: No. }'),
      ),
    ).toEqual([
      'error success-response-removed: "list" no longer has a 200 response',
      'error success-response-added: "list" now has a 202 response',
    ]);
    expect(changes(responses("default: { description: Done. }"), responses(done))).toEqual([
      'info error-response-removed: "list" no longer has a default response',
    ]);
  });

  test("a default that may be any success breaks clients that know the listed ones", () => {
    const any = "default: { description: Done. }";
    const told = 'error success-response-added: the default response of "list" now covers successes';
    expect(changes(responses(done), responses(any))).toEqual([told]);
    expect(changes(responses(`${done}, ${any}`), responses(any))).toEqual([told]);
    expect(changes(responses(any), responses(`${done}, ${any}`))).toEqual([]);
    expect(changes(responses(done), responses(`${done}, ${any}`))).toEqual([
      'warning error-response-added: "list" now has a default response',
    ]);
  });

  test("a content type is not a header", () => {
    const headers = (list: string) => responses(`"200": { description: Done., headers: { ${list} } }`);
    expect(changes(headers("Content-Type: { required: true, schema: { enum: [text/csv] } }"), headers(""))).toEqual([]);
  });

  test("the content of a header is compared", () => {
    const header = (type: string) =>
      responses(
        `"200": { description: Done., headers: { X-A: { content: { application/json: { schema: { type: ${type} } } } } } }`,
      );
    expect(changes(header("string"), header("integer"))).toEqual([
      'error response-type-changed: the header "X-A" of the 200 response of "list" is now an integer instead of a string',
    ]);
  });

  test("a schema is compared with that of the status that represents it", () => {
    const text = answer("{ type: string }");
    expect(changes(responses(`4XX: ${text}`), responses(`"404": ${answer("{ type: integer }")}`))).toEqual([
      'info error-response-removed: "list" no longer has a 4XX response',
      'error response-type-changed: the 404 response of "list" is now an integer instead of a string',
    ]);
  });

  test("headers are case-insensitive, and a media range accepts a media type", () => {
    const one = `"200": { description: Done., headers: { ETag: { schema: { type: string } } }, content: { text/*: { schema: { type: string } } } }`;
    const other = `"200": { description: Done., headers: { etag: { schema: { type: string } } }, content: { text/plain: { schema: { type: string } } } }`;
    expect(changes(responses(one), responses(other))).toEqual([]);
    expect(changes(responses(other), responses(one))).toEqual([
      'info response-media-type-added: the 200 response of "list" can now also be sent as "text/*"',
    ]);
  });
});

describe("operations", () => {
  test("a moved one is compared, too", () => {
    const before = `paths: { /orders: { get: { operationId: list, responses: { ${done}, "404": { description: No. } } } } }`;
    const after = `paths: { /all/orders: { get: { operationId: list, responses: { ${done} } } } }`;
    expect(changes(before, after)).toEqual([
      'error operation-moved: "list" moved from "GET /orders" to "GET /all/orders"',
      'info error-response-removed: "list" no longer has a 404 response',
    ]);
  });

  test("the name of a path parameter is not sent", () => {
    const path = (name: string, type: string) =>
      `paths: { "/orders/{${name}}": { parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }], get: { responses: { ${done} } } } }`;
    expect(changes(path("id", "string"), path("order_id", "string"))).toEqual([
      'warning path-parameter-renamed: the path parameter "id" of "GET /orders/{order_id}" was renamed to "order_id"',
    ]);
    expect(changes(path("id", "number"), path("id", "integer"))).toEqual([
      'error request-type-narrowed: the path parameter "id" of "GET /orders/{id}" no longer accepts a non-integer number',
    ]);
  });

  test("a parameter of the path applies to its operations, and their own replaces it", () => {
    const shared = `parameters: [{ name: q, in: query, schema: { type: string } }]`;
    const before = `paths: { /orders: { ${shared}, get: { operationId: list, responses: { ${done} } } } }`;
    const after = `paths: { /orders: { get: { operationId: list, ${shared}, responses: { ${done} } } } }`;
    expect(changes(before, after)).toEqual([]);
  });

  test("security of the document applies if an operation declares none", () => {
    const schemes =
      "components: { securitySchemes: { key: { type: apiKey, in: header, name: k }, token: { type: http, scheme: bearer } } }";
    expect(changes(`${responses(done)}\n${schemes}`, `security: [{ key: [] }]\n${responses(done)}\n${schemes}`)).toEqual([
      'error security-tightened: "list" is no longer allowed with no credentials',
    ]);
    expect(
      changes(
        `security: [{ key: [] }]\n${responses(done)}\n${schemes}`,
        `security: [{ key: [] }, { token: [] }]\n${responses(done)}\n${schemes}`,
      ),
    ).toEqual(['info security-loosened: "list" is now allowed with "token"']);
  });

  test("what a webhook sends is read by clients, and the response to a callback is sent by them", () => {
    const hook = (schema: string) =>
      `webhooks: { paid: { post: { operationId: paid, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { ${done} } } } }`;
    expect(changes(hook("{ enum: [a] }"), hook("{ enum: [a, b] }"))).toEqual([
      'error response-enum-value-added: the body of "paid" can now also be "b"',
    ]);
    const callback = (schema: string) =>
      get(
        `responses: { ${done} }, callbacks: { paid: { "{$request.query.url}": { post: { operationId: paid, responses: { "200": ${answer(schema)} } } } } }`,
      );
    expect(changes(callback("{ enum: [a, b] }"), callback("{ enum: [a] }"))).toEqual([
      'error request-enum-value-removed: the 200 response of "paid" no longer accepts "b"',
    ]);
  });
});

describe("actions", () => {
  test("a map at the root of the document is equivalent to one on the operation", () => {
    const map = "x-platform-shop-actions: { sell: { scopes: [write] } }";
    expect(changes(actions(`      ${map}`), actions(map))).toEqual([]);
  });

  test("an action without a body accepts only {}, and one without a result returns any object", () => {
    const map = (fields: string) => actions(`      x-platform-shop-actions: { sell: { ${fields} } }`);
    expect(
      changes(map("label: Sell"), map("body: { type: object, additionalProperties: false, properties: { a: {} } }")),
    ).toEqual(['info request-property-added: "a" in the body of "sell" of "shop" is a new property']);
    expect(
      changes(map("label: Sell"), map("result: { type: object, additionalProperties: false, properties: { a: {} } }")),
    ).toEqual(['warning response-object-closed: the result of "sell" of "shop" can no longer have undeclared properties']);
    expect(
      changes(map("result: { type: object, required: [a], properties: { a: { type: string } } }"), map("label: Sell")),
    ).toEqual(['error response-property-removed: "a" in the result of "sell" of "shop" was always sent and has been removed']);
  });

  test("another action of the same shape is not a new name", () => {
    const map = (names: string) => actions(`      x-platform-shop-actions: { ${names} }`);
    const body = "{ body: { type: object, properties: { cidr: { type: string } } } }";
    expect(changes(map(`add_ip: ${body}`), map(`drop_database: ${body}`))).toEqual([
      'error action-removed-without-deprecation: "add_ip" of "shop" was removed without prior deprecation',
      'warning action-added: "drop_database" of "shop" is a new action',
    ]);
    expect(changes(map("addIp: {}"), map("add-ip: {}"))).toEqual([
      'error action-renamed: "addIp" of "shop" was removed; "add-ip" appears to be its new name',
    ]);
  });
});

describe("schemas", () => {
  test("OpenAPI 3.0 and 3.1 are equivalent in different keywords", () => {
    const old =
      "{ type: object, properties: { a: { type: string, nullable: true }, b: { type: integer, minimum: 0, exclusiveMinimum: true } } }";
    const young = "{ type: object, properties: { a: { type: [string, 'null'] }, b: { type: integer, exclusiveMinimum: 0 } } }";
    expect(changes(put(old), put(young), {}, ["3.0.3", "3.1.0"])).toEqual([]);
  });

  test("an unknown keyword has no effect", () => {
    expect(changes(put("{ type: string, colour: red }"), put("{ type: string, colour: blue }"))).toEqual([]);
  });

  test("a change in a component is reported once, with the locations that it affects", () => {
    const use = "{ $ref: '#/components/schemas/Name' }";
    const contract = (limit: number) =>
      `paths: { /a: { put: { operationId: a, requestBody: { content: { application/json: { schema: ${use} } } }, responses: { "200": ${answer(use)} } }, post: { operationId: b, requestBody: { content: { application/json: { schema: { type: array, items: ${use} } } } }, responses: { ${done} } } } }\ncomponents: { schemas: { Name: { type: string, maxLength: ${limit} } } }`;
    expect(changes(contract(9), contract(8))).toEqual([
      'error request-limit-tightened: "[]" in the body of "b" and 1 other location now has maxLength 8 instead of 9',
      'warning response-limit-tightened: the 200 response of "a" now has maxLength 8 instead of 9',
    ]);
  });

  test("an annotation is compared wherever a schema applies to valid values", () => {
    const name = (more: string) => `{ type: string${more} }`;
    const schemas: readonly [(schema: string) => string, string][] = [
      [(schema) => `{ patternProperties: { "^a": ${schema} } }`, '".*" in the body'],
      [(schema) => `{ additionalProperties: ${schema} }`, '".*" in the body'],
      [(schema) => `{ properties: { list: { prefixItems: [${schema}] } } }`, '"list[0]" in the body'],
      [(schema) => `{ properties: { list: { items: ${schema} } } }`, '"list[]" in the body'],
      [(schema) => `{ dependentSchemas: { a: { properties: { b: ${schema} } } } }`, '"b" in the body'],
      [(schema) => `{ if: { required: [a] }, then: { properties: { b: ${schema} } } }`, '"b" in the body'],
    ];
    for (const [schema, where] of schemas) {
      expect(changes(put(schema(name(""))), put(schema(name(", deprecated: true"))))).toEqual([
        `info property-deprecated: ${where} of "put" is now deprecated`,
      ]);
    }
    const not = (schema: string) => put(`{ not: { properties: { b: ${schema} } } }`);
    expect(changes(not(name("")), not(name(", deprecated: true")))).toEqual([]);
  });

  describe("a discriminator", () => {
    const pets = (discriminator: string, branches = ["Cat", "Dog"]) => {
      const names = branches.map((name) => `{ $ref: "#/components/schemas/${name}" }`).join(", ");
      const pet = `{ type: object, required: [k, t], properties: { k: { type: string }, t: { type: string } } }`;
      const schemas = ["Cat", "Dog", "Bird"].map((name) => `${name}: ${pet.replace("k:", `${name}: {}, k:`)}`).join(", ");
      return `${put(`{ anyOf: [${names}], discriminator: { ${discriminator} } }`)}\ncomponents: { schemas: { ${schemas} } }`;
    };
    const by = (mapping: string) => `propertyName: k, mapping: { ${mapping} }`;
    const error = 'error discriminator-changed: the body of "put"';

    test.each([
      ["another property", pets("propertyName: k"), pets("propertyName: t"), 'now selects its schema by "t" instead of "k"'],
      ["another value", pets(by("cat: Cat, dog: Dog")), pets(by("feline: Cat, dog: Dog")), 'no longer selects a schema by "cat"'],
      ["values that swap", pets(by("a: Cat, b: Dog")), pets(by("a: Dog, b: Cat")), 'no longer selects a schema by "a", "b"'],
      ["only the name left", pets(by("cat: Cat, dog: Dog")), pets(by("dog: Dog")), 'no longer selects a schema by "cat"'],
    ])("that selects by %s breaks clients", (_, before, after, message) => {
      expect(changes(before, after)).toEqual([`${error} ${message}`]);
    });

    test.each([
      ["written in another way", pets(by("cat: Cat")), pets(by("cat: '#/components/schemas/Cat'"))],
      ["with the name of a schema written out", pets(by("Cat: Cat, dog: Dog")), pets(by("dog: Dog"))],
      ["with another value for a schema", pets(by("cat: Cat")), pets(by("cat: Cat, feline: Cat"))],
      ["that is new", pets("propertyName: k").replace(/, discriminator: \{[^}]*\}/, ""), pets(by("cat: Cat"))],
    ])("%s is the same", (_, before, after) => {
      expect(changes(before, after)).toEqual([]);
    });

    test("that loses an alternative reports only the alternative", () => {
      const report = changes(pets(by("cat: Cat, dog: Dog, bird: Bird"), ["Cat", "Dog", "Bird"]), pets(by("cat: Cat, dog: Dog")));
      expect(report.filter((line) => line.includes("discriminator"))).toEqual([]);
    });
  });

  test("a rule has the severity in the options", () => {
    const [before, after] = [put("{ enum: [a, b] }"), put("{ enum: [a] }")];
    expect(changes(before, after, { severities: { "request-enum-value-removed": "info" } })).toEqual([
      'info request-enum-value-removed: the body of "put" no longer accepts "b"',
    ]);
    expect(changes(before, after, { severities: { "request-enum-value-removed": "off" } })).toEqual([]);
  });

  test("a name that every object has is an ordinary name", () => {
    const names = "constructor: { type: string }, toString: { type: string }";
    expect(
      changes(
        put(`{ type: object, additionalProperties: false, properties: { ${names} } }`),
        put("{ type: object, additionalProperties: false, properties: {} }"),
      ),
    ).toEqual([
      'error request-property-removed: "constructor" in the body of "put" is no longer accepted',
      'error request-property-removed: "toString" in the body of "put" is no longer accepted',
    ]);
  });
});
