import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { model } from "../../../generator/compile.js";
import { fileName } from "../../../generator/model/names.js";
import { readTemplate } from "../../../generator/package.js";
import { buildSite } from "../../../generator/tools/site/build-docs.js";
import { servedName } from "../../../generator/tools/site/page-paths.js";
import { assertOutputPaths } from "../../../generator/write/output-folder.js";
import { contract as contractText } from "../../lint/lint-text.js";
import { temporaryFolder } from "../../support/command-line.js";

const names = [
  "__proto__",
  "_",
  "__",
  ".",
  "..",
  ".-..-evil",
  "-.x",
  "_con",
  "_con.txt",
  "con",
  "é",
  "../..",
  "1.0",
  "v_1",
  "V_1",
];

test("versions of any name have folders of their own, which every host serves", async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "openapi.yaml"), contractText());
  const { loaded, contract } = await model("openapi.yaml", { workingFolder: folder });
  const versions = ["2.0", ...names].map((name) => ({ contract: contract!, source: loaded!, name }));
  const { files } = buildSite(versions, {}, { template: readTemplate });
  const paths = files.map((file) => file.path);
  expect(() => assertOutputPaths(paths)).not.toThrow();
  const folders = new Set(paths.flatMap((file) => /^versions\/([^/]*)\//.exec(file)?.[1] ?? []));
  expect(folders.size).toBe(names.length);
  expect([...folders].filter((name) => !/^[A-Za-z0-9]/.test(name) || /^(?:con|prn)(?:\.|$)/i.test(name))).toEqual([]);
});

test("ordinary names stay, others lose what stands before their first letter", () => {
  const written = ["1.2.0", "v1_rc.1", "2024-01-31", "__proto__", ".-..-evil", "_con", "con", "_"].map(servedName);
  expect(written).toEqual(["1.2.0", "v1_rc.1", "2024-01-31", "proto__", "evil", "con_", "con_", "unnamed"]);
});

test.each(["-", "_"] as const)("no file name is hidden or an option, with %j for other characters", (replacement) => {
  expect(names.map((name) => fileName(name, replacement)).filter((name) => /^[-.]/.test(name))).toEqual([]);
});
