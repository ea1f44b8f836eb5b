import type { namingCodes } from "../catalog/lint-naming.js";
import type { Explanations } from "./explanation.js";

/** Why names, paths, operations and the extension are reported. */
export const namingExplanations: Explanations<typeof namingCodes> = {
  "action-list-mismatch": {
    cause:
      "A service advertises its actions in `capabilities.actions`, and the extension defines them. A name in only one of the two is an action that can't be found, or one that can't be called.",
    bad: `
      Postgres:
        type: object
        properties:
          type: { const: postgres }
          capabilities: { $ref: "#/components/schemas/Capabilities" }
      Capabilities:
        type: object
        properties:
          actions: { type: array, items: { type: object, properties: { name: { enum: [restrat] } } } }`,
    good: `
      Postgres:
        type: object
        properties:
          type: { const: postgres }
          capabilities: { $ref: "#/components/schemas/Capabilities" }
      Capabilities:
        type: object
        properties:
          actions: { type: array, items: { type: object, properties: { name: { enum: [restart] } } } }`,
    at: "schemas",
  },
  "action-name": {
    cause:
      "The name stands in the URL of each call and becomes a name in the generated code, so it can't have just any character.",
    bad: 'add__ip: { label: "Allow address" }',
    good: 'add_ip: { label: "Allow address" }',
    at: "actions",
  },
  "action-name-clash": {
    cause: "The two become the same name in the generated code, and people who read a URL aloud can't tell them apart.",
    bad: `
      add_ip: { label: Allow address }
      addIp: { label: Allow address }`,
    good: "add_ip: { label: Allow address }",
    at: "actions",
  },
  "action-shape": {
    cause:
      "A key that the extension doesn't define would be ignored without a word, most often because it is mistyped; a value of another kind can't be compiled.",
    bad: `
      add_ip:
        lable: Allow address
        scopes: service:write`,
    good: `
      add_ip:
        label: Allow address
        scopes: [service:write]`,
    at: "actions",
  },
  "action-status-unknown": {
    cause:
      "A status that is declared or shown in an example can't be in any valid answer, because something else that is declared excludes it.",
    bad: `
      add_ip:
        statuses: [active, pending]
        examples: { usual: { status: actve } }`,
    good: `
      add_ip:
        statuses: [active, pending]
        examples: { usual: { status: active } }`,
    at: "actions",
  },
  "component-name": {
    cause: "Names in components become names of types and parts of references. OpenAPI limits them to `A-Z a-z 0-9 . - _`.",
    bad: '"IP address": { type: string }',
    good: "IpAddress: { type: string }",
    at: "schemas",
  },
  "destructive-empty-body": {
    cause:
      "An action that destroys something and takes `{}` is one careless or repeated call away from damage. Nothing in such a call says what the caller meant.",
    bad: `
      drop_database:
        destructive: true
        body: { type: object, additionalProperties: false, properties: { force: { type: boolean } } }`,
    good: `
      drop_database:
        destructive: true
        body:
          type: object
          required: [name]
          additionalProperties: false
          properties: { name: { type: string, maxLength: 63 } }`,
    at: "actions",
  },
  "error-body": {
    cause:
      'The generated server answers every failure of an action with `{"error": "<text>"}`. A contract that says something else is wrong for its callers.',
    bad: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } }`,
    good: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/json:
              schema: { type: object, required: [error], properties: { error: { type: string } } }`,
    at: "operation",
  },
  "error-body-varies": {
    cause:
      "Callers of an API with actions parse `error` from every failure. An operation that fails in another way, or with an empty body, needs code of its own.",
    bad: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. }, "503": { description: Down. } }`,
    good: `
      /ping:
        get:
          operationId: ping
          responses:
            "204": { description: Here. }
            "503":
              description: Down.
              content:
                application/json:
                  schema: { type: object, required: [error], properties: { error: { type: string } } }`,
    at: "paths",
  },
  "extension-near-miss": {
    cause: "Unknown `x-` keys are legal in OpenAPI. A mistyped one is ignored without a word, and with it all its actions.",
    bad: "x-plaform-search-actions: { reindex: { label: Reindex } }",
    good: "x-platform-search-actions: { reindex: { label: Reindex } }",
    at: "operation",
  },
  "extension-placement": {
    cause:
      "Actions belong to the one operation that invokes them, a `POST` whose path has the parameter `{action}`. Elsewhere there is no call that they could describe.",
    bad: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }
          x-platform-search-actions: { reindex: { label: Reindex } }`,
    good: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "extension-type-clash": {
    cause: "The two types become the same name in the generated code.",
    bad: `
      x-platform-share-groups-actions: { sync: { label: Sync } }
      x-platform-share_groups-actions: { sync: { label: Sync } }`,
    good: "x-platform-share-groups-actions: { sync: { label: Sync } }",
    at: "operation",
  },
  "extension-type-name": {
    cause: "The part of the key between the prefix and `-actions` is the type of a service. It becomes names of files and types.",
    bad: "x-platform-Search-actions: { reindex: { label: Reindex } }",
    good: "x-platform-search-actions: { reindex: { label: Reindex } }",
    at: "operation",
  },
  "header-name": {
    cause: "HTTP allows only some characters in the name of a header. No client could send this one.",
    bad: `
      parameters:
        - { name: "request id", in: header, schema: { type: string, maxLength: 64 } }
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }`,
    good: `
      parameters:
        - { name: request-id, in: header, schema: { type: string, maxLength: 64 } }
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }`,
    at: "operation",
  },
  "header-reserved": {
    cause: "OpenAPI tells tools to ignore parameters of these names, so it would be neither checked nor sent.",
    bad: `
      parameters:
        Trace: { name: Authorization, in: header, schema: { type: string, maxLength: 64 } }`,
    good: `
      parameters:
        Trace: { name: X-Trace, in: header, schema: { type: string, maxLength: 64 } }`,
    at: "components",
  },
  "operation-id": {
    cause: "The `operationId` becomes the name of a handler and of a method, so it can't have just any character.",
    bad: `
      /ping:
        get:
          operationId: "ping()"
          responses: { "204": { description: Here. } }`,
    good: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "operation-clash": {
    cause:
      "What a parameter is called is not sent, so a request for one operation is a request for the other. With different methods there is no doubt, and both work.",
    bad: `
      /notes/{id}:
        parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
        get: { operationId: getNote, responses: { "204": { description: Here. } } }
      /notes/{title}:
        parameters: [{ name: title, in: path, required: true, schema: { type: string } }]
        get: { operationId: findNote, responses: { "204": { description: Here. } } }`,
    good: `
      /notes/{id}:
        parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
        get: { operationId: getNote, responses: { "204": { description: Here. } } }
      /notes/titles/{title}:
        parameters: [{ name: title, in: path, required: true, schema: { type: string } }]
        get: { operationId: findNote, responses: { "204": { description: Here. } } }`,
    at: "paths",
  },
  "operation-id-unique": {
    cause: "Handlers and methods are named by the `operationId`. Two of the same name can't stand side by side.",
    bad: `
      /ping:
        get: { operationId: ping, responses: { "204": { description: Here. } } }
        head: { operationId: ping, responses: { "204": { description: Here. } } }`,
    good: `
      /ping:
        get: { operationId: ping, responses: { "204": { description: Here. } } }
        head: { operationId: pingQuietly, responses: { "204": { description: Here. } } }`,
    at: "paths",
  },
  "operation-security": {
    cause:
      "Neither the operation nor the document says who may call it, so it is open to everybody: perhaps on purpose, perhaps because somebody forgot.",
    bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, responses: { "204": { description: Here. } } }`,
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, security: [], responses: { "204": { description: Here. } } }`,
    at: "document",
  },
  "parameter-name": {
    cause: "The name is empty, too long, or has characters that no URL or header can carry.",
    bad: `
      parameters:
        Page: { name: "page\\u0000", in: query, schema: { type: integer } }`,
    good: `
      parameters:
        Page: { name: page, in: query, schema: { type: integer } }`,
    at: "components",
  },
  "path-parameter-optional": {
    cause:
      "OpenAPI requires path parameters: without one of its segments, a path is another path. This one is treated as required.",
    bad: `
      /pets/{name}:
        get:
          operationId: getPet
          parameters: [{ name: name, in: path, required: false, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
    good: `
      /pets/{name}:
        get:
          operationId: getPet
          parameters: [{ name: name, in: path, required: true, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "path-parameters": {
    cause: "A `{name}` in the path without a parameter has no type, and a path parameter without its `{name}` can never be sent.",
    bad: `
      /items/{id}:
        get:
          operationId: getItem
          responses: { "204": { description: Here. } }`,
    good: `
      /items/{id}:
        get:
          operationId: getItem
          parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "path-syntax": {
    cause:
      "Paths are compared with the URLs of requests, so they can hold only what a URL can hold, and no request would ever match.",
    bad: `
      /items/{id:
        get: { operationId: getItem, responses: { "204": { description: Here. } } }`,
    good: `
      /items:
        get: { operationId: listItems, responses: { "204": { description: Here. } } }`,
    at: "paths",
  },
  "response-status": {
    cause: "There is no such HTTP status, so no answer could have it.",
    bad: `
      /ping:
        get: { operationId: ping, responses: { "2000": { description: Here. } } }`,
    good: `
      /ping:
        get: { operationId: ping, responses: { "200": { description: Here. } } }`,
    at: "paths",
  },
  "schema-dialect": {
    cause:
      "`jsonSchemaDialect` names a dialect other than that of OpenAPI 3.1. All schemas are read as JSON Schema 2020-12, so a keyword that means something else in that dialect is judged wrongly.",
    bad: "jsonSchemaDialect: http://json-schema.org/draft-04/schema#",
    good: "jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base",
    at: "root",
  },
  "scope-name": {
    cause:
      "OAuth allows only some characters in a scope. A token could never hold this one, so the action could never be called.",
    bad: "add_ip: { scopes: [service write] }",
    good: "add_ip: { scopes: [service:write] }",
    at: "actions",
  },
  "security-missing": {
    cause:
      "The operation returns secrets, or invokes actions that need scopes, and yet may be called by somebody who has not said who he is.",
    bad: `
      /credential:
        get:
          operationId: getCredential
          security: []
          responses: { "204": { description: Here. } }`,
    good: `
      /credential:
        get:
          operationId: getCredential
          security: [{ token: [] }]
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "security-undefined": {
    cause: "The operation asks for a way of authentication that is described nowhere, so callers can't know what to send.",
    bad: `
      /ping:
        get: { operationId: ping, security: [{ tokn: [] }], responses: { "204": { description: Here. } } }`,
    good: `
      /ping:
        get: { operationId: ping, security: [{ token: [] }], responses: { "204": { description: Here. } } }`,
    at: "paths",
  },
  "server-url": {
    cause:
      "The URL has another scheme than http or https, or none before its host. API consumers can't call it, and readers of the docs would copy an address that doesn't exist.",
    bad: "servers: [{ url: api.example.com/v1 }]",
    good: "servers: [{ url: https://api.example.com/v1 }]",
    at: "root",
  },
  "service-type-unknown": {
    cause:
      "The schema that represents a service lists the types that services have, and this one is not among them. It is the component `Service`, or what a GET on the path before the actions returns.",
    bad: "Service: { type: object, properties: { type: { enum: [search] } } }",
    good: "Service: { type: object, properties: { type: { enum: [postgres, search] } } }",
    at: "schemas",
  },
  "shared-action-body": {
    cause: "Callers expect that an action of one name takes the same input whatever the type of the service.",
    bad: `
      x-platform-search-actions:
        restart:
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
    good: `
      x-platform-search-actions:
        restart:
          x-distinct-body: true
          body: { type: object, additionalProperties: false, properties: { hard: { type: boolean } } }`,
    at: "operation",
  },
};
