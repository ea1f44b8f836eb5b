import { expect, test } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

const responding = (schema: string, more = "") => {
  const yaml = contract().replace('{ $ref: "#/components/schemas/Failure" }', schema);
  return more === "" ? yaml : yaml.replace("{ description: Failed.,", `{ ${more}, description: Failed.,`);
};
const endpoint = "POST /services/{service_id}/actions/{action}";
const text = "{ type: string }";

test("an error that a server can create for the schema", () => {
  const schema = `{ type: object, required: [success, code, message, details, request_id], additionalProperties: false, properties: { success: { const: false }, code: ${text}, message: ${text}, request_id: ${text}, details: { type: array, items: { type: object, required: [field], properties: { field: ${text} }, additionalProperties: false } } } }`;
  expect(findings("failure-unfit", responding(schema))).toEqual([]);
});

test("codes that the schema does not list", () => {
  const schema = `{ type: object, properties: { code: { enum: [missing] }, message: ${text} } }`;
  expect(findings("failure-unfit", responding(schema))).toEqual([
    `[default] error the failure "unauthenticated", like 14 others, of "${endpoint}" does not match its response "default": /code must be "missing"`,
  ]);
  const names =
    "unauthenticated access_denied resource_not_found invalid_parameter invalid_body invalid_action_body payload_too_large unsupported_media_type action_unavailable not_implemented internal method_not_allowed invalid_request request_timeout headers_too_large".split(
      " ",
    );
  const codes = `x-platform-error-binding: { codes: { ${names.map((name) => `${name}: missing`).join(", ")} } }`;
  expect(findings("failure-unfit", responding(schema, codes))).toEqual([]);
});

test("failures of requests that reach no operation", () => {
  const routed =
    "unauthenticated access_denied resource_not_found invalid_parameter invalid_body invalid_action_body payload_too_large unsupported_media_type action_unavailable not_implemented internal".split(
      " ",
    );
  const of = (codes: readonly string[]) =>
    findings(
      "failure-unfit",
      responding(`{ type: object, properties: { code: { enum: [${codes.join(", ")}] }, message: ${text} } }`),
    );
  expect(of(routed)).toEqual([
    `[default] error the failure "method_not_allowed", like 3 others, of "${endpoint}" does not match its response "default": /code must be one of the allowed values`,
  ]);
  expect(of([...routed, "method_not_allowed", "invalid_request", "request_timeout", "headers_too_large"])).toEqual([]);
});

test("members that only a binding can define", () => {
  const schema = `{ type: object, required: [ok, message], properties: { ok: { type: boolean }, message: ${text} } }`;
  expect(findings("failure-unfit", responding(schema))).toHaveLength(1);
  expect(diagnosticsOf("failure-unfit", responding(schema))[0]!.hint).toBe(
    'The server has no value for "/ok": give all errors one, x-platform-error-binding: { fixed: { /ok: … } }, make it optional, or add it in the hook renderError and turn off this rule.',
  );
  const inner = `{ type: object, required: [error], properties: { error: { type: object, required: [message, kind], properties: { message: ${text}, kind: ${text} } } } }`;
  expect(diagnosticsOf("failure-unfit", responding(inner))[0]!.hint).toContain("{ fixed: { /error/kind: … } }");
  expect(findings("failure-unfit", responding(schema, "x-platform-error-binding: { fixed: { /ok: false } }"))).toEqual([]);
});

test("the hint names the decisive setting for the failing location", () => {
  const hint = (properties: string, more = "") =>
    diagnosticsOf("failure-unfit", responding(`{ type: object, properties: { ${properties} } }`, more))[0]?.hint;
  expect(hint(`code: { enum: [missing] }, message: ${text}`)).toMatch(
    /{ codes: { unauthenticated: …, .*, headers_too_large: … } }\. The schema allows missing\./,
  );
  expect(hint(`code: ${text}, message: { type: string, maxLength: 3 }`)).toContain("{ message: /… }");
  const details = `message: ${text}, details: { type: array, items: { type: object, required: [a], properties: { a: ${text}, b: ${text} } } }`;
  expect(hint(details, "x-platform-error-binding: { details: { at: /details, message: b } }")).toContain(
    "{ details: { at: /details,",
  );
});

test("a failure without details that must have one", () => {
  const schema = `{ type: object, required: [message, details], properties: { message: ${text}, details: { type: array, minItems: 1, items: { type: object } } } }`;
  expect(findings("failure-unfit", responding(schema))).toHaveLength(1);
});

test("undeclared failures have no shape of their own", () => {
  const yaml = contract().replace(/default: .*/, '"404": { description: No. }');
  expect(findings("failure-unfit", yaml)).toEqual([]);
});

test("responses with the same schema are reported once", () => {
  const failure =
    "{ type: object, required: [error, extra], properties: { error: { type: string } }, additionalProperties: false }";
  const schemas = `Broken: ${failure}`;
  const media = '{ application/json: { schema: { $ref: "#/components/schemas/Broken" } } }';
  const yaml = contract({ schemas }).replace(
    /default: \{ description: Failed\..*/,
    `"4XX": { description: Failed., content: ${media} }\n        default: { description: Failed., content: ${media} }`,
  );
  expect(diagnosticsOf("failure-unfit", yaml).map(({ message }) => message)).toEqual([
    expect.stringContaining('does not match its response "4XX"'),
  ]);
});

test("codes that are numbers, all of them at once", () => {
  const schema = `{ type: object, required: [code, message], properties: { code: { type: integer, minimum: 1, maximum: 16 }, message: ${text} } }`;
  const binding = (more = "") => `x-platform-error-binding: { code: /code, status: null${more} }`;
  const [found, ...others] = diagnosticsOf("failure-unfit", responding(schema, binding()));
  expect(others).toEqual([]);
  const names = /codes: \{ (.*?) \}/.exec(found!.hint!)![1]!.replaceAll("…", "3");
  expect(found!.hint).toContain("numbers of the codes");
  expect(findings("failure-unfit", responding(schema, binding(`, codes: { ${names} }`)))).toEqual([]);
  // The failures before any operation have the number of a similar one.
  const routed = names.split(", ").slice(0, 11).join(", ");
  expect(findings("failure-unfit", responding(schema, binding(`, codes: { ${routed}, method_not_allowed: 12 }`)))).toEqual([]);
});

test("all reasons of one response are reported at once", () => {
  const schema = `{ type: object, required: [code, message, ok, n], properties: { code: { enum: [a] }, message: ${text}, ok: { type: boolean }, n: { type: integer } } }`;
  expect(findings("failure-unfit", responding(schema)).map((line) => line.replace(/^.*"default": /, ""))).toEqual([
    '/code must be "a"',
    'the property "n" is missing',
    'the property "ok" is missing',
  ]);
});

test("required members that say nothing without details are empty, and others are constants at any depth", () => {
  const inner = "{ type: object, required: [v], properties: { v: { const: '1.1' } } }";
  const schema = `{ type: object, required: [error, jsonapi, metadata, links, data], properties: { error: { type: object, required: [code, message, kind], properties: { code: ${text}, message: ${text}, kind: { allOf: [{ const: Error }] } } }, jsonapi: ${inner}, metadata: { type: object }, links: { type: array, items: { type: object } }, data: { type: [object, 'null'] } } }`;
  expect(findings("failure-unfit", responding(schema))).toEqual([]);
  const full = `{ type: object, required: [code, message, links], properties: { code: ${text}, message: ${text}, links: { type: array, minItems: 1, items: ${text} } } }`;
  expect(findings("failure-unfit", responding(full))).toHaveLength(1);
  expect(findings("failure-unfit", responding(full, "x-platform-error-binding: { fixed: { /links: [none] } }"))).toEqual([]);
});

test("operations without actions are warned about, of the failures that they have, each code once", () => {
  const error = (codes: string) =>
    `{ description: Failed., content: { application/json: { schema: { type: object, required: [code, message], properties: { code: { enum: [${codes}] }, message: ${text} } } } } }`;
  const yaml = `openapi: 3.1.0
info: { title: Plain, version: "1" }
security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /open:
    get: { operationId: open, security: [], responses: { default: ${error("internal, not_implemented")} } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getThing
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses: { "404": ${error("resource_not_found")}, default: ${error("internal, not_implemented")} }
    put:
      operationId: putThing
      requestBody: { content: { application/json: {} } }
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      responses: { default: ${error("unauthenticated, access_denied, internal, not_implemented")} }
`;
  // Those of requests that reach no operation are among them.
  expect(findings("failure-unfit", yaml)).toEqual([
    '[default] warning the failure "method_not_allowed", like 3 others, of "GET /open" does not match its response "default": /code must be one of "internal", "not_implemented"',
    '[default] warning the failure "unauthenticated", like 2 others, of "GET /things/{id}" does not match its response "default": /code must be one of "internal", "not_implemented"',
    '[default] warning the failure "resource_not_found", like 5 others, of "PUT /things/{id}" does not match its response "default": /code must be one of "unauthenticated", "access_denied", "internal", "not_implemented"',
  ]);
});
