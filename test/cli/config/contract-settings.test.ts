import { expect, test } from "vitest";
import { checkFolders, configuredContracts, otherContract, override } from "../../../generator/cli/config/settings.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { inWords, load } from "./config-files.js";

const several = {
  "c.yaml": `
extensionPrefix: acme
integers: rounded
out: out/common
suppressions: [{ code: open-body, reason: all }]
contracts:
  billing: { input: billing.yaml, out: out/billing, suppressions: [{ code: open-body, reason: own }] }
  api: { input: ../api.yaml, extensionPrefix: own, scaffold: handlers }
`,
};

test("without a config there is one contract, where it is by convention", () => {
  expect(configuredContracts(undefined, "/w")).toEqual([
    {
      input: "spec/openapi.yaml",
      out: "generated",
      extensionPrefix: "platform",
      integers: "exact",
      docs: {},
      expand: {},
      severities: {},
      overlays: [],
      suppressions: [],
      rules: [],
      emitters: [],
    },
  ]);
});

test("contracts are sorted by name, and settings next to them apply to all", async () => {
  const { config, folder } = await load(several);
  const contracts = configuredContracts(config, folder);
  expect(
    contracts.map(({ name, input, out, scaffold, extensionPrefix }) => [name, input, out, scaffold, extensionPrefix]),
  ).toEqual([
    ["api", "../api.yaml", "out/common", "handlers", "own"],
    ["billing", "billing.yaml", "out/billing", undefined, "acme"],
  ]);
  expect(contracts.map(({ suppressions }) => suppressions.map(({ reason }) => reason))).toEqual([["all"], ["all", "own"]]);
});

test("paths are shown from the working folder", async () => {
  const { config, folder } = await load(several);
  expect(configuredContracts(config, `${folder}/src`).map(({ out }) => out)).toEqual(["../out/common", "../out/billing"]);
});

test("a contract that no config names shares the rules, not the folders", async () => {
  const { config, folder } = await load(several);
  expect(otherContract("x.yaml", config, folder)).toMatchObject({
    input: "x.yaml",
    out: "generated",
    extensionPrefix: "acme",
    integers: "rounded",
    suppressions: [{ reason: "all" }],
  });
  expect(otherContract("x.yaml", undefined, folder).scaffold).toBeUndefined();
});

test("the files of a site are relative to the config, and each contract may have its own site settings", async () => {
  const { config, folder } = await load({
    "conf/c.yaml": "docs: { name: All, logo: logo.svg }\ncontracts: { api: { docs: { pages: guides, name: Shop } } }\n",
  });
  const [api] = configuredContracts(config, folder);
  expect(api!.docs).toEqual({ name: "Shop", logo: "conf/logo.svg", pages: "conf/guides" });
});

test("the root is a folder from the config, and no other contract's", async () => {
  const { config, folder } = await load({ "conf/c.yaml": "root: ..\ncontracts: { api: {}, own: { root: . } }\n" });
  const [api, own] = configuredContracts(config, folder);
  expect([api!.root, own!.root]).toEqual([".", "conf"]);
  expect(otherContract("x.yaml", config, folder).root).toBeUndefined();
});

test("flags override the config", async () => {
  const { config, folder } = await load(several);
  const [api] = configuredContracts(config, folder);
  expect(override(api!, { out: "o", scaffold: undefined, maxWarnings: 0 })).toMatchObject({
    out: "o",
    scaffold: "handlers",
    maxWarnings: 0,
  });
});

test("two contracts can't share a folder", () => {
  const [contract] = configuredContracts(undefined, "/w");
  const problems: Diagnostic[] = [];
  checkFolders(
    [
      { ...contract!, name: "a" },
      { ...contract!, name: "b", out: "./generated/" },
      { ...contract!, name: "c", out: "d" },
    ],
    "/w",
    problems,
  );
  expect(problems.map(inWords)).toEqual([
    'config-folder: the contracts "a" and "b" have the same output folder "./generated/" (Give each contract its own `out`.)',
  ]);
});
