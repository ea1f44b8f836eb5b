import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { contractOf } from "../emit/load-emitted.js";
import { loadOutput } from "../support/load-output.js";

const json = (schema: object) => ({ "application/json": { schema } });
const text = { type: "string", maxLength: 50 };
const ok = (content?: object) => ({ "200": content ? { description: "Done.", content } : { description: "Done." } });
const inPath = (name: string, schema: object = text) => ({ name, in: "path", required: true, schema });
const echo = ok(json({ type: "object" }));

const action = (more: object = {}) => ({
  label: "Do",
  body: { type: "object", additionalProperties: false, properties: { n: { type: "integer" } } },
  ...more,
});

const document = {
  openapi: "3.1.0",
  info: { title: "Everything", version: "1" },
  security: [{ login: ["base"] }],
  paths: {
    "/machines/{id}/do/{action}": {
      post: {
        operationId: "actOnMachine",
        parameters: [inPath("id", { type: "integer" }), inPath("action")],
        requestBody: { content: json({ type: "object" }) },
        responses: ok(),
        "x-platform-machine-actions": { start: action({ scopes: ["start", "stop"], async: true }), shared: action() },
        "x-platform-share-group-actions": { shared: action({ result: { type: "object", required: ["group"] } }) },
      },
    },
    "/machines/{id}": {
      delete: {
        operationId: "deleteMachine",
        parameters: [inPath("id", { type: "integer" })],
        responses: { "204": { description: "Gone." } },
      },
    },
    "/networks/{network}/actions/{action}": {
      post: {
        operationId: "actOnNetwork",
        security: [],
        parameters: [inPath("network"), inPath("action")],
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: ok(),
        "x-platform-network-actions": { attach: action(), secured: action({ scopes: ["attach"] }) },
      },
    },
    "/do/{action}": {
      post: {
        operationId: "actAlone",
        parameters: [inPath("action")],
        requestBody: { required: true, content: json({ type: "object" }) },
        responses: ok(json({ type: "object", properties: { status: { enum: ["done"] }, action: true, result: true } })),
        "x-platform-alone-actions": { go: action() },
      },
    },
    "/find/{kind}.{format}": {
      get: {
        operationId: "find",
        security: [{}, { login: ["find"] }],
        parameters: [
          inPath("kind"),
          inPath("format", { type: "string", enum: ["csv", "json"] }),
          { name: "ids", in: "query", schema: { type: "array", items: { type: "integer" } } },
          { name: "tags", in: "query", explode: false, schema: { type: "array", items: { type: "string" } } },
          { name: "filter", in: "query", style: "deepObject", schema: { $ref: "#/components/schemas/Filter" } },
          { name: "json", in: "query", content: { "application/json": { schema: { type: "object", required: ["a"] } } } },
          { name: "X-Page", in: "header", required: true, schema: { type: "integer", minimum: 1 } },
          { name: "theme", in: "cookie", schema: { enum: [1, "dark", true] } },
        ],
        responses: {
          ...echo,
          "4XX": { description: "No.", content: json({ type: "object", required: ["error"] }) },
          default: { description: "?" },
        },
      },
    },
    "/basic": { get: { operationId: "askPassword", security: [{ password: [] }], responses: echo } },
    "/key": { get: { operationId: "askKey", security: [{ key: [] }], responses: echo } },
    "/forms": {
      post: {
        operationId: "sendForm",
        security: [],
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["n"],
                properties: { n: { type: "integer" }, list: { type: "array", items: { type: "boolean" } } },
              },
            },
          },
        },
        responses: echo,
      },
    },
    "/uploads": {
      post: {
        operationId: "upload",
        security: [],
        requestBody: { content: { "multipart/form-data": { schema: { type: "object", required: ["file"] } } } },
        responses: echo,
      },
    },
    "/notes": {
      put: {
        operationId: "putNote",
        security: [],
        requestBody: {
          content: {
            "text/*": {},
            "application/octet-stream": {},
            "application/merge-patch+json": { schema: { type: "object", required: ["a"] } },
          },
        },
        responses: ok({ "text/plain": {}, "application/octet-stream": {}, "image/*": {} }),
      },
    },
  },
  components: {
    securitySchemes: {
      login: { type: "oauth2", flows: {} },
      password: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "header", name: "x-key" },
    },
    schemas: {
      Filter: {
        allOf: [
          { type: "object", properties: { min: { type: "integer" } } },
          { properties: { on: { type: ["boolean", "null"] } } },
        ],
      },
    },
  },
};

export const files = await emitAll(contractOf(document), { template: readTemplate });
const load = loadOutput(files);

export async function start(handlers: AnyApplication["handlers"], more: Partial<AnyApplication> = {}) {
  const { createServer } = (await load("server/index.ts")) as { createServer: (application: AnyApplication) => Server };
  const errors: unknown[] = [];
  const server = createServer({
    authenticate: ({ headers }) =>
      headers["x-scopes"] === undefined ? undefined : { scopes: String(headers["x-scopes"]).split(" ") },
    canAccess: () => true,
    findResource: (_, __, operation) => ({ type: { actOnNetwork: "network", actAlone: "alone" }[operation] ?? "machine" }),
    handlers,
    log: (entry) => void errors.push(entry.error ?? entry.message),
    ...more,
  });
  return {
    errors,
    async send(method: string, url: string, body?: string, headers: Record<string, string> = {}) {
      const all = { "x-scopes": "base start stop find attach", "content-type": "application/json", ...headers };
      const response = await server.handle({
        method,
        url,
        headers: all,
        ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
      });
      const answer =
        typeof response.body === "string" && response.headers["content-type"] === "application/json"
          ? (JSON.parse(response.body) as unknown)
          : response.body;
      return { status: response.status, answer, headers: response.headers };
    },
  };
}

export const echoing = (call: unknown) => {
  const { path: inside, query, headers, cookies, body } = call as Record<string, unknown>;
  return { status: 200, body: { path: inside, query, headers, cookies, body, service: (call as { service?: unknown }).service } };
};
