import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("action-list-mismatch", () => {
  const service = (names: string) => `
    PostgresService:
      allOf:
        - $ref: "#/components/schemas/AnyService"
        - type: object
          properties:
            type: { const: postgres }
            capabilities: { $ref: "#/components/schemas/Capabilities" }
    AnyService: { type: object, properties: { type: { type: string, enum: [postgres, search] }, capabilities: { type: object } } }
    Capabilities: { type: object, properties: { actions: { type: array, items: { $ref: "#/components/schemas/Entry" } } } }
    Entry: { type: object, properties: { name: { $ref: "#/components/schemas/Name" } } }
    Name: { type: string, enum: [${names}] }
  `;
  const actions = "add_ip: {}\nbackup_now: {}";

  it("accepts the same names in any order", () => {
    expect(findings("action-list-mismatch", contract({ actions, schemas: service("backup_now, add_ip") }))).toEqual([]);
  });

  it("rejects differences in both directions, each once, with a suggestion", () => {
    const yaml = contract({ actions, schemas: service("add_ip, backup_noww, restart") });
    expect(findings("action-list-mismatch", yaml)).toEqual([
      '[backup_now] error action "backup_now" of type "postgres" is not in capabilities.actions of the type',
      '[backup_noww] error action "backup_noww" is advertised by services of type "postgres", but "x-platform-postgres-actions" does not define it',
      '[restart] error action "restart" is advertised by services of type "postgres", but "x-platform-postgres-actions" does not define it',
    ]);
    expect(diagnosticsOf("action-list-mismatch", yaml).map(({ hint }) => hint)).toEqual([
      'Did you mean "backup_noww"?',
      'Did you mean "backup_now"?',
      "List the same names in both places.",
    ]);
  });

  it("reads entries that are alternatives of constants", () => {
    const entries = "{ oneOf: [{ properties: { name: { const: add_ip } } }, { properties: { name: { const: restart } } }] }";
    const schemas = `
      PostgresService:
        type: object
        properties:
          type: { type: string, enum: [postgres] }
          capabilities: { type: object, properties: { actions: { type: array, items: ${entries} } } }
    `;
    expect(findings("action-list-mismatch", contract({ actions: "add_ip: {}", schemas }))).toEqual([
      '[restart] error action "restart" is advertised by services of type "postgres", but "x-platform-postgres-actions" does not define it',
    ]);
  });

  it("reports the location of the other list", () => {
    const yaml = contract({ actions, schemas: service("add_ip, backup_noww, restart") });
    expect(
      diagnosticsOf("action-list-mismatch", yaml).map(({ related }) =>
        related.map(({ message, location }) => [message, location.lineText?.trim()]),
      ),
    ).toEqual([
      [["the name that is nearest", "Name: { type: string, enum: [add_ip, backup_noww, restart] }"]],
      [["the actions of the type", "x-platform-postgres-actions:"]],
      [["the actions of the type", "x-platform-postgres-actions:"]],
    ]);
  });

  it("ignores schemas that represent services of several types", () => {
    const several = service("restart").replace("const: postgres", "enum: [postgres, search]");
    expect(findings("action-list-mismatch", contract({ actions, schemas: several }))).toEqual([]);
  });

  it("ignores types whose services advertise any name, or have no schema", () => {
    const open = service("add_ip").replace("enum: [add_ip]", "maxLength: 64");
    expect(findings("action-list-mismatch", contract({ actions, schemas: open }))).toEqual([]);
    expect(findings("action-list-mismatch", contract({ actions }))).toEqual([]);
  });

  it("finds the lists at the locations of services", () => {
    const paths = `
      /services/{service_id}:
        get:
          operationId: getService
          parameters: [{ name: service_id, in: path, required: true, schema: { type: string } }]
          responses: { "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } } }`;
    const schemas = `Thing: { type: object, properties: { kind: { const: postgres }, actions: { type: array, items: { properties: { name: { enum: [restrt] } } } } } }`;
    expect(findings("action-list-mismatch", contract({ paths, schemas }))).toHaveLength(2);
    expect(findings("action-list-mismatch", contract({ paths, schemas: schemas.replace("restrt", "restart") }))).toEqual([]);
  });
});
