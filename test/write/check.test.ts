import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkOutput, unifiedDiff } from "../../generator/write/check.js";
import { countCalls } from "../support/counted-work.js";
import { writeOutput } from "../../generator/write/write-output.js";
import { dyingDisk, faultyDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, sources, tree } from "./sandbox.js";

describe("checkOutput", () => {
  it("finds nothing in a folder that was just written, and takes no lock", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }));
    const disk = faultyDisk(() => {});
    expect(await checkOutput(request(out, { "a.ts": "a\n" }), disk)).toEqual({ drift: [], diagnostics: [] });
    expect(disk.steps()).toBe(0);
  });

  it("finds everything missing without a folder, and creates none", async () => {
    const box = sandbox();
    expect((await checkOutput(request(join(box, "out"), { "a.ts": "a\n" }))).drift).toEqual([
      { path: "a.ts", kind: "missing" },
      { path: "manifest.json", kind: "missing" },
    ]);
    expect(tree(box)).toEqual({});
  });

  it("distinguishes a changed contract from a manual change, with diffs, and writes nothing", async () => {
    const out = sandbox();
    await writeOutput(
      request(out, { "differs.ts": "one\ntwo\n", "edited.ts": "e\n", "gone.ts": "g\n", "kept.ts": "k\n", "stale.ts": "s\n" }),
    );
    put(out, { "edited.ts": "mine\n", "kept.ts": "mine\n", "foreign.ts": "f" });
    unlinkSync(join(out, "gone.ts"));
    const before = tree(out);
    const { drift, diagnostics } = await checkOutput(
      request(out, { "differs.ts": "one\nTWO\n", "edited.ts": "e\n", "gone.ts": "g\n", "foreign.ts": "f\n" }),
    );
    expect(drift.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      "differs differs.ts",
      "edited edited.ts",
      "differs foreign.ts",
      "missing gone.ts",
      "edited kept.ts",
      "stale stale.ts",
      "differs manifest.json",
    ]);
    expect(drift[0]!.diff).toBe(
      `--- ${out}/differs.ts (on disk)\n+++ ${out}/differs.ts (generated)\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n`,
    );
    expect(drift[1]!.diff).toContain("-mine\n+e\n");
    expect(diagnostics).toEqual([]);
    expect(tree(out)).toEqual(before);
  });

  it("detects a contract that changed without changing a file", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }, "one"));
    expect((await checkOutput(request(out, { "a.ts": "a\n" }, "two"))).drift).toMatchObject([
      { path: "manifest.json", kind: "differs" },
    ]);
  });

  it("accepts the line ends of a checkout on Windows, in any of the files, but no other change", async () => {
    const text = fc.array(fc.constantFrom("a", " ", "\n", "\r\n", "\r"), { maxLength: 12 }).map((parts) => parts.join(""));
    const file = fc.record({ text, isConverted: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(file, file, async (first, second) => {
        const out = sandbox();
        const wanted = request(out, { "a.ts": lf(first.text), "b.md": lf(second.text) });
        await writeOutput(wanted);
        const found = ({ text, isConverted }: { text: string; isConverted: boolean }) =>
          isConverted ? lf(text).replaceAll("\n", "\r\n") : lf(text);
        put(out, { "a.ts": found(first), "b.md": found(second) });
        put(out, { "manifest.json": tree(out)["manifest.json"]!.replaceAll("\n", "\r\n") });
        expect(await checkOutput(wanted)).toEqual({ drift: [], diagnostics: [] });
        put(out, { "a.ts": `${found(first)}x` });
        expect((await checkOutput(wanted)).drift).toMatchObject([{ path: "a.ts", kind: "edited" }]);
      }),
      { numRuns: 30 },
    );
  });

  it("reports a link instead of reading through it", async () => {
    const box = sandbox();
    put(box, { "secret.txt": "s3cret\n" });
    const out = join(box, "out");
    await writeOutput(request(out, { "b.ts": "b\n" }));
    symlinkSync("../secret.txt", join(out, "a.ts"));
    const result = await checkOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    expect(codes(result)).toEqual(["output-symlink"]);
    expect(result.drift[0]).toEqual({ path: "a.ts", kind: "differs" });
    expect(JSON.stringify(result)).not.toContain("s3cret");
  });

  it("reports that a run was killed, and what remains to be done", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n", "c.ts": "c\n" }, "one"));
    const wanted = request(out, { "a.ts": "A\n", "b.ts": "B\n", "d.ts": "d\n" }, "two");
    const isHalfDone = () => sources(out)["a.ts"] === "A\n" && sources(out)["b.ts"] === "b\n";
    for (let at = 1; !isHalfDone(); at++) await writeOutput(wanted, { disk: dyingDisk(at) }).catch(() => {});
    const killed = tree(out);
    const manifests = Object.keys(killed).filter((path) => path.startsWith(".openapi-actions/manifest-"));
    expect(manifests.length).toBeGreaterThan(0);
    expect((await checkOutput(wanted)).drift.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      ...manifests.map((path) => `interrupted ${path}`),
      "differs b.ts",
      "stale c.ts",
      "missing d.ts",
      "differs manifest.json",
    ]);
    expect(tree(out)).toEqual(killed);
    await writeOutput(wanted);
    expect(await checkOutput(wanted)).toEqual({ drift: [], diagnostics: [] });
  });

  it("reports a damaged manifest", async () => {
    const out = sandbox();
    put(out, { "manifest.json": `{"generator": "openapi-actions 0.1.0", "contract": 1}` });
    expect(codes(await checkOutput(request(out, {})))).toEqual(["output-manifest"]);
  });
});

const lf = (text: string) => text.replaceAll("\r\n", "\n");
const numbered = (count: number, prefix = "line ") => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}\n`);
const body = (diff: string) => diff.split("\n").slice(2);

describe("unifiedDiff", () => {
  const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 18 });

  it("transforms one text into the other, with the fewest changes", async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const diff = await unifiedDiff("a.ts", before.join(""), after.join(""));
        expect(applyPatch(before.join(""), diff)).toBe(after.join(""));
        const changes = body(diff).filter((line) => /^[-+]/.test(line)).length;
        expect(changes).toBe(before.length + after.length - 2 * longestCommonSubsequence(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it("is quick on long texts that have nothing in common, and shows them as one block", async () => {
    const { unifiedDiff, workOf } = await countCalls(() => import("../../generator/write/check.js"));
    const common = numbered(10, "same ");
    const [before, after] = ["a", "b"].map((prefix) => [...common, ...numbered(50_000, prefix), ...common].join(""));
    let diff = "";
    const work = await workOf(async () => (diff = await unifiedDiff("a.ts", before!, after!)));
    expect(work).toBeLessThan(3_000_000);
    expect(body(diff).slice(0, 2)).toEqual(["@@ -11,50000 +11,50000 @@", "-a1"]);
    expect(body(diff)[40]).toBe("… and 99961 more lines");
  });

  it("shows a missing line end at the end of a file", async () => {
    expect(body(await unifiedDiff("a.ts", "a", "a\n"))).toEqual([
      "@@ -1,1 +1,1 @@",
      "-a",
      "\\ No newline at end of file",
      "+a",
      "",
    ]);
  });

  it("is empty for equal texts", async () => {
    expect(await unifiedDiff("a.ts", "a\n", "a\n")).toBe("");
  });

  it("shows changes with two lines around them, close ones together", async () => {
    const before = numbered(30);
    const after = before.with(4, "five\n").with(8, "nine\n").toSpliced(24, 1);
    expect(body(await unifiedDiff("a.ts", before.join(""), after.join("")))).toEqual([
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

  it("numbers an empty side as diff does", async () => {
    expect(body(await unifiedDiff("a.ts", "", "a\n"))[0]).toBe("@@ -0,0 +1,1 @@");
    expect(body(await unifiedDiff("a.ts", "a\n", ""))[0]).toBe("@@ -1,1 +0,0 @@");
  });

  it("stops after 40 lines and prints the number of the others", async () => {
    const diff = await unifiedDiff("a.ts", numbered(100).join(""), numbered(100, "other ").join(""));
    expect(body(diff)).toHaveLength(42);
    expect(body(diff)[40]).toBe("… and 161 more lines");
  });

  it("cuts long lines, and shows control characters instead of sending them to the terminal", async () => {
    const [, removed, added] = body(await unifiedDiff("a.ts", `${"x".repeat(500)}\n`, "\u001b[31mred\u202e\r\n"));
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
