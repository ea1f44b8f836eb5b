import { describe, expect, it } from "vitest";
import { compile, lint } from "../../../generator/compile.js";
import type { Emitter } from "../../../generator/emit/emitter.js";
import type { CustomRule } from "../../../generator/lint/custom-rule.js";
import { readTemplate } from "../../../generator/package.js";
import { contract } from "../../lint/lint-text.js";
import { folderWith, inWords, load } from "./config-files.js";

const actions = `
  add_ip:
    label: Allow another address from which the service can be reached
  restart: { label: Restart }`;

const compileWith = (options: { rules?: readonly CustomRule[]; emitters?: readonly Emitter[] }) => {
  const workingFolder = folderWith({ "openapi.yaml": contract({ actions }) });
  return compile("openapi.yaml", { workingFolder, template: readTemplate, ...options });
};

const labelLength: CustomRule = {
  code: "acme/label-length",
  severity: "error",
  check({ actions: all, locations, report }) {
    for (const { action } of all) {
      if (String(action["label"] ?? "").length > 40) {
        report("the label has more than 40 characters", locations.value(action, "label"), { hint: "Shorten it." });
      }
    }
  },
};

const emitNames: Emitter = (model) => [
  {
    path: "names/actions.txt",
    text: model.serviceTypes.flatMap((type) => type.actions.map(({ name }) => `${type.name}.${name}\n`)).join(""),
  },
];

describe("a rule of a project", () => {
  it("reports at a location, with a severity and a hint, in addition to the built-in rules", async () => {
    const { diagnostics, files } = await compileWith({ rules: [labelLength] });
    expect(diagnostics.filter(({ code }) => code.startsWith("acme/")).map(inWords)).toEqual([
      "openapi.yaml:17:18 acme/label-length: the label has more than 40 characters (Shorten it.)",
    ]);
    expect(files).toBeUndefined();
  });

  it("that throws is a problem, and the others still run", async () => {
    const broken: CustomRule = {
      code: "acme/broken",
      severity: "warning",
      check() {
        throw new TypeError("label is undefined");
      },
    };
    const workingFolder = folderWith({ "openapi.yaml": contract({ actions }) });
    const { diagnostics } = await lint("openapi.yaml", { workingFolder, rules: [broken, labelLength] });
    expect(diagnostics.filter(({ code }) => !code.startsWith("redocly/")).map(inWords)).toEqual([
      'rule-failed: the rule "acme/broken" of the config failed: "label is undefined" (Fix the rule.)',
      "openapi.yaml:17:18 acme/label-length: the label has more than 40 characters (Shorten it.)",
    ]);
  });

  it("may be a class", async () => {
    class Counting {
      readonly code = "acme/count";
      readonly severity = "warning";
      readonly #limit = 1;
      check({ actions: all, report }: Parameters<CustomRule["check"]>[0]) {
        if (all.length > this.#limit) report(`there are ${all.length} actions`, undefined);
      }
    }
    const { diagnostics } = await compileWith({ rules: [new Counting()] });
    expect(diagnostics.map(inWords)).toContain("acme/count: there are 2 actions");
  });
});

describe("an emitter of a project", () => {
  it("adds files to the output", async () => {
    const { files } = await compileWith({ emitters: [emitNames] });
    expect(files!.find((file) => file.path === "names/actions.txt")!.text).toBe("postgres.add_ip\npostgres.restart\n");
    expect(files!.some((file) => file.path === "types.ts")).toBe(true);
  });

  it.each<[string, Emitter, string]>([
    ["a path outside of the output", () => [{ path: "../a.txt", text: "" }], "../a.txt is not a valid path of an output file"],
    ["an absolute path", () => [{ path: "/a.txt", text: "" }], "/a.txt is not a valid path of an output file"],
    [
      "a hidden file",
      () => [{ path: ".openapi-actions/a", text: "" }],
      ".openapi-actions/a is not a valid path of an output file",
    ],
    ["the manifest", () => [{ path: "Manifest.json", text: "" }], "Manifest.json is not a valid path of an output file"],
    ["a file of the project's own", () => [{ path: "Types.ts", text: "" }], "Types.ts conflicts with types.ts"],
    ["a file for a folder", () => [{ path: "validators", text: "" }], "validators conflicts with validators/all-errors/index.ts"],
    ["a folder for a file", () => [{ path: "types.ts/a", text: "" }], "types.ts/a conflicts with types.ts"],
    ["a file without a text", () => [{ path: "a.txt" } as never], "a file needs a path and a text"],
    [
      "an error",
      () => {
        throw new Error("no\nway");
      },
      "no\\nway",
    ],
  ])("that returns %s is a problem", async (_, emitter, reason) => {
    const { diagnostics, files } = await compileWith({ emitters: [emitter] });
    const [problem] = diagnostics.filter(({ code }) => code === "emitter-failed");
    expect(problem!.message).toContain(`of the config failed: "${reason}"`);
    expect(files).toBeUndefined();
  });

  it("is named in the message", async () => {
    const emitNothing: Emitter = () => undefined as never;
    const { diagnostics } = await compileWith({ emitters: [emitNothing, () => null as never] });
    expect(
      diagnostics.filter(({ code }) => code === "emitter-failed").map(({ message }) => message.split(" of the config")[0]),
    ).toEqual(['the emitter "emitNothing"', 'the emitter "number 2"']);
  });
});

it("both come from a config that is code, whose severities accept the rule", async () => {
  const { config, problems } = await load({
    "c.ts": `
import { defineConfig, type CustomRule, type Emitter } from "openapi-actions";
const rule: CustomRule = { code: "acme/a", severity: "warning", check: () => {} };
const emitter: Emitter = () => [];
export default defineConfig({ rules: [rule], emitters: [emitter], severities: { "acme/a": "off" } });`,
  });
  expect(problems).toEqual([]);
  expect(config!.settings.common.rules).toHaveLength(1);
  expect(config!.settings.common.emitters).toHaveLength(1);
});
