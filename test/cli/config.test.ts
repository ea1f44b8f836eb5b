import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCli, temporaryFolder, type Run } from "../support/command-line.js";

/** A contract with one warning of its own: what Redocly says is turned off by every config here. */
const contract = (title: string) => `openapi: 3.1.0
info: { title: ${title}, version: "1" }
security: [{ token: [] }]
paths:
  /services/{service_id}/actions/{action}:
    post:
      operationId: invokeAction
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Success" } } } }
        default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
      x-platform-postgres-actions:
        add_ip: { body: { type: object } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Success: { type: object, properties: { status: { type: string }, result: { type: object } }, additionalProperties: false }
    Failure: { type: object, required: [error], properties: { error: { type: string } }, additionalProperties: false }
`;
const quiet = ["info-license", "operation-summary", "tag-description", "no-empty-servers", "operation-4xx-response"]
  .map((rule) => `  redocly/${rule}: off\n`)
  .join("");
const severities = `severities:\n${quiet}`;

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  write("api.yaml", contract("Shop"));
  write("billing.yaml", contract("Billing"));
});

const several = `${severities}contracts:\n  api: { input: api.yaml, out: out/api }\n  billing: { input: billing.yaml, out: out/billing, scaffold: src }\n`;

describe("one contract", () => {
  test("the config names input and output; flags override the environment, which overrides the config", async () => {
    write("openapi-actions.config.yaml", `${severities}input: api.yaml\nout: from-config\n`);
    const environment = { OPENAPI_ACTIONS_OUT: "from-environment" };
    expect((await run(["generate"])).stderr).toMatch(/\nfrom-config: \d+ created\n$/);
    expect((await runCli(folder, ["generate"], environment)).stderr).toMatch(/\nfrom-environment: \d+ created\n$/);
    const byFlag = await runCli(folder, ["generate", "--out", "from-flag"], environment);
    expect(byFlag.stderr).toMatch(/\nfrom-flag: \d+ created\n$/);
  });

  test("it is found from a folder below", async () => {
    write("openapi-actions.config.yaml", `${severities}input: api.yaml\n`);
    mkdirSync(path.join(folder, ".git"));
    mkdirSync(path.join(folder, "src"));
    const { code, stderr } = await runCli(path.join(folder, "src"), ["lint"]);
    expect({ code, stderr: stderr.split("\n").at(-2) }).toEqual({ code: 0, stderr: "../api.yaml: 1 warning" });
  });

  test("errors in it exit with 2, at their location", async () => {
    write("openapi-actions.config.yaml", "input: api.yaml\noutt: x\n");
    const { code, stderr } = await run(["generate"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'openapi-actions.config.yaml:2:1 error config-key: unknown setting "outt"\n  2 | outt: x\n    | ^^^^\n  hint: Did you mean "out"?',
    );
    expect(existsSync(path.join(folder, "generated"))).toBe(false);
  });

  test("--config names another one; two in a folder are too many", async () => {
    write("openapi-actions.config.yaml", "input: nowhere.yaml\n");
    write("openapi-actions.config.json", "{}");
    expect(await run(["lint"])).toMatchObject({
      code: 2,
      stderr: "error: found several configs: openapi-actions.config.json, openapi-actions.config.yaml. Remove all but one.\n",
    });
    write("other.yaml", `${severities}input: api.yaml\n`);
    expect((await run(["--config", "other.yaml", "lint"])).code).toBe(0);
    expect((await runCli(folder, ["lint"], { OPENAPI_ACTIONS_CONFIG: "other.yaml" })).code).toBe(0);
    const missing = await run(["lint", "--config", "missing.yaml"]);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain('error config-unreadable: cannot read the config "missing.yaml": there is no such file');
  });

  test("a path that the config doesn't name gets its rules, not its folders", async () => {
    write("openapi-actions.config.yaml", `${severities}  open-body: error\ninput: api.yaml\nout: out\n`);
    const { code, stderr } = await run(["generate", "billing.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toContain("billing.yaml:15:25 error open-body");
    expect((await run(["generate", "billing.yaml", "--config", "/dev/null"])).code).toBe(2);
  });
});

describe("several contracts", () => {
  beforeEach(() => write("openapi-actions.config.yaml", several));

  test("all of them without an argument, sorted by name", async () => {
    const { code, stderr } = await run(["generate"]);
    expect(code).toBe(0);
    expect(stderr.match(/^\S+: \d+ \w+/gm)!.map((line) => line.replace(/\d+/, "n"))).toEqual([
      "out/api: n created",
      "out/billing: n created",
      "src: n files",
    ]);
  });

  test.each([["billing"], ["billing.yaml"], ["./billing.yaml"]])("one by its name or path: %s", async (argument) => {
    const { code, stderr } = await run(["lint", argument]);
    expect({ code, last: stderr.split("\n").at(-2) }).toEqual({ code: 0, last: "billing.yaml: 1 warning" });
  });

  test("a mistyped name exits with 2 and a suggestion", async () => {
    expect(await run(["lint", "biling"])).toMatchObject({
      code: 2,
      stderr: "error: unknown contract 'biling': neither a name in the config nor a file\n(Did you mean billing?)\n",
    });
  });

  test("a flag for one folder requires the name of a contract", async () => {
    expect(await run(["generate", "--out", "x"])).toMatchObject({
      code: 2,
      stderr: "error: --out applies to one contract. Specify it: api, billing.\n",
    });
  });

  test("an error in one doesn't prevent the other from being written", async () => {
    write("api.yaml", contract("Shop").replace("add_ip", "add__ip"));
    const { code, stderr } = await run(["generate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("api.yaml: 1 error, 1 warning; nothing was written\n");
    expect(existsSync(path.join(folder, "out/api"))).toBe(false);
    expect(existsSync(path.join(folder, "out/billing/types.ts"))).toBe(true);
  });
});

describe("nothing changed", () => {
  beforeEach(() => {
    mkdirSync(path.join(folder, "node_modules"));
    write("openapi-actions.config.yaml", several);
  });
  const unchanged =
    /^out\/api: unchanged, \d+ files; 1 warning, see openapi-actions doctor\nout\/billing: unchanged, \d+ files; 1 warning, see openapi-actions doctor\n$/;

  test("is detected for each contract, including handler files", async () => {
    await run(["generate"]);
    expect((await run(["generate"])).stderr).toMatch(unchanged);
    write("billing.yaml", contract("Invoices"));
    const second = await run(["generate"]);
    expect(second.stderr).toMatch(/^out\/api: unchanged, /);
    expect(second.stderr).toContain("Invoices 1: ");
    expect((await run(["generate"])).stderr).not.toContain("Invoices");
  });

  test("a handler that is missing counts as changed", async () => {
    await run(["generate"]);
    await run(["generate"]);
    const handlers = path.join(folder, "src/postgres.ts");
    writeFileSync(handlers, readFileSync(handlers, "utf8").replace(/(export const \w+.* = \{)[^]*\};/, "$1};"));
    expect((await run(["generate"])).stderr).toContain("src: 1 file updated\n");
  });

  test.each([
    ["YAML", "openapi-actions.config.yaml", `${several}maxWarnings: 0\n`],
    ["another config", "openapi-actions.config.yaml", several.replace("out/api", "out/shop")],
  ])("%s counts as changed", async (_, file, text) => {
    await run(["generate"]);
    write(file, text);
    expect((await run(["generate"])).stderr).not.toMatch(unchanged);
  });

  test("a config in code is run each time, because it may depend on anything", async () => {
    write("openapi-actions.config.yaml", "{}");
    write("c.ts", 'import { input } from "./input.js";\nexport default { input, severities: { "open-body": "off" } };');
    write("input.ts", 'export const input: string = "api.yaml";');
    const again = async () => (await run(["generate", "--config", "c.ts"])).stderr;
    await again();
    expect(await again()).not.toMatch(/^generated: unchanged/);
    write("input.ts", 'export const input: string = "billing.yaml";');
    expect(await again()).toContain("Billing 1: ");
  });

  test("a baseline counts", async () => {
    write("openapi-actions.config.yaml", `${severities}input: api.yaml\nbaseline: old.json\n`);
    await run(["lint", "--write-baseline"]);
    await run(["generate"]);
    expect((await run(["generate"])).stderr).toMatch(/^generated: unchanged, \d+ files\n$/);
    write("old.json", '{ "version": 1, "contracts": {} }');
    expect((await run(["generate"])).stderr).toContain("warning open-body");
  });
});

describe("lint", () => {
  test("--max-warnings makes too many warnings an error", async () => {
    write("openapi-actions.config.yaml", `${severities}input: api.yaml\n`);
    expect((await run(["lint", "--max-warnings", "1"])).code).toBe(0);
    const { code, stderr } = await run(["lint", "--max-warnings", "0"]);
    expect(code).toBe(1);
    expect(stderr).toContain("error too-many-warnings: 1 warning exceeds the maximum of 0");
    expect(await run(["lint", "--max-warnings", "none"])).toMatchObject({
      code: 2,
      stderr: "error: option '--max-warnings <count>' argument 'none' is invalid. Expected a whole number, 0 or above.\n",
    });
  });

  test("--write-baseline keeps old problems; new ones are still reported", async () => {
    write("openapi-actions.config.yaml", `${severities}input: api.yaml\nbaseline: old.json\n`);
    const written = await run(["lint", "--write-baseline"]);
    expect(written).toMatchObject({ code: 0, stderr: "old.json: 1 problem written\napi.yaml: no problems\n" });
    write(
      "api.yaml",
      `# moved\n${contract("Shop").replace("add_ip: {", "allow: { body: { type: object } }\n        add_ip: {")}`,
    );
    const { code, stderr } = await run(["lint", "--max-warnings", "0"]);
    expect(code).toBe(1);
    expect(stderr).toContain('api.yaml:16:24 warning open-body: the body of "allow"');
    expect(stderr).not.toContain("add_ip");
  });

  test("--write-baseline needs a file", async () => {
    expect(await run(["lint", "api.yaml", "--write-baseline"])).toMatchObject({
      code: 2,
      stderr: "error: --write-baseline requires --baseline <file>, or baseline in the config.\n",
    });
  });

  test("an unused suppression is a warning at its location", async () => {
    write(
      "openapi-actions.config.yaml",
      `${severities}input: api.yaml\nsuppressions:\n  - { code: open-body, pointer: /paths, reason: meant }\n  - { code: body-loose, reason: gone }\n`,
    );
    const { code, stderr } = await run(["lint", "--format", "concise"]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'api.yaml: no problems\nopenapi-actions.config.yaml:10:5 warning suppression-unused: this suppression of "body-loose" suppresses nothing\n',
    );
  });

  test("a suppression for all contracts is checked when all of them were linted", async () => {
    write("openapi-actions.config.yaml", `${several}suppressions:\n  - { code: open-body, file: billing.yaml, reason: meant }\n`);
    expect((await run(["lint", "api"])).stderr).not.toContain("suppression-unused");
    expect((await run(["lint"])).stderr).not.toContain("suppression-unused");
  });
});

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

function run(args: readonly string[]): Promise<Run> {
  return runCli(folder, args);
}
