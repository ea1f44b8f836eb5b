import { expect, test } from "vitest";
import { createRegenerator } from "../../generator/unplugin/regenerate.js";
import { contractFile, createProject } from "./project.js";

const config = "openapi-actions.config.yaml";

test("nothing is done without changes, and calls wait for each other", async () => {
  const { path } = createProject();
  const regenerate = createRegenerator({});
  const [first, second] = await Promise.all([regenerate(), regenerate()]);
  expect(first).toEqual({
    isRight: true,
    isNew: true,
    diagnostics: [],
    lines: [
      "Example API 0.1.0: 1 operation, 2 actions of 1 service type; no problems",
      expect.stringMatching(/^generated: \d+ created$/),
    ],
    files: [path(contractFile)],
  });
  expect(second).toEqual({ ...first, isNew: false });
});

test("of several contracts, those with changed files are compiled again", async () => {
  const { path, read, write, replace } = createProject();
  write("spec/other.yaml", read(contractFile));
  write(config, "contracts: { one: { out: out/one }, two: { input: spec/other.yaml, out: out/two } }\n");
  const regenerate = createRegenerator({});
  await regenerate();
  replace("spec/other.yaml", "label: Resize", "label: Grow");
  const { lines, files } = await regenerate();
  expect(lines).toEqual([
    expect.stringMatching(/^out\/one: unchanged, \d+ files$/),
    "Example API 0.1.0: 1 operation, 2 actions of 1 service type; no problems",
    expect.stringMatching(/^out\/two: 3 updated, \d+ unchanged$/),
  ]);
  expect(files.toSorted()).toEqual([path(config), path(contractFile), path("spec/other.yaml")].sort());
});

test("a newly referenced file is watched, and so is a missing one", async () => {
  const { path, write, replace } = createProject();
  const regenerate = createRegenerator({});
  await regenerate();
  replace(contractFile, "memory_mb: { type: integer }", 'memory_mb: { $ref: "memory.yaml" }');
  const broken = await regenerate();
  expect({ isRight: broken.isRight, codes: broken.diagnostics.map(({ code }) => code), files: broken.files }).toEqual({
    isRight: false,
    codes: ["ref-unresolved"],
    files: [path(contractFile), path("spec/memory.yaml")],
  });
  write("spec/memory.yaml", "type: integer\n");
  expect((await regenerate()).isRight).toBe(true);
});

test("an error in the config is reported, and its correction is noticed", async () => {
  const { path, write } = createProject();
  write(config, "inptu: spec/openapi.yaml\n");
  const regenerate = createRegenerator({});
  const broken = await regenerate();
  expect({ isRight: broken.isRight, codes: broken.diagnostics.map(({ code }) => code), files: broken.files }).toEqual({
    isRight: false,
    codes: ["config-key"],
    files: [path(config)],
  });
  write(config, "input: spec/openapi.yaml\n");
  expect((await regenerate()).isRight).toBe(true);
});

test("up-to-date output of an earlier process is not generated again, and its sources are watched", async () => {
  const { path, read, write, replace } = createProject();
  write(config, "scaffold: src/handlers\n");
  await createRegenerator({})();
  const regenerate = createRegenerator({});
  const recalled = await regenerate();
  expect({ ...recalled, files: recalled.files.toSorted() }).toEqual({
    isRight: true,
    isNew: true,
    diagnostics: [],
    lines: [expect.stringMatching(/^generated: unchanged, \d+ files/)],
    files: [path(config), path(contractFile)],
  });
  replace(contractFile, "label: Resize", "label: Grow");
  expect((await regenerate()).isRight).toBe(true);
  expect(read("generated/actions.ts")).toContain('label: "Grow"');
});

test("a contract that is not in the config is rejected", async () => {
  const { write } = createProject();
  write(config, "contracts: { one: { out: out/one } }\n");
  await expect(createRegenerator({ contract: "onne" })()).rejects.toThrow("unknown contract 'onne'");
});
