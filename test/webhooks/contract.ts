import { writeFileSync } from "node:fs";
import path from "node:path";
import { load, type LiveContract } from "../../generator/live/index.js";
import { temporaryFolder } from "../support/command-line.js";

const event = (name: string, more: string) =>
  `{ type: object, required: [type, data], properties: { type: { const: ${name} }, data: { type: object, required: [id], properties: { id: { type: integer }${more} } } } }`;

/** A contract with two webhooks whose bodies name them, and a callback. */
export const webhookContract = `openapi: 3.1.0
info: { title: Orders, version: "1" }
security: [{ bearer: [] }]
paths:
  /orders:
    post:
      operationId: addOrder
      responses: { "204": { description: Done. } }
      callbacks:
        paid:
          "{$request.body#/url}":
            post:
              requestBody: { required: true, content: { application/json: { schema: ${event("order.paid", ", amount: { type: integer }")} } } }
              responses: { "2XX": { description: Noted. } }
webhooks:
  order.shipped:
    post:
      summary: An order has left the house
      parameters:
        - { name: X-Shop, in: header, schema: { type: string, maxLength: 10 } }
        - { name: attempt, in: query, schema: { type: integer, maximum: 9 } }
      requestBody: { required: true, content: { application/json: { schema: ${event("order.shipped", "")} } } }
      responses:
        "200": { description: Seen., content: { application/json: { schema: { type: object, required: [seen], properties: { seen: { type: boolean } } } } } }
        "204": { description: Noted. }
  order.returned:
    put:
      requestBody: { required: true, content: { application/json: { schema: ${event("order.returned", "")} } } }
      responses: { "200": { description: Seen., content: { application/json: { schema: { type: object, required: [seen], properties: { seen: { type: boolean } } } } } } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

/** Loads a contract from its text. */
export function loadText(text: string): Promise<LiveContract> {
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, text);
  return load(file);
}
