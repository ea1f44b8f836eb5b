import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runBuiltCli } from "../support/built-command-line.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

let folder: string;

const at = (file: string) => path.join(folder, file);
const read = (file: string) => readFileSync(at(file), "utf8");
const generate = (...args: string[]) => runCli(folder, ["generate", ...args]);

/** Runs git without the configuration of the machine; returns what it printed. */
function git(...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const { stdout, stderr, error } = spawnSync("git", [...identity, ...args], { cwd: folder, env, encoding: "utf8" });
  if (error) throw error;
  return stdout + stderr;
}

/** An action of a service type, as lines of the contract. */
const action = (name: string) =>
  `        ${name}: { label: Run ${name}, scopes: [service:write], body: { type: object, additionalProperties: false, properties: { ${name}_id: { type: string, maxLength: 9 } } } }\n`;

function addAction(name: string): void {
  const mark = "        list_ips:\n";
  writeFileSync(at("spec/openapi.yaml"), read("spec/openapi.yaml").replace(mark, action(name) + mark));
}

/** On a new branch of `main`: another action, and a service type for it alone, generated and committed. */
async function branch(name: string, type: string): Promise<void> {
  git("checkout", "-q", "-b", name, "main");
  addAction(name);
  const mark = "components:\n  securitySchemes:";
  const endpoint = `      x-platform-${type}-actions:\n        start_${type}: { label: Start, scopes: [service:write], body: { type: object, additionalProperties: false, properties: {} } }\n`;
  writeFileSync(at("spec/openapi.yaml"), read("spec/openapi.yaml").replace(mark, endpoint + mark));
  expect((await generate()).code).toBe(0);
  commit(name);
}

function commit(message: string): void {
  git("add", "-A");
  git("commit", "-q", "-m", message);
}

/** Resolves the conflict by hand: both branches' lines, and a change in what only one of them generated. */
function resolveContract(): void {
  const text = read("spec/openapi.yaml");
  expect(text).toContain("<<<<<<<");
  writeFileSync(
    at("spec/openapi.yaml"),
    text
      .replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, "")
      .replaceAll(
        "label: Start",
        "label: Begin, statuses: [ok], result: { type: object, additionalProperties: false, properties: {} }",
      ),
  );
}

async function expectMerged(): Promise<void> {
  expect((await generate("--check")).code).toBe(0);
  const { code } = await runCli(folder, ["generate", "--out", "fresh"]);
  expect(code).toBe(0);
  expect(read("generated/manifest.json")).toBe(read("fresh/manifest.json"));
  rmSync(at("fresh"), { recursive: true });
}

async function prepare(attributes: string | undefined): Promise<void> {
  git("init", "-q");
  if (attributes !== undefined) writeFileSync(at(".gitattributes"), attributes);
  await generate();
  commit("base");
  await branch("alpha", "queue");
  await branch("beta", "topic");
  expect(git("merge", "alpha")).toContain("CONFLICT");
}

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), at("spec"), { recursive: true });
});

describe("with the attributes that init writes", () => {
  beforeEach(() => prepare(readFileSync(repositoryPath("templates/init/gitattributes"), "utf8")));

  test("two branches merge: resolve the contract, generate, add, commit", async () => {
    expect(read("generated/types.ts")).not.toContain("<<<<<<<");
    expect(existsSync(at("generated/validators/queue.ts"))).toBe(true);
    expect(existsSync(at("generated/validators/topic.ts"))).toBe(true);
    resolveContract();
    const { code, stderr } = await generate();
    expect(stderr).toContain("6 actions of 3 service types");
    expect(code).toBe(0);
    commit("merged");
    expect(git("status", "--porcelain")).toBe("");
    expect(read("generated/actions.ts")).toMatch(/alpha[^]*beta|beta[^]*alpha/);
    await expectMerged();
  });

  test("all is added before it is generated", async () => {
    resolveContract();
    git("add", "-A");
    expect((await generate()).code).toBe(0);
    await expectMerged();
  });

  test("the merge is committed before it is generated", async () => {
    resolveContract();
    commit("merged");
    expect((await generate()).code).toBe(0);
    await expectMerged();
  });

  test("it is committed without one side's type, whose files are found", async () => {
    resolveContract();
    writeFileSync(
      at("spec/openapi.yaml"),
      read("spec/openapi.yaml").replace("x-platform-queue-actions", "x-platform-stream-actions"),
    );
    commit("merged");
    const { stdout } = await generate("--check", "--verbose");
    expect(stdout).toContain("queue.ts");
    expect((await generate()).code).toBe(0);
    expect(existsSync(at("generated/validators/queue.ts"))).toBe(false);
    await expectMerged();
  });

  test("the other side's files are taken", async () => {
    resolveContract();
    git("checkout", "--theirs", "generated");
    expect((await generate()).code).toBe(0);
    await expectMerged();
  });

  test("files that only the other side generated are removed if the merged contract doesn't have their subject", async () => {
    resolveContract();
    writeFileSync(
      at("spec/openapi.yaml"),
      read("spec/openapi.yaml").replace("x-platform-queue-actions", "x-platform-stream-actions"),
    );
    git("checkout", "--theirs", "generated/types.ts");
    expect((await generate()).code).toBe(0);
    expect(existsSync(at("generated/validators/queue.ts"))).toBe(false);
    await expectMerged();
  });

  test("a file that was edited meanwhile is not overwritten, and the hint works", async () => {
    resolveContract();
    appendFileSync(at("generated/validators/index.ts"), "// Mine.\n");
    const before = read("generated/types.ts");
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    expect(stderr.match(/output-[a-z-]+: .*/g)).toEqual([
      'output-edited: "generated/validators/index.ts" was edited since it was generated, so it was left untouched',
    ]);
    expect(stderr).toContain("delete the file or run generate --force");
    expect(read("generated/types.ts")).toBe(before);
    rmSync(at("generated/validators/index.ts"));
    expect((await generate()).code).toBe(0);
    await expectMerged();
  });

  test("a foreign file is not overwritten", async () => {
    resolveContract();
    writeFileSync(at("generated/validators/queue.ts"), "mine\n");
    expect((await generate()).stderr).toContain('"generated/validators/queue.ts"');
    expect(read("generated/validators/queue.ts")).toBe("mine\n");
  });

  test("without git, files that the manifest doesn't list remain", async () => {
    resolveContract();
    const { code, stderr } = await runCli(folder, ["generate"], { PATH: temporaryFolder() });
    expect(code).toBe(1);
    expect(stderr).toContain('output-foreign-file: "generated/validators/compiled/queue.ts"');
  });
});

test.each(["merge", "rebase"])("%s: a type that one side removed and the other changed leaves no files", async (combine) => {
  writeFileSync(at(".gitattributes"), readFileSync(repositoryPath("templates/init/gitattributes")));
  writeFileSync(at(".gitignore"), "node_modules/\n");
  mkdirSync(at("node_modules"));
  git("init", "-q");
  const original = read("spec/openapi.yaml");
  const mark = "components:\n  securitySchemes:";
  const withQueue = (most: number) => {
    const body = `{ type: object, additionalProperties: false, properties: { name: { type: string, maxLength: ${most} } } }`;
    const actions = `{ start: { label: Start, scopes: [service:write], body: ${body} } }`;
    return original.replace(mark, `      x-platform-queue-actions: ${actions}\n${mark}`);
  };
  const save = async (contract: string, message: string) => {
    writeFileSync(at("spec/openapi.yaml"), contract);
    expect(await runBuiltCli(folder, ["generate"])).toMatchObject({ code: 0 });
    commit(message);
  };
  await save(withQueue(8), "base");
  git("checkout", "-q", "-b", "changed");
  await save(withQueue(9), "changed");
  git("checkout", "-q", "-b", "removed", "main");
  await save(original, "removed");
  // A rebase applies the change on top of the removal.
  if (combine === "rebase") git("checkout", "-q", "changed");
  expect(git(combine, combine === "merge" ? "changed" : "removed")).toContain("CONFLICT");
  git("checkout", "--ours", "spec/openapi.yaml");
  expect(read("spec/openapi.yaml")).toBe(original);
  expect(existsSync(at("generated/validators/compiled/queue.ts"))).toBe(true);

  expect((await runBuiltCli(folder, ["generate", "--check"])).code).toBe(3);
  const { code, stderr } = await runBuiltCli(folder, ["generate"]);
  expect(stderr).toMatch(/\d removed/);
  expect(code).toBe(0);
  expect(existsSync(at("generated/validators/compiled/queue.ts"))).toBe(false);
  await expectMerged();
});

test("without attributes, git merges files line by line, and the hint works", async () => {
  await prepare(undefined);
  expect(read("generated/manifest.json")).toContain("<<<<<<<");
  resolveContract();
  const { code, stderr } = await generate();
  expect(code).toBe(1);
  expect(stderr).not.toContain("output-manifest");
  expect(stderr).toContain('output-edited: "generated/types.ts"');
  expect(stderr).toContain("generate --force");
  expect((await generate("--force")).code).toBe(0);
  commit("merged");
  await expectMerged();
});

test("a manifest with conflict markers is read, in a repository or not", async () => {
  await prepare(undefined);
  resolveContract();
  const manifest = read("generated/manifest.json");
  git("checkout", "--ours", "generated");
  writeFileSync(at("generated/manifest.json"), manifest);
  rmSync(at(".git"), { recursive: true });
  expect(await generate()).toMatchObject({ code: 0 });
  await expectMerged();
});

test("a damaged manifest is read from git, and a foreign one is left untouched", async () => {
  git("init", "-q");
  await generate();
  commit("base");
  const whole = read("generated/manifest.json");
  writeFileSync(at("generated/manifest.json"), whole.slice(0, 500));
  expect((await generate()).code).toBe(0);
  expect(read("generated/manifest.json")).toBe(whole);
  writeFileSync(at("generated/manifest.json"), "{}\n");
  expect((await generate()).stderr).toContain('output-foreign-file: "generated/manifest.json"');
  expect(read("generated/manifest.json")).toBe("{}\n");
});

test("git is run only where the manifest changes or can't explain a file", async () => {
  const bin = temporaryFolder();
  const called = path.join(bin, "called");
  writeFileSync(path.join(bin, "git"), `#!/bin/sh\necho >> ${called}\nexit 1\n`);
  chmodSync(path.join(bin, "git"), 0o755);
  const run = (...args: string[]) => runCli(folder, ["generate", ...args], { PATH: `${bin}:/bin:/usr/bin` });
  await run();
  await run("--no-cache");
  await run("--check");
  expect(existsSync(called)).toBe(false);
  addAction("alpha");
  expect((await run()).code).toBe(0);
  expect(existsSync(called)).toBe(true);
  rmSync(called);
  appendFileSync(at("generated/types.ts"), "// Mine.\n");
  expect((await run()).code).toBe(1);
  expect(existsSync(called)).toBe(true);
});
