import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { load } from "./config-files.js";

describe("every kind of file", () => {
  const expected = { input: "api.yaml", maxWarnings: 3 };

  it.each([
    ["openapi-actions.config.yaml", "input: api.yaml\nmaxWarnings: 3\n"],
    ["openapi-actions.config.json", '{ "$schema": "./x.json", "input": "api.yaml", "maxWarnings": 3 }'],
    ["openapi-actions.config.mjs", 'export default { input: "api.yaml", maxWarnings: 3 };'],
    ["openapi-actions.config.js", 'export default { input: "api.yaml", maxWarnings: 3 };'],
    [
      "openapi-actions.config.ts",
      'import { defineConfig } from "openapi-actions";\nconst maxWarnings: number = 3;\nexport default defineConfig({ input: "api.yaml", maxWarnings });',
    ],
  ])("%s", async (name, text) => {
    const { config, problems, folder } = await load({ [name]: text });
    expect(problems).toEqual([]);
    expect(config!.settings.common).toEqual({
      ...expected,
      input: path.join(folder, "api.yaml"),
      docs: {},
      expand: {},
      severities: {},
      overlays: [],
      suppressions: [],
      rules: [],
      emitters: [],
    });
  });

  it("an empty one", async () => {
    const { config, problems } = await load({ "openapi-actions.config.yaml": "# nothing yet\n" });
    expect(problems).toEqual([]);
    expect(config!.settings.contracts).toEqual({});
  });
});

describe("mistakes are reported at their location", () => {
  test.each([
    ["input: api.yaml\noutt: x\n", '2:1 config-key: unknown setting "outt" (Did you mean "out"?)'],
    ["contracts:\n  api: { inptu: a.yaml }\n", '2:10 config-key: unknown setting "contracts.api.inptu" (Did you mean "input"?)'],
    [
      "zzzzzzzz: 1\n",
      '1:1 config-key: unknown setting "zzzzzzzz" (Use one of $schema, extends, input, root, overlays, out, targets, features, importExtension, scaffold, handlerComments, extensionPrefix, integers, untypedObjects, defaults, uploads, lenient, severities, suppressions, maxWarnings, baseline, docs, expand, rules, emitters, contracts.)',
    ],
    ["input: 5\n", '1:8 config-value: "input" must be a non-empty string'],
    ['out: ""\n', '1:6 config-value: "out" must be a non-empty string'],
    ["maxWarnings: -1\n", '1:14 config-value: "maxWarnings" must be a whole number, 0 or above'],
    ["extensionPrefix: Acme\n", '1:18 config-value: "extensionPrefix" must be a lower-case word, such as platform'],
    ["defaults: yes please\n", '1:11 config-value: "defaults" must be true or false'],
    [
      "targets: [types, clients]\n",
      '1:18 config-value: "targets[1]" must be one of types, validators, server, client, webhooks, query, mcp (Did you mean "client"?)',
    ],
    ["targets: []\n", '1:10 config-value: "targets" must be a list with at least one item'],
    ["importExtension: ts\n", '1:18 config-value: "importExtension" must be one of .js, .ts, none (Did you mean ".ts"?)'],
    ['docs: { released: "2027-02-31" }\n', '1:19 config-value: "docs.released" must be a day, such as 2027-01-31'],
    ["integers: lossy\n", '1:11 config-value: "integers" must be one of exact, rounded'],
    ["- a\n", '1:1 config-value: "the config" must be a map'],
    ["contracts: []\n", '1:12 config-value: "contracts" must be a map'],
    ["contracts: { a b: {} }\n", '1:19 config-value: "contracts.a b" has a name that is not letters, digits, _ and -'],
    ["severities: { open-body: warn }\n", '1:26 config-value: "severities.open-body" must be one of error, warning, off'],
    [
      "severities: { open-bdy: off }\n",
      '1:15 config-value: "severities.open-bdy" names the unknown code "open-bdy" (Did you mean "open-body"?)',
    ],
    [
      "severities: { ref-unresolved: off }\n",
      `1:15 severity-fixed: "ref-unresolved" is an error that can't be turned off: without it the output would be wrong (Fix the contract at the reported location.)`,
    ],
    ["suppressions:\n  - { code: open-body, file: a.yaml }\n", '2:5 config-value: "suppressions[0]" needs "reason"'],
    [
      "suppressions:\n  - { code: open-body, pointer: paths, reason: r }\n",
      '2:33 config-value: "suppressions[0].pointer" must be a JSON pointer, such as /paths',
    ],
    ["suppressions: { a: b }\n", '1:15 config-value: "suppressions" must be a list'],
    [
      "input: a\ninput: b\n",
      '2:1 duplicate-key: duplicate key "input" (Remove one of the two. Tools disagree about which one applies.)',
    ],
    [
      "extends: shared.yaml\n",
      '1:10 config-extends: cannot extend "shared.yaml": there is no such file or package (Specify a path that starts with ./ or ../, or the name of an installed package.)',
    ],
    ["rules: [1]\n", '1:9 config-value: "rules[0]" must be a rule: { code: "<project>/<name>", severity, check(context) {…} }'],
    ["emitters: [a]\n", '1:12 config-value: "emitters[0]" must be a function: (contract, context) => files'],
  ])("%j", async (text, problem) => {
    const { config, problems } = await load({ "c.yaml": text });
    expect(problems).toEqual([`c.yaml:${problem}`]);
    expect(config).toBeUndefined();
  });

  it("in JSON too", async () => {
    const { problems } = await load({ "c.json": '{\n  "scafold": "x"\n}' });
    expect(problems).toEqual(['c.json:2:3 config-key: unknown setting "scafold" (Did you mean "scaffold"?)']);
  });

  it("in code by name", async () => {
    const { problems } = await load({ "c.ts": "export default { contracts: { api: { inptu: 1 } } };" });
    expect(problems).toEqual(['c.ts:1:1 config-key: unknown setting "contracts.api.inptu" (Did you mean "input"?)']);
  });

  it.each([
    ["export default { input: ", /^c\.ts:1:1 config-failed: the config "c\.ts" failed: ".*ParseError/],
    ['throw new Error("no\\nway");', /^c\.ts:1:1 config-failed: the config "c\.ts" failed: "no" /],
    ['import "./missing.js"; export default {};', /^c\.ts:1:1 config-failed: the config "c\.ts" failed: "Cannot find module/],
    ["export const config = {};", /^c\.ts:1:1 config-key: unknown setting "config"/],
  ])("code that fails: %j", async (text, problem) => {
    const { problems } = await load({ "c.ts": text });
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });
});

describe("extends", () => {
  it("inherits the other config's settings; its own override them, lists are joined", async () => {
    const { config, problems, folder, read } = await load({
      "packages/api/c.yaml": [
        "extends: [../../base.json, ../../strict.mjs]",
        "severities: { open-body: off }",
        "suppressions: [{ code: open-body, file: a.yaml, reason: here }]",
        "contracts: { api: { input: a.yaml } }",
      ].join("\n"),
      "base.json": JSON.stringify({
        out: "out",
        maxWarnings: 9,
        severities: { "open-body": "error", "body-loose": "error" },
        suppressions: [{ code: "body-loose", reason: "there" }],
        contracts: { api: { out: "api-out" } },
      }),
      "strict.mjs": "export default { maxWarnings: 0 };",
    });
    expect(problems).toEqual([]);
    const { common, contracts } = config!.settings;
    expect(common).toMatchObject({
      out: path.join(folder, "out"),
      maxWarnings: 0,
      severities: { "open-body": "off", "body-loose": "error" },
    });
    expect(common.suppressions.map(({ reason, file }) => [reason, file])).toEqual([
      ["there", undefined],
      ["here", path.join(folder, "packages/api/a.yaml")],
    ]);
    expect(contracts["api"]).toMatchObject({
      input: path.join(folder, "packages/api/a.yaml"),
      out: path.join(folder, "api-out"),
    });
    expect(read.toSorted()).toEqual(["base.json", "packages/api/c.yaml", "strict.mjs"]);
  });

  it("finds packages", async () => {
    const { config, problems } = await load({
      "c.yaml": "extends: acme-config\n",
      "node_modules/acme-config/package.json": '{ "name": "acme-config", "main": "config.json" }',
      "node_modules/acme-config/config.json": '{ "maxWarnings": 7 }',
    });
    expect(problems).toEqual([]);
    expect(config!.settings.common.maxWarnings).toBe(7);
  });

  it("rejects a cycle and reports its location", async () => {
    const { problems } = await load({ "a.yaml": "extends: ./b.yaml\n", "b.yaml": "extends: ./a.yaml\n" });
    expect(problems).toEqual([
      'b.yaml:1:10 config-extends: cannot extend "./a.yaml": it extends this config in turn (Specify a path that starts with ./ or ../, or the name of an installed package.)',
    ]);
  });

  it("reports what is wrong in the other config", async () => {
    const { problems, config } = await load({ "a.yaml": "extends: ./b.yaml\n", "b.yaml": "inptu: a\n" });
    expect(problems).toEqual(['b.yaml:1:1 config-key: unknown setting "inptu" (Did you mean "input"?)']);
    expect(config).toBeUndefined();
  });
});

it("reports every file that a config in code was read from", async () => {
  const { read, problems } = await load({
    "c.ts":
      'import { own } from "./rules.js";\nimport data from "./data.json";\nexport default { maxWarnings: own + data.more };',
    "rules.ts": 'export { own } from "./deep/own.js";',
    "deep/own.ts": "export const own: number = 1;",
    "data.json": '{ "more": 2 }',
    "unused.ts": "",
  });
  expect(problems).toEqual([]);
  expect(read.toSorted()).toEqual(["c.ts", "data.json", "deep/own.ts", "rules.ts"]);
});

it("reads a config in code again each time", async () => {
  const { writeFileSync } = await import("node:fs");
  const { loadConfig } = await import("../../../generator/cli/config/load-config.js");
  const { folder } = await load({
    "c.ts": 'import { n } from "./n.js";\nexport default { maxWarnings: n };',
    "n.ts": "export const n = 1;",
  });
  const again = async () =>
    (await loadConfig(path.join(folder, "c.ts"), { workingFolder: folder, modules: {} })).config!.settings.common.maxWarnings;
  expect(await again()).toBe(1);
  writeFileSync(path.join(folder, "n.ts"), "export const n = 2;");
  expect(await again()).toBe(2);
});
