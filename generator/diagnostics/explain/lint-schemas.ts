import type { schemaCodes } from "../catalog/lint-schemas.js";
import type { Explanations } from "./explanation.js";

/** Why schemas, examples and secrets are reported. */
export const schemaExplanations: Explanations<typeof schemaCodes> = {
  "body-loose": {
    cause:
      "The schema describes an object without saying so, or is a list. It accepts texts and numbers too, or leaves no room for what an action may need later.",
    bad: "add_ip: { body: { properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
    good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
    at: "actions",
  },
  "body-not-object": {
    cause:
      "The body accepts no object, or anything at all. Then the action is as free-form as the generic endpoint that it should describe.",
    bad: "add_ip: { body: { description: The network to allow. } }",
    good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
    at: "actions",
  },
  "default-invalid": {
    cause: "The default is a value that the schema itself refuses. Readers who rely on it send calls that fail.",
    bad: "Size: { type: integer, default: large }",
    good: "Size: { type: integer, default: 3 }",
    at: "schemas",
  },
  "discriminator-property": {
    cause:
      "A discriminator tells alternatives apart by a property. Where an alternative doesn't have it or doesn't require it, there is nothing to tell them apart by.",
    bad: `
      Shape:
        discriminator: { propertyName: kind }
        oneOf:
          - { type: object, required: [kind], properties: { kind: { const: circle } } }
          - { type: object, properties: { kind: { const: square } } }`,
    good: `
      Shape:
        discriminator: { propertyName: kind }
        oneOf:
          - { type: object, required: [kind], properties: { kind: { const: circle } } }
          - { type: object, required: [kind], properties: { kind: { const: square } } }`,
    at: "schemas",
  },
  "enum-value": {
    cause:
      "A value of the list can never be valid, or stands there twice. It is left out of the types. In YAML a value without quotes is often another type than it looks like.",
    bad: "Version: { type: string, enum: [latest, 1.0] }",
    good: 'Version: { type: string, enum: [latest, "1.0"] }',
    at: "schemas",
  },
  "example-invalid": {
    cause: "Examples of actions are copied by readers and used as fixtures. This one would be refused.",
    bad: `
      add_ip:
        body: { type: object, additionalProperties: false, properties: { cidr: { type: string, maxLength: 43 } } }
        examples: { usual: { body: { cdir: 203.0.113.0/24 } } }`,
    good: `
      add_ip:
        body: { type: object, additionalProperties: false, properties: { cidr: { type: string, maxLength: 43 } } }
        examples: { usual: { body: { cidr: 203.0.113.0/24 } } }`,
    at: "actions",
  },
  "example-mismatch": {
    cause: "An example in a schema, a parameter or a response does not fit its schema, so it misleads those who read it.",
    bad: "Size: { type: integer, examples: [large] }",
    good: "Size: { type: integer, examples: [3] }",
    at: "schemas",
  },
  "format-name": {
    cause: "The name has characters that no format has, so nothing could ever check it.",
    bad: 'Day: { type: string, format: "date (ISO)" }',
    good: "Day: { type: string, format: date }",
    at: "schemas",
  },
  "format-unknown": {
    cause: "Nothing defines a format of this name, so every text is valid. It is most often mistyped.",
    bad: "Day: { type: string, format: dat }",
    good: "Day: { type: string, format: date }",
    at: "schemas",
  },
  "impossible-schema": {
    cause: "Keywords of the schema contradict each other, so every value is refused and every call fails.",
    bad: "Name: { type: string, minLength: 10, maxLength: 5 }",
    good: "Name: { type: string, minLength: 5, maxLength: 10 }",
    at: "schemas",
  },
  "keyword-value": {
    cause: "The keyword has a value of the wrong kind. It would check nothing, or no validator could be built.",
    bad: 'Name: { type: string, maxLength: "10" }',
    good: "Name: { type: string, maxLength: 10 }",
    at: "schemas",
  },
  "nullable-keyword": {
    cause:
      "OpenAPI 3.1 replaced `nullable` with the type `null` of JSON Schema. Generated types and validators accept null here, but other tools ignore the keyword.",
    bad: "Name: { type: string, nullable: true }",
    good: 'Name: { type: [string, "null"] }',
    at: "schemas",
  },
  "open-body": {
    cause:
      "The object takes any further property, which nobody decided. A misspelt property of a body is then ignored without a word, and a result may carry what it should not.",
    bad: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } } } }",
    good: "add_ip: { body: { type: object, properties: { cidr: { type: string, maxLength: 43 } }, additionalProperties: false } }",
    at: "actions",
  },
  "pattern-dialect": {
    cause:
      "JSON Schema uses the regular expressions of ECMAScript, which have no flags inside. No value is checked for this pattern.",
    bad: 'Answer: { type: string, pattern: "(?i)^yes$" }',
    good: 'Answer: { type: string, pattern: "^[Yy][Ee][Ss]$" }',
    at: "schemas",
  },
  "pattern-invalid": {
    cause: "The pattern can't be compiled, so nothing could be checked with it.",
    bad: 'Code: { type: string, pattern: "^[A-Z+$" }',
    good: 'Code: { type: string, pattern: "^[A-Z]+$" }',
    at: "schemas",
  },
  "pattern-not-linear": {
    cause:
      "A matcher that backtracks can take very long over a short text. Whoever may send the value can keep the server busy with one request.",
    bad: `
      tag:
        body:
          type: object
          additionalProperties: false
          properties: { label: { type: string, pattern: "^([a-z]+-?)+$" } }`,
    good: `
      tag:
        body:
          type: object
          additionalProperties: false
          properties: { label: { type: string, maxLength: 64, pattern: "^[a-z]+(-[a-z]+)*$" } }`,
    at: "actions",
  },
  "pattern-not-unicode": {
    cause:
      "JSON Schema wants patterns that are valid with the flag `u`. Without it some tools refuse this one and others read it differently.",
    bad: 'Path: { type: string, pattern: "^\\\\-+$" }',
    good: 'Path: { type: string, pattern: "^-+$" }',
    at: "schemas",
  },
  "reveal-unmarked": {
    cause:
      "Only the name of the operation says that it returns secrets. Tools that treat such operations with care look for a mark.",
    bad: `
      /credential:
        get:
          operationId: revealCredential
          responses:
            "200":
              description: The password.
              content: { application/json: { schema: { $ref: "#/components/schemas/Credential" } } }
            default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }`,
    good: `
      /credential:
        get:
          operationId: revealCredential
          x-platform-reveal: true
          responses:
            "200":
              description: The password.
              content: { application/json: { schema: { $ref: "#/components/schemas/Credential" } } }
            default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }`,
    at: "paths",
  },
  "secret-example": {
    cause:
      "The contract itself contains the value of something that it marks as a secret (`format: password` or `writeOnly`). It is published with the docs. If it is real, replace it.",
    bad: "Login: { type: object, properties: { password: { type: string, format: password, example: hunter2 } } }",
    good: 'Login: { type: object, properties: { password: { type: string, format: password, example: "********" } } }',
    at: "schemas",
  },
  "secret-in-url": {
    cause:
      "A parameter in the path or in the query is marked as a secret (`format: password`). URLs are written to access logs, browser histories and `Referer` headers.",
    bad: `
      /exports:
        get:
          operationId: listExports
          parameters: [{ name: passphrase, in: query, schema: { type: string, maxLength: 64, format: password } }]
          responses: { "204": { description: Here. } }`,
    good: `
      /exports:
        get:
          operationId: listExports
          parameters: [{ name: X-Passphrase, in: header, schema: { type: string, maxLength: 64, format: password } }]
          responses: { "204": { description: Here. } }`,
    at: "paths",
  },
  "secret-only-on-reveal": {
    cause:
      "A value that is marked as a secret (`format: password` or `writeOnly`) is part of a response, or of the request of a webhook or callback. It ends up in the logs and caches of everybody who receives it.",
    bad: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, password: { type: string, format: password } }`,
    good: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, has_password: { type: boolean } }`,
    at: "actions",
  },
  "too-many-properties": {
    cause:
      "The object has more than 1,000 properties. Each is code of its own in a validator, and a type: compilers of the output would take seconds for this object alone.",
    bad: "Settings: { type: object, properties: { setting_1: {…}, …, setting_1001: {…} } }",
    good: "Settings: { type: object, additionalProperties: { type: string, maxLength: 200 } }",
    at: "yaml",
  },
  "unbounded-input": {
    cause:
      "A caller can make the text or the list as long as a request may be. What the server stores or does for each character and item has no limit.",
    bad: "tag: { body: { type: object, additionalProperties: false, properties: { label: { type: string } } } }",
    good: "tag: { body: { type: object, additionalProperties: false, properties: { label: { type: string, maxLength: 64 } } } }",
    at: "actions",
  },
  "unknown-keyword": {
    cause: "JSON Schema ignores keywords it doesn't know. A mistyped one checks nothing, and nobody notices.",
    bad: "Name: { type: string, maxLenght: 10 }",
    good: "Name: { type: string, maxLength: 10 }",
    at: "schemas",
  },
  "unsafe-integer": {
    cause:
      "`JSON.parse` and most readers of JSON hold numbers as doubles, which are exact up to 2^53. Beyond, the nearest double stands for the integer: validators compare with that one. `openapi.json`, types and docs have it as it is written.",
    bad: "OrderId: { type: integer, maximum: 9223372036854775807 }",
    good: 'OrderId: { type: string, pattern: "^[0-9]{1,19}$" }',
    at: "schemas",
  },
  "unsupported-keyword": {
    cause: "The keyword exists, but generated validators would judge values wrongly by it. So it is refused instead of ignored.",
    bad: "Node: { $dynamicAnchor: node, type: object }",
    good: "Node: { type: object }",
    at: "schemas",
  },
  "write-only-sent": {
    cause:
      "The schema of a webhook or callback has a `writeOnly` property. Only those who call the API send it, so it is left out of the types and validators of what the service sends.",
    bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      webhooks:
        userAdded:
          post:
            requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
            responses:
              "200":
                description: The user, perhaps with a new password.
                content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      components:
        schemas:
          User: { type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }`,
    good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      webhooks:
        userAdded:
          post:
            requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/UserName" } } } }
            responses:
              "200":
                description: The user, perhaps with a new password.
                content: { application/json: { schema: { $ref: "#/components/schemas/User" } } }
      components:
        schemas:
          UserName: { type: object, properties: { name: { type: string } } }
          User: { type: object, properties: { name: { type: string }, password: { type: string, writeOnly: true } } }`,
    at: "document",
  },
};
