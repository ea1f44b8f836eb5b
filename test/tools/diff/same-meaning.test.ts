import { describe, expect, test } from "vitest";
import { changes } from "./small-contracts.js";

/** Notations with the same meaning: parts of a contract in YAML, and the version of OpenAPI if it isn't 3.1. */
type Notation = readonly [part: string, version?: "3.0.3" | "3.1.0" | "3.2.0"];

const operation = (fields: string) => `paths: { /a: { post: { operationId: add, ${fields} } } }`;
const done = 'responses: { "204": { description: Done. } }';
const parameter = (fields: string) =>
  operation(`parameters: [{ name: p, in: query, schema: { type: array, items: { type: string } }, ${fields} }], ${done}`);
const secured = (scheme: string) =>
  `${operation(`security: [{ auth: [] }], ${done}`)}\ncomponents: { securitySchemes: { auth: ${scheme} } }`;
const server = (url: string) => `servers: [{ url: "${url}" }]\n${operation(done)}`;
const body = (mediaType: string, schema = "{ type: object, properties: { a: { type: string } } }", rest = "") =>
  operation(`requestBody: { content: { "${mediaType}": { schema: ${schema}, ${rest} } } }, ${done}`);
const response = (mediaType: string, schema = "{ type: object }") =>
  operation(`responses: { "200": { description: D., content: { "${mediaType}": { schema: ${schema} } } } }`);
const status = (name: string) => operation(`responses: { "${name}": { description: D. } }`);
const header = (name: string, fields: string) =>
  operation(`responses: { "200": { description: D., headers: { ${name}: { ${fields} schema: { type: array, items: {} } } } } }`);
const field = (schema: string, encoding: string, mediaType = "multipart/form-data") =>
  body(mediaType, `{ type: object, properties: { a: ${schema} } }`, `encoding: { ${encoding} }`);
const value = (schema: string) => body("application/json", `{ type: object, properties: { a: ${schema} } }`);

const cases: Readonly<Record<string, readonly Notation[]>> = {
  "case of an HTTP scheme": [[secured("{ type: http, scheme: bearer }")], [secured("{ type: http, scheme: Bearer }")]],
  "case of the name of a header with a key": [
    [secured("{ type: apiKey, in: header, name: X-Key }")],
    [secured("{ type: apiKey, in: header, name: x-key }")],
  ],
  "equivalent URLs of a security scheme": [
    [secured('{ type: openIdConnect, openIdConnectUrl: "https://id.example/.well-known/x" }')],
    [secured('{ type: openIdConnect, openIdConnectUrl: "HTTPS://ID.example:443/.well-known/x" }')],
  ],
  "no security": [[operation(done)], [operation(`security: [], ${done}`)], [operation(`security: [{}], ${done}`)]],
  "servers by default": [[operation(done)], [server("/")], [`servers: []\n${operation(done)}`]],
  "equivalent URLs of servers": [
    [server("https://api.example.com")],
    [server("https://api.example.com/")],
    [server("https://API.example.COM")],
    [server("HTTPS://api.example.com:443/")],
    [server("https://api.example.com/v/..")],
  ],
  "equivalent URLs of servers with a path": [
    [server("http://api.example.com/v1~")],
    [server("http://api.example.com:80/v1~/")],
    [server("http://api.example.com/v1%7e")],
    [server("http://api.example.com/v1%7E/")],
    [server("http://api.example.com/./v1~")],
  ],
  "relative URLs of servers": [[server("/v1")], [server("/v1/")]],
  "URLs of servers with variables": [
    [
      `servers: [{ url: "https://{r}.example.com/{v}", variables: { r: { default: a }, v: { default: v1 } } }]\n${operation(done)}`,
    ],
    [
      `servers: [{ url: "HTTPS://{r}.Example.com:443/{v}/", variables: { r: { default: a }, v: { default: v1 } } }]\n${operation(done)}`,
    ],
  ],
  "order and duplicates of servers": [
    [`servers: [{ url: "https://a.example" }, { url: "https://b.example" }]\n${operation(done)}`],
    [`servers: [{ url: "https://b.example" }, { url: "https://a.example/" }, { url: "https://A.example" }]\n${operation(done)}`],
  ],
  "defaults of a parameter": [
    [parameter("")],
    [parameter("required: false")],
    [parameter("deprecated: false")],
    [parameter("allowReserved: false")],
    [parameter("allowEmptyValue: false")],
    [parameter("style: form")],
    [parameter("style: form, explode: true")],
  ],
  "defaults of a path parameter": [
    [
      `paths: { "/a/{p}": { get: { operationId: a, parameters: [{ name: p, in: path, required: true, schema: {} }], ${done} } } }`,
    ],
    [
      `paths: { "/a/{p}": { parameters: [{ name: p, in: path, required: true, style: simple, explode: false, allowReserved: false, schema: {} }], get: { operationId: a, ${done} } } }`,
    ],
  ],
  "name of a header parameter": [
    [operation(`parameters: [{ name: X-Tags, in: header, schema: { type: array, items: {} } }], ${done}`)],
    [
      operation(
        `parameters: [{ name: x-tags, in: header, style: simple, explode: false, schema: { type: array, items: {} } }], ${done}`,
      ),
    ],
  ],
  "header parameters that OpenAPI ignores": [
    [operation(done)],
    [
      operation(
        `parameters: [{ name: Accept, in: header, required: true, schema: {} }, { name: content-type, in: header, schema: {} }, { name: Authorization, in: header, schema: {} }], ${done}`,
      ),
    ],
  ],
  "defaults of an operation": [
    [operation(done)],
    [operation(`deprecated: false, parameters: [], tags: [], callbacks: {}, servers: [], ${done}`)],
  ],
  "defaults of a body": [
    [body("application/json")],
    [
      operation(
        `requestBody: { required: false, content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }, ${done}`,
      ),
    ],
  ],
  "case, spaces and the charset of a media type": [
    [body("application/json")],
    [body("Application/JSON")],
    [body("application/json; charset=utf-8")],
    [body("application/json;charset=UTF-8")],
  ],
  "case and spaces of the media type of a response": [
    [response("application/json")],
    [response("application/JSON ;  charset=utf-8")],
  ],
  "case of a range of statuses": [[status("2XX")], [status("2xx")]],
  "case of a range of failures": [[status("4XX")], [status("4xx")]],
  "case of the name and defaults of a response header": [
    [header("X-Tags", "")],
    [header("x-tags", "required: false, deprecated: false, style: simple, explode: false,")],
  ],
  "defaults of an encoding": [
    [field("{ type: array, items: { type: string } }", "", "application/x-www-form-urlencoded")],
    [field("{ type: array, items: { type: string } }", "a: { style: form }", "application/x-www-form-urlencoded")],
    [field("{ type: array, items: { type: string } }", "a: { explode: true }", "application/x-www-form-urlencoded")],
    [field("{ type: array, items: { type: string } }", "a: { allowReserved: false }", "application/x-www-form-urlencoded")],
    [
      field(
        "{ type: array, items: { type: string } }",
        "a: { style: form, explode: true, allowReserved: false, headers: {} }",
        "application/x-www-form-urlencoded",
      ),
    ],
  ],
  "media type of a part of text": [
    [field("{ type: string }", "")],
    [field("{ type: string }", "a: { contentType: text/plain }")],
    [field("{ type: string }", "a: { contentType: Text/Plain; charset=utf-8 }")],
  ],
  "media type of a part with an object": [
    [field("{ type: object }", "")],
    [field("{ type: object }", "a: { contentType: application/json }")],
  ],
  "media type of a file": [
    [field("{ type: string, format: binary }", "", "multipart/form-data"), "3.0.3"],
    [field("{ type: string, format: binary }", "a: { contentType: application/octet-stream }")],
    [field("{ contentMediaType: application/octet-stream }", "")],
    [field("{ type: string, contentMediaType: application/octet-stream }", "")],
    [field("{ type: string, format: binary, contentMediaType: application/octet-stream }", "")],
  ],
  "media type of a file of a certain type": [
    [field("{ type: string, format: binary }", "a: { contentType: image/png }"), "3.0.3"],
    [field("{ contentMediaType: image/png }", "")],
  ],
  "list of files": [
    [field("{ type: array, items: { type: string, format: binary } }", ""), "3.0.3"],
    [field("{ type: array, items: { contentMediaType: application/octet-stream } }", "")],
  ],
  "bytes as a body": [
    [body("application/octet-stream", "{ type: string, format: binary }"), "3.0.3"],
    [body("application/octet-stream", "{ type: string, format: binary }")],
    [body("application/octet-stream", "{ type: string, contentMediaType: application/octet-stream }")],
    [body("application/octet-stream", "{ contentMediaType: application/octet-stream }")],
    [body("application/octet-stream", "{}")],
    [operation(`requestBody: { content: { application/octet-stream: {} } }, ${done}`)],
  ],
  "bytes as a response": [
    [response("image/png", "{ type: string, format: binary }"), "3.0.3"],
    [response("image/png", "{}")],
    [response("image/png", "{ contentMediaType: image/png }")],
    [operation('responses: { "200": { description: D., content: { image/png: {} } } }')],
  ],
  "base64 in JSON": [
    [value("{ type: string, format: byte }"), "3.0.3"],
    [value("{ type: string, format: byte }")],
    [value("{ type: string, contentEncoding: base64 }")],
    [value("{ type: string, format: byte, contentEncoding: base64 }")],
  ],
  "case of the media type of a parameter and of a header": [
    [
      operation(
        'parameters: [{ name: p, in: query, content: { application/json: {} } }], responses: { "200": { description: D., headers: { H: { content: { application/json: {} } } } } }',
      ),
    ],
    [
      operation(
        'parameters: [{ name: p, in: query, content: { Application/JSON: {} } }], responses: { "200": { description: D., headers: { H: { content: { "application/json; charset=utf-8": {} } } } } }',
      ),
    ],
  ],
  "allowReserved outside of a query": [
    [operation(`parameters: [{ name: p, in: header, schema: {} }], ${done}`)],
    [operation(`parameters: [{ name: p, in: header, allowReserved: true, schema: {} }], ${done}`)],
  ],
  "bytes behind a reference": [
    [
      `${body("image/png", "{ $ref: '#/components/schemas/File' }")}\ncomponents: { schemas: { File: { type: string, format: binary } } }`,
      "3.0.3",
    ],
    [body("image/png", "{ contentMediaType: image/png }")],
  ],
  null: [
    [value("{ type: string, nullable: true }"), "3.0.3"],
    [value("{ type: [string, 'null'] }")],
    [value("{ type: ['null', string] }")],
    [value("{ anyOf: [{ type: string }, { type: 'null' }] }")],
  ],
  "defaults of a schema": [
    [value("{ type: string }")],
    [value("{ type: [string] }")],
    [value("{ type: string, nullable: false }"), "3.0.3"],
    [value("{ type: string, minLength: 0 }")],
    [value("{ type: string, readOnly: false, writeOnly: false, deprecated: false }")],
    [value("{ type: string, allOf: [{}] }")],
  ],
  "defaults of a list": [
    [value("{ type: array, items: {} }")],
    [value("{ type: array, items: true, minItems: 0, uniqueItems: false }")],
    [value("{ type: array }")],
    [value("{ type: array, minContains: 1, maxContains: 3 }")],
  ],
  "defaults of an object": [
    [value("{ type: object }")],
    [value("{ type: object, properties: {}, required: [], minProperties: 0 }")],
    [value("{ type: object, additionalProperties: true }")],
    [value("{ type: object, additionalProperties: {} }")],
  ],
  "exclusive bounds": [
    [value("{ type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }"), "3.0.3"],
    [value("{ type: integer, exclusiveMinimum: 1, maximum: 9 }")],
    [value("{ type: integer, minimum: 2, exclusiveMaximum: 10 }")],
  ],
};

describe("notations with the same meaning are no change", () => {
  const pairs = Object.entries(cases).flatMap(([name, [first, ...others]]) =>
    others.map((other) => [name, first!, other] as const),
  );
  test.each(pairs)("%s", (_, first, other) => {
    const told = ([before, older = "3.1.0"]: Notation, [after, newer = "3.1.0"]: Notation) =>
      changes(before, after, {}, [older, newer]);
    expect({ other, forward: told(first, other), backward: told(other, first) }).toEqual({ other, forward: [], backward: [] });
  });
});

describe("media types that a response may have", () => {
  test("JSON that becomes any type is an addition: clients ask for what they read", () => {
    expect(changes(response("application/json"), response("*/*"))).toEqual([
      'info response-media-type-added: the 200 response of "add" can now also be sent as "*/*"',
    ]);
  });

  test("a range narrowed to types in it is no removal, one without them is", () => {
    expect(changes(response("*/*"), response("application/json"))).toEqual([]);
    expect(changes(response("application/*"), response("application/json"))).toEqual([]);
    expect(changes(response("text/*"), response("application/json"))).toContain(
      'error response-media-type-removed: the 200 response of "add" is no longer sent as "text/*"',
    );
    expect(changes(body("*/*"), body("application/json"))).toEqual([
      'error request-media-type-removed: the body of "add" no longer accepts "*/*"',
    ]);
  });
});

describe("other meanings are changes", () => {
  test.each([
    ["scheme", secured("{ type: http, scheme: bearer }"), secured("{ type: http, scheme: basic }")],
    ["case of a query key", secured("{ type: apiKey, in: query, name: Key }"), secured("{ type: apiKey, in: query, name: key }")],
    ["case of a path", server("https://api.example.com/V1"), server("https://api.example.com/v1")],
    ["port", server("https://api.example.com"), server("https://api.example.com:80")],
    ["protocol", server("https://api.example.com"), server("http://api.example.com")],
    ["encoded slash", server("https://api.example.com/a%2Fb"), server("https://api.example.com/a/b")],
    [
      "bytes that become text",
      body("application/octet-stream", "{ type: string, maxLength: 9 }"),
      body("application/octet-stream", "{ type: string, maxLength: 8 }"),
    ],
    ["base64 that becomes text", value("{ type: string, format: byte }"), value("{ type: string }")],
    ["base64url", value("{ type: string, contentEncoding: base64 }"), value("{ type: string, contentEncoding: base64url }")],
    ["class of statuses", status("2XX"), status("3XX")],
  ])("%s", (_, before, after) => {
    expect(changes(before, after)).not.toEqual([]);
  });
});
