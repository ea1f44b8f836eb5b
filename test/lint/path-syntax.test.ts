import { describe, expect, it } from "vitest";
import { contract, diagnosticsOf, findings } from "./lint-text.js";

describe("path-syntax", () => {
  const withPath = (path: string) => findings("path-syntax", contract({ paths: `${JSON.stringify(path)}: {}` }));

  it.each([
    "/",
    "/a/",
    "/a-b_c.d~e/{id}:cancel",
    "/a%20b/{a}{b}",
    "/x'(y)*+,;=:@!$&",
    "/non-ascii/{æøå}",
    "/.well-known/x",
    "/a?b=c#d?e",
    "/a#b",
    "/a/<id>",
    "/a/{id}/{id}",
  ])("accepts %s", (path) => {
    expect(withPath(path)).toEqual([]);
  });

  it.each([
    ["a", "does not start with /"],
    ["http://evil.test/x", "does not start with /"],
    ["/a`b", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a b", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a\nb", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a#b#c", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a?q={q}", "has a parameter in its query, where only fixed values are allowed"],
    ["/a?q=<q>", "has a parameter in its query, where only fixed values are allowed"],
    ["/a/<b", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a/<b/c>", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a%2", "has a % without two hexadecimal digits; write %25"],
    ["/größe", "has a character that is not allowed in a URL path; percent-encode it"],
    ["/a//b", "has an empty segment"],
    ["/../a", "has a segment . or .., which clients resolve before sending"],
    ["/a/%2E%2e", "has a segment . or .., which clients resolve before sending"],
    ["/a/{}", 'has the parameter name "", which is malformed'],
    ["/a/{a b}", 'has the parameter name "a b", which is malformed'],
    ["/a/{id", "has an unmatched brace"],
  ])("rejects %j", (path, reason) => {
    expect(withPath(path)).toEqual([`[${JSON.stringify(path)}] error the path ${JSON.stringify(path)} ${reason}`]);
  });

  it.each([
    ["/a?q={q}", "Declare query parameters with `in: query`."],
    ["/a/<i d>", "Write a parameter as {id}."],
  ])("has a hint for %j", (path, hint) => {
    const [found] = diagnosticsOf("path-syntax", contract({ paths: `${JSON.stringify(path)}: {}` }));
    expect(found?.hint).toBe(hint);
  });

  it("rejects a path that equals another one once its parameter is in braces", () => {
    const paths = "/a/<id>: {}\n/a/{id}: {}";
    expect(findings("path-syntax", contract({ paths }))).toEqual([
      '[/a/<id>] error the path "/a/<id>" is the same path as "/a/{id}"',
    ]);
  });

  it("ignores extensions", () => {
    expect(findings("path-syntax", contract({ paths: "x-note: 1" }))).toEqual([]);
  });

  it("rejects more than 1000 characters", () => {
    expect(withPath(`/${"a".repeat(999)}`)).toEqual([]);
    expect(withPath(`/${"a".repeat(1000)}`)[0]).toContain('..." is longer than 1000 characters');
  });
});
