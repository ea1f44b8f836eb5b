import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { askForTargets } from "../../../generator/cli/commands/init.js";
import { runCli, temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";

const { version } = JSON.parse(readFileSync(repositoryPath("package.json"), "utf8")) as { version: string };

const everything = [
  ".gitattributes",
  ".github/workflows/api.yml",
  ".gitignore",
  ".vscode/extensions.json",
  ".vscode/settings.json",
  ".vscode/tasks.json",
  "openapi-actions.config.yaml",
  "package.json",
  "spec/openapi.yaml",
  "test/actions.test.ts",
  "test/tsconfig.json",
];

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

test("an empty folder gets everything, and the next steps are printed", async () => {
  const { code, stdout, stderr } = await runCli(folder, ["init"]);
  expect({ code, stdout, lines: stderr.split("\n").slice(0, -1).sort() }).toEqual({
    code: 0,
    stdout: "",
    lines: ["Next: npm install && npm run generate && npm test", ...everything.map((file) => `${file}: created`)].sort(),
  });
  expect(list(folder)).toEqual(everything);
  expect(JSON.parse(read("package.json"))).toEqual({
    private: true,
    type: "module",
    scripts: { generate: "openapi-actions generate", test: "tsc -p test && node --test build/test/*.test.js" },
    devDependencies: { "@types/node": "^20.19.0", "openapi-actions": version, typescript: "^5.9.3" },
  });
});

test("--targets is written to the config, and without a server there is no test of it", async () => {
  const { code, stderr } = await runCli(folder, ["init", "--targets", "types,client"]);
  expect({ code, last: stderr.trimEnd().split("\n").at(-1) }).toEqual({ code: 0, last: "Next: npm install && npm run generate" });
  expect(list(folder)).toEqual(everything.filter((file) => !file.startsWith("test/")));
  expect(read("openapi-actions.config.yaml")).toMatch(/^targets: \[types, client\]$/m);
  expect((await runCli(folder, ["generate"])).code).toBe(0);
  expect(list(path.join(folder, "generated")).filter((file) => /^(?:server|validators)\//.test(file))).toEqual([]);
  expect((await runCli(folder, ["init", "--targets", "browser"])).code).toBe(2);
});

test("a second time nothing changes, which is reported", async () => {
  await runCli(folder, ["init"]);
  const before = contents();
  const { code, stderr } = await runCli(folder, ["init"]);
  expect({ code, stderr: stderr.split("\n") }).toEqual({
    code: 0,
    stderr: [
      "openapi-actions.config.yaml: unchanged",
      "spec/openapi.yaml: unchanged",
      ".vscode/extensions.json: unchanged",
      ".vscode/tasks.json: unchanged",
      ".gitignore: unchanged",
      ".gitattributes: unchanged",
      ".github/workflows/api.yml: unchanged",
      ".vscode/settings.json: unchanged",
      "package.json: unchanged",
      "Next: npm run generate",
      "",
    ],
  });
  expect(contents()).toEqual(before);
});

test("existing files keep every byte", async () => {
  for (const file of everything) if (!/package\.json|config|openapi\.yaml/.test(file)) write(file, `mine: ${file}`);
  write("package.json", '{ "name": "shop", "scripts": { "generate": "prisma generate" } }\n');
  const { code, stderr } = await runCli(folder, ["init"]);
  expect(code).toBe(0);
  expect(stderr).toContain(
    "package.json: 1 script added (test), 3 dev dependencies added (@types/node, openapi-actions, typescript), its script generate unchanged\n" +
      "Next: npm install && npx openapi-actions generate && npm test\n",
  );
  for (const file of everything) {
    if (/package\.json|config|openapi\.yaml/.test(file)) continue;
    expect(read(file)).toBe(`mine: ${file}`);
    expect(stderr).toContain(`${file}: unchanged\n`);
  }
});

test.each(["openapi-actions.config.ts", "spec/openapi.yaml"])("a project with %s gets no example of a contract", async (file) => {
  write(file, "");
  const { code, stderr } = await runCli(folder, ["init"]);
  expect(code).toBe(0);
  expect(stderr).toContain(`${file}: unchanged\n`);
  expect(stderr).toContain("Next: npm install && npm run generate\n");
  const example = ["spec/openapi.yaml", "test/actions.test.ts", "test/tsconfig.json"];
  const withoutConfig = file.includes("config") ? ["openapi-actions.config.yaml"] : [];
  expect(list(folder)).toEqual([...everything.filter((name) => ![...example, ...withoutConfig].includes(name)), file].sort());
  expect(JSON.parse(read("package.json"))).toEqual({
    private: true,
    type: "module",
    scripts: { generate: "openapi-actions generate" },
    devDependencies: { "openapi-actions": version },
  });
});

test("a contract in another folder is found, and the editor settings include its files", async () => {
  write("api/openapi.yaml", readFileSync(repositoryPath("templates/init/spec/openapi.yaml"), "utf8"));
  const text = read("api/openapi.yaml");
  const start = text.search(/^ +x-platform-\w+-actions:\n/m);
  const [key] = /^ +x-platform-\w+-actions:\n/m.exec(text)!;
  const lines = text.slice(start + key.length).split("\n");
  const end = lines.findIndex((line) => line !== "" && !line.startsWith(" ".repeat(key.search(/\S/) + 1)));
  const actions = lines.slice(0, end).map((line) => line.slice(key.search(/\S/) + 2));
  write("api/parts/cache.yaml", `# Actions.\n${actions.join("\n")}\n`);
  const reference = `${key.trimEnd()} { $ref: parts/cache.yaml }\n`;
  const rest = lines.slice(end).join("\n");
  const paths = `paths:\n  /sizes: { $ref: parts/sizes.yaml }\n`;
  write("api/openapi.yaml", (text.slice(0, start) + reference + rest).replace(/^paths:\n/m, paths));
  write(
    "api/parts/sizes.yaml",
    `get:\n  operationId: listSizes\n  summary: List sizes\n  responses: { "200": { $ref: answers.yaml#/Sizes } }\n`,
  );
  const size = '{ schema: { $ref: "schemas.yaml#/Size" } }';
  write("api/parts/answers.yaml", `Sizes:\n  description: All sizes.\n  content: { application/json: ${size} }\n`);
  write("api/parts/schemas.yaml", "# Schemas.\nSize:\n  type: integer\nUnused:\n  type: string\n");
  const { code, stderr } = await runCli(folder, ["init"]);
  expect(code).toBe(0);
  expect(stderr).toContain("api/openapi.yaml: unchanged\n");
  expect(list(folder)).not.toContain("spec/openapi.yaml");
  expect(read("openapi-actions.config.yaml")).toMatch(/^input: api\/openapi\.yaml$/m);
  const settings = JSON.parse(read(".vscode/settings.json")) as { "yaml.schemas": Record<string, string> };
  expect(Object.entries(settings["yaml.schemas"]).map(([schema, files]) => `${path.basename(schema)} ${files}`)).toEqual([
    "actions.schema.json api/parts/cache.yaml",
    "config.schema.json openapi-actions.config.yaml",
    "fixture.schema.json fixtures/**/*.yaml",
    "openapi.schema.json api/openapi.yaml",
    "path-item.schema.json api/parts/sizes.yaml",
    "schemas.schema.json api/parts/schemas.yaml",
  ]);
  expect((await runCli(folder, ["generate"])).code).toBe(0);
});

test("attributes of git that merge generated files line by line get a hint", async () => {
  const hint = 'hint: add the line "generated/** -merge text=auto eol=lf" to .gitattributes';
  write(".gitattributes", "* text=auto\n");
  expect((await runCli(folder, ["init"])).stderr).toContain(hint);
  write(".gitattributes", "* text=auto\ngenerated/** -merge\n");
  expect((await runCli(folder, ["init"])).stderr).not.toContain(hint);
});

test("on a terminal, the targets are asked for, again after a mistake", async () => {
  const replies = (...list: string[]) => {
    const asked: string[] = [];
    return { asked, ask: async (text: string) => (asked.push(text), list.shift()!) };
  };
  expect(await askForTargets(replies("").ask)).toBe("everything");
  expect(await askForTargets(replies("client types").ask)).toEqual(["types", "client"]);
  const unknown = replies("browser", "client,types");
  expect(await askForTargets(unknown.ask)).toEqual(["types", "client"]);
  expect(unknown.asked[1]).toMatch(/^Unknown target "browser"\. What to generate\?/);
  expect(await askForTargets(async () => undefined)).toBe("interrupted");
});

test("--ci chooses the file of a CI system", async () => {
  await runCli(folder, ["init", "--ci", "gitlab"]);
  expect(list(folder)).toEqual([".gitlab-ci.yml", ...everything.filter((file) => !file.startsWith(".github"))].sort());
  const none = temporaryFolder();
  await runCli(none, ["init", "--ci", "none"]);
  expect(list(none)).toEqual(everything.filter((file) => !file.startsWith(".github")));
});

test("a package.json that can't be read exits with 2, and nothing is written", async () => {
  write("package.json", '{\n  "name": shop\n}\n');
  const { code, stderr } = await runCli(folder, ["init"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: package.json:2:11 invalid JSON: unexpected "s"\n' });
  expect(list(folder)).toEqual(["package.json"]);
});

test("a folder that can't be created exits with 2", async () => {
  write(".vscode", "a file");
  const { code, stderr } = await runCli(folder, ["init"]);
  expect(code).toBe(2);
  expect(stderr).toContain("error: cannot write .vscode/extensions.json: EEXIST\n");
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), "utf8");
}

function list(of: string): string[] {
  return readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(of, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}

function contents(): Record<string, string> {
  return Object.fromEntries(list(folder).map((file) => [file, read(file)]));
}
