import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildManifest, sha256 } from "../../generator/write/manifest.js";
import { openOutputFolder } from "../../generator/write/output-folder.js";
import { planOutput } from "../../generator/write/plan.js";
import { writeOutput } from "../../generator/write/write-output.js";
import { codes, outputs, put, request, sandbox, tree } from "./sandbox.js";

describe("planOutput", () => {
  it("decides on every path and writes nothing", async () => {
    const out = sandbox();
    await writeOutput(
      request(out, { "edit.ts": "e", "gone.ts": "g", "old.ts": "o", "same.ts": "s", "stale.ts": "t", "up.ts": "u" }),
    );
    put(out, { "edit.ts": "mine", "foreign.ts": "mine", "stale.ts": "mine" });
    symlinkSync("up.ts", join(out, "link.ts"));
    const before = tree(out);

    const files = outputs({ "edit.ts": "E", "foreign.ts": "F", "link.ts": "L", "new.ts": "N", "same.ts": "s", "up.ts": "U" });
    const { files: wanted, generator, contractHash } = { ...request(out, {}), files };
    const plan = planOutput(openOutputFolder(out), wanted, buildManifest(wanted, generator, contractHash));

    expect(plan).toMatchObject({
      created: ["new.ts"],
      updated: ["up.ts", "manifest.json"],
      unchanged: ["same.ts"],
      removed: ["gone.ts", "old.ts"],
    });
    expect(codes(plan)).toEqual(["output-edited", "output-foreign-file", "output-symlink", "output-stale-kept"]);
    expect(plan.steps.map((step) => step.path)).toEqual(["new.ts", "up.ts", "gone.ts", "old.ts", "manifest.json"]);
    expect(tree(out)).toEqual(before);
  });

  it("reports a damaged manifest once, not every file as foreign", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a", "b.ts": "b" }));
    put(out, { "manifest.json": `{\n  "generator": "openapi-actions 0.1.0",\n<<<<<<< ours\n` });
    const before = tree(out);
    const result = await writeOutput(request(out, { "a.ts": "A", "b.ts": "B" }));
    expect(codes(result)).toEqual(["output-manifest"]);
    expect(tree(out)).toEqual(before);
  });

  it("follows no path of a forged manifest", async () => {
    const box = sandbox();
    const out = join(box, "out");
    put(box, { "victim.txt": "v" });
    put(out, {
      "manifest.json": `{"generator": "openapi-actions 0.1.0", "contract": "${sha256("")}", "files": {"../victim.txt": "${sha256("v")}"}}`,
    });
    expect(codes(await writeOutput(request(out, { "a.ts": "a" })))).toEqual(["output-manifest"]);
    expect(tree(box)["victim.txt"]).toBe("v");
  });
});
