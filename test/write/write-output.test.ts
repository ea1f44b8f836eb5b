import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, writeOutput } from "../../generator/write/index.js";
import { failingDisk, faultyDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, sources, tree } from "./sandbox.js";

describe("writeOutput", () => {
  it("writes into a folder that doesn't exist, with a manifest of what it wrote", async () => {
    const out = join(sandbox(), "deep", "generated");
    const result = await writeOutput(request(out, { "b/c.ts": "c\n", "a.ts": "ä\r\n" }));
    expect(result).toEqual({
      created: ["a.ts", "b/c.ts", "manifest.json"],
      updated: [],
      unchanged: [],
      removed: [],
      diagnostics: [],
    });
    expect(tree(out)).toEqual({
      "a.ts": "ä\r\n",
      "b/c.ts": "c\n",
      "manifest.json":
        `{\n  "generator": "openapi-actions 0.1.0",\n  "contract": "${sha256("contract")}",\n  "files": {\n` +
        `    "a.ts": "${sha256("ä\r\n")}",\n    "b/c.ts": "${sha256("c\n")}"\n  }\n}\n`,
    });
    expect(statSync(join(out, "a.ts")).mode & 0o777).toBe(0o644 & ~process.umask());
  });

  it("touches nothing when nothing changed, not even for a lock", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }));
    const disk = faultyDisk(() => {});
    const result = await writeOutput(request(out, { "a.ts": "a\n" }), { disk });
    expect(result).toMatchObject({ unchanged: ["a.ts", "manifest.json"], created: [], updated: [], removed: [] });
    expect(disk.steps()).toBe(0);
  });

  it("updates what changed, leaves the rest untouched, removes what is no longer generated and folders it emptied", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n", "x/y/z.ts": "z\n", "x/w.ts": "w\n" }));
    put(out, { "x/w.txt": "mine" });
    utimesSync(join(out, "a.ts"), 1000, 1000);
    const inode = statSync(join(out, "a.ts")).ino;
    const result = await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "B\n", "c.ts": "c\n" }));
    expect(result).toEqual({
      created: ["c.ts"],
      updated: ["b.ts", "manifest.json"],
      unchanged: ["a.ts"],
      removed: ["x/w.ts", "x/y/z.ts"],
      diagnostics: [],
    });
    expect(sources(out)).toEqual({ "a.ts": "a\n", "b.ts": "B\n", "c.ts": "c\n", "x/w.txt": "mine" });
    expect(statSync(join(out, "a.ts"))).toMatchObject({ mtimeMs: 1_000_000, ino: inode, nlink: 1 });
  });

  it("works in a folder full of foreign files and leaves them alone", async () => {
    const out = sandbox();
    put(out, { "README.md": "mine", "sub/own.ts": "mine" });
    mkdirSync(join(out, "empty"));
    expect(codes(await writeOutput(request(out, { "sub/a.ts": "a\n" })))).toEqual([]);
    expect(codes(await writeOutput(request(out, {})))).toEqual([]);
    expect(sources(out)).toEqual({ "README.md": "mine", "sub/own.ts": "mine", empty: "<folder>" });
  });

  it("refuses to overwrite a foreign file and changes nothing at all", async () => {
    const out = sandbox();
    put(out, { "b.ts": "mine\n" });
    const result = await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    expect(result.diagnostics).toMatchObject([
      { code: "output-foreign-file", severity: "error", location: { path: join(out, "b.ts"), line: 1, column: 1 }, related: [] },
    ]);
    expect(result.created).toEqual([]);
    expect(tree(out)).toEqual({ "b.ts": "mine\n" });
  });

  it("refuses to overwrite a manifest.json that isn't its own", async () => {
    const out = sandbox();
    put(out, { "manifest.json": `{"name": "my web app"}` });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual(["output-foreign-file"]);
    expect(tree(out)).toEqual({ "manifest.json": `{"name": "my web app"}` });
  });

  it("refuses to overwrite an edited file; a deleted one is written again", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    put(out, { "a.ts": "a\nmine\n" });
    const before = tree(out);
    expect(codes(await writeOutput(request(out, { "a.ts": "A\n", "b.ts": "B\n" })))).toEqual(["output-edited"]);
    expect(tree(out)).toEqual(before);
    // Also when the contract has not changed since:
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" })))).toEqual(["output-edited"]);
    unlinkSync(join(out, "a.ts"));
    expect(await writeOutput(request(out, { "a.ts": "A\n", "b.ts": "B\n" }))).toMatchObject({
      created: ["a.ts"],
      diagnostics: [],
    });
  });

  it("accepts any file that has the wanted bytes, listed or not", async () => {
    const out = sandbox();
    put(out, { "a.ts": "a\n" });
    expect(await writeOutput(request(out, { "a.ts": "a\n" }))).toMatchObject({ unchanged: ["a.ts"], diagnostics: [] });
    put(out, { "a.ts": "A\n" });
    expect(await writeOutput(request(out, { "a.ts": "A\n" }))).toMatchObject({ unchanged: ["a.ts"], diagnostics: [] });
  });

  it("doesn't take the CRLF of a Windows checkout for an edit", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\nb\n" }));
    put(out, { "a.ts": "a\r\nb\r\n" });
    expect(await writeOutput(request(out, { "a.ts": "a\nb\n" }))).toMatchObject({ updated: ["a.ts"], diagnostics: [] });
    expect(sources(out)).toEqual({ "a.ts": "a\nb\n" });
  });

  it("keeps a stale file that was edited, says so once, and removes its unedited siblings", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    put(out, { "a.ts": "mine\n" });
    const result = await writeOutput(request(out, {}));
    expect(result).toMatchObject({ removed: ["b.ts"], diagnostics: [{ code: "output-stale-kept", severity: "warning" }] });
    expect(sources(out)).toEqual({ "a.ts": "mine\n" });
    expect(codes(await writeOutput(request(out, {})))).toEqual([]);
  });

  it("treats a rename in case only as one file where the file system does", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "Types.ts": "a\n" }));
    // Two names of one inode are what a file system that ignores case shows.
    linkSync(join(out, "Types.ts"), join(out, "types.ts"));
    expect(await writeOutput(request(out, { "types.ts": "b\n" }))).toMatchObject({
      updated: ["types.ts", "manifest.json"],
      removed: [],
      diagnostics: [],
    });
    expect(sources(out)["types.ts"]).toBe("b\n");
  });

  it.each([
    ["case", ["Types.ts", "types.ts"]],
    ["Unicode normalisation", ["\u00e9.ts", "e\u0301.ts"]],
    ["a file that is a folder of another", ["a", "A/b.ts"]],
    ["the parent folder", ["../a.ts"]],
    ["an absolute path", ["/etc/a.ts"]],
    ["a backslash", ["..\\a.ts"]],
    ["a drive letter", ["C:/a.ts"]],
    ["an empty part", ["a//b.ts"]],
    ["NUL", ["a\0.ts"]],
    ["the manifest", ["Manifest.json"]],
    ["our own folder", [".openapi-actions/journal.json"]],
  ])("throws on output paths that no emitter may ask for: %s", async (_, paths) => {
    const out = sandbox();
    const files = Object.fromEntries(paths.map((path) => [path, "x"]));
    await expect(writeOutput(request(out, files))).rejects.toThrow(/output/);
    expect(tree(out)).toEqual({});
  });

  it("names the places that can't take a file", async () => {
    const out = sandbox();
    put(out, { "a.ts/own.txt": "mine", b: "mine" });
    const before = tree(out);
    const result = await writeOutput(request(out, { "a.ts": "a\n", "b/c.ts": "c\n" }));
    expect(result.diagnostics).toMatchObject([
      { code: "output-not-a-file", location: { path: `${out}/a.ts` } },
      { code: "output-not-a-folder", location: { path: `${out}/b` } },
    ]);
    expect(tree(out)).toEqual(before);
  });

  it("names an output folder that is a file, or lies under one", async () => {
    const box = sandbox();
    put(box, { file: "mine" });
    expect(codes(await writeOutput(request(join(box, "file"), { "a.ts": "a" })))).toEqual(["output-not-a-folder"]);
    expect(codes(await writeOutput(request(join(box, "file", "out"), { "a.ts": "a" })))).toEqual(["output-io"]);
    expect(tree(box)).toEqual({ file: "mine" });
  });

  it("shows paths relative to the working folder", async () => {
    const out = mkdtempSync(join(process.cwd(), "test/write/.tmp-"));
    try {
      put(out, { "a.ts": "mine" });
      const [diagnostic] = (await writeOutput(request(out, { "a.ts": "a" }))).diagnostics;
      expect(diagnostic!.location!.path).toMatch(/^test\/write\/\.tmp-[^/]+\/a\.ts$/);
      expect(diagnostic!.message).not.toContain(process.cwd());
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});

describe("symbolic links", () => {
  it("writes through a link that is the output folder itself", async () => {
    const box = sandbox();
    mkdirSync(join(box, "real"));
    symlinkSync(join(box, "real"), join(box, "out"));
    expect(codes(await writeOutput(request(join(box, "out"), { "a.ts": "a\n" })))).toEqual([]);
    expect(sources(join(box, "real"))).toEqual({ "a.ts": "a\n" });
  });

  it.each([
    ["a folder", "sub/a.ts", "sub"],
    ["a file", "secret.txt", "secret.txt"],
    ["the manifest", "b.ts", "manifest.json"],
    ["a dangling one", "gone.ts", "gone.ts"],
    ["our own folder", "b.ts", ".openapi-actions"],
  ])("never follows one inside: %s", async (_, path, link) => {
    const box = sandbox();
    const outside = join(box, "outside");
    const out = join(box, "out");
    put(outside, { "a.ts": "mine", "secret.txt": "mine", "manifest.json": "{}" });
    mkdirSync(out);
    symlinkSync(join(outside, link === "sub" || link.startsWith(".openapi") ? "." : link), join(out, link));
    const before = tree(box);
    const result = await writeOutput(request(out, { [path]: "generated" }));
    expect(result.diagnostics).toMatchObject([{ code: "output-symlink", severity: "error" }]);
    expect(result.diagnostics[0]!.message).toContain(`${out}/${link}`);
    expect(tree(box)).toEqual(before);
  });

  it("doesn't remove stale files through one", async () => {
    const box = sandbox();
    const out = join(box, "out");
    await writeOutput(request(out, { "sub/a.ts": "a\n" }));
    unlinkSync(join(out, "sub/a.ts"));
    rmdirSync(join(out, "sub"));
    put(box, { "outside/a.ts": "a\n" });
    symlinkSync("../outside", join(out, "sub"));
    expect(codes(await writeOutput(request(out, {})))).toEqual(["output-stale-kept"]);
    expect(readFileSync(join(box, "outside/a.ts"), "utf8")).toBe("a\n");
    expect(tree(out)["sub"]).toBe("-> ../outside");
  });
});

describe("a run that fails", () => {
  const before = { "a.ts": "a\n", "b.ts": "b\n", "gone/x.ts": "x\n" };
  const after = { "a.ts": "A\n", "b.ts": "b\n", "new/deep/c.ts": "c\n", "d.ts": "d\n" };

  it.each(["EACCES", "ENOSPC", "EROFS", "EISDIR"])("leaves the folder as it was, whichever step %s hits", async (code) => {
    const out = sandbox();
    await writeOutput(request(out, before));
    put(out, { "own.txt": "mine" });
    const old = tree(out);
    let steps = 0;
    for (let at = 1; ; at++) {
      const disk = failingDisk(code, (step) => step === at);
      const result = await writeOutput(request(out, after), { disk });
      if (result.diagnostics.length === 0) break;
      steps++;
      expect(result.diagnostics, `step ${at}`).toMatchObject([
        { code: "output-io", message: expect.stringContaining(`(${code})`) },
      ]);
      expect(result.created).toEqual([]);
      const leftovers = Object.keys(tree(out)).filter((path) => path.startsWith(".openapi-actions"));
      const { ...now } = tree(out);
      for (const path of leftovers) delete now[path];
      expect(now, `step ${at}`).toEqual(old);
      // What a single failed removal leaves behind, the next run clears.
      expect(leftovers.length).toBeLessThanOrEqual(2);
    }
    expect(steps).toBeGreaterThan(30);
    // The step that failed now was one after the end of the run: at most staged files are left, for the next one.
    expect(await writeOutput(request(out, after))).toMatchObject({ diagnostics: [], updated: [] });
    expect(sources(out)).toEqual({ ...after, "own.txt": "mine" });
  });

  it("removes an output folder that it made", async () => {
    const box = sandbox();
    const disk = failingDisk("ENOSPC", (_, change, path) => change === "rename" && path.endsWith("a.ts"));
    const result = await writeOutput(request(join(box, "x/y"), { "a.ts": "a\n" }), { disk });
    expect(result.diagnostics).toMatchObject([{ code: "output-io", location: { path: join(box, "x/y/a.ts") } }]);
    expect(tree(box)).toEqual({});
  });

  it("keeps the journal when it can't even be undone, and the next run ends well", async () => {
    const out = sandbox();
    await writeOutput(request(out, before));
    let renamed = 0;
    const disk = failingDisk(
      "EIO",
      (_, change, path) => change !== "makeFolder" && path.startsWith(out) && change === "rename" && ++renamed > 2,
    );
    const result = await writeOutput(request(out, after), { disk });
    expect(codes(result)).toEqual(["output-io", "output-journal"]);
    expect(existsSync(join(out, ".openapi-actions/journal.json"))).toBe(true);
    expect(codes(await writeOutput(request(out, after)))).toEqual([]);
    expect(sources(out)).toEqual(after);
  });

  it("is undone when it is aborted, at any step", async () => {
    const out = sandbox();
    await writeOutput(request(out, before));
    const old = tree(out);
    let stopped = 0;
    for (let at = 1; ; at++) {
      const controller = new AbortController();
      const disk = faultyDisk((step) => void (step === at && controller.abort()));
      const result = await writeOutput(request(out, after), { disk, signal: controller.signal });
      if (result.diagnostics.length === 0) break;
      stopped++;
      expect(codes(result)).toEqual(["output-interrupted"]);
      expect(tree(out), `step ${at}`).toEqual(old);
    }
    expect(stopped).toBeGreaterThan(10);
    expect(sources(out)).toEqual(after);
  });

  it("is undone when a file is edited while it writes, and keeps the edit", async () => {
    const out = sandbox();
    await writeOutput(request(out, before));
    const disk = faultyDisk((_, change, path) => {
      if (change === "rename" && path.endsWith("journal.json")) put(out, { "a.ts": "mine\n", "d.ts": "mine too\n" });
    });
    expect(codes(await writeOutput(request(out, after), { disk }))).toEqual(["output-edited"]);
    expect(sources(out)).toEqual({ ...before, "a.ts": "mine\n", "d.ts": "mine too\n" });
  });
});
