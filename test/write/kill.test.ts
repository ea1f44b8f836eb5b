import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../generator/write/disk.js";
import { writeOutput } from "../../generator/write/index.js";
import { acquireLock } from "../../generator/write/lock.js";
import { openOutputFolder } from "../../generator/write/output-folder.js";
import { recoverOutput } from "../../generator/write/recover.js";
import { unsyncedDisk } from "./faulty-disk.js";
import { outputs, put, request, sandbox, tree } from "./sandbox.js";

type Files = Record<string, string>;
const OWN: Files = { "own.txt": "mine\n", "part0/own.txt": "mine\n" };

/** Two trees of about `count` files: a third updated, some created, some removed, whole folders too, some of them big. */
function twoTrees(count: number): { before: Files; after: Files } {
  const before: Files = {};
  const after: Files = {};
  for (let index = 0; index < count; index++) {
    const big = index % 20 === 3 ? "x".repeat(60_000) : "";
    const path = `part${index % 7}/file${index}.ts`;
    if (index % 6 === 5) before[`gone${index % 4}/file${index}.ts`] = `removed ${index}\n`;
    else if (index % 6 === 4) after[`new${index % 4}/deep/file${index}.ts`] = `created ${index}\n${big}`;
    else {
      before[path] = `before ${index}\n${big}`;
      after[path] = index % 6 < 2 ? `before ${index}\n${big}` : `after ${index}\n${big}`;
    }
  }
  return { before, after };
}

/** Child processes that go from the old to the new tree, and what they leave when they are killed. */
async function setUp(count: number) {
  const box = sandbox();
  const entry = join(box, "entry.ts");
  const source = fileURLToPath(new URL("../../generator/write", import.meta.url));
  writeFileSync(
    entry,
    `export { writeOutput, sha256 } from "${source}/index.js";\nexport { nodeDisk } from "${source}/disk.js";\n`,
  );
  const bundle = join(box, "bundle.mjs");
  const build = await rolldown({ input: entry, platform: "node", resolve: { extensionAlias: { ".js": [".ts", ".js"] } } });
  await build.write({ file: bundle, format: "esm" });
  await build.close();

  const { before, after } = twoTrees(count);
  writeFileSync(join(box, "files.json"), JSON.stringify(outputs(after)));
  const start = join(box, "start");
  await writeOutput(request(start, before, "old"));
  put(start, OWN);
  const end = join(box, "end");
  cpSync(start, end, { recursive: true });
  await writeOutput(request(end, after, "new"));
  const trees = { old: JSON.stringify(tree(start)), new: JSON.stringify(tree(end)) };

  const child = fileURLToPath(new URL("./kill-child.mjs", import.meta.url));

  /** Runs a child on a fresh copy; killed `delay` milliseconds after it starts to write. */
  async function run(worker: number, dieAt: number, pause: number, delay?: number) {
    const out = join(box, `out${worker}`);
    rmSync(out, { recursive: true, force: true });
    cpSync(start, out, { recursive: true });
    const running = spawn(process.execPath, [child, bundle, out, join(box, "files.json"), String(dieAt), String(pause)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    running.stdout.setEncoding("utf8").on("data", (data: string) => {
      if (text === "" && delay !== undefined) setTimeout(() => running.kill("SIGKILL"), delay);
      text += data;
    });
    const [, signal] = (await once(running, "close")) as [number | null, string | null];
    const interrupted = nodeDisk.kindOf(join(out, ".openapi-actions")) !== undefined;
    return { out, killed: signal === "SIGKILL", interrupted, report: text.replace("go\n", "") };
  }

  /** What the next start finds: recovers, and says which of the two trees it led to. */
  async function recover(out: string): Promise<"old" | "new" | string> {
    const folder = openOutputFolder(out);
    const lock = await acquireLock(nodeDisk, folder);
    if ("code" in lock) return lock.message;
    const diagnostics = recoverOutput(unsyncedDisk, folder);
    lock.release();
    if (diagnostics.length > 0) return diagnostics.map((diagnostic) => diagnostic.message).join("\n");
    const found = tree(out);
    const text = JSON.stringify(found);
    return text === trees.old ? "old" : text === trees.new ? "new" : `neither tree: ${Object.keys(found).join(" ")}`;
  }
  return { run, recover };
}

/** Does jobs two at a time. */
async function inParallel(jobs: number, job: (index: number, worker: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    [0, 1].map(async (worker) => {
      while (next < jobs) await job(next++, worker);
    }),
  );
}

describe("a process killed while it writes", () => {
  it("leaves the old or the new tree, at every single step", { timeout: 180_000 }, async () => {
    const { run, recover } = await setUp(18);
    const { steps, diagnostics } = JSON.parse((await run(0, 0, 0)).report) as { steps: number; diagnostics: unknown[] };
    expect(diagnostics).toEqual([]);
    const ends: string[] = [];
    await inParallel(steps, async (index, worker) => {
      const { out, killed } = await run(worker, index + 1, 0);
      expect(killed).toBe(true);
      ends[index] = await recover(out);
    });
    // Once the journal stands, all later kills lead to the new tree.
    const turn = ends.indexOf("new");
    expect(turn).toBeGreaterThan(20);
    expect(ends).toEqual(ends.map((_, index) => (index < turn ? "old" : "new")));
  });

  it("leaves the old or the new tree, at 200 random moments", { timeout: 240_000 }, async () => {
    const { run, recover } = await setUp(120);
    const PAUSE = 100;
    const { milliseconds } = JSON.parse((await run(0, 0, PAUSE)).report) as { milliseconds: number };
    const random = mulberry32(20260101);
    const delays = Array.from({ length: 200 }, () => random() * milliseconds);
    const ends = { old: 0, new: 0, interrupted: 0 };
    await inParallel(delays.length, async (index, worker) => {
      const { out, interrupted } = await run(worker, 0, PAUSE, delays[index]);
      if (interrupted) ends.interrupted++;
      const end = await recover(out);
      expect(["old", "new"], `kill ${index} after ${delays[index]} ms: ${end}`).toContain(end);
      ends[end as "old" | "new"]++;
    });
    expect(ends.interrupted).toBeGreaterThan(100);
    expect(ends.old).toBeGreaterThan(20);
    expect(ends.new).toBeGreaterThan(20);
  });
});

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
