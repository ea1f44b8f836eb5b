import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

const withPaths = (paths: Readonly<Record<string, string>>) =>
  findings(
    "operation-unroutable",
    contract({
      paths: Object.entries(paths)
        .map(([path, method]) => `"${path}": { ${method}: {} }`)
        .join("\n"),
    }),
  );

describe("operation-unroutable", () => {
  it("omits operations that differ from another path in a fragment only", () => {
    expect(withPaths({ "/a/{id}": "get", "/a/{name}#full": "get", "/a/{id}#short": "put" })).toEqual([
      '[get] warning "GET /a/{name}#full" has the same requests as "GET /a/{id}", so the server omits it',
    ]);
  });

  it("omits all operations if each has a fragment", () => {
    expect(withPaths({ "/a#b": "get", "/a#c": "get" })).toEqual([
      '[get] warning "GET /a#b" has the same requests as "GET /a#c", so the server omits it',
      '[get] warning "GET /a#c" has the same requests as "GET /a#b", so the server omits it',
    ]);
  });

  it("distinguishes queries", () => {
    expect(withPaths({ "/a": "get", "/a?b=c": "get", "/a?b=d#e": "get" })).toEqual([]);
  });
});
