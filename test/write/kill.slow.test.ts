import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../generator/write/disk.js";
import { sha256 } from "../../generator/write/manifest.js";
import { writeOutput } from "../../generator/write/write-output.js";
import { dyingDisk, unsyncedDisk } from "./faulty-disk.js";
import { codes, outputs, put, request, sandbox, sources, tree } from "./sandbox.js";

type Files = Record<string, string>;

const OWN: Files = { "own.txt": "mine\n", "part0/own.txt": "mine\n", "gone/own.txt": "mine\n" };

/** The tree that a contract leads to, beside the files of somebody else. */
async function treeOf(files: Files, contract: string): Promise<Files> {
  const out = sandbox();
  put(out, OWN);
  await writeOutput(request(out, files, contract), { disk: unsyncedDisk });
  return tree(out);
}

describe("a run that dies at a step", () => {
  const contracts: Record<string, Files> = {
    old: { "a.ts": "a\n", "keep.ts": "k\n", "gone/x.ts": "x\n", "gone/y.ts": "y\n", "bye/deep/z.ts": "z\n" },
    new: { "a.ts": "A\n", "keep.ts": "k\n", "new/deep/c.ts": "c\n", "d.ts": "d\n" },
    other: { "a.ts": "other\n", "gone/x.ts": "other\n", "new/e.ts": "e\n", "d.ts": "other\n" },
  };

  /** False if the run ended before that step. */
  async function dies(out: string, contract: string, at: number): Promise<boolean> {
    const disk = dyingDisk(at);
    await writeOutput(request(out, contracts[contract]!, contract), { disk }).catch(() => {});
    return disk.steps() >= at;
  }

  it("leaves a tree that the next run completes, whatever its contract, also after several deaths", async () => {
    const start = sandbox();
    put(start, OWN);
    await writeOutput(request(start, contracts["old"]!, "old"));
    const expected = new Map<string, Files>();
    for (const [contract, files] of Object.entries(contracts)) expected.set(contract, await treeOf(files, contract));
    const out = join(sandbox(), "out");
    const reset = (from: string) => {
      rmSync(out, { recursive: true, force: true });
      cpSync(from, out, { recursive: true });
    };
    const complete = async (contract: string, message: string) => {
      const result = await writeOutput(request(out, contracts[contract]!, contract), { disk: unsyncedDisk });
      expect(codes(result), message).toEqual([]);
      const { new: _, "new/deep": __, ...found } = tree(out);
      expect(found, message).toEqual(expected.get(contract));
    };
    let kills = 0;
    reset(start);
    for (let at = 1; await dies(out, "new", at); at++) {
      expect(sources(out), `step ${at}`).toMatchObject(OWN);
      const killed = sandbox();
      cpSync(out, killed, { recursive: true });
      for (const contract of Object.keys(contracts)) {
        reset(killed);
        await complete(contract, `${contract} after step ${at}`);
      }
      reset(killed);
      for (let again = 1 + (at % 4); await dies(out, "other", again); again += 4) {
        const contract = Object.keys(contracts)[++kills % 3]!;
        await complete(contract, `${contract} after steps ${at} and ${again}`);
        reset(killed);
      }
      reset(start);
    }
    expect(kills).toBeGreaterThan(200);
  });

  it("overwrites no file that was edited meanwhile", async () => {
    for (const isWritten of [false, true]) {
      const out = sandbox();
      await writeOutput(request(out, contracts["old"]!, "old"));
      const isThere = () => {
        const files = sources(out);
        return Object.keys(files).some((path) => path.includes("/manifest-")) && (files["a.ts"] === "A\n") === isWritten;
      };
      for (let at = 1; !isThere(); at++) await dies(out, "new", at);
      put(out, { "a.ts": "mine\n" });
      expect(codes(await writeOutput(request(out, contracts["new"]!, "new")))).toEqual(["output-edited"]);
      expect(sources(out)["a.ts"]).toBe("mine\n");
    }
  });
});

describe("the remains of a killed run", () => {
  const manifest = (files: Files) => JSON.stringify({ generator: "openapi-actions 0.1.0", contract: sha256("x"), files });
  const NAME = ".openapi-actions/manifest-0123abcd.json";

  it.each([
    ["cut text", `{\n  "generator": "openapi-actions 0.1.0",\n  "contr`],
    ["another format", `{"generator": "kubb 4"}`],
    ["an escape", manifest({ "../victim.txt": sha256("v") })],
    ["an escape through a link", manifest({ "link/victim.txt": sha256("v") })],
    ["our own folder", manifest({ ".openapi-actions/notes.txt": sha256("v") })],
  ])("affect no foreign file: a manifest with %s", async (_, text) => {
    const box = sandbox();
    const out = join(box, "out");
    await writeOutput(request(out, { "a.ts": "a\n" }));
    put(box, { "victim.txt": "v", "outside/victim.txt": "v" });
    put(out, { [NAME]: text, ".openapi-actions/notes.txt": "v" });
    symlinkSync("../outside", join(out, "link"));
    const result = await writeOutput(request(out, { "a.ts": "A\n" }));
    expect(codes(result).filter((code) => code !== "output-stale-kept")).toEqual([]);
    expect(sources(box)).toMatchObject({ "victim.txt": "v", "outside/victim.txt": "v", "out/.openapi-actions/notes.txt": "v" });
    expect(sources(out)["a.ts"]).toBe("A\n");
  });

  it("is cleared by the next run, and nothing else", async () => {
    const out = sandbox();
    await writeOutput(request(out, { "a.ts": "a\n" }));
    const before = tree(out);
    put(out, { ".openapi-actions/new-0": "x", [NAME]: "{", ".openapi-actions/notes.txt": "mine" });
    expect(codes(await writeOutput(request(out, { "a.ts": "a\n" })))).toEqual([]);
    expect(tree(out)).toEqual({ ...before, ".openapi-actions/notes.txt": "mine" });
  });

  it("is not written through a link", async () => {
    const box = sandbox();
    const out = join(box, "out");
    put(box, { "victim.txt": "v" });
    put(out, { ".openapi-actions/notes.txt": "mine" });
    symlinkSync("../../victim.txt", join(out, ".openapi-actions/new-0"));
    await writeOutput(request(out, { "a.ts": "a\n" }));
    expect(sources(box)).toMatchObject({ "victim.txt": "v", "out/a.ts": "a\n" });
  });
});

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

/** Child processes that write the old or the new tree, and what they leave when they are killed. */
async function setUp(count: number) {
  const box = sandbox();
  const entry = join(box, "entry.ts");
  const source = fileURLToPath(new URL("../../generator/write", import.meta.url));
  const names = { "write-output": "writeOutput", manifest: "sha256", disk: "nodeDisk" };
  const lines = Object.entries(names).map(([file, name]) => `export { ${name} } from "${source}/${file}.js";\n`);
  writeFileSync(entry, lines.join(""));
  const bundle = join(box, "bundle.mjs");
  const build = await rolldown({ input: entry, platform: "node", resolve: { extensionAlias: { ".js": [".ts", ".js"] } } });
  await build.write({ file: bundle, format: "esm" });
  await build.close();

  const { before, after } = twoTrees(count);
  const start = join(box, "start");
  await writeOutput(request(start, before, "old"));
  put(start, OWN);
  const contracts = { old: before, new: after };
  for (const [name, files] of Object.entries(contracts)) writeFileSync(join(box, `${name}.json`), JSON.stringify(outputs(files)));
  const trees = { old: await treeOf(before, "old"), new: await treeOf(after, "new") };
  const child = fileURLToPath(new URL("./kill-child.mjs", import.meta.url));

  const freshCopy = (worker: number): string => {
    const out = join(box, `out${worker}`);
    rmSync(out, { recursive: true, force: true });
    cpSync(start, out, { recursive: true });
    return out;
  };

  interface Run {
    readonly contract?: "old" | "new";
    readonly dieAt?: number;
    readonly pause?: number;
    /** Killed so many milliseconds after it starts to write. */
    readonly delay?: number | undefined;
  }

  async function run(out: string, { contract = "new", dieAt = 0, pause = 0, delay }: Run) {
    const args = [child, bundle, out, join(box, `${contract}.json`), String(dieAt), String(pause), contract];
    const running = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    running.stdout.setEncoding("utf8").on("data", (data: string) => {
      if (text === "" && delay !== undefined) setTimeout(() => running.kill("SIGKILL"), delay);
      text += data;
    });
    const [, signal] = (await once(running, "close")) as [number | null, string | null];
    const isInterrupted = nodeDisk.kindOf(join(out, ".openapi-actions")) !== undefined;
    const [, report = ""] = text.split("go\n");
    return { isKilled: signal === "SIGKILL", isInterrupted, report };
  }

  /** Completes what is left, and holds it against the tree of the contract. */
  async function complete(out: string, contract: "old" | "new", message: string): Promise<void> {
    expect(sources(out), message).toMatchObject(OWN);
    const result = await writeOutput(request(out, contracts[contract], contract), { disk: unsyncedDisk });
    expect(codes(result), message).toEqual([]);
    expect(tree(out), message).toEqual(trees[contract]);
  }
  return { freshCopy, run, complete, trees };
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
  it("leaves a tree that the next run completes, at every single step", async () => {
    const { freshCopy, run, complete } = await setUp(18);
    const { steps, diagnostics } = JSON.parse((await run(freshCopy(0), {})).report) as { steps: number; diagnostics: unknown[] };
    expect(diagnostics).toEqual([]);
    expect(steps).toBeGreaterThan(40);
    await inParallel(steps, async (index, worker) => {
      const out = freshCopy(worker);
      expect((await run(out, { dieAt: index + 1 })).isKilled).toBe(true);
      await complete(out, index % 2 === 0 ? "new" : "old", `step ${index + 1}`);
    });
  });

  it("leaves a tree that the next run completes, at 40 random moments", async () => {
    const { freshCopy, run, complete } = await setUp(120);
    const pause = 100;
    const { milliseconds } = JSON.parse((await run(freshCopy(0), { pause })).report) as { milliseconds: number };
    const random = mulberry32(20260101);
    const delays = Array.from({ length: 40 }, () => random() * milliseconds);
    let interrupted = 0;
    await inParallel(delays.length, async (index, worker) => {
      const out = freshCopy(worker);
      if ((await run(out, { pause, delay: delays[index] })).isInterrupted) interrupted++;
      await complete(out, index % 2 === 0 ? "new" : "old", `kill ${index} after ${delays[index]} ms`);
    });
    // On a busy machine many runs end before their moment comes.
    expect(interrupted).toBeGreaterThan(0);
  });
});

it("two processes at once don't mix: the folder is one of their trees", async () => {
  const { freshCopy, run, trees } = await setUp(60);
  const ends = { old: 0, new: 0, rejected: 0 };
  for (let round = 0; round < 12; round++) {
    const out = freshCopy(0);
    // The first round of each pair begins with a tree that both have to change.
    if (round % 2 === 0) await run(out, { dieAt: 60 });
    const reports = await Promise.all((["old", "new"] as const).map((contract) => run(out, { contract, pause: 50 })));
    const found = reports.flatMap(({ report }) => codes(JSON.parse(report) as Parameters<typeof codes>[0]));
    expect(found.filter((code) => code !== "output-locked")).toEqual([]);
    expect(found.length).toBeLessThan(2);
    ends.rejected += found.length;
    const text = JSON.stringify(tree(out));
    const end = (["old", "new"] as const).find((name) => JSON.stringify(trees[name]) === text);
    expect(end, Object.keys(tree(out)).join(" ")).toBeDefined();
    ends[end!]++;
  }
  expect(ends.old + ends.new).toBe(12);
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
