import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkOutput, sha256, writeOutput } from "../../generator/write/index.js";
import { dyingDisk, unsyncedDisk } from "./faulty-disk.js";
import { codes, put, request, sandbox, sources, tree } from "./sandbox.js";

const before = { "a.ts": "a\n", "keep.ts": "k\n", "gone/x.ts": "x\n", "gone/y.ts": "y\n", "bye/deep/z.ts": "z\n" };
const after = { "a.ts": "A\n", "keep.ts": "k\n", "new/deep/c.ts": "c\n", "d.ts": "d\n" };
const own = { "own.txt": "mine", "gone/own.txt": "mine" };
const JOURNAL = ".openapi-actions/journal.json";

let out: string;
let oldTree: Record<string, string>;
let newTree: Record<string, string>;

beforeEach(async () => {
  out = join(sandbox(), "out");
  await writeOutput(request(out, after, "new"));
  newTree = { ...tree(out), ...own };
  rmSync(out, { recursive: true });
  await writeOutput(request(out, before, "old"));
  put(out, own);
  oldTree = tree(out);
});

/** Runs until the process dies at a step, a write half done; false if it ended before. */
async function dies(at: number, files: Record<string, string> = after, contract = "new"): Promise<boolean> {
  const disk = dyingDisk(at);
  await writeOutput(request(out, files, contract), { disk }).catch(() => {});
  return disk.steps() >= at;
}

/** Dies at the first step at which a journal stands and `condition` holds. */
async function diesWhen(condition: () => boolean): Promise<void> {
  const start = `${out}.start`;
  cpSync(out, start, { recursive: true });
  for (let at = 1; await dies(at); at++) {
    if (existsSync(join(out, JOURNAL)) && condition()) return;
    rmSync(out, { recursive: true });
    cpSync(start, out, { recursive: true });
  }
  throw new Error("no such moment");
}

function withoutLocks(): Record<string, string> {
  return Object.fromEntries(Object.entries(tree(out)).filter(([path]) => !path.includes("/lock-")));
}

describe("recovery", () => {
  it("leads from a kill at any step to the old or the new tree, also when killed itself", { timeout: 60_000 }, async () => {
    const start = `${out}.start`;
    const killed = `${out}.killed`;
    cpSync(out, start, { recursive: true });
    const reset = (from: string) => {
      rmSync(out, { recursive: true, force: true });
      cpSync(from, out, { recursive: true });
    };
    const seen = { old: 0, new: 0, kills: 0 };
    for (let at = 1; await dies(at); at++) {
      rmSync(killed, { recursive: true, force: true });
      cpSync(out, killed, { recursive: true });
      const expected = existsSync(join(out, JOURNAL)) || sources(out)["d.ts"] !== undefined ? newTree : oldTree;
      seen[expected === newTree ? "new" : "old"]++;
      const files = expected === newTree ? after : before;
      const contract = expected === newTree ? "new" : "old";
      for (let again = 1 + (at % 2); await dies(again, files, contract); again += 2) {
        seen.kills++;
        expect(
          codes(await writeOutput(request(out, files, contract), { disk: unsyncedDisk })),
          `steps ${at} and ${again}`,
        ).toEqual([]);
        expect(tree(out), `steps ${at} and ${again}`).toEqual(expected);
        reset(killed);
      }
      expect(tree(out), `step ${at}`).toEqual(expected);
      reset(start);
    }
    expect(seen.old).toBeGreaterThan(10);
    expect(seen.new).toBeGreaterThan(10);
    expect(seen.kills).toBeGreaterThan(200);
  });

  it("goes back when a staged file is lost", async () => {
    await diesWhen(() => sources(out)["a.ts"] === "A\n");
    expect(sources(out)["d.ts"]).toBeUndefined();
    for (const index of ["0", "1", "2", "3", "4"]) {
      const staged = join(out, ".openapi-actions/new", index);
      if (existsSync(staged)) put(out, { [`.openapi-actions/new/${index}`]: "torn" });
    }
    expect(codes(await writeOutput(request(out, before, "old")))).toEqual([]);
    expect(tree(out)).toEqual(oldTree);
  });

  it("touches nothing when it can go neither way", async () => {
    await diesWhen(() => sources(out)["a.ts"] === "A\n");
    rmSync(join(out, ".openapi-actions/new"), { recursive: true });
    rmSync(join(out, ".openapi-actions/old"), { recursive: true });
    const stuck = withoutLocks();
    expect(codes(await writeOutput(request(out, after, "new")))).toEqual(["output-journal"]);
    expect(tree(out)).toEqual(stuck);
  });

  it.each([false, true])(
    "leaves a file alone that was edited meanwhile, and says so (written before the kill: %s)",
    async (written) => {
      await diesWhen(() => (sources(out)["a.ts"] === "A\n") === written);
      put(out, { "a.ts": "mine\n" });
      const result = await writeOutput(request(out, after, "new"));
      // The run after recovery then finds the edit by itself, and stops.
      expect(codes(result)).toEqual(["output-recovery-skipped", "output-edited"]);
      expect(tree(out)).toEqual({ ...newTree, "a.ts": "mine\n" });
    },
  );

  it.each([
    ["cut text", () => `{"format": "openapi-actions jou`],
    ["another format", () => `{"format": "openapi-actions journal 9", "entries": [], "folders": []}`],
    ["null", () => "null"],
    ["an escape", () => journal([{ path: "../victim.txt", old: sha256("v"), new: null }])],
    ["an escape of folders", () => journal([], ["../empty"])],
    ["our own folder", () => journal([{ path: ".openapi-actions/x", old: null, new: sha256("v") }])],
    ["an entry that is no map", () => journal([1])],
    ["a bad hash", () => journal([{ path: "a.ts", old: 1, new: null }])],
    ["a path twice", () => journal(["x", "x"].map((path) => ({ path, old: null, new: sha256("v") })))],
    [
      "staged files that aren't there",
      () =>
        journal([
          { path: "a.ts", old: sha256("a\n"), new: sha256("evil") },
          { path: "d.ts", old: sha256("d"), new: null },
          { path: "keep.ts", old: sha256("other"), new: sha256("k\n") },
        ]),
    ],
  ])("reports a journal that it can't trust: %s", async (_, text) => {
    put(join(out, ".."), { "victim.txt": "v" });
    mkdirSync(join(out, "../empty"), { recursive: true });
    put(out, { [JOURNAL]: text() });
    const all = tree(join(out, ".."));
    const result = await writeOutput(request(out, after, "new"));
    expect(result.diagnostics).toMatchObject([
      { code: "output-journal", severity: "error", location: { path: `${out}/${JOURNAL}` } },
    ]);
    expect(tree(join(out, ".."))).toEqual(all);
  });

  it("reaches nothing outside through links that a forged journal names", async () => {
    const outside = join(out, "../outside");
    put(outside, { "victim.txt": "v" });
    mkdirSync(join(outside, "empty"));
    symlinkSync("../outside", join(out, "link"));
    put(out, {
      [JOURNAL]: journal(
        [
          { path: "link/victim.txt", old: sha256("v"), new: null },
          { path: "d.ts", old: null, new: sha256("d") },
        ],
        ["link/empty"],
      ),
      "d.ts": "d",
    });
    const safe = tree(outside);
    await writeOutput(request(out, after, "new"));
    expect(tree(outside)).toEqual(safe);
    // Rolled back this time, as the staged file of a third entry is missing:
    unlinkSync(join(out, "a.ts"));
    put(out, {
      [JOURNAL]: journal(
        [
          { path: "a.ts", old: null, new: sha256("x") },
          { path: "link/victim.txt", old: null, new: sha256("v") },
        ],
        ["link/empty"],
      ),
    });
    await writeOutput(request(out, after, "new"));
    expect(tree(outside)).toEqual(safe);
  });

  it("clears staged files without a journal, and nothing else", async () => {
    put(out, { ".openapi-actions/new/0": "x", ".openapi-actions/journal.draft": "{", ".openapi-actions/notes.txt": "mine" });
    expect(codes(await writeOutput(request(out, before, "old")))).toEqual([]);
    expect(tree(out)).toEqual({ ...oldTree, ".openapi-actions/notes.txt": "mine" });
  });

  it("counts as drift until it has been done", async () => {
    await diesWhen(() => sources(out)["a.ts"] === "A\n");
    const killed = tree(out);
    expect((await checkOutput(request(out, after, "new"))).drift).toContainEqual({ path: JOURNAL, kind: "interrupted" });
    expect(tree(out)).toEqual(killed);
    await writeOutput(request(out, after, "new"));
    expect(await checkOutput(request(out, after, "new"))).toEqual({ drift: [], diagnostics: [] });
  });
});

function journal(entries: unknown[], folders: string[] = []): string {
  return JSON.stringify({ format: "openapi-actions journal 1", entries, folders });
}
