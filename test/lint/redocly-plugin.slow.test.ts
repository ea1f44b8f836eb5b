import { spawnSync } from "node:child_process";
import path from "node:path";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";
import { createRedoclyPlugin } from "../../generator/lint/redocly/plugin.js";
import { rules, type RuleCode } from "../../generator/lint/rules/index.js";
import { contract } from "./lint-text.js";
import { inFolder, type Files } from "./redocly-text.js";

const cli = path.resolve("node_modules/@redocly/cli/bin/cli.js");
const config = `plugins: [./plugin.js]
extends: [recommended, openapi-actions/recommended]
rules: { info-license: off, no-empty-servers: off, operation-summary: off, operation-4xx-response: off }
apis: { main: { root: spec/openapi.yaml } }
`;
let plugin: string;

beforeAll(async () => {
  const bundle = await rolldown({ input: "generator/lint/redocly/plugin.ts", platform: "node", external: [/^node:/] });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  plugin = output[0].code;
  await bundle.close();
});

/** Runs the command line as a user would, in a project with the bundled plugin. */
function redocly(files: Files, ...args: string[]): Promise<{ code: number | null; lines: string[]; stdout: string }> {
  const project = { "package.json": `{ "type": "module" }`, "plugin.js": plugin, "redocly.yaml": config, ...files };
  return inFolder(project, (cwd) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
    const { status, stdout } = spawnSync(process.execPath, [cli, ...args], { cwd, env, encoding: "utf8" });
    const lines = stdout.split("\n").flatMap((line) => {
      const found = /^::(\w+) title=([^,]+),file=([^,]+),line=(\d+),col=(\d+),endLine=\d+,endColumn=\d+::(.*)$/.exec(line);
      return found ? [`${found[3]}:${found[4]}:${found[5]} ${found[1]} ${found[2]}: ${found[6]!.replace(/%0A.*/, "")}`] : [];
    });
    return { code: status, lines, stdout };
  });
}

const lint = (files: Files) => redocly(files, "lint", "main", "--format=github-actions");

test("a clean contract in several files has no findings", async () => {
  const files = {
    "spec/openapi.yaml": contract({ schemas: "Ip: { type: string, maxLength: 45 }" }).replace(
      /(x-platform-postgres-actions:)\n.*\n/,
      "$1 { $ref: actions/postgres.yaml }\n",
    ),
    "spec/actions/postgres.yaml": addIp("../openapi.yaml#/components/schemas/Ip"),
  };
  expect(await lint(files)).toMatchObject({ code: 0, lines: [] });
  const withoutPlugin = {
    ...files,
    "redocly.yaml": config.replace(/plugins.*\n/, "").replace(", openapi-actions/recommended", ""),
  };
  expect(await lint(withoutPlugin)).toMatchObject({
    lines: [expect.stringMatching(/^spec\/openapi\.yaml:\d+:5 warning no-unused-components: Component: "Ip" is never used/)],
  });
});

test("cookies have a style of their own in 3.2 only", async () => {
  const text = (version: string) =>
    `openapi: ${version}
info: { title: Shop, version: "1" }
security: []
paths:
  /orders:
    get:
      operationId: list
      parameters: [{ name: theme, in: cookie, style: cookie, schema: { type: string, maxLength: 9 } }]
      responses: { "200": { description: Done. } }
`;
  expect(await lint({ "spec/openapi.yaml": text("3.2.0") })).toMatchObject({ code: 0, lines: [] });
  const { lines } = await lint({ "spec/openapi.yaml": text("3.1.0") });
  expect(lines.join("\n")).toContain("`style` can be one of the following only");
});

test("a reference of an action without a target is an error at its location", async () => {
  const actions = `restart: { summary: Restart., body: { $ref: "#/components/schemas/Restrt" } }`;
  const text = contract({ actions });
  const { code, lines } = await lint({ "spec/openapi.yaml": text });
  expect(code).toBe(1);
  expect(lines).toEqual([
    `spec/openapi.yaml:${placeOf('"#/components/schemas/Restrt"', text)} error openapi-actions/load: cannot resolve $ref "#/components/schemas/Restrt": "spec/openapi.yaml" has no "Restrt" at "#/components/schemas".`,
    `spec/openapi.yaml:${placeOf('{ $ref: "#/components/schemas/Restrt"', text)} error no-unresolved-refs: Can't resolve $ref`,
  ]);
});

test("findings of the project's rules have their file and a hint", async () => {
  const files = {
    "spec/openapi.yaml": contract().replace(/(x-platform-postgres-actions:)\n.*\n/, "$1 { $ref: actions/postgres.yaml }\n"),
    "spec/actions/postgres.yaml": "restart: { summary: Restart. }\n9lives: { summary: Live. }\n",
  };
  const { code, lines } = await lint(files);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(
      /^spec\/actions\/postgres\.yaml:2:1 error openapi-actions\/action-name: the action name "9lives" .*\. Start with a letter/,
    ),
  ]);
});

test("rules of Redocly check actions in other files", async () => {
  const files = {
    "spec/openapi.yaml": contract({ actions: "restart: { $ref: actions/restart.yaml }" }),
    "spec/actions/restart.yaml":
      "summary: Restart.\nresult:\n  type: object\n  additionalProperties: false\n  minProperties: many\n",
  };
  expect((await lint(files)).lines).toContain(
    "spec/actions/restart.yaml:5:18 error struct: Expected type `integer` but got `string`.",
  );
});

test("a rule can be turned off or have another severity", async () => {
  const text = contract({ actions: "9lives: { summary: Live. }" });
  const files = { "spec/openapi.yaml": text };
  const set = (severity: string) => config.replace("rules: {", `rules: { openapi-actions/action-name: ${severity},`);
  expect(await lint({ ...files, "redocly.yaml": set("off") })).toMatchObject({ code: 0, lines: [] });
  expect(await lint({ ...files, "redocly.yaml": set("warn") })).toMatchObject({
    code: 0,
    lines: [expect.stringContaining(`spec/openapi.yaml:${placeOf("9lives", text)} warning openapi-actions/action-name: `)],
  });
});

test("bundling keeps the components that only actions use", async () => {
  const files = {
    "spec/openapi.yaml": contract({ actions: "add_ip: { $ref: ip.yaml }", schemas: "Ip: { type: string, maxLength: 45 }" }),
    "spec/ip.yaml": `{ body: { type: object, properties: { ip: { $ref: "openapi.yaml#/components/schemas/Ip" } }, additionalProperties: false } }\n`,
  };
  const { stdout } = await redocly(files, "bundle", "main", "--remove-unused-components");
  expect(stdout).toContain("    Ip:\n");
  expect(stdout).toContain("$ref: '#/components/schemas/Ip'");
});

test("another prefix needs its own plugin", async () => {
  const own = `import { createRedoclyPlugin } from "./plugin.js";\nexport default () => createRedoclyPlugin({ extensionPrefix: "acme" });\n`;
  const text = contract({ actions: "9lives: { summary: Live. }" }).replace("x-platform", "x-acme");
  const files = {
    "own.js": own,
    "redocly.yaml": config.replace("./plugin.js", "./own.js"),
    "spec/openapi.yaml": text,
  };
  expect((await lint(files)).lines).toEqual([
    expect.stringContaining(`spec/openapi.yaml:${placeOf("9lives", text)} error openapi-actions/action-name: `),
  ]);
});

test("the plugin accepts overlays, and reports their lines", async () => {
  const files = {
    "own.js": `import { createRedoclyPlugin } from "./plugin.js";\nexport default () => createRedoclyPlugin({ overlays: ["lives.yaml"] });\n`,
    "redocly.yaml": config.replace("./plugin.js", "./own.js"),
    "spec/openapi.yaml": contract(),
    "lives.yaml":
      "overlay: 1.1.0\ninfo: { title: Lives, version: 1.0.0 }\nactions:\n- target: $..['x-platform-postgres-actions']\n  update:\n    9lives: { summary: Live. }\n",
  };
  expect((await lint(files)).lines).toEqual([expect.stringContaining("lives.yaml:6:5 error openapi-actions/action-name: ")]);
});

test("every rule of the project is a rule of the plugin, with its severity", () => {
  const { id, rules: offered, configs } = createRedoclyPlugin();
  const codes: readonly (RuleCode | "load")[] = ["load", ...rules.map(({ code }) => code)];
  expect(Object.keys(offered.oas3)).toEqual(codes);
  expect(Object.keys(configs.recommended.rules)).toEqual(codes.map((code) => `${id}/${code}`));
  expect(configs.recommended.rules).toMatchObject({ [`${id}/action-name`]: "error", [`${id}/operation-security`]: "warn" });
});

/** Line and column of the first place that has a piece of text. */
function placeOf(piece: string, text: string): string {
  const before = text.slice(0, text.indexOf(piece)).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

function addIp(ref: string): string {
  return `add_ip:
  summary: Add an address.
  body: { type: object, properties: { ip: { $ref: "${ref}" } }, additionalProperties: false }
`;
}

test("bindings are data, and their problems are reported", async () => {
  const text = contract({
    operation: "x-platform-action-binding: { response: { result: /result, x-note: { $ref: nowhere } } }",
    root: "x-platform-error-binding: { mesage: /error }",
  });
  const { code, lines } = await lint({ "spec/openapi.yaml": text });
  expect(code).toBe(1);
  expect(lines).toEqual([
    `spec/openapi.yaml:${placeOf("mesage", text)} error openapi-actions/binding-member: unknown member "mesage" of a binding. Did you mean "message"?`,
  ]);
});
