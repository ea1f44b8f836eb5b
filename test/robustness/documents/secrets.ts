import { document, type HostileDocument } from "./document.js";

const secret = "{ type: string, format: password, maxLength: 40 }";
const object = (field: string) => `{ type: object, additionalProperties: false, properties: { key: ${field} } }`;
const get = (schema: string, more = "") =>
  `/keys: { get: { operationId: readKey, ${more}responses: { "200": { description: A key., content: { application/json: { schema: ${schema} } } } } } }`;

const login = {
  root: "  securitySchemes: { key: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://example.com', scopes: { 'keys:reveal': Read } } } } }",
};

/** Secrets where they must not be. */
export const secretDocuments: readonly HostileDocument[] = [
  document("a secret in an answer", { paths: `${get(object(secret))} #! secret-only-on-reveal` }),
  document("a secret in a list in an answer", {
    paths: `${get(`{ type: array, items: ${object(secret)} }`)} #! secret-only-on-reveal`,
  }),
  document("a secret in one branch of an answer", {
    paths: `${get(`{ oneOf: [${object(secret)}, { type: "null" }] }`)} #! secret-only-on-reveal`,
  }),
  document("a secret among other properties of an answer", {
    paths: `${get(`{ type: object, additionalProperties: ${secret} }`)} #! secret-only-on-reveal`,
  }),
  document("a secret in an answer, through a reference", {
    paths: get('{ $ref: "#/components/schemas/Key" }'),
    schemas: `Key: ${object(secret)} #! secret-only-on-reveal`,
  }),
  document("a value that is only in requests", {
    paths: `${get(object("{ type: string, writeOnly: true, maxLength: 40 }"))}`,
  }),
  document("a secret in an answer that reveals", {
    paths: get(object(secret), "security: [{ key: ['keys:reveal'] }], "),
    ...login,
  }),
  document("a secret in an error", {
    responses: `"400": { description: No., content: { application/json: { schema: { type: object, required: [error], additionalProperties: false, properties: { error: ${secret} } } } } } #! secret-only-on-reveal`,
  }),
  document("a secret in a header of an answer", {
    responses: `"201": { description: A., headers: { X-Key: { schema: ${secret} } } } #! secret-only-on-reveal`,
  }),
  document("a secret in the result of an action", {
    actions: `stop:\n  label: Stop\n  result: ${object(secret)} #! secret-only-on-reveal`,
  }),
  document("a secret in a body", { properties: `password: ${secret}` }),
  document("a secret as a default", {
    properties: "password: { type: string, format: password, maxLength: 40, default: hunter2 }",
  }),
  document("a secret as an example", {
    properties: "password: { type: string, format: password, maxLength: 40, examples: [hunter2] }",
  }),
];
