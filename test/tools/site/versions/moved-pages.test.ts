import { expect, test } from "vitest";
import { createPageFinder, type VersionMoves } from "../../../../generator/tools/site/versions/moved-pages.js";

type Moves = Readonly<Record<string, string>>;

/** Versions with their pages, the oldest first; the moves are those that `diff` found since the version before. */
function versions(redirects: Moves, ...all: readonly (readonly [paths: string, moved?: Moves])[]): VersionMoves[] {
  return all.toReversed().map(([paths, moved = {}], index) => ({
    paths: new Set(paths.split(" ")),
    moved: new Map(Object.entries(moved)),
    redirects: new Map(index === 0 ? Object.entries(redirects) : []),
  }));
}

/** The pages that are the same in all versions, the oldest first, from any of them. */
function expectSame(all: readonly VersionMoves[], pages: readonly (string | undefined)[]): void {
  const newestFirst = pages.toReversed();
  const samePage = createPageFinder(all);
  newestFirst.forEach((page, from) => {
    if (page !== undefined) expect(newestFirst.map((_, to) => samePage(page, from, to))).toEqual(newestFirst);
  });
}

const redirects = { drive: "goTo" };

test("a redirect doesn't replace a page of the same path", () => {
  expectSame(versions(redirects, ["drive"], ["goTo"], ["goTo"]), ["drive", "goTo", "goTo"]);
  expectSame(versions(redirects, ["drive"], ["drive"], ["goTo"]), ["drive", "drive", "goTo"]);
  expectSame(versions(redirects, ["drive"], ["drive"], ["goTo"], ["goTo"]), ["drive", "drive", "goTo", "goTo"]);
});

test("a redirect leads past versions that have neither page", () => {
  expectSame(versions(redirects, ["drive"], ["stop"], ["goTo"]), ["drive", undefined, "goTo"]);
  expectSame(versions(redirects, ["drive"], ["goTo"], ["stop"], ["goTo"]), ["drive", "goTo", undefined, "goTo"]);
});

test("a redirect leads to a page that was renamed itself", () => {
  expectSame(versions(redirects, ["drive"], ["move"], ["goTo", { move: "goTo" }]), ["drive", "move", "goTo"]);
});

test("a page that was split keeps its path; the other has none before", () => {
  const split = versions(redirects, ["drive goTo"], ["goTo"]);
  expectSame(split, ["goTo", "goTo"]);
  expect(createPageFinder(split)("drive", 1, 0)).toBe("goTo");
  expect(createPageFinder(split)("goTo", 0, 1)).toBe("goTo");
});

test("a renamed page wins over another that has its former path now", () => {
  expectSame(versions({}, ["a"], ["b", { a: "b" }], ["a b"]), ["a", "b", "b"]);
});
