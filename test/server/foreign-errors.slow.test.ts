import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toNodeHandler } from "../../generated/server/index.js";
import { lintText } from "../lint/lint-text.js";
import { request, serve, type Sent } from "./listen.js";
import { serveContract } from "./serve-contract.js";

/** An API of another maker, with an endpoint for actions, its errors, and what servers send for each failure. */
const document = (binding: string, schema: string, errors: string) => `
openapi: 3.1.0
info: { title: Kilns, version: "1" }
servers: [{ url: "https://kilns.test" }]
security: [{ token: [] }]
paths:
  /kilns/{kiln}/do/{verb}:
    parameters:
      - { name: kiln, in: path, required: true, schema: { type: string, maxLength: 9 } }
      - { name: verb, in: path, required: true, schema: { type: string, maxLength: 9 } }
    post:
      operationId: doKiln
      x-platform-action-binding: { action: { in: path, name: verb }, type: { const: kiln } }
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { type: object, required: [status], additionalProperties: false, properties: { status: { type: string } } } } }
        default: { $ref: "#/components/responses/Failure" }
      x-platform-kiln-actions:
        fire: { label: Fire, body: { type: object, required: [celsius], additionalProperties: false, properties: { celsius: { type: integer } } } }
        vent: { label: Vent, errors: ${errors} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Failure: { description: Failed., x-platform-error-binding: ${binding}, content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
  schemas:
    Failure: ${schema}
`;

const numbers = document(
  `{ code: /number, message: /text, status: null, codes: { lid_open: 8, unauthenticated: 16, access_denied: 7, resource_not_found: 5,
     action_unavailable: 9, invalid_parameter: 3, invalid_action_body: 3, invalid_body: 3, method_not_allowed: 12, payload_too_large: 11,
     unsupported_media_type: 3, internal: 13, not_implemented: 12, invalid_request: 3, request_timeout: 4, headers_too_large: 11 } }`,
  `{ type: object, required: [number, text, causes], additionalProperties: false, properties: {
     number: { type: integer, minimum: 1, maximum: 16 }, text: { type: string }, causes: { type: array, items: { type: object, additionalProperties: false, properties: { "@kind": { type: string } } } } } }`,
  "[{ code: lid_open, status: 429, description: The lid is open. }]",
);

const objects = document(
  `{ code: /why, message: /text, status: /number, details: { at: /more/causes, pointer: field, rule: why, message: text },
     fixed: { /outcome: Failure, /marks: { origin: kiln }, /trail: [kiln] } }`,
  `{ type: object, required: [kind, labels, marks, trail, outcome, text, why, number], additionalProperties: false, properties: {
     kind: { const: Outcome }, labels: { type: object }, outcome: { type: string, enum: [Success, Failure] }, text: { type: string },
     marks: { type: object, required: [origin], properties: { origin: { type: string } } }, trail: { type: array, minItems: 1, items: { type: string } },
     why: { type: string }, number: { type: integer, minimum: 400, maximum: 599 },
     more: { type: object, additionalProperties: false, properties: { causes: { type: array, items: { type: object, additionalProperties: false,
       properties: { field: { type: string }, why: { type: string }, text: { type: string } } } } } } } }`,
  "[{ code: LidOpen, status: 429, description: The lid is open. }]",
);

const expected = {
  numbers: {
    "own error": [429, { number: 8, text: "The lid is open.", causes: [] }],
    "bad body": [400, { number: 3, text: "/celsius is required; /x is not allowed.", causes: [] }],
    "no such action": [404, { number: 5, text: "The service has no action of this name.", causes: [] }],
    "not HTTP": [400, { number: 3, text: "The request is not HTTP.", causes: [] }],
  },
  objects: {
    "own error": [429, { why: "LidOpen", number: 429, labels: {}, marks: { origin: "kiln" }, trail: ["kiln"], kind: "Outcome" }],
    "bad body": [
      400,
      {
        more: {
          causes: [
            { field: "/celsius", why: "required", text: "is required" },
            { field: "/x", why: "additionalProperties", text: "is not allowed" },
          ],
        },
      },
    ],
    "no such action": [404, { why: "resource_not_found", number: 404, outcome: "Failure" }],
    "not HTTP": [400, { why: "invalid_request", number: 400, outcome: "Failure" }],
  },
};

test.each([
  ["numbers", numbers],
  ["objects", objects],
] as const)("errors with %s are served as their contract says, and lint agrees", async (name, contract) => {
  expect(lintText(contract).filter(({ severity }) => severity === "error")).toEqual([]);
  const start = serveContract(contract);
  const { server, respondToClientError } = await start({
    authenticate: ({ headers }: { headers: Record<string, string> }) =>
      headers["authorization"] === "Bearer t" ? { scopes: [] } : undefined,
    canAccess: (_: unknown, path: Record<string, string>) => path["kiln"] !== "other",
    handlers: {
      actions: {
        kiln: {
          fire: (): never => {
            throw new Error("broken");
          },
          vent: ({ fail, body }: { fail: (code: string) => unknown; body: object }) =>
            Object.keys(body).length === 0 ? fail(name === "numbers" ? "lid_open" : "LidOpen") : {},
        },
      },
    },
  } as never);
  const { port } = await serve(http.createServer(toNodeHandler(server)).on("clientError", respondToClientError));
  const send = (method: string, path: string, sent: Sent) => request(port, method, path, sent);
  const call = (verb: string, body: unknown = {}, headers = {}, kiln = "k1") =>
    send("POST", `/kilns/${kiln}/do/${verb}`, { token: "t", body, headers });
  const responses = {
    "own error": await call("vent"),
    "bad body": await call("fire", { x: 1 }),
    "no JSON": await call("vent", new TextEncoder().encode("{"), { "content-type": "application/json" }),
    "other type": await call("vent", "text", { "content-type": "text/plain" }),
    "no such action": await call("fly"),
    "bad parameter": await call("vent", {}, {}, "k".repeat(20)),
    "not bound": await call("vent", {}, {}, "other"),
    "broken handler": await call("fire", { celsius: 900 }),
    "too large": await call("fire", { celsius: "9".repeat(2_000_000) }),
    unauthenticated: await send("POST", "/kilns/k1/do/vent", { body: {} }),
    "other method": await send("DELETE", "/kilns/k1/do/vent", { token: "t" }),
    "no such path": await send("GET", "/nothing", { token: "t" }),
    "not HTTP": await sendText(port, "NOPE\r\n\r\n"),
    "large headers": await sendText(port, `GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(20_000)}\r\n\r\n`),
  };
  const schema = (parse(contract) as { components: { schemas: { Failure: object } } }).components.schemas.Failure;
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  const unfit = Object.entries(responses).filter(([, { status, json }]) => status < 400 || !isValid(json));
  expect(unfit).toEqual([]);
  for (const [failure, [status, body]] of Object.entries(expected[name])) {
    expect(responses[failure as keyof typeof responses]).toMatchObject({ status, json: body });
  }
});

/** Sends bytes that may not be HTTP, and reads the response. */
async function sendText(port: number, sent: string): Promise<{ status: number; json: unknown }> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(sent);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(/ (\d+) /.exec(head)?.[1]), json: JSON.parse(body) };
}
