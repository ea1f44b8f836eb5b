import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

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

  it("warns about a template without parameter and a parameter without template", () => {
    const paths = `
      /a/{id}/{name}:
        get: { parameters: [{ name: Id, in: path, required: true, schema: {} }] }
    `;
    expect(findings("path-parameters", contract({ paths }))).toEqual([
      '[get] warning the path parameter "id" of "GET /a/{id}/{name}" is not declared; treated as a string',
      '[get] warning the path parameter "name" of "GET /a/{id}/{name}" is not declared; treated as a string',
      '[Id] warning the path parameter "Id" of "GET /a/{id}/{name}" is not in the path; ignored',
    ]);
  });

  it("warns once about a parameter with a name other than in the path", () => {
    const paths = `
      /a/{id}/{name}:
        parameters: [{ name: Id, in: path, required: true, schema: {} }, { name: name, in: path, required: true, schema: {} }]
        get: {}
        put: {}
    `;
    expect(diagnosticsOf("path-parameters", contract({ paths }))).toMatchObject([
      {
        message: 'the path parameter "Id" of "/a/{id}/{name}" is not in the path; ignored',
        hint: 'Write "id", or {Id} in the path.',
      },
    ]);
  });

  it("warns once about an unused parameter of a path item, at the reference", () => {
    const paths = `
      /a:
        parameters: [{ $ref: "#/components/parameters/Id" }]
        get: {}
        put: {}
      /b/{id}:
        parameters: [{ $ref: "#/components/parameters/Id" }]
        get: {}
    `;
    const components = "parameters: { Id: { name: id, in: path, required: true, schema: {} } }";
    expect(findings("path-parameters", contract({ paths, components }))).toEqual([
      '[{ $ref: "#/components/parameters/Id" }] warning the path parameter "id" of "/a" is not in the path; ignored',
    ]);
  });

  it("warns about a query parameter whose value the path fixes", () => {
    const paths = '"/a?beta=true": { get: { parameters: [{ name: beta, in: query, schema: {} }] } }';
    expect(findings("path-parameters", contract({ paths }))).toEqual([
      '[beta] warning the query parameter "beta" of "GET /a?beta=true" has a fixed value in the path; ignored',
    ]);
  });

  it("ignores the URLs of callbacks", () => {
    const paths = '/a: { post: { callbacks: { done: { "{$request.body#/url}": { post: {} } } } } }';
    expect(findings("path-parameters", contract({ paths }))).toEqual([]);
  });
});
