import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionDefinitions } from "../../generator/lint/action-object.js";
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

  it("rejects fields of request bodies that only their endpoints have", () => {
    const of = (requestBody: string) =>
      findings("action-shape", contract({ actions: `{ restart: { requestBody: ${requestBody} } }` }));
    expect(
      of("{ required: false, content: { application/x-www-form-urlencoded: { encoding: { a: { explode: false } } } } }"),
    ).toEqual([]);
    expect(of("{ requierd: false }")).toHaveLength(1);
    expect(of("{ content: { application/json: { schema: {} } } }")).toHaveLength(1);
  });

  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const shipped = ajv.compile({ $ref: "#/$defs/Action", $defs: { ...actionDefinitions("platform"), Schema: true } });
  const value = fc.oneof(
    fc.constantFrom<unknown>(true, "yes", "", "a", 3, 409, 600, null, [], ["a"], ["a", "a"], [""], [1], {}, { states: [] }),
    fc.constantFrom<unknown>({ a: {} }, { a: { body: 1 } }, { a: { summary: 1 } }, { states: ["a"], plans: ["b"] }, { plan: 1 }),
    fc.constantFrom<unknown>(
      [{ code: "a_b", status: 404, description: "A." }],
      [{ code: "a_b" }],
      [{ code: "a b", status: 404.5 }],
    ),
  );
  // Schemas are checked when they are loaded.
  const names = Object.keys(actionDefinitions("platform")["Action"]!["properties"] as object);
  const field = fc.oneof(
    fc.constantFrom(...names.filter((name) => !/^(?:x-|(?:body|result|parameters|requestBody|responses)$)/.test(name))),
    fc.constantFrom("lable", "x-a", "toString"),
  );

  it("reports what the shipped schema rejects, and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(field, value, { maxKeys: 3 }), (action) => {
        const found = findings("action-shape", contract({ actions: `{ restart: ${JSON.stringify(action)} }` }));
        expect(found.length === 0).toBe(shipped(action));
      }),
      { numRuns: 60 },
    );
  });
});
