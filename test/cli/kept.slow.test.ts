import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runBuiltCli } from "../support/built-command-line.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

const label = (folder: string, text: string) => {
  const file = path.join(folder, "spec/openapi.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(/label: Allow .*/, `label: ${text}`));
};

test("nothing depends on caches between runs: if they are lost or damaged, the output is the same", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  const cache = path.join(folder, "node_modules/.cache/openapi-actions");
  mkdirSync(path.dirname(path.dirname(cache)));
  const generate = (...args: string[]) => runBuiltCli(folder, ["generate", ...args]);
  const kept = (extension: string) => readdirSync(cache).filter((name) => name.endsWith(extension));

  expect((await generate()).code).toBe(0);
  expect(kept(".memo")).toHaveLength(1);
  // Node 20 keeps no compiled code.
  expect(existsSync(path.join(cache, "compiled"))).toBe(!process.versions.node.startsWith("20."));

  label(folder, "Allow all of it");
  expect((await generate()).stderr).toContain("updated");
  expect((await generate("--check", "--no-cache")).code).toBe(0);

  label(folder, "Allow some of it");
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 97) bytes[at]! ^= 0xff;
    writeFileSync(file, bytes);
  }
  expect((await generate()).stderr).toContain("updated");
  expect((await generate("--check", "--no-cache")).code).toBe(0);

  label(folder, "Allow none of it");
  rmSync(cache, { recursive: true });
  expect((await generate()).stderr).toContain("updated");
  expect((await generate("--check", "--no-cache")).code).toBe(0);
});

test("a mock recalls unchanged sources only, and what was kept hides no finding", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  const contract = path.join(folder, "spec/openapi.yaml");
  const cache = path.join(folder, "node_modules/.cache/openapi-actions");
  const config = path.join(folder, "openapi-actions.config.yaml");
  const mock = () => runBuiltCli(folder, ["mock", "spec/openapi.yaml", "--explain"]);
  const stateOf = (file: string) => [statSync(file).mtimeMs, statSync(file).ino];
  // A warning, and what an optional rule reports.
  const text = readFileSync(contract, "utf8")
    .replace("          scopes: [service:write]\n", "")
    .replace(/(required: \[enforced\])\n\s+additionalProperties: false/, "$1");
  writeFileSync(contract, text);

  const first = await mock();
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("postgres.add_ip") as string });
  const [name, ...others] = readdirSync(cache);
  expect([name, others]).toEqual([expect.stringMatching(/\.memo$/), []]);
  const file = path.join(cache, name!);
  const written = stateOf(file);
  expect(await mock()).toEqual(first);
  expect(stateOf(file)).toEqual(written);

  for (const code of ["scopes-missing", "open-result"]) {
    writeFileSync(config, `severities: { ${code}: error }\n`);
    expect(await mock()).toMatchObject({ code: 1, stderr: expect.stringContaining(code) as string });
  }
  rmSync(config);

  // A rule that is code may depend on anything.
  const rule = 'code: "own/rule", severity: "error", check: ({ report }) => existsSync("stop") && report("stop")';
  const code = `import { existsSync } from "node:fs";\nexport default { rules: [{ ${rule} }] };\n`;
  writeFileSync(path.join(folder, "openapi-actions.config.mjs"), code);
  expect(await mock()).toEqual(first);
  writeFileSync(path.join(folder, "stop"), "");
  expect(await mock()).toMatchObject({ code: 1, stderr: expect.stringContaining("own/rule") as string });
  rmSync(path.join(folder, "openapi-actions.config.mjs"));

  writeFileSync(contract, text.replace("label: Allow address", "label: []"));
  const broken = await mock();
  expect(broken.code).toBe(1);
  expect(await mock()).toEqual(broken);

  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 97) bytes[at]! ^= 0xff;
  writeFileSync(file, bytes);
  expect(await mock()).toEqual(broken);
  writeFileSync(contract, text);
  expect(await mock()).toEqual(first);
  expect(stateOf(file)).not.toEqual(written);
});

test("a document in one line is its own code frame in each of many warnings, and is not kept with them", async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "node_modules"));
  const parameters = [{ name: "id", in: "path", schema: { type: "string", maxLength: 9 } }];
  const item = (number: number) => ({
    get: { operationId: `get${number}`, parameters, responses: { "200": { description: "Here." } } },
  });
  const document = {
    openapi: "3.1.0",
    info: { title: "Many", version: "1", description: "x".repeat(700_000) },
    paths: Object.fromEntries(Array.from({ length: 800 }, (_, number) => [`/a${number}/{id}`, item(number)])),
  };
  writeFileSync(path.join(folder, "api.json"), JSON.stringify(document));
  const first = await runBuiltCli(folder, ["mock", "api.json", "--explain"]);
  expect(first.code, first.stderr).toBe(0);
  expect(await runBuiltCli(folder, ["mock", "api.json", "--explain"])).toEqual(first);
});

test.each(["ts", "mjs", "js"])("what a config in %s imports or reads counts", async (extension) => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const generate = (...args: string[]) => runBuiltCli(folder, ["generate", ...args]);
  const kept = () => JSON.parse(readFileSync(path.join(folder, "generated/kept.json"), "utf8")) as unknown;
  write("package.json", '{ "type": "module" }\n');
  write("imported.mjs", "export const imported = 1;\n");
  write("read.txt", "1");
  write(
    `openapi-actions.config.${extension}`,
    `import { readFileSync } from "node:fs";
import { imported } from "./imported.mjs";
const read = readFileSync("read.txt", "utf8");
export default { targets: ["types"], emitters: [() => [{ path: "kept.json", text: JSON.stringify([imported, read]) }]] };
`,
  );
  expect((await generate()).code).toBe(0);
  write("imported.mjs", "export const imported = 2;\n");
  expect((await generate()).code).toBe(0);
  expect(kept()).toEqual([2, "1"]);
  write("read.txt", "2");
  expect((await generate("--check")).code).toBe(3);
});

test("a run with --verbose shows warnings that an earlier run has shown", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  const file = path.join(folder, "spec/openapi.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/\n +additionalProperties: false/g, ""));
  const generate = (...args: string[]) => runBuiltCli(folder, ["generate", ...args]);
  expect((await generate()).stderr).toContain("open-body");
  expect((await generate()).stderr).toContain("unchanged");
  for (const flags of [["--verbose"], ["--format", "concise"]]) expect((await generate(...flags)).stderr).toContain("open-body");
});

test("a config in TypeScript runs as it is written, whatever is kept of it", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  const cache = path.join(folder, "node_modules/.cache/openapi-actions");
  mkdirSync(path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "openapi-actions.config.ts"), 'const out: string = "made";\nexport default { out };\n');
  const generate = () => runBuiltCli(folder, ["generate"]);
  expect(await generate()).toMatchObject({ code: 0, stderr: expect.stringContaining("made: ") as string });
  const [kept, ...others] = readdirSync(cache).filter((name) => name.endsWith(".config"));
  expect(others).toEqual([]);

  const file = path.join(cache, kept!);
  const text = readFileSync(file, "latin1");
  expect(text).toContain('"made"');
  writeFileSync(file, text.replace('"made"', '"fake"'), "latin1");
  expect(await generate()).toMatchObject({ code: 0, stderr: expect.stringContaining("made: ") as string });
  expect(readFileSync(file, "latin1")).toBe(text);

  rmSync(file);
  mkdirSync(file);
  expect(await generate()).toMatchObject({ code: 0, stderr: expect.stringContaining("made: ") as string });
  expect(readdirSync(cache).filter((name) => /\.(?:[cm]?js|tmp)$/.test(name))).toEqual([]);
});

test("a run without changes loads only what it needs", async () => {
  const folder = temporaryFolder();
  cpSync(repositoryPath("test/cases/one-action/contract"), path.join(folder, "spec"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules"));
  expect((await runBuiltCli(folder, ["generate"])).code).toBe(0);
  const listModules = path.join(folder, "list.cjs");
  writeFileSync(
    listModules,
    `process.on("exit", () => process.stdout.write(JSON.stringify([Object.keys(require.cache), process.moduleLoadList])));`,
  );
  const args = ["--require", listModules, repositoryPath("bin/openapi-actions.js"), "generate"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(stderr).toMatch(/^generated: unchanged, /);
  const [files, builtIn] = JSON.parse(stdout) as [string[], string[]];
  const own = files.map((file) => path.basename(file).replace(/-[\w-]{8}(?=\.cjs$)/, "")).sort();
  expect(own).toEqual([
    "command-line.cjs",
    "diagnostics.cjs",
    "list.cjs",
    "main.cjs",
    "openapi-actions.js",
    "rolldown-runtime.cjs",
    "start-up.cjs",
    "start.cjs",
  ]);
  expect(builtIn).not.toContain("NativeModule child_process");
});
