import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("operation-security", () => {
  const withoutRoot = (paths: string) => contract({ paths }).replace("security: [{ token: [] }]\n", "");

  it("accepts security of the document or of the operation, or an explicit lack of it", () => {
    expect(findings("operation-security", contract({ paths: "/a: { get: {}, put: { security: [] } }" }))).toEqual([]);
  });

  it("warns about each operation without security if others declare it", () => {
    expect(findings("operation-security", withoutRoot("/a: { get: {}, put: { security: [{ token: [] }] } }"))).toEqual([
      '[get] warning "GET /a" declares no security, so callers need no authentication',
      '[post] warning "POST /services/{service_id}/actions/{action}" declares no security, so callers need no authentication',
    ]);
  });

  it("warns once about a document without security", () => {
    expect(findings("operation-security", withoutRoot("/a: { get: {} }"))).toEqual([
      "[get] warning this document declares no security, so callers need no authentication",
    ]);
  });

  it("ignores webhooks", () => {
    const yaml = "openapi: 3.1.0\nwebhooks: { done: { post: {} } }\n";
    expect(findings("operation-security", yaml)).toEqual([]);
  });
});
