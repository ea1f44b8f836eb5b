import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("path-syntax", () => {
  const withPath = (path: string) => findings("path-syntax", contract({ paths: `${JSON.stringify(path)}: {}` }));

  it.each(["/", "/a/", "/a-b_c.d~e/{id}:cancel", "/a%20b/{a}{b}", "/x'(y)*+,;=:@!$&", "/non-ascii/{æøå}", "/.well-known/x"])(
    "accepts %s",
    (path) => {
      expect(withPath(path)).toEqual([]);
    },
  );

  it.each([
    ["a", "does not start with /"],
    ["http://evil.test/x", "does not start with /"],
    ["/a`b", "has a character that a URL path can't have; write it percent-encoded"],
    ["/a b", "has a character that a URL path can't have; write it percent-encoded"],
    ["/a\nb", "has a character that a URL path can't have; write it percent-encoded"],
    ["/a#b", "has a fragment, which is never sent"],
    ["/a?b=c", "has a query, which is not part of a path"],
    ["/a/{id}?beta=true#b", "has a query, which is not part of a path"],
    ["/a%2", "has a % that no two hexadecimal digits follow; write %25"],
    ["/größe", "has a character that a URL path can't have; write it percent-encoded"],
    ["/a//b", "has an empty segment"],
    ["/../a", "has a segment . or .., which clients resolve before they send"],
    ["/a/%2E%2e", "has a segment . or .., which clients resolve before they send"],
    ["/a/{}", 'has the parameter name "", which is malformed'],
    ["/a/{a b}", 'has the parameter name "a b", which is malformed'],
    ["/a/{id}/{id}", "has the same parameter twice"],
    ["/a/{id", "has a brace without its partner"],
  ])("refuses %j", (path, reason) => {
    expect(withPath(path)).toEqual([`[${JSON.stringify(path)}] error the path ${JSON.stringify(path)} ${reason}`]);
  });

  it.each([
    ["/a?beta=true", "Declare query parameters with `in: query`; one that is fixed has a `const`."],
    ["/a#b", "Remove it. Requests that differ only in a fragment are the same request."],
    ["/a/<id>", "Write a parameter as {id}."],
  ])("says what to do about %j", (path, hint) => {
    const [found] = diagnosticsOf("path-syntax", contract({ paths: `${JSON.stringify(path)}: {}` }));
    expect(found?.hint).toBe(hint);
  });

  it("leaves extensions alone", () => {
    expect(findings("path-syntax", contract({ paths: "x-note: 1" }))).toEqual([]);
  });

  it("refuses more than 1000 characters", () => {
    expect(withPath(`/${"a".repeat(999)}`)).toEqual([]);
    expect(withPath(`/${"a".repeat(1000)}`)[0]).toContain('..." is longer than 1000 characters');
  });
});
