import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { targets, type Target, usualTargets } from "../../generator/emit/targets.js";
import { readTemplate } from "../../generator/package.js";
import { importedFiles, type ImportExtension } from "../../generator/typescript/imports.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

// Contracts with actions, with other envelopes and errors, and without actions. `generated/` has tests of its own.
const contracts = [
  ["actions", "test/cases/one-action/contract/openapi.yaml"],
  ["shapes", "test/cases/shapes/contract/openapi.yaml"],
  ["plain", "test/cases/no-extension/contract/openapi.yaml"],
] as const;

const choices: readonly (readonly Target[])[] = [
  ["types"],
  ["validators"],
  ["server"],
  ["client"],
  ["validators", "client"],
  ["server", "client"],
  ["query"],
  ["mcp"],
];

/** The folders and files that may be there, beside `runtime/`. */
const allowed: Readonly<Record<Target, RegExp>> = {
  types: /^(?:types|actions)\.ts$/,
  validators: /^(?:types|actions)\.ts$|^validators\//,
  server: /^(?:types|actions)\.ts$|^validators\/|^server\/|^openapi\.json$/,
  client: /^(?:types|actions)\.ts$|^client\//,
  webhooks: /^(?:types|actions)\.ts$|^validators\/|^webhooks\//,
  query: /^(?:types|actions)\.ts$|^client\/|^query\//,
  mcp: /^(?:types|actions)\.ts$|^validators\/|^client\/|^mcp\//,
};

const languageOptions: Readonly<Record<ImportExtension, object>> = {
  ".js": {},
  ".ts": { allowImportingTsExtensions: true },
  none: { module: "esnext", moduleResolution: "bundler" },
};

const compileFor = async (contract: string, wanted: readonly Target[], importExtension: ImportExtension) => {
  const options = { workingFolder: repositoryPath("."), template: readTemplate, targets: wanted, importExtension };
  const { files } = await compile(contract, options);
  return files!;
};

describe.each(contracts)("%s", (name, contract) => {
  test.each(choices)("%s: no import is missing, no file is unused", async (...wanted) => {
    const files = await compileFor(contract, wanted, ".js");
    const paths = files.map((file) => file.path);
    const unexpected = paths.filter((file) => !file.startsWith("runtime/") && !wanted.some((one) => allowed[one].test(file)));
    expect(unexpected).toEqual([]);
    const imported = new Set(files.flatMap(importedFiles));
    expect([...imported].filter((file) => !paths.includes(file))).toEqual([]);
    expect(paths.filter((file) => file.startsWith("runtime/") && !imported.has(file))).toEqual([]);
    await expectNoTypeErrors(`${name}-${wanted.join("-")}`, files, ".js");
  });

  test("all targets but query and mcp are what is written by default", async () => {
    const { files } = await compile(contract, { workingFolder: repositoryPath("."), template: readTemplate });
    expect(await compileFor(contract, usualTargets, ".js")).toEqual(files);
  });

  test.each([".ts", "none"] as const)("%s: everything passes the strictest options", async (extension) => {
    const files = await compileFor(contract, targets, extension);
    const code = files.filter((file) => file.path.endsWith(".ts"));
    const relative = code.flatMap(({ text }) => text.match(/^(?:import|export|\}).* from "\.[^"]*"/gm) ?? []);
    const expected = extension === "none" ? /\/[^/.]+"$/ : /\.ts"$/;
    expect(relative.filter((specifier) => !expected.test(specifier))).toEqual([]);
    await expectNoTypeErrors(`${name}${extension}`, files, extension);
  });
});

async function expectNoTypeErrors(name: string, files: Parameters<typeof writeFiles>[1], extension: ImportExtension) {
  const folder = repositoryPath(`node_modules/.cache/targets/${name}`);
  writeFiles(folder, files);
  // The types of the protocol's package need those of Node.
  const hasPackage = files.some(({ path }) => path.startsWith("mcp/"));
  const more = {
    ...languageOptions[extension],
    ...(hasPackage && { types: ["node"], typeRoots: [repositoryPath("node_modules/@types")] }),
  };
  expect(await typeCheckNatively(folder, more)).toBe("");
}
