import {
  cpSync,
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
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../generator/write/disk.js";
import { sha256 } from "../../generator/write/manifest.js";
import { writeOutput } from "../../generator/write/write-output.js";
import { failingDisk, faultyDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, sources, tree } from "./sandbox.js";

describe("writeOutput", () => {
  it("overwrites with force what is at the path of an output file, and nothing else", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a", "b.ts": "b", "stale.ts": "s" }));
    put(out, { "a.ts": "edited", "stale.ts": "edited", "c.ts": "foreign", "own.ts": "own", "d.ts/e": "folder" });
    const wanted = { "a.ts": "A", "b.ts": "B", "c.ts": "C" };
    expect(codes(await writeOutput(request(out, wanted)))).toContain("output-edited");
    const blocked = await writeOutput({ ...request(out, { ...wanted, "d.ts": "D" }), force: true });
    expect(codes(blocked)).toContain("output-not-a-file");
    expect(tree(out)).toMatchObject({ "a.ts": "edited", "c.ts": "foreign" });
    const result = await writeOutput({ ...request(out, wanted), force: true });
    expect(result.updated).toEqual(["a.ts", "b.ts", "c.ts", "manifest.json"]);
    expect(codes(result)).toEqual(["output-stale-kept"]);
    expect(tree(out)).toMatchObject({ ...wanted, "stale.ts": "edited", "own.ts": "own" });
  });

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

  it("reads each file once before it writes, and again only what it replaces", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    const read: string[] = [];
    const disk = { ...nodeDisk, read: (path: string) => (read.push(relative(out, path)), nodeDisk.read(path)) };
    expect(await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "B\n" }), { disk })).toMatchObject({
      updated: ["b.ts", "manifest.json"],
    });
    expect(read.filter((path) => path.endsWith(".ts")).sort()).toEqual(["a.ts", "b.ts", "b.ts"]);
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

  it("works in a folder full of foreign files and leaves them untouched", async () => {
    const out = sandbox();
    put(out, { "README.md": "mine", "sub/own.ts": "mine" });
    mkdirSync(join(out, "empty"));
    expect(codes(await writeOutput(request(out, { "sub/a.ts": "a\n" })))).toEqual([]);
    expect(codes(await writeOutput(request(out, {})))).toEqual([]);
    expect(sources(out)).toEqual({ "README.md": "mine", "sub/own.ts": "mine", empty: "<folder>" });
  });

  it("does not overwrite a foreign file and changes nothing at all", async () => {
    const out = sandbox();
    put(out, { "b.ts": "mine\n" });
    const result = await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    expect(result.diagnostics).toMatchObject([
      { code: "output-foreign-file", severity: "error", location: { path: join(out, "b.ts"), line: 1, column: 1 }, related: [] },
    ]);
    expect(result.created).toEqual([]);
    expect(tree(out)).toEqual({ "b.ts": "mine\n" });
  });

  it("does not overwrite a foreign manifest.json", async () => {
    const out = sandbox();
    put(out, { "manifest.json": `{"name": "my web app"}` });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual(["output-foreign-file"]);
    expect(tree(out)).toEqual({ "manifest.json": `{"name": "my web app"}` });
  });

  it("does not overwrite an edited file; a deleted one is written again", async () => {
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

  it("accepts any file with the right bytes, listed or not", async () => {
    const out = sandbox();
    put(out, { "a.ts": "a\n" });
    expect(await writeOutput(request(out, { "a.ts": "a\n" }))).toMatchObject({ unchanged: ["a.ts"], diagnostics: [] });
    put(out, { "a.ts": "A\n" });
    expect(await writeOutput(request(out, { "a.ts": "A\n" }))).toMatchObject({ unchanged: ["a.ts"], diagnostics: [] });
  });

  it("doesn't treat the CRLF of a Windows checkout as an edit", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\nb\n" }));
    put(out, { "a.ts": "a\r\nb\r\n" });
    expect(await writeOutput(request(out, { "a.ts": "a\nb\n" }))).toMatchObject({ updated: ["a.ts"], diagnostics: [] });
    expect(sources(out)).toEqual({ "a.ts": "a\nb\n" });
  });

  it("keeps a stale file that was edited, reports it once, and removes its unedited siblings", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    put(out, { "a.ts": "mine\n" });
    const result = await writeOutput(request(out, {}));
    expect(result).toMatchObject({ removed: ["b.ts"], diagnostics: [{ code: "output-stale-kept", severity: "warning" }] });
    expect(sources(out)).toEqual({ "a.ts": "mine\n" });
    expect(codes(await writeOutput(request(out, {})))).toEqual([]);
  });

  it("treats a rename in case only as one file if the file system does", async () => {
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
    ["our own folder", [".openapi-actions/manifest-0123abcd.json"]],
  ])("throws on invalid output paths: %s", async (_, paths) => {
    const out = sandbox();
    const files = Object.fromEntries(paths.map((path) => [path, "x"]));
    await expect(writeOutput(request(out, files))).rejects.toThrow(/output/);
    expect(tree(out)).toEqual({});
  });

  it("names the paths at which no file can be written", async () => {
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

  it("names an output folder that is a file, or is below one", async () => {
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
  const own = { "own.txt": "mine" };

  it.each(["EACCES", "ENOSPC", "EROFS", "EISDIR"])(
    "reports what it did, whichever step %s affects; the next one does the rest",
    async (code) => {
      const start = sandbox();
      await writeOutput(request(start, before));
      put(start, own);
      const old = sources(start);
      const seen = { untouched: 0, incomplete: 0 };
      for (let at = 1; ; at++) {
        const out = sandbox();
        cpSync(start, out, { recursive: true });
        const disk = failingDisk(code, (step) => step === at);
        const result = await writeOutput(request(out, after, "after"), { disk });
        if (result.diagnostics.length === 0) break;
        expect(result.diagnostics, `step ${at}`).toMatchObject([
          { code: "output-io", message: expect.stringContaining(`(${code})`) },
        ]);
        const changed = [...result.created, ...result.updated, ...result.removed];
        seen[changed.length === 0 ? "untouched" : "incomplete"]++;
        expect(result.diagnostics[0]!.hint, `step ${at}`).toMatch(changed.length === 0 ? /^Nothing was changed/ : /incomplete/);
        const now = Object.fromEntries(Object.entries(sources(out)).filter(([path]) => !path.startsWith(".openapi-actions")));
        for (const [path, text] of Object.entries({ ...old, ...now, ...after })) {
          if (!changed.includes(path) && now[path] !== "<folder>" && path in now)
            expect(now[path], `${path}, step ${at}`).toBe((old as Record<string, string>)[path] ?? text);
        }
        // The next run may be about another version of the contract.
        const [files, contract] = at % 2 === 0 ? [after, "after"] : [before, "contract"];
        expect(codes(await writeOutput(request(out, files, contract))), `step ${at}`).toEqual([]);
        const { new: _, "new/deep": __, ...left } = tree(out);
        expect(left, `step ${at}`).toEqual({ ...files, ...own, "manifest.json": left["manifest.json"] });
      }
      expect(seen.untouched).toBeGreaterThan(5);
      expect(seen.incomplete).toBeGreaterThan(5);
    },
  );

  it("removes an output folder that it created", async () => {
    const box = sandbox();
    const disk = failingDisk("ENOSPC", (_, change, path) => change === "rename" && path.endsWith("a.ts"));
    const result = await writeOutput(request(join(box, "x/y"), { "a.ts": "a\n" }), { disk });
    expect(result.diagnostics).toMatchObject([{ code: "output-io", location: { path: join(box, "x/y/a.ts") } }]);
    expect(tree(box)).toEqual({});
  });

  it("changes nothing when it is aborted before its first change, and ends as planned after it", async () => {
    const start = sandbox();
    await writeOutput(request(start, before));
    const old = tree(start);
    const ends = { stopped: 0, done: 0 };
    let steps = 1;
    for (let at = 1; at <= steps; at++) {
      const out = sandbox();
      cpSync(start, out, { recursive: true });
      const controller = new AbortController();
      const disk = faultyDisk((step) => void (step === at && controller.abort()));
      const result = await writeOutput(request(out, after), { disk, signal: controller.signal });
      steps = Math.max(steps, disk.steps());
      if (result.diagnostics.length === 0) {
        ends.done++;
        expect(sources(out)).toEqual(after);
      } else {
        ends.stopped++;
        expect(codes(result)).toEqual(["output-interrupted"]);
        expect(tree(out), `step ${at}`).toEqual(old);
      }
    }
    expect(ends.stopped).toBeGreaterThan(3);
    expect(ends.done).toBeGreaterThan(10);
  });

  it("reads a folder again if another run removes a file meanwhile", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }));
    const disk = {
      ...nodeDisk,
      read(path: string) {
        if (path.endsWith("b.ts")) nodeDisk.remove(path);
        return nodeDisk.read(path);
      },
    };
    expect(await writeOutput(request(out, { "a.ts": "a\n", "b.ts": "b\n" }), { disk })).toMatchObject({
      created: ["b.ts"],
      diagnostics: [],
    });
    expect(sources(out)).toMatchObject({ "b.ts": "b\n" });
  });

  it("keeps a file that is edited while it writes, and reports it", async () => {
    const out = sandbox();
    await writeOutput(request(out, before));
    const disk = faultyDisk((_, change, path) => {
      if (change === "writeNew" && path.includes("/manifest-")) put(out, { "a.ts": "mine\n", "d.ts": "mine too\n" });
    });
    expect(codes(await writeOutput(request(out, after), { disk }))).toEqual(["output-edited"]);
    expect(sources(out)).toMatchObject({ ...before, "a.ts": "mine\n", "d.ts": "mine too\n" });
  });
});
