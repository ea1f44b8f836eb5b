import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { catalog } from "../../../generator/cli/catalog.js";
import { schemaKeywords } from "../../../generator/document/schema-keywords.js";
import { openapiSchema } from "../../../generator/cli/schemas/openapi-schema.js";
import { schemaDefinitions } from "../../../generator/cli/schemas/schema-object.js";
import { exampleContract } from "../../lint/example-contract.js";
import { contract, lintText } from "../../lint/lint-text.js";
import { repositoryPath } from "../../support/repository.js";

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowMatchingProperties: true,
  allErrors: true,
  formats: { regex: true },
});
const validate = ajv.compile(openapiSchema("platform"));
const read = (file: string): unknown => parse(readFileSync(repositoryPath(file), "utf8"), { merge: true });
const problems = (document: unknown) => {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

describe("valid documents pass", () => {
  const cases = readdirSync(repositoryPath("test/cases")).filter((name) => !name.startsWith("broken-") && name !== "openapi-3.0");

  it.each(cases)("test/cases/%s", (name) => {
    expect(problems(read(`test/cases/${name}/contract/openapi.yaml`))).toEqual([]);
  });

  it("the project's own contract, as written and as one document", () => {
    expect(problems(read("spec/openapi.yaml"))).toEqual([]);
    expect(problems(JSON.parse(readFileSync(repositoryPath("generated/openapi.json"), "utf8")))).toEqual([]);
  });
});

test("additions of OpenAPI 3.2 pass", () => {
  const document = `
    openapi: 3.2.0
    info: { title: Events, version: "1" }
    servers: [{ url: https://api.acme.dev, name: production }]
    paths:
      /events:
        get:
          responses:
            "200":
              description: Events.
              content:
                text/event-stream: { itemSchema: { type: object, properties: { data: { type: string } } } }
                application/json: { $ref: "#/components/mediaTypes/Events" }
    components:
      mediaTypes: { Events: { schema: { type: array, xml: { nodeType: element }, items: {} } } }`;
  expect(problems(parse(document))).toEqual([]);
});

/** Keys and values of an action that are wrong, each with whether lint's `action-shape` or `action-name` says so. */
const wrongActions = [
  "add_ip: { lable: Allow }",
  "add_ip: { label: 1 }",
  "add_ip: { summary: [a] }",
  "add_ip: { statuses: active }",
  "add_ip: { statuses: [] }",
  "add_ip: { statuses: [a, a] }",
  "add_ip: { statuses: [''] }",
  "add_ip: { scopes: write }",
  "add_ip: { readOnly: yes please }",
  "add_ip: { idempotent: 1 }",
  "add_ip: { destructive: 'true', body: { type: object, required: [a], properties: { a: { type: string, maxLength: 1 } } } }",
  "add_ip: { async: null }",
  "add_ip: { availability: [] }",
  "add_ip: { availability: { state: [a] } }",
  "add_ip: { availability: { states: a } }",
  "add_ip: { errors: {} }",
  "add_ip: { errors: [{ code: busy, status: 409 }] }",
  "add_ip: { errors: [{ code: busy, status: 200, description: d }] }",
  "add_ip: { errors: [{ code: 'not ready', status: 409, description: d }] }",
  "add_ip: { errors: [{ code: busy, http: 409, status: 409, description: d }] }",
  "add_ip: { errors: [busy] }",
  "add_ip: { deprecated: no }",
  "add_ip: { examples: [] }",
  "add_ip: { examples: { a: 1 } }",
  "add_ip: { examples: { a: { response: {} } } }",
  "add_ip: { examples: { a: { summary: 1 } } }",
  "add__ip: {}",
  "1add: {}",
  `${"a".repeat(129)}: {}`,
  "add_ip: { scopes: ['a b'] }",
];
const rightActions = [
  "add_ip: {}",
  "os-force.delete:now: { label: a, x-more: [1] }",
  "add_ip: { errors: [{ code: a.b-c_d, status: 599, description: d, x-more: 1 }], availability: { states: [a], plans: [b] } }",
  "add_ip: { examples: { a: { summary: s, status: ok, result: {}, x-more: 1 } } }",
];

const wantedCodes = new Set(["action-shape", "action-name", "scope-name"]);
const lintRefuses = (actions: string) => lintText(contract({ actions })).some(({ code }) => wantedCodes.has(code));

describe("the schema and lint agree about actions", () => {
  test.each(wrongActions)("wrong: %s", (actions) => {
    expect(lintRefuses(actions)).toBe(true);
    expect(problems(parse(contract({ actions })))).not.toEqual([]);
  });

  test.each(rightActions)("right: %s", (actions) => {
    expect(lintRefuses(actions)).toBe(false);
    expect(problems(parse(contract({ actions })))).toEqual([]);
  });
});

describe("the schema and lint agree about keys of the extension", () => {
  const withKey = (key: string) => contract({ operation: `${key}: {}` });

  test.each([
    "x-platform-search-actions",
    "x-platform-share_groups-actions",
    "x-other",
    "x-platform-reveal-all",
    "x-acme-A-actions",
  ])("right: %s", (key) => {
    expect(lintText(withKey(key)).map(({ code }) => code)).not.toContain("extension-type-name");
    expect(problems(parse(withKey(key)))).toEqual([]);
  });

  test.each(["x-platform-Search-actions", "x-platform-actions", "x-platform--actions", "x-platform-a__b-actions"])(
    "wrong: %s",
    (key) => {
      expect(lintText(withKey(key)).map(({ code }) => code)).toContain("extension-type-name");
      expect(problems(parse(withKey(key)))).not.toEqual([]);
    },
  );

  it("the prefix is a setting", () => {
    const acme = ajv.compile(openapiSchema("acme"));
    expect(acme(parse(contract({ operation: "x-acme-search-actions: { a__b: {} }" })))).toBe(false);
    expect(acme(parse(contract({ operation: "x-platform-Search-actions: { a__b: {} }" })))).toBe(true);
  });
});

test("schemas have the keywords that lint supports, and no others", () => {
  const schema = schemaDefinitions["Schema"] as { properties: object };
  const keywords = Object.keys(schema.properties).filter((keyword) => !keyword.startsWith("x-"));
  expect(keywords.sort()).toEqual([...schemaKeywords.keys()].sort());
});

test.each([
  "action-shape",
  "action-name",
  "keyword-value",
  "unknown-keyword",
  "unsupported-keyword",
  "response-status",
  "structure",
] as const)("an editor reports %s where lint does", (code) => {
  const { bad, good, at } = catalog.get(code)!;
  const document = (example: string) => parse(exampleContract(at as "schemas", example)) as unknown;
  expect(problems(document(bad))).not.toEqual([]);
  expect(problems(document(good))).toEqual([]);
});

test.each([
  ["a method that isn't one", { fetch: {} }],
  ["a parameter in a place that isn't one", { get: { parameters: [{ name: "a", in: "body" }] } }],
  ["a path parameter that may be left out", { get: { parameters: [{ name: "a", in: "path" }] } }],
  ["a response without a description", { get: { responses: { "200": {} } } }],
  ["a reference with keys beside it", { get: { responses: { "200": { $ref: "#/a", content: {} } } } }],
])("%s is rejected", (_, pathItem) => {
  expect(problems({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": pathItem } })).not.toEqual([]);
});

describe("bindings", () => {
  const on = (operation: string, response = "") =>
    problems(parse(contract({ operation }).replace("{ description: Failed.,", `{ ${response} description: Failed.,`)));

  it("pass with everything that they may have", () => {
    const operation = `
x-platform-action-binding:
  response: { action: /a, status: null, message: /b~1c, result: "" }
  async: { operation: getJob, parameter: id, id: /id, header: Location, status: /s, pending: [a], done: [b], failed: [] }
  service: { operation: getThing, type: null, status: /s, plan: /p, actions: /a, x-note: 1 }`;
    const error = `x-platform-error-binding: { code: /c, message: /m, status: /s, title: /t, requestId: /r, details: { at: /d, pointer: p, rule: r, message: m }, codes: { internal: OOPS }, fixed: { /ok: false } },`;
    expect(on(operation, error)).toEqual([]);
    expect(problems(parse(contract({ root: error.slice(0, -1) })))).toEqual([]);
    expect(on("x-platform-action-binding: { response: null, async: null, service: null }")).toEqual([]);
  });

  it.each([
    "x-platform-action-binding: { reponse: {} }",
    "x-platform-action-binding: { response: { result: result } }",
    "x-platform-action-binding: { response: { outcome: /a } }",
    "x-platform-action-binding: { async: { done: succeeded } }",
    "x-platform-action-binding: { service: /a }",
    "x-platform-action-binding: /result",
  ])("fail as in lint: %s", (operation) => {
    expect(on(operation)).not.toEqual([]);
    expect(lintText(contract({ operation })).map(({ code }) => code)).toContainEqual(
      expect.stringMatching(/^binding-(?:member|pointer)$/),
    );
  });

  it.each(["{ mesage: /a }", "{ code: a }", "{ details: { pointer: p } }", "{ codes: { a: 1.5 } }", "{ fixed: { a: 1 } }", "[]"])(
    "of errors fail as in lint: %s",
    (binding) => {
      const response = `x-platform-error-binding: ${binding},`;
      expect(on("", response)).not.toEqual([]);
      const yaml = contract().replace("{ description: Failed.,", `{ ${response} description: Failed.,`);
      expect(lintText(yaml).map(({ code }) => code)).toContainEqual(expect.stringMatching(/^binding-(?:member|pointer)$/));
    },
  );
});
