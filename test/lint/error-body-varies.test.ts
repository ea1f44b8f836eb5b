import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("error-body-varies", () => {
  const failing = (path: string, content: string) =>
    `${path}: { get: { responses: { "200": { description: Ok. }, "404": { description: No.${content} }, "503": { description: No.${content} } } } }\n`;
  const same = ', content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }';
  const other = ", content: { application/problem+json: { schema: { type: object } } }";

  it("accepts the same error body everywhere", () => {
    expect(findings("error-body-varies", contract({ paths: failing("/a", same) }))).toEqual([]);
  });

  it("warns about each operation that differs", () => {
    expect(
      findings("error-body-varies", contract({ paths: failing("/a", same) + failing("/b", other) + failing("/c", "") })),
    ).toEqual([
      '["404"] warning "GET /b" can fail without the error body of the action endpoint: "404, 503"',
      '["404"] warning "GET /c" can fail without the error body of the action endpoint: "404, 503"',
    ]);
  });

  it("warns once if the other operations share their own shape", () => {
    expect(
      findings("error-body-varies", contract({ paths: failing("/a", other) + failing("/b", other) + failing("/c", other) })),
    ).toEqual([
      '["404"] warning "GET /a" and 2 other operations can fail without the error body of the action endpoint: "404, 503"',
    ]);
  });

  it("warns once about many operations that differ in the same way", () => {
    const many = ["b", "c", "d", "e", "f", "g"].map((name) => failing(`/${name}`, other)).join("");
    expect(findings("error-body-varies", contract({ paths: failing("/a", same) + many + failing("/h", "") }))).toEqual([
      '["404"] warning "GET /b" and 5 other operations can fail without the error body of the action endpoint: "404, 503"',
      '["404"] warning "GET /h" can fail without the error body of the action endpoint: "404, 503"',
    ]);
  });

  it("warns about an error of the action endpoint without content", () => {
    const yaml = contract().replace(/default: .*/, '"409": { description: Not now. }');
    expect(findings("error-body-varies", yaml)).toEqual([
      '["409"] warning "POST /services/{service_id}/actions/{action}" can fail without the error body of the action endpoint: "409"',
    ]);
  });

  it("accepts a body that a binding of the response describes", () => {
    const bound =
      ", x-platform-error-binding: { message: /fault }, content: { application/json: { schema: { type: object, properties: { fault: { type: string } } } } }";
    expect(findings("error-body-varies", contract({ paths: failing("/a", bound) + failing("/b", same) }))).toEqual([]);
    expect(
      findings("error-body-varies", contract({ paths: failing("/a", bound.replace(/ x-.*?},/, "")) + failing("/b", same) })),
    ).toHaveLength(1);
  });

  it("ignores webhooks", () => {
    const root = `webhooks: { ${failing("done", other).trim()} }`;
    expect(findings("error-body-varies", contract({ root, paths: failing("/a", same) }))).toEqual([]);
  });

  it("ignores documents without actions", () => {
    const yaml = contract({ paths: failing("/a", other) }).replace(/ +x-platform-postgres-actions:\n.*\n/, "");
    expect(findings("error-body-varies", yaml)).toEqual([]);
  });

  it("compares shapes, whatever the shape of the action endpoint", () => {
    const problem = ", content: { application/problem+json: { schema: { type: object } } }";
    const yaml = (paths: string) =>
      contract({ paths }).replace(
        'application/json: { schema: { $ref: "#/components/schemas/Failure" } }',
        "application/problem+json: { schema: { type: object } }",
      );
    const asProblem = failing("/a", problem);
    expect(findings("error-body-varies", yaml("").replace("paths:", `paths:\n  ${asProblem}`))).toEqual([]);
    expect(findings("error-body-varies", yaml("").replace("paths:", `paths:\n  ${asProblem}  ${failing("/b", same)}`))).toEqual([
      '["404"] warning "GET /b" can fail without the error body of the action endpoint: "404, 503"',
    ]);
  });
});
