import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkOutput, writeOutput } from "../../generator/write/index.js";
import { faultyDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, tree } from "./sandbox.js";

describe("checkOutput", () => {
  it("finds nothing in a folder that was just written, and takes no lock", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }));
    const disk = faultyDisk(() => {});
    expect(await checkOutput(request(out, { "a.ts": "a\n" }), disk)).toEqual({ drift: [], diagnostics: [] });
    expect(disk.steps()).toBe(0);
  });

  it("finds everything missing where there is no folder, and makes none", async () => {
    const box = sandbox();
    expect((await checkOutput(request(join(box, "out"), { "a.ts": "a\n" }))).drift).toEqual([
      { path: "a.ts", kind: "missing" },
      { path: "manifest.json", kind: "missing" },
    ]);
    expect(tree(box)).toEqual({});
  });

  it("tells a changed contract from a change by hand, with diffs, and writes nothing", async () => {
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

  it("sees a contract that changed without changing a file", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }, "one"));
    expect((await checkOutput(request(out, { "a.ts": "a\n" }, "two"))).drift).toMatchObject([
      { path: "manifest.json", kind: "differs" },
    ]);
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

  it("reports a damaged manifest", async () => {
    const out = sandbox();
    put(out, { "manifest.json": `{"generator": "openapi-actions 0.1.0", "contract": 1}` });
    expect(codes(await checkOutput(request(out, {})))).toEqual(["output-manifest"]);
  });
});
