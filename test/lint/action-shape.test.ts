import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("action-shape", () => {
  it("accepts every field of the extension and x- keys", () => {
    expect(
      findings(
        "action-shape",
        contract({
          actions: `
      restart:
        label: Restart
        summary: Restart the service.
        description: It is away for a moment.
        body: { type: object, additionalProperties: false }
        result: { type: object, additionalProperties: false }
        statuses: [ok]
        scopes: ["service:write"]
        readOnly: false
        idempotent: true
        destructive: false
        async: true
        availability: { states: [active], plans: [shared], x-note: { any: thing } }
        errors: [{ code: not_ready, status: 409, description: It starts. }]
        deprecated: false
        examples: { default: { summary: Restart., body: {}, status: ok, result: {} } }
        x-owner: team
    `,
        }),
      ),
    ).toEqual([]);
  });

  it("rejects unknown keys and suggests the intended one", () => {
    const yaml = contract({
      actions: `
      restart:
        bodyy: {}
        availability: { state: [active] }
        examples: { default: { results: {} } }
    `,
    });
    expect(findings("action-shape", yaml)).toEqual([
      `[bodyy] error unknown key "bodyy" in an action`,
      `[state] error unknown key "state" in an availability`,
      `[results] error unknown key "results" in an example`,
    ]);
    expect(diagnosticsOf("action-shape", yaml).map(({ hint }) => hint)).toEqual([
      'Did you mean "body"?',
      'Did you mean "states"?',
      'Did you mean "result"?',
    ]);
  });

  it("hints at true and false, and at the indentation of a schema's keywords", () => {
    const yaml = contract({
      actions: 'restart: { async: yes, readOnly: "False", idempotent: 1, properties: {}, required: [a] }',
    });
    expect(diagnosticsOf("action-shape", yaml).map(({ hint }) => hint)).toEqual([
      "Write true, without quotes.",
      "Write false, without quotes.",
      undefined,
      "Indent it if it is part of `body` or `result`.",
      "Indent it if it is part of `body` or `result`.",
    ]);
  });

  it("shows how to write a list of names, and examples", () => {
    const yaml = contract({ actions: 'restart: { scopes: "service:write", examples: [{ body: {} }], statuses: {} }' });
    expect(diagnosticsOf("action-shape", yaml).map(({ hint }) => hint)).toEqual([
      'Write a list: ["service:write"]',
      "Give each example a name: `examples: { default: { body: … } }`.",
      undefined,
    ]);
  });

  it("rejects values of another type", () => {
    expect(
      findings(
        "action-shape",
        contract({
          actions: `
      restart:
        label: 5
        summary: [Restart.]
        statuses: []
        scopes: [a, a]
        availability: { states: [active, 5], plans: [""] }
        readOnly: "yes"
        errors: {}
        deprecated: null
        examples: { default: 7 }
      stop: { availability: [active], errors: [not_ready] }
    `,
        }),
      ),
    ).toEqual([
      '[5] error "label" of an action must be a string',
      '[[Restart.]] error "summary" of an action must be a string',
      '[[]] error "statuses" of an action must be a non-empty list of different strings',
      '[[a, a]] error "scopes" of an action must be a non-empty list of different strings',
      '[[active, 5]] error "states" of an availability must be a non-empty list of different strings',
      '[[""]] error "plans" of an availability must be a non-empty list of different strings',
      '["yes"] error "readOnly" of an action must be true or false',
      '[{}] error "errors" of an action must be a list',
      '[null] error "deprecated" of an action must be true or false',
      "[7] error an example must be a map",
      '[[active]] error "availability" of an action must be a map',
      "[not_ready] error an error must be a map",
    ]);
  });

  it("rejects errors that are incomplete, out of range or duplicate", () => {
    expect(
      findings(
        "action-shape",
        contract({
          actions: `
      restart:
        errors:
          - { code: not_ready, status: 409, description: A. }
          - { code: "not ready", status: 200, description: B. }
          - { code: other, status: 404 }
          - { code: not_ready, status: 410, description: C. }
    `,
        }),
      ),
    ).toEqual([
      '["not ready"] error "code" of an error must be a name such as not_ready',
      '[200] error "status" of an error must be a status from 400 to 599',
      '[{ code: other, status: 404 }] error an error must have "description"',
      "[not_ready] error two errors have the same code",
    ]);
  });
});
