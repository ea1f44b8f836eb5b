import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "../../generator/write/line-diff.js";
import { unifiedDiff } from "../../generator/write/unified-diff.js";

const numbered = (count: number, prefix = "line ") => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}\n`);
const body = (diff: string) => diff.split("\n").slice(2);

describe("diffLines", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });

  it("leads from one text to the other, by the fewest changes", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        expect(diff.filter((line) => line.sign !== "+").map((line) => line.text)).toEqual(before);
        expect(diff.filter((line) => line.sign !== "-").map((line) => line.text)).toEqual(after);
        expect(diff.filter((line) => line.sign === " ").length).toBe(longestCommonSubsequence(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it("stays quick on long texts that have nothing in common", () => {
    const start = performance.now();
    const diff = diffLines(numbered(50_000, "a"), numbered(50_000, "b"));
    expect(performance.now() - start).toBeLessThan(2000);
    expect(diff.length).toBe(100_000);
  });
});

describe("unifiedDiff", () => {
  it("is empty for equal texts", () => {
    expect(unifiedDiff("a.ts", "a\n", "a\n")).toBe("");
  });

  it("shows changes with two lines around them, close ones together", () => {
    const before = numbered(30);
    const after = before.with(4, "five\n").with(8, "nine\n").toSpliced(24, 1);
    expect(body(unifiedDiff("a.ts", before.join(""), after.join("")))).toEqual([
      "@@ -3,9 +3,9 @@",
      " line 3",
      " line 4",
      "-line 5",
      "+five",
      " line 6",
      " line 7",
      " line 8",
      "-line 9",
      "+nine",
      " line 10",
      " line 11",
      "@@ -23,5 +23,4 @@",
      " line 23",
      " line 24",
      "-line 25",
      " line 26",
      " line 27",
      "",
    ]);
  });

  it("numbers an empty side as diff does", () => {
    expect(body(unifiedDiff("a.ts", "", "a\n"))[0]).toBe("@@ -0,0 +1,1 @@");
    expect(body(unifiedDiff("a.ts", "a\n", ""))[0]).toBe("@@ -1,1 +0,0 @@");
  });

  it("stops after 40 lines and says how many more there are", () => {
    const diff = unifiedDiff("a.ts", numbered(100).join(""), numbered(100, "other ").join(""));
    expect(body(diff)).toHaveLength(42);
    expect(body(diff)[40]).toBe("… and 161 more lines");
  });

  it("cuts long lines, and shows control characters instead of sending them to the terminal", () => {
    const [, removed, added] = body(unifiedDiff("a.ts", `${"x".repeat(500)}\n`, "\u001b[31mred\u202e\r\n"));
    expect(removed).toHaveLength(161);
    expect(removed).toMatch(/x…$/);
    expect(added).toBe("+\\u001b[31mred\\u202e\\r");
  });
});

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let row = Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (const [index, y] of b.entries()) next.push(x === y ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    row = next;
  }
  return row[b.length]!;
}
