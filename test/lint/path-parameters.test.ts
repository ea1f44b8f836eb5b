import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("path-parameters", () => {
  it("accepts parameters of the path item and of the operation, through references", () => {
    expect(
      findings(
        "path-parameters",
        contract({
          paths: `
        /a/{id}/{name}:
          parameters: [{ $ref: "#/components/parameters/Id" }]
          get: { parameters: [{ name: name, in: path, required: true, schema: {} }, { name: q, in: query, schema: {} }] }
      `,
          components: "parameters: { Id: { name: id, in: path, required: true, schema: {} } }",
        }),
      ),
    ).toEqual([]);
  });

  it("refuses a template without parameter and a parameter without template", () => {
    expect(
      findings(
        "path-parameters",
        contract({
          paths: `
      /a/{id}:
        get: { parameters: [{ name: Id, in: path, required: true, schema: {} }] }
    `,
        }),
      ),
    ).toEqual([
      '[get] error "GET /a/{id}" does not declare the path parameter "id"',
      '[Id] error "GET /a/{id}" does not have in its path the path parameter "Id"',
    ]);
  });

  it("leaves the URLs of callbacks alone", () => {
    const paths = '/a: { post: { callbacks: { done: { "{$request.body#/url}": { post: {} } } } } }';
    expect(findings("path-parameters", contract({ paths }))).toEqual([]);
  });
});
