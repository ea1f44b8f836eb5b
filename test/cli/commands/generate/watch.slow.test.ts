import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "../../../support/command-line.js";
import { repositoryPath } from "../../../support/repository.js";
import { startCli, type WatchProcess } from "../../../support/watch-process.js";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/several-files/contract"), path.join(folder, "spec"), { recursive: true });
});

const watching = /^watching \d+ files; press Ctrl-C to stop$/;

async function start(...args: string[]): Promise<WatchProcess> {
  const process = startCli(folder, ["generate", "--watch", ...args]);
  await process.line(watching);
  return process;
}

describe("one line for each change", () => {
  test("of the main document, and of every file that it refers to", async () => {
    const watch = await start();
    for (const file of ["spec/openapi.yaml", "spec/schemas.yaml", "spec/actions/postgres.yaml", "spec/actions/add-ip.yaml"]) {
      append(file, "# changed\n");
      expect(await watch.line(/changed/)).toMatch(
        new RegExp(`^${file} changed: .*; generated: \\d+ unchanged \\(\\d+\\.\\d\\d s\\)$`),
      );
    }
  });

  test("of a file below the root, outside of the contract's folder", async () => {
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), "");
    mkdirSync(path.join(folder, "common"));
    writeFileSync(path.join(folder, "common/label.md"), "Before");
    append("spec/openapi.yaml", "tags: [{ name: common, description: { $ref: ../common/label.md } }]\n");
    const watch = await start();
    writeFileSync(path.join(folder, "common/label.md"), "After");
    expect(await watch.line(/changed/)).toMatch(/^common\/label\.md changed: .*; generated: [1-9] updated/);
  });

  test("only what changed is written", async () => {
    const watch = await start();
    replace("spec/actions/add-ip.yaml", /label: .*/, "label: Let in");
    expect(await watch.line(/changed/)).toMatch(
      /^spec\/actions\/add-ip\.yaml changed: .*; generated: [1-9] updated, \d+ unchanged/,
    );
    expect(read("generated/actions.ts")).toContain('"Let in"');
  });

  test("several files saved at once are one change", async () => {
    const watch = await start();
    append("spec/openapi.yaml", "# a\n");
    append("spec/schemas.yaml", "# b\n");
    expect(await watch.line(/changed/)).toMatch(/^spec\/\S+\.yaml and 1 more changed: /);
  });
});

test("a warning is printed once, until it is gone and returns", async () => {
  replace("spec/schemas.yaml", /description: Identifier\./, "description: Identifier., flavour: sweet");
  const watch = await start();
  const printed = () => watch.stderr().split("warning unknown-keyword: ").length - 1;
  expect(printed()).toBe(1);
  append("spec/openapi.yaml", "# changed\n");
  await watch.line(/^spec\/openapi\.yaml changed: /);
  append("spec/schemas.yaml", "# changed\n");
  await watch.line(/^spec\/schemas\.yaml changed: .*2 warnings/);
  expect(printed()).toBe(1);
  replace("spec/schemas.yaml", /, flavour: sweet/, "");
  await watch.line(/^spec\/schemas\.yaml changed: /);
  replace("spec/schemas.yaml", /description: Identifier\./, "description: Identifier., flavour: sweet");
  await watch.line(/^spec\/schemas\.yaml changed: /);
  expect(printed()).toBe(2);
});

describe("the ways of editors", () => {
  test("a new file that replaces the old one", async () => {
    const watch = await start();
    for (const label of ["First", "Second"]) {
      const draft = path.join(folder, "spec/actions/.add-ip.yaml.swp");
      writeFileSync(draft, read("spec/actions/add-ip.yaml").replace(/label: .*/, `label: ${label}`));
      renameSync(draft, path.join(folder, "spec/actions/add-ip.yaml"));
      await watch.line(/^spec\/actions\/add-ip\.yaml changed: /);
      expect(read("generated/actions.ts")).toContain(`"${label}"`);
    }
  });

  test("a folder that is replaced, as by a checkout", async () => {
    const watch = await start();
    cpSync(path.join(folder, "spec"), path.join(folder, "other"), { recursive: true });
    writeFileSync(
      path.join(folder, "other/actions/add-ip.yaml"),
      read("spec/actions/add-ip.yaml").replace(/label: .*/, "label: Other"),
    );
    renameSync(path.join(folder, "spec"), path.join(folder, "old"));
    renameSync(path.join(folder, "other"), path.join(folder, "spec"));
    await expectGenerated(watch, '"Other"');
    replace("spec/actions/add-ip.yaml", /label: .*/, "label: Newest");
    await expectGenerated(watch, '"Newest"');
  });
});

describe("survives", () => {
  test("a syntax error, and continues after its correction", async () => {
    const watch = await start();
    const before = read("spec/actions/postgres.yaml");
    append("spec/actions/postgres.yaml", "{");
    expect(await watch.line(/ error syntax: /)).toContain("spec/actions/postgres.yaml:");
    expect(await watch.line(/changed/)).toMatch(
      /^spec\/actions\/postgres\.yaml changed: spec\/openapi\.yaml: 1 error; nothing was written /,
    );
    writeFileSync(path.join(folder, "spec/actions/postgres.yaml"), before);
    expect(await watch.line(/changed/)).toMatch(/generated: \d+ unchanged/);
  });

  test("a file that is deleted and created again, with its folder", async () => {
    const watch = await start();
    const before = read("spec/actions/add-ip.yaml");
    rmSync(path.join(folder, "spec/actions/add-ip.yaml"));
    await watch.line(/ error ref-unresolved: /);
    await watch.line(/^spec\/actions\/add-ip\.yaml changed: /);
    writeFileSync(path.join(folder, "spec/actions/add-ip.yaml"), before);
    expect(await watch.line(/changed/)).toContain("unchanged");
    cpSync(path.join(folder, "spec"), path.join(folder, "copy"), { recursive: true });
    rmSync(path.join(folder, "spec"), { recursive: true });
    await watch.line(/^error file-unreadable: /);
    renameSync(path.join(folder, "copy"), path.join(folder, "spec"));
    await watch.line(/changed: .*unchanged/);
  });

  test("starting with a broken contract, whose other files are unknown", async () => {
    const before = read("spec/schemas.yaml");
    writeFileSync(path.join(folder, "spec/schemas.yaml"), "{");
    const watch = await start();
    expect(watch.stderr()).toContain("error syntax: ");
    writeFileSync(path.join(folder, "spec/schemas.yaml"), before);
    expect(await watch.line(/changed/)).toMatch(/^spec\/schemas\.yaml changed: .*generated: \d+ created/);
  });
});

test("its own output doesn't trigger it, not even next to the sources", async () => {
  const watch = await start("--out", "spec/out");
  replace("spec/actions/add-ip.yaml", /label: .*/, "label: Once");
  await watch.line(/^spec\/actions\/add-ip\.yaml changed: /);
  // Touching a file changes nothing; the next change is the only one that is told.
  writeFileSync(path.join(folder, "spec/unrelated.yaml"), "");
  writeFileSync(path.join(folder, "spec/schemas.yaml"), read("spec/schemas.yaml"));
  append("spec/openapi.yaml", "# twice\n");
  expect(await watch.line(/changed/)).toMatch(/^spec\/openapi\.yaml changed: /);
  expect(watch.stderr().match(/changed:/g)).toHaveLength(2);
});

test("a file that is emptied for a moment is no change, whenever the watcher sees it", async () => {
  let watch = await start();
  // What a busy machine makes of a moment may be longer than the silence after which a file counts as written.
  while ((await emptyForMoments("spec/schemas.yaml")) > 40) {
    await watch.end("SIGKILL");
    watch = await start();
  }
  append("spec/openapi.yaml", "# changed\n");
  expect(await watch.line(/changed/)).toMatch(/^spec\/openapi\.yaml changed: /);
});

/** Empties a file again and again, for 6 to 18 milliseconds. Returns how long the longest of these took. */
async function emptyForMoments(file: string): Promise<number> {
  const text = read(file);
  let longest = 0;
  for (let milliseconds = 6; milliseconds <= 18; milliseconds++) {
    const began = performance.now();
    writeFileSync(path.join(folder, file), "");
    // Without the event loop, whose timers are late on a busy machine.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    writeFileSync(path.join(folder, file), text);
    longest = Math.max(longest, performance.now() - began);
    await wait(100);
  }
  return longest;
}

describe("a config", () => {
  const config = (outs: readonly string[]) =>
    `contracts:\n  one: { input: spec/openapi.yaml, out: ${outs[0]} }\n  two: { input: two/openapi.yaml, out: ${outs[1]} }\n`;

  beforeEach(() => {
    mkdirSync(path.join(folder, "two"));
    cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "two"), { recursive: true });
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), config(["a", "b"]));
  });

  test("is read again after a change; unchanged contracts are left untouched", async () => {
    const watch = await start();
    replace("two/openapi.yaml", /label: .*/, "label: Two");
    expect(await watch.line(/changed/)).toMatch(/^two\/openapi\.yaml changed: a: unchanged, .*; b: \d+ updated, /);
    replace("spec/actions/add-ip.yaml", /label: .*/, "label: One");
    expect(await watch.line(/changed/)).toMatch(/^spec\/actions\/add-ip\.yaml changed: .*a: \d+ updated, .*; b: unchanged, /);
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), config(["a", "c"]));
    expect(await watch.line(/changed/)).toMatch(/^openapi-actions\.config\.yaml changed: .*a: \d+ unchanged; .*c: \d+ created/);
  });

  test("with an error is reported, and the next save is noticed", async () => {
    const watch = await start();
    append("openapi-actions.config.yaml", "nothing: 1\n");
    await watch.line(/ error config-key: unknown setting "nothing"/);
    expect(await watch.line(/changed:/)).toMatch(/^openapi-actions\.config\.yaml changed: nothing was generated \(/);
    writeFileSync(path.join(folder, "openapi-actions.config.yaml"), config(["a", "b"]));
    expect(await watch.line(/changed/)).toContain("a: ");
    replace("two/openapi.yaml", /label: .*/, "label: Again");
    expect(await watch.line(/changed/)).toMatch(/b: \d+ updated/);
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it with 130", async (signal) => {
  const watch = await start();
  expect(await watch.end(signal)).toBe(130);
});

test("rejects --check, and reports for other programs", async () => {
  const check = await runCli(folder, ["generate", "--watch", "--check"]);
  expect(check).toMatchObject({ code: 2, stderr: "error: option '--watch' cannot be used with option '--check'\n" });
  const json = await runCli(folder, ["generate", "--watch", "--format", "json"]);
  expect(json).toMatchObject({
    code: 2,
    stderr: "error: --watch requires --format pretty or concise, without a file.\n",
  });
});

/** Several changes may be seen one after the other; the last of them counts. */
async function expectGenerated(watch: WatchProcess, text: string): Promise<void> {
  do await watch.line(/changed: /);
  while (!read("generated/actions.ts").includes(text));
  expect(read("generated/actions.ts")).toContain(text);
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), "utf8");
}

function append(file: string, text: string): void {
  writeFileSync(path.join(folder, file), read(file) + text);
}

function replace(file: string, from: RegExp, to: string): void {
  const before = read(file);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`nothing to change in ${file}`);
  writeFileSync(path.join(folder, file), after);
}
