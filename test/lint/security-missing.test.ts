import { describe, expect, it } from "vitest";
import { contract, findings, type Pieces } from "./lint-text.js";

describe("security-missing", () => {
  it("rejects an operation that returns secrets to anyone", () => {
    expect(
      findings(
        "security-missing",
        contract({
          paths: `
      /a: { get: { x-platform-reveal: true, security: [] } }
      /b: { get: { security: [{ token: ["service:reveal"] }, {}] } }
      /c/credential: { get: { security: [] }, put: { security: [] } }
      /d/credentials: { get: {} }
    `,
        }),
      ),
    ).toEqual([
      '[[]] error "GET /a" returns secrets, but can be called without authentication',
      '[[{ token: ["service:reveal"] }, {}]] error "GET /b" returns secrets, but can be called without authentication',
      '[[]] warning "GET /c/credential" returns a credential, according to its path, but can be called without authentication',
    ]);
  });

  it("warns about a login, which nobody can protect", () => {
    const login = "requestBody: { content: { application/json: {} } }";
    expect(
      findings(
        "security-missing",
        contract({
          paths: `
      /login: { post: { x-platform-reveal: true, security: [], ${login} } }
      /optional: { post: { x-platform-reveal: true, security: [{ token: [] }, {}], ${login} } }
      /without-body: { post: { x-platform-reveal: true, security: [] } }
      /stored: { put: { x-platform-reveal: true, security: [], ${login} } }
    `,
        }),
      ).map((finding) => finding.replace(/^\[.*\] (\w+) ("[^"]*").*$/, "$1 $2")),
    ).toEqual(['warning "POST /login"', 'error "POST /optional"', 'error "POST /without-body"', 'error "PUT /stored"']);
  });

  it("rejects an action endpoint that is open although its actions need scopes", () => {
    const finding =
      '[post] error "POST /services/{service_id}/actions/{action}" invokes actions that require scopes, but can be called without authentication';
    const open = (pieces: Pieces) => contract(pieces).replace("security: [{ token: [] }]\n", "");
    expect(findings("security-missing", open({ actions: "restart: { scopes: [write] }" }))).toEqual([finding]);
    expect(findings("security-missing", open({ root: "x-platform-search-actions: { query: { scopes: [read] } }" }))).toEqual([
      finding,
    ]);
    expect(findings("security-missing", open({}))).toEqual([]);
  });
});
