import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
});

/** Every file of the output with its text. */
function output(at = "generated"): Record<string, string> {
  const root = path.join(folder, at);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [
      path.join(entry.parentPath, entry.name),
      readFileSync(path.join(entry.parentPath, entry.name), "utf8"),
    ]),
  );
}

function changeContract(): void {
  const file = path.join(folder, "spec/openapi.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("Allow address", "Allow an address"));
}

describe("what stands in the way ends with 1, and nothing is changed", () => {
  test("a folder in the place of a file", async () => {
    await runCli(folder, ["generate"]);
    rmSync(path.join(folder, "generated/types.ts"));
    mkdirSync(path.join(folder, "generated/types.ts"));
    const before = output();
    changeContract();
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain('error output-not-a-file: "generated/types.ts" has to be a file');
    expect(stderr).toContain("generated: nothing was written\n");
    expect(output()).toEqual(before);
  });

  test("a file in the place of the output folder", async () => {
    writeFileSync(path.join(folder, "generated"), "mine");
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain('error output-not-a-folder: "generated" has to be a folder');
    expect(readFileSync(path.join(folder, "generated"), "utf8")).toBe("mine");
  });

  test("a link in the output folder", async () => {
    await runCli(folder, ["generate"]);
    rmSync(path.join(folder, "generated/types.ts"));
    writeFileSync(path.join(folder, "elsewhere.ts"), "mine");
    symlinkSync("../elsewhere.ts", path.join(folder, "generated/types.ts"));
    changeContract();
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("error output-symlink: ");
    expect(readFileSync(path.join(folder, "elsewhere.ts"), "utf8")).toBe("mine");
  });

  test("a folder that may not be written", async () => {
    // Nothing is forbidden to root, so the command runs as nobody there.
    const isRoot = process.getuid?.() === 0;
    const identity = isRoot ? { uid: 65534, gid: 65534 } : {};
    const run = () =>
      spawnSync(process.execPath, [repositoryPath("bin/openapi-actions.js"), "generate"], {
        cwd: folder,
        encoding: "utf8",
        ...identity,
      });
    if (isRoot) folder = openFolder();
    cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
    mkdirSync(path.join(folder, "generated"));
    if (isRoot) chownSync(path.join(folder, "generated"), 65534, 65534);
    expect(run().status).toBe(0);
    const before = output();
    changeContract();
    chmodSync(path.join(folder, "generated"), 0o555);
    const { status, stderr } = run();
    chmodSync(path.join(folder, "generated"), 0o755);
    expect(status).toBe(1);
    expect(stderr).toContain("error output-io: ");
    expect(stderr).toContain("permission denied (EACCES)");
    expect(output()).toEqual(before);
  });
});

/** A folder that others than its owner may enter, which those for temporary files are not. */
function openFolder(): string {
  const at = mkdtempSync("/tmp/openapi-actions-");
  onTestFinished(() => rmSync(at, { recursive: true }));
  chmodSync(at, 0o755);
  return at;
}

/** A file system of its own, of some KiB; absent where this may not be done. */
function mountSmall(at: string, kibibytes: number): boolean {
  mkdirSync(at, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", at]);
  if (status === 0) onTestFinished(() => void execFileSync("umount", ["-l", at]));
  return status === 0;
}

test("a full disk ends with 1: the old output stays as it is", async ({ skip }) => {
  const disk = path.join(folder, "generated");
  if (!mountSmall(disk, 1024)) return skip("file systems can't be mounted here");
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  const before = output();
  changeContract();
  const used = Number(execFileSync("df", ["-k", "--output=avail", disk], { encoding: "utf8" }).split("\n")[1]);
  writeFileSync(path.join(disk, "filler"), Buffer.alloc((used - 4) * 1024));
  const full = { ...before, [path.join(disk, "filler")]: readFileSync(path.join(disk, "filler"), "utf8") };
  const { code, stderr } = await runCli(folder, ["generate"]);
  expect(code).toBe(1);
  expect(stderr).toContain("no space left on the device (ENOSPC)");
  expect(output()).toEqual(full);
  rmSync(path.join(disk, "filler"));
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  expect(output()).not.toEqual(before);
});

test.skipIf(!existsSync("/dev/full"))("a report for a full disk ends with 1", async () => {
  const { code, stderr } = await runCli(folder, ["lint", "--format", "json=/dev/full"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error report-unwritable: cannot write the report "/dev/full": ENOSPC');
});

test("Ctrl-C while it writes leaves the old output or the new, and ends with 130 if it was in time", async () => {
  await runCli(folder, ["generate"]);
  const before = output();
  changeContract();
  const after = path.join(folder, "after");
  await runCli(folder, ["generate", "--out", "after"]);
  const expected = Object.fromEntries(
    Object.entries(output("after")).map(([file, text]) => [path.join(folder, "generated", path.relative(after, file)), text]),
  );
  const child = spawn(process.execPath, [repositoryPath("bin/openapi-actions.js"), "generate"], { cwd: folder });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  // The folder of drafts is there while it writes, and no longer.
  const drafts = path.join(folder, "generated/.openapi-actions");
  while (!existsSync(drafts) && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGINT");
  const code = await ended;
  expect([0, 130]).toContain(code);
  expect(output()).toEqual(code === 0 ? expected : before);
});
