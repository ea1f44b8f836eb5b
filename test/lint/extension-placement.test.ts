import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("extension-placement", () => {
  const actions = "x-platform-search-actions: { query: {} }";

  it("accepts the root if exactly one operation matches", () => {
    expect(findings("extension-placement", contract({ root: actions }))).toEqual([]);
  });

  it("accepts an empty map", () => {
    expect(findings("extension-placement", contract({ operation: "x-platform-search-actions: {}" }))).toEqual([]);
  });

  it("rejects the root if no operation or several match", () => {
    const paths = `/other/{action}: { post: { responses: {} } }`;
    expect(findings("extension-placement", contract({ root: actions, paths }))).toEqual([
      `[x-platform-search-actions] error "x-platform-search-actions" is not allowed here: at the root it requires exactly one POST operation whose path has {action}, but there are 2`,
    ]);
    expect(findings("extension-placement", `openapi: 3.1.0\npaths: {}\n${actions}\n`)).toEqual([
      `[x-platform-search-actions] error "x-platform-search-actions" is not allowed here: at the root it requires exactly one POST operation whose path has {action}, but there are 0`,
    ]);
  });

  it("rejects other operations", () => {
    const paths = `
      /a/{action}: { get: { ${actions} } }
      /b: { post: { x-platform-objects-actions: {}, callbacks: { done: { "{$url}": { post: { x-platform-auth-actions: {} } } } } } }
    `;
    expect(findings("extension-placement", contract({ paths }))).toEqual([
      `[x-platform-search-actions] error "x-platform-search-actions" is not allowed here: the operation is a GET, not a POST`,
      `[x-platform-objects-actions] error "x-platform-objects-actions" is not allowed here: the operation's path has no {action} parameter`,
      `[x-platform-auth-actions] error "x-platform-auth-actions" is not allowed here: callers don't invoke the operation`,
    ]);
  });

  it("rejects locations where it would be ignored", () => {
    const yaml = contract({ paths: `/a/{action}: { ${actions} }`, components: "x-platform-objects-actions: {}" });
    expect(findings("extension-placement", yaml)).toEqual([
      `[x-platform-search-actions] error "x-platform-search-actions" is not allowed here: it does not belong to an operation`,
      `[x-platform-objects-actions] error "x-platform-objects-actions" is not allowed here: it does not belong to an operation`,
    ]);
  });

  it("names the binding with the prefix of the contract", () => {
    const yaml = contract({ paths: "/b: { post: { x-acme-search-actions: {} } }" }).replaceAll("x-platform-", "x-acme-");
    const [found] = diagnosticsOf("extension-placement", yaml, "acme");
    expect(found?.message).toContain('"x-acme-search-actions" is not allowed here');
    expect(found?.hint).toContain("define in x-acme-action-binding where");
  });

  it("rejects a type that has its actions in two locations", () => {
    const yaml = contract({ paths: "/z/{action}:\n  post: { x-platform-postgres-actions: {} }" });
    expect(findings("extension-placement", yaml)).toEqual([
      `[x-platform-postgres-actions] error "x-platform-postgres-actions" is not allowed here: the actions of the type are already defined elsewhere`,
    ]);
    expect(diagnosticsOf("extension-placement", yaml)[0]?.related).toMatchObject([
      { message: "the first definition", location: { line: 17 } },
      { message: "the path of this operation", location: { line: 5 } },
    ]);
  });

  it("accepts an operation of a shared path item once", () => {
    const yaml = contract({
      paths: `/z/{action}: { $ref: "#/components/pathItems/Shared" }`,
      components: `pathItems: { Shared: { post: { ${actions} } } }`,
    });
    expect(findings("extension-placement", yaml)).toEqual([]);
  });
});
