import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("path-nonstandard", () => {
  const withPath = (path: string) =>
    findings("path-nonstandard", contract({ paths: `${JSON.stringify(path)}: {}` })).map((text) =>
      text.replace(/^.* warning /, ""),
    );

  it.each([
    ["/a/<id>", 'is read as "/a/{id}"'],
    ["/a/{id}/{id}", 'has the parameter "id" more than once; all have the same value'],
    ["/a?beta=true", "has a query, which is sent with every request"],
    ["/a#b", "has a fragment, which is never sent, so requests ignore it"],
  ])("describes the treatment of %s", (path, reason) => {
    expect(withPath(path)).toEqual([`the path ${JSON.stringify(path)} ${reason}`]);
  });

  it("reports each of several", () => {
    expect(withPath("/a/<id>/{id}?b=c#d")).toHaveLength(4);
  });

  it("accepts other paths", () => {
    expect([...withPath("/a/{id}/b;c=d"), ...findings("path-nonstandard", contract({ paths: "x-a?b: {}" }))]).toEqual([]);
  });
});
