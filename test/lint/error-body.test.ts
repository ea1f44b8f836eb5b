import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("error-body", () => {
  const responding = (schema: string, schemas = "") =>
    contract({ schemas }).replace('{ $ref: "#/components/schemas/Failure" }', schema);
  const finding = [
    '[default] error the response "default" of "POST /services/{service_id}/actions/{action}" is not the error body: an object with a required string "error"',
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

  it("looks at keywords beside a reference", () => {
    const schemas =
      "Named: { $ref: '#/components/schemas/Any', type: object, required: [error] }\nAny: { properties: { error: { type: string } } }";
    expect(findings("error-body", responding("{ $ref: '#/components/schemas/Named' }", schemas))).toEqual([]);
  });

  it("refuses other bodies", () => {
    expect(findings("error-body", responding("{ type: object, properties: { error: { type: string } } }"))).toEqual(finding);
    expect(findings("error-body", responding("{ required: [error], properties: { error: { type: string } } }"))).toEqual(finding);
    expect(
      findings("error-body", responding("{ type: object, required: [error], properties: { error: { type: integer } } }")),
    ).toEqual(finding);
    expect(findings("error-body", responding("{ oneOf: [{ $ref: '#/components/schemas/Failure' }, { type: string }] }"))).toEqual(
      finding,
    );
    expect(
      findings("error-body", responding("{ type: object, required: [error], properties: { error: { enum: [full, 5] } } }")),
    ).toEqual(finding);
    expect(
      findings("error-body", contract().replace("application/json: { schema: { $ref", "text/plain: { schema: { $ref")),
    ).toEqual(finding);
  });

  it("refuses a second media type with another body", () => {
    const yaml = contract().replace(
      '"#/components/schemas/Failure" } }',
      '"#/components/schemas/Failure" } }, application/problem+json: { schema: { type: object } }',
    );
    expect(findings("error-body", yaml)).toEqual(finding);
  });

  it("looks at the action endpoint only", () => {
    const paths =
      "/x: { get: { responses: { '404': { description: No., content: { application/json: { schema: { type: string } } } } } } }";
    expect(findings("error-body", contract({ paths }))).toEqual([]);
  });
});
