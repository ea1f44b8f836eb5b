import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("security-undefined", () => {
  it("rejects a requirement that names no scheme, and suggests the one that was meant", () => {
    const yaml = contract({ paths: "/a: { get: { security: [{ tokn: [] }, { token: [], constructor: [] }, {}] } }" });
    expect(findings("security-undefined", yaml)).toEqual([
      '[tokn] error undefined security scheme "tokn"',
      '[constructor] error undefined security scheme "constructor"',
    ]);
    expect(diagnosticsOf("security-undefined", yaml).map(({ hint }) => hint)).toEqual([
      'Did you mean "token"?',
      "Define it in components/securitySchemes.",
    ]);
  });

  it("reports a scheme once, however many operations require it", () => {
    const paths = ["a", "b", "c"].map((path) => `/${path}: { get: { security: [{ tokn: [] }] } }`).join("\n");
    expect(findings("security-undefined", contract({ paths }))).toEqual([
      '[tokn] error undefined security scheme "tokn", in 3 requirements',
    ]);
  });

  it("checks the requirements of the document", () => {
    expect(findings("security-undefined", contract().replace("security: [{ token: [] }]", "security: [{ key: [] }]"))).toEqual([
      '[key] error undefined security scheme "key"',
    ]);
  });
});
