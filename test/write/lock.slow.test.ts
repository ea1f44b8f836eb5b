import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../generator/write/disk.js";
import { writeOutput } from "../../generator/write/write-output.js";
import { acquireLock } from "../../generator/write/lock.js";
import { openOutputFolder } from "../../generator/write/output-folder.js";
import { faultyDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, sources, tree } from "./sandbox.js";

const LOCK = (pid: number) => `.openapi-actions/lock-${pid}-0123abcd`;
const content = (pid: number, host = hostname(), started?: string) => JSON.stringify({ pid, host, started });

describe("lock", () => {
  it("exists while held, and is removed when released, with the folders created for it", async () => {
    const box = sandbox();
    const folder = openOutputFolder(join(box, "a/b"));
    const lock = await acquireLock(nodeDisk, folder);
    if (!("release" in lock)) throw new Error(lock.message);
    expect(readdirSync(join(folder.root, ".openapi-actions"))).toEqual([
      expect.stringMatching(RegExp(`^lock-${process.pid}-[0-9a-f]{8}$`)),
    ]);
    expect(codes(await writeOutput(request(folder.root, { "a.ts": "a" })))).toEqual(["output-locked"]);
    lock.release();
    expect(tree(box)).toEqual({});
  });

  it("of a live process stops a run, which names it and changes nothing", async () => {
    const out = sandbox();
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    try {
      put(out, { [LOCK(other.pid!)]: content(other.pid!) });
      const before = tree(out);
      const result = await writeOutput(request(out, { "a.ts": "a\n" }));
      expect(result.diagnostics).toMatchObject([{ code: "output-locked", location: { path: `${out}/${LOCK(other.pid!)}` } }]);
      expect(result.diagnostics[0]!.message).toContain(`process ${other.pid}`);
      expect(tree(out)).toEqual(before);
    } finally {
      other.kill();
    }
  });

  it("of a process on another machine counts as live", async () => {
    const out = sandbox();
    put(out, { [LOCK(process.pid)]: content(process.pid, "elsewhere") });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual(["output-locked"]);
  });

  it.each(["its content", "nothing in it", "half of its content"])("of a dead process is taken over, with %s", async (form) => {
    const out = sandbox();
    const other = spawn(process.execPath, ["-e", ""]);
    await once(other, "exit");
    const text = form === "its content" ? content(other.pid!) : form === "nothing in it" ? "" : `{"pid":`;
    put(out, { [LOCK(other.pid!)]: text });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual([]);
    expect(sources(out)).toEqual({ "a.ts": "a\n" });
  });

  it.runIf(process.platform === "linux")("of a dead process whose pid a later process has is taken over", async () => {
    const out = sandbox();
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    try {
      put(out, { [LOCK(other.pid!)]: content(other.pid!, hostname(), "1") });
      expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual([]);
    } finally {
      other.kill();
    }
  });

  it("of a dead process that had our own pid is taken over", async () => {
    const out = sandbox();
    put(out, { [LOCK(process.pid)]: content(process.pid) });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual([]);
    expect(sources(out)).toEqual({ "a.ts": "a\n" });
  });

  it("lets runs at the same time end in one of their trees", async () => {
    const out = sandbox();
    const trees = Array.from({ length: 8 }, (_, run) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, file) => [`f${file}.ts`, `run ${run}\n`])),
    );
    // A signal makes runs give way to each other between any two steps.
    const { signal } = new AbortController();
    const order: number[] = [];
    const results = await Promise.all(
      trees.map((files, run) => {
        const disk = faultyDisk((_, change, path) => void (change === "rename" || path.includes("/new-") ? order.push(run) : 0));
        return writeOutput(request(out, files), { disk, signal });
      }),
    );
    const turns = order.filter((run, index) => run !== order[index - 1]);
    expect(turns).toEqual([...new Set(order)]);
    expect(sources(out)).toEqual(trees[turns.at(-1)!]);
    expect(results.filter((result) => result.diagnostics.length === 0)).toHaveLength(turns.length);
    expect(results.flatMap(codes).filter((code) => code !== "output-locked")).toEqual([]);
  });
});
