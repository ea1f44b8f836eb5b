import type { JsonObject } from "../../generator/document/json-value.js";

const text = { type: "string", maxLength: 50 } as const;
const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const error = { description: "Refused.", content: json({ $ref: "#/components/schemas/Error" }) };

/** A contract with a text at every position that OpenAPI and the extension have, each used by some output. */
export const everyConstruct = {
  openapi: "3.1.0",
  info: {
    title: "Every construct",
    version: "1.0.0",
    summary: "All of it",
    description: "For *people*.",
    termsOfService: "https://example.com/terms",
    contact: { name: "People", url: "https://example.com", email: "people@example.com" },
    license: { name: "MIT", url: "https://example.com/licence" },
  },
  externalDocs: { url: "https://example.com/docs", description: "More" },
  tags: [{ name: "machines", description: "Machines" }],
  servers: [
    {
      url: "https://{region}.example.com",
      description: "A region",
      variables: { region: { default: "eu", enum: ["eu", "us"] } },
    },
  ],
  security: [{ login: ["read"] }],
  paths: {
    "/machines/{id}/do/{action}": {
      summary: "A machine",
      description: "What it does",
      parameters: [{ name: "id", in: "path", required: true, description: "Which", schema: { $ref: "#/components/schemas/Id" } }],
      post: {
        operationId: "actOnMachine",
        summary: "Act",
        description: "Invoke an action.",
        tags: ["machines"],
        parameters: [
          { name: "action", in: "path", required: true, schema: text },
          { name: "dry_run", in: "query", description: "Only say", schema: { type: "boolean" } },
          { name: "tags", in: "query", style: "form", explode: false, schema: { type: "array", maxItems: 5, items: text } },
          { name: "X-Trace", in: "header", description: "Trace", schema: { type: "string", maxLength: 50, pattern: "^[a-z]+$" } },
          { name: "session", in: "cookie", schema: text },
        ],
        requestBody: { description: "Input", required: true, content: json({ type: "object", additionalProperties: true }) },
        responses: {
          "200": {
            description: "Done",
            headers: { "X-Took": { description: "Time", schema: { type: "integer" } } },
            content: json({
              type: "object",
              required: ["status", "result"],
              properties: { status: text, result: { type: "object", additionalProperties: true } },
            }),
          },
          "400": error,
          default: error,
        },
        "x-platform-machine-actions": {
          start: {
            label: "Start",
            summary: "Start it",
            description: "Starts a machine.",
            scopes: ["machine:write"],
            statuses: ["ok", "queued"],
            availability: { states: ["stopped"], plans: ["large"] },
            errors: [{ code: "no_power", status: 409, description: "There is no power." }],
            body: { $ref: "#/components/schemas/Start" },
            result: { type: "object", additionalProperties: false, properties: { at: { type: "string", format: "date-time" } } },
            examples: { first: { summary: "One", body: { mode: "fast" }, status: "ok", result: {} } },
            "x-note": "kept",
          },
          "stop-now": {
            label: "Stop",
            body: { type: "object", additionalProperties: false, properties: { force: { type: "boolean" } } },
          },
        },
      },
    },
    "/machines": {
      get: {
        operationId: "listMachines",
        summary: "List",
        responses: {
          "200": { description: "All", content: json({ type: "array", items: { $ref: "#/components/schemas/Machine" } }) },
        },
      },
      post: {
        operationId: "addMachine",
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Start" } } } },
        responses: { "201": { description: "Made", content: { "text/plain": { schema: text } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        description: "Log in",
        flows: {
          clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Read", "machine:write": "Write" } },
        },
      },
      key: { type: "apiKey", in: "header", name: "X-Key", description: "A key" },
    },
    schemas: {
      Id: { type: "string", format: "uuid", title: "Id", description: "Of a machine" },
      Error: {
        type: "object",
        required: ["error"],
        additionalProperties: false,
        properties: { error: { type: "string", maxLength: 200, description: "What went wrong" } },
      },
      Start: {
        type: "object",
        title: "How to start",
        description: "Options",
        additionalProperties: false,
        required: ["mode"],
        properties: {
          mode: { type: "string", enum: ["fast", "safe"], default: "fast", description: "Speed", examples: ["fast"] },
          exact: { const: "this", title: "Exact" },
          name: { type: "string", pattern: "^[a-z]+$", maxLength: 20, "x-note": "kept" },
          "odd name": { type: "integer", minimum: 1 },
        },
        dependentRequired: { name: ["mode"] },
        patternProperties: { "^x-[a-z]+$": { type: "string", maxLength: 5 } },
      },
      Machine: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } },
      },
      Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
    },
  },
} satisfies object as JsonObject;
