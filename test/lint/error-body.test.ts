import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("error-body", () => {
  const responding = (schema: string, schemas = "") =>
    contract({ schemas }).replace('{ $ref: "#/components/schemas/Failure" }', schema);
  const finding = [
    '[default] error cannot determine the locations of code and message in the response "default" of "POST /services/{service_id}/actions/{action}"',
  ];

  it("accepts the error body, through references and combinations", () => {
    expect(findings("error-body", contract())).toEqual([]);
    expect(
      findings("error-body", responding("{ type: object, required: [error], properties: { error: { enum: [full, busy] } } }")),
    ).toEqual([]);
    expect(
      findings(
        "error-body",
        responding("{ allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { type: string } } }] }"),
      ),
    ).toEqual([]);
    expect(
      findings(
        "error-body",
        responding("{ oneOf: [{ $ref: '#/components/schemas/Failure' }, { $ref: '#/components/schemas/Failure' }] }"),
      ),
    ).toEqual([]);
  });

  it("checks keywords next to a reference", () => {
    const schemas =
      "Named: { $ref: '#/components/schemas/Any', type: object, required: [error] }\nAny: { properties: { error: { type: string } } }";
    expect(findings("error-body", responding("{ $ref: '#/components/schemas/Named' }", schemas))).toEqual([]);
  });

  it("accepts the shapes of test/binding/error-shape.test.ts", () => {
    const content = "application/problem+json: { schema: { type: object } }";
    const yaml = contract().replace(/application\/json: { schema: { \$ref: "#\/components\/schemas\/Failure" } }/, content);
    expect(yaml).toContain(content);
    expect(findings("error-body", yaml)).toEqual([]);
    expect(findings("error-body", responding("{ properties: { code: { type: integer }, message: { type: string } } }"))).toEqual(
      [],
    );
  });

  it("rejects bodies without code and message", () => {
    for (const schema of [
      "{ type: object, required: [error], properties: { error: { type: integer } } }",
      "{ type: object, properties: { reason: { type: string } } }",
      "{ type: object, required: [error], properties: { error: { enum: [full, 5] } } }",
      "{ type: object }",
      "true",
    ])
      expect(findings("error-body", responding(schema)), schema).toEqual(finding);
    expect(
      findings("error-body", contract().replace("application/json: { schema: { $ref", "text/plain: { schema: { $ref")),
    ).toEqual(finding);
  });

  it("requires one JSON media type that has them", () => {
    const second = (schema: string) =>
      contract().replace(
        '"#/components/schemas/Failure" } }',
        `"#/components/schemas/Failure" } }, application/x+json: { schema: ${schema} }`,
      );
    expect(findings("error-body", second("{ type: object }"))).toEqual([]);
  });

  it("accepts a body that a binding describes, on the response or at the root", () => {
    const schema = "{ type: object, properties: { reason: { type: string } } }";
    const root = "x-platform-error-binding: { message: /reason }";
    expect(findings("error-body", `${responding(schema)}${root}\n`)).toEqual([]);
    const own = responding(schema).replace("{ description: Failed.,", `{ ${root}, description: Failed.,`);
    expect(findings("error-body", own)).toEqual([]);
    expect(findings("error-body", responding(schema).concat("x-platform-error-binding: { title: /reason }\n"))).toEqual(finding);
  });

  it("checks the action endpoint only", () => {
    const paths =
      "/x: { get: { responses: { '404': { description: No., content: { application/json: { schema: { type: string } } } } } } }";
    expect(findings("error-body", contract({ paths }))).toEqual([]);
  });
});
