import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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

describe("an obstacle exits with 1, and nothing is changed", () => {
  test("a folder at the path of a file", async () => {
    await runCli(folder, ["generate"]);
    rmSync(path.join(folder, "generated/types.ts"));
    mkdirSync(path.join(folder, "generated/types.ts"));
    const before = output();
    changeContract();
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain('error output-not-a-file: "generated/types.ts" must be a file');
    expect(stderr).toContain("generated: nothing was written\n");
    expect(output()).toEqual(before);
  });

  test("a file at the path of the output folder", async () => {
    writeFileSync(path.join(folder, "generated"), "mine");
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain('error output-not-a-folder: "generated" must be a folder');
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

  test("a folder that may not be written", ({ skip }) => {
    const [command, ...before] = asOwner();
    if (command === undefined) return skip("what root may write can't be limited here");
    const run = () =>
      spawnSync(command, [...before, repositoryPath("bin/openapi-actions.js"), "generate"], { cwd: folder, encoding: "utf8" });
    expect(run().status).toBe(0);
    const written = output();
    changeContract();
    chmodSync(path.join(folder, "generated"), 0o555);
    const { status, stderr } = run();
    chmodSync(path.join(folder, "generated"), 0o755);
    expect(status).toBe(1);
    expect(stderr).toContain("error output-io: ");
    expect(stderr).toContain("permission denied (EACCES)");
    expect(output()).toEqual(written);
  });
});

/**
 * The command line of a Node.js that permissions bind. They don't bind root, who keeps its name, because the program may be in
 * a folder that nobody else can enter, but gives that privilege up; nothing where that can't be done.
 */
function asOwner(): readonly string[] {
  if (process.getuid?.() !== 0) return [process.execPath];
  const limited = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"];
  return spawnSync(limited[0]!, [...limited.slice(1), "true"]).status === 0 ? [...limited, process.execPath] : [];
}

/** A file system of its own, of some KiB; absent where this may not be done. */
function mountSmall(at: string, kibibytes: number): boolean {
  mkdirSync(at, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", at]);
  if (status === 0) onTestFinished(() => void execFileSync("umount", ["-l", at]));
  return status === 0;
}

test("a full disk exits with 1: the old output is unchanged", async ({ skip }) => {
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

test("a fixture on a full disk is written completely or not at all", async ({ skip }) => {
  const disk = path.join(folder, "disk");
  if (!mountSmall(disk, 16)) return skip("file systems can't be mounted here");
  writeFileSync(path.join(disk, "filler"), Buffer.alloc(12 * 1024));
  await runCli(folder, ["fixtures", "init", "--out", "whole"]);
  const { code, stderr } = await runCli(folder, ["fixtures", "init", "--out", "disk"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("ENOSPC") });
  const texts = (at: string) =>
    Object.entries(output(at)).map(([file, text]) => [path.relative(path.join(folder, at), file), text]);
  const whole = Object.fromEntries(texts("whole"));
  for (const [file, text] of texts("disk")) if (file !== "filler") expect(text, file).toBe(whole[file!]);
});

test("a folder at the path of package.json is not a bug", async () => {
  mkdirSync(path.join(folder, "package.json"));
  expect(await runCli(folder, ["init"])).toMatchObject({ code: 2, stderr: "error: cannot read package.json: EISDIR\n" });
});

test.skipIf(!existsSync("/dev/full"))("a report for a full disk exits with 1", async () => {
  const { code, stderr } = await runCli(folder, ["lint", "--format", "json=/dev/full"]);
  expect(code).toBe(1);
  expect(stderr).toContain('error report-unwritable: cannot write the report "/dev/full": ENOSPC');
});

describe("output that can't be printed", () => {
  const program = repositoryPath("bin/openapi-actions.js");
  const runTo = (args: readonly string[], stdout: number | "pipe", stderr: number | "pipe" = "pipe") =>
    spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", stdout, stderr],
      env: { ...process.env, GITHUB_ACTIONS: "" },
    });
  const toFull = (use: (descriptor: number) => void) => {
    const descriptor = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(descriptor));
    use(descriptor);
  };

  test
    .skipIf(!existsSync("/dev/full"))
    .each([
      [["lint", "--format", "json"]],
      [["lint", "--format", "sarif"]],
      [["schema", "config"]],
      [["completion", "bash"]],
      [["explain", "open-body"]],
      [["--help"]],
      [["--version"]],
      [["validate", "fixtures", "--format", "junit"]],
    ])("to a full disk exits with 1 and a line on stderr: %j", (args) => {
    mkdirSync(path.join(folder, "fixtures"));
    writeFileSync(path.join(folder, "fixtures/none.yaml"), "exchanges: []\n");
    toFull((full) => {
      const { status, stderr } = runTo(args, full);
      expect({ status, stderr: stderr.split("\n").slice(-2) }).toEqual({
        status: 1,
        stderr: ["error: cannot write to stdout: ENOSPC", ""],
      });
      expect(stderr).not.toContain("    at ");
    });
  });

  test.skipIf(!existsSync("/dev/full"))("to a full disk keeps a worse exit code", () => {
    toFull((full) => expect(runTo(["generate", "--check", "--format", "json"], full).status).toBe(3));
    toFull((full) => expect(runTo(["lint", "--nonsense"], "pipe", full).status).toBe(2));
    toFull((full) => expect(runTo(["lint"], "pipe", full).status).toBe(1));
  });

  test("to a reader that has exited is dropped, and the exit code is that of the run", async () => {
    for (const [args, code] of [
      [["schema", "openapi"], 0],
      [["lint", "--format", "json"], 0],
      [["generate", "--check", "--format", "json"], 3],
    ] as const) {
      const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      child.stdout.destroy();
      let stderr = "";
      child.stderr.on("data", (text) => (stderr += String(text)));
      const ended = await new Promise<number | null>((resolve) => child.on("close", resolve));
      expect({ ended, stderr }, args.join(" ")).toEqual({ ended: code, stderr: expect.not.stringContaining("EPIPE") });
    }
  });
});

describe("an empty value is not a path", () => {
  test.each([
    ["generate", "--out", ""],
    ["generate", "--scaffold", ""],
    ["generate", "--baseline="],
    ["lint", "--format", ""],
    ["lint", ""],
    ["lint", "--config", ""],
    ["docs", "--out", ""],
    ["docs", "--pages", ""],
    ["docs", "--logo", ""],
    ["expand", "--out", ""],
    ["fixtures", "init", "--out", ""],
    ["validate", "fixtures", ""],
    ["validate", "--capabilities", ""],
    ["validate", "--contract", "", "fixtures"],
    ["diff", ""],
    ["diff", "git:main", "--baseline", "", "--accept", "agreed"],
  ])("%s %s %s: nothing is read or written", async (...args) => {
    const before = output(".");
    const { code, stderr } = await runCli(folder, args);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: .* argument '' is invalid|^error: command-argument value '' is invalid/),
    });
    expect(stderr).toContain("It is empty.");
    expect(output(".")).toEqual(before);
  });

  test.each([
    ["generate", "--out", " "],
    ["generate", "--scaffold", "\t"],
    ["docs", "--out", " "],
    ["expand", "--out", " "],
    ["fixtures", "init", "--out", " "],
    ["lint", " "],
  ])("neither is a blank one: %s %s", async (...args) => {
    const before = output(".");
    const { code, stderr } = await runCli(folder, args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("It is blank.") });
    expect(output(".")).toEqual(before);
  });

  test("in an environment variable, it counts as not set", async () => {
    const environment = {
      OPENAPI_ACTIONS_OUT: "",
      OPENAPI_ACTIONS_CONFIG: "",
      OPENAPI_ACTIONS_FORMAT: "",
      OPENAPI_ACTIONS_SCAFFOLD: "",
    };
    const { code } = await runCli(folder, ["generate"], environment);
    expect(code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["generated", "spec"]);
  });

  test("in a config is an error", async () => {
    for (const key of ["input", "out", "scaffold", "baseline"]) {
      writeFileSync(path.join(folder, "openapi-actions.config.yaml"), `${key}: ""\n`);
      const { code, stderr } = await runCli(folder, ["generate"]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`error config-value: "${key}" must be`) });
    }
    expect(readdirSync(folder).sort()).toEqual(["openapi-actions.config.yaml", "spec"]);
  });
});

describe("no output goes to the root of the file system", () => {
  const error = { code: 2, stderr: expect.stringContaining("the root folder") };

  test.each([
    ["generate", "--out", "/", "--check"],
    ["generate", "--out", "/..", "--check"],
    ["docs", "--out", "/", "--check"],
    ["expand", "--out", "/", "--check"],
  ])("%s %s %s", async (...args) => {
    const { code, stderr } = await runCli(folder, args);
    expect({ code, stderr }).toEqual(error);
  });

  test("nor by a config or the environment", async () => {
    const { code, stderr } = await runCli(folder, ["generate", "--check"], { OPENAPI_ACTIONS_OUT: "/" });
    expect({ code, stderr }).toEqual(error);
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "out: /\n");
    const byConfig = await runCli(folder, ["generate", "--check"]);
    expect({ code: byConfig.code, stderr: byConfig.stderr }).toEqual(error);
  });

  test("a folder above the working folder accepts it", async () => {
    expect((await runCli(path.join(folder, "spec"), ["generate", "openapi.yaml", "--out", "../elsewhere"])).code).toBe(0);
    expect(existsSync(path.join(folder, "elsewhere/types.ts"))).toBe(true);
  });
});

describe("a read-only file is unchanged, also for root", () => {
  const protect = (name: string, text: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o444);
    return () => expect({ text: readFileSync(file, "utf8"), mode: statSync(file).mode & 0o777 }).toEqual({ text, mode: 0o444 });
  };

  test("handlers", async () => {
    await runCli(folder, ["generate", "--scaffold", "src"]);
    const file = readdirSync(path.join(folder, "src"), { recursive: true, encoding: "utf8" }).find((name) =>
      name.endsWith(".ts"),
    )!;
    const expectSame = protect(path.join("src", file), "export const handlers = {};\n");
    const { code, stderr } = await runCli(folder, ["generate", "--scaffold", "src"]);
    expectSame();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("permission denied (EACCES)") });
  });

  test("generated files", async () => {
    await runCli(folder, ["generate"]);
    const generated = path.join(folder, "generated");
    const file = path.join(generated, "openapi.json");
    chmodSync(file, 0o444);
    expect(await runCli(folder, ["generate", "--no-cache"])).toMatchObject({ code: 0 });
    changeContract();
    const before = output();
    const { code, stderr } = await runCli(folder, ["generate"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('error output-io: cannot write "generated/openapi.json": the file is read-only'),
    });
    expect(stderr).toContain("generated/openapi.json:1:1");
    expect(output()).toEqual(before);
    expect(statSync(file).mode & 0o777).toBe(0o444);
    chmodSync(file, 0o644);
    expect((await runCli(folder, ["generate"])).code).toBe(0);
  });

  test("reports, baselines and package.json", async () => {
    const same = [protect("report.json", "{}"), protect("accepted.json", "{}"), protect("package.json", "{}")];
    const report = await runCli(folder, ["lint", "--format", "json=report.json"]);
    expect(report).toMatchObject({ code: 1, stderr: expect.stringContaining("report-unwritable") });
    const baseline = await runCli(folder, ["lint", "--write-baseline", "--baseline", "accepted.json"]);
    expect(baseline).toMatchObject({ code: 2, stderr: "error: cannot write the baseline accepted.json: EACCES\n" });
    const init = await runCli(folder, ["init"]);
    expect(init).toMatchObject({ code: 2, stderr: expect.stringContaining("error: cannot write package.json: EACCES\n") });
    for (const expectSame of same) expectSame();
  });

  test("a file that is replaced keeps its mode", async () => {
    const file = path.join(folder, "report.json");
    writeFileSync(file, "{}");
    chmodSync(file, 0o600);
    expect((await runCli(folder, ["lint", "--format", "json=report.json"])).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toBe("{}");
  });
});

test("Ctrl-C while it writes leaves the old output or the new, and exits with 130 if it was in time", async () => {
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
