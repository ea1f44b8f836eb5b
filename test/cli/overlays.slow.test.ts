import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createRegenerator } from "../../generator/unplugin/regenerate.js";
import { runCli, temporaryFolder, type Run } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { createProject } from "../unplugin/project.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("templates/init/spec"), path.join(folder, "spec"), { recursive: true });
  write("flush.overlay.yaml", addAction("flush"));
});

/** An overlay that adds an action to the contract. */
function addAction(name: string, summary = "Forget everything."): string {
  return `overlay: 1.1.0
info: { title: Another action, version: 1.0.0 }
actions:
  - target: $.paths.*.post['x-platform-cache-actions']
    update:
      ${name}: { summary: ${summary}, scopes: ["service:write"], body: { type: object, properties: { all: { type: boolean } } } }
`;
}

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), "utf8");
}

const overlaid = (...args: string[]): Promise<Run> => runCli(folder, [...args, "--overlay", "flush.overlay.yaml"]);

/** The diagnostics for the action of the overlay. */
const warning = /^flush\.overlay\.yaml:6:\d+ warning open-body:/m;

describe("--overlay is accepted by", () => {
  test("lint, which names the overlay's lines", async () => {
    const { code, stderr } = await overlaid("lint", "--format", "concise");
    expect([code, stderr]).toEqual([0, expect.stringMatching(warning)]);
  });

  test("generate and doctor", async () => {
    expect((await overlaid("generate")).code).toBe(0);
    expect(read("generated/actions.ts")).toContain("flush");
    expect((await overlaid("doctor")).stdout).toContain("generated: up to date");
    expect((await runCli(folder, ["doctor"])).stdout).toContain("to write");
  });

  test("docs and expand", async () => {
    expect((await overlaid("docs")).code).toBe(0);
    expect(existsSync(path.join(folder, "generated/docs/actions/cache/flush.html"))).toBe(true);
    expect((await overlaid("expand")).code).toBe(0);
    expect(read("generated/expanded/openapi.cache.json")).toContain('"operationId": "cache.flush"');
    expect(read("generated/expanded/openapi.cache.map.json")).toContain("flush.overlay.yaml");
  });

  test("fixtures init and validate", async () => {
    expect((await overlaid("fixtures", "init", "cache.flush")).code).toBe(0);
    expect((await overlaid("validate", "fixtures")).code).toBe(0);
    expect((await runCli(folder, ["validate", "fixtures"])).code).toBe(1);
  });

  test("diff, for both versions", async () => {
    write("spec/after.yaml", read("spec/openapi.yaml").replace(/^ {8}restart:[\s\S]*?(?=^components)/m, ""));
    const { code, stderr } = await overlaid("diff", "spec/openapi.yaml", "spec/after.yaml", "--format", "concise");
    expect([code, stderr]).toEqual([4, expect.stringContaining('"restart" of "cache"')]);
    expect(stderr).not.toContain("flush");
  });
});

test("it can be repeated, in the order of the flags", async () => {
  const remove = "  - target: $.paths.*.post['x-platform-cache-actions'].flush\n    remove: true\n";
  write("remove.overlay.yaml", `overlay: 1.1.0\ninfo: { title: Back, version: 1.0.0 }\nactions:\n${remove}`);
  const lint = (...files: string[]) => runCli(folder, ["lint", ...files.flatMap((file) => ["--overlay", file])]);
  expect((await lint("flush.overlay.yaml", "remove.overlay.yaml")).stderr).toBe("spec/openapi.yaml: no problems\n");
  expect((await lint("remove.overlay.yaml", "flush.overlay.yaml")).stderr).toContain("overlay-unmatched");
});

describe("the setting", () => {
  test("is relative to the config, adds to that of the extended config, and is overridden by the flag", async () => {
    write("base/base.yaml", "overlays: [first.overlay.yaml]\n");
    write("base/first.overlay.yaml", addAction("first"));
    write("openapi-actions.config.yaml", "extends: ./base/base.yaml\noverlays: [flush.overlay.yaml]\n");
    const named = async (...args: string[]) => {
      const { stderr } = await runCli(folder, ["lint", "--format", "concise", ...args]);
      return [...new Set(stderr.match(/^\S+overlay\.yaml(?=:)/gm))];
    };
    expect(await named()).toEqual(["base/first.overlay.yaml", "flush.overlay.yaml"]);
    expect(await named("--overlay", "flush.overlay.yaml")).toEqual(["flush.overlay.yaml"]);
    // Another document than the config's has no overlays but those of the flag.
    write("spec/other.yaml", read("spec/openapi.yaml"));
    expect(await named("spec/other.yaml")).toEqual([]);
  });

  test("applies to each of several contracts, and the flag to one", async () => {
    write("openapi-actions.config.yaml", "contracts: { a: { out: a, overlays: [flush.overlay.yaml] }, b: { out: b } }\n");
    expect((await runCli(folder, ["generate"])).code).toBe(0);
    expect([read("a/actions.ts").includes("flush"), read("b/actions.ts").includes("flush")]).toEqual([true, false]);
    const { code, stderr } = await overlaid("generate");
    expect([code, stderr]).toEqual([2, "error: --overlay applies to one contract. Specify it: a, b.\n"]);
  });

  test("may name a missing file, which is an error", async () => {
    write("openapi-actions.config.yaml", "overlays: [none.yaml]\n");
    const { code, stderr } = await runCli(folder, ["lint", "--format", "concise"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot read "none.yaml": no such file')]);
  });

  test("warnings in an overlay can be suppressed and made errors", async () => {
    write(
      "openapi-actions.config.yaml",
      "overlays: [flush.overlay.yaml]\nsuppressions: [{ code: open-body, file: flush.overlay.yaml, pointer: /actions/0/update/flush, reason: meant }]\n",
    );
    expect((await runCli(folder, ["lint", "--format", "concise"])).stderr).not.toContain("open-body");
    write("flush.overlay.yaml", addAction("flush").replace("$.paths.*.post", "$.paths.*.put"));
    write("openapi-actions.config.yaml", "overlays: [flush.overlay.yaml]\nseverities: { overlay-unmatched: error }\n");
    expect((await runCli(folder, ["lint"])).code).toBe(1);
  });
});

test("a changed overlay causes a new run, and so does another flag", async () => {
  mkdirSync(path.join(folder, "node_modules"));
  await overlaid("generate");
  expect((await overlaid("generate")).stderr).toMatch(/^generated: unchanged/);
  write("flush.overlay.yaml", addAction("flush", "Forget all."));
  expect((await overlaid("generate")).stderr).toContain("updated");
  expect((await runCli(folder, ["generate"])).stderr).toContain("updated");
});

test("overlays are watched, and bundlers read them from the config", async () => {
  const { path: absolute, read: readHere, write: writeHere } = createProject();
  writeHere("openapi-actions.config.yaml", "overlays: [flush.overlay.yaml]\n");
  const regenerate = createRegenerator({});
  expect(await regenerate()).toMatchObject({ isRight: false, files: expect.arrayContaining([absolute("flush.overlay.yaml")]) });
  writeHere("flush.overlay.yaml", addAction("flush"));
  expect(await regenerate()).toMatchObject({ isRight: true, isNew: true });
  writeHere("flush.overlay.yaml", addAction("forget"));
  expect(await regenerate()).toMatchObject({ isRight: true, isNew: true });
  expect(readHere("generated/actions.ts")).toContain("forget");
});
