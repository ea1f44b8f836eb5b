import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { unexpectedModules } from "../../bench/client/bundle-lint.mjs";
import { bundlers } from "../../bench/client/bundlers.mjs";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { repositoryPath } from "../support/repository.js";
import { writeFiles } from "../support/write-files.js";

let folder = "";

// A contract with a stream, uploads, secrets, asynchronous actions, envelopes and errors of its own.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "bundle-"));
  const contract = repositoryPath("test/production/fleet/openapi.yaml");
  const { files } = await compile(contract, { workingFolder: path.dirname(contract), template: readTemplate });
  writeFiles(folder, files!);
});

function write(imported: string, code: string): string {
  const entry = path.join(mkdtempSync(path.join(folder, "program-")), "entry.ts");
  writeFileSync(entry, `import ${imported && `{ ${imported} } from `}"../client/index.js";\n${code}`);
  return entry;
}

const options = '{ baseUrl: "https://api.quay.example", token: "t" }';

/** Texts of the modules that a call without them must not bring along. */
const texts = {
  actions: "order",
  streams: "event-stream",
  uploads: "FormData",
  secrets: "access_code",
  following: "did not complete in time",
  keys: "randomUUID",
  pages: "next_cursor",
  validators: "violates the contract",
  retries: "Math.random",
};

/** How much larger the bundles of each are. */
const overheads = { rolldown: 0, esbuild: 0.04, webpack: 0.03 };

const programs: [name: string, imported: string, code: string, limit: number, uses: (keyof typeof texts)[]][] = [
  ["one GET", "getMachine", `createClientOf([getMachine], ${options}).getMachine({}).then(console.log)`, 2_860, []],
  ["one action", "craneLift", `createClientOf([craneLift], ${options}).crane({}).lift({}).then(console.log)`, 4_145, ["actions"]],
  [
    "a secret",
    "revealAccess",
    `createClientOf([revealAccess], ${options}).revealAccess({}).then(console.log)`,
    2_920,
    ["secrets"],
  ],
  ["an upload", "addDrawing", `createClientOf([addDrawing], ${options}).addDrawing({}).then(console.log)`, 4_140, ["uploads"]],
  [
    "a stream",
    "followReadings",
    `createClientOf([followReadings], ${options}).followReadings({}).then(console.log)`,
    4_325,
    ["streams"],
  ],
];

describe.each(["rolldown", "esbuild", "webpack"] as const)("bundled by %s", (bundler) => {
  test.each(programs)("%s", async (_, imported, program, limit, uses) => {
    const { code } = await bundlers[bundler](write(`createClientOf, ${imported}`, program));
    const found = Object.entries(texts).flatMap(([name, text]) => (code.includes(text) ? [name] : []));
    expect(found).toEqual(uses);
    expect(gzipSync(code).length).toBeLessThan(limit * (1 + overheads[bundler]));
  });

  test("nothing of what is imported without being used", async () => {
    const { code } = await bundlers[bundler](write("", ""));
    // What webpack leaves of classes.
    expect(code.replace(/\b(?:Error|Symbol\.asyncIterator)[,;]?/g, "").trim()).toBe("");
  });
});

test("modules that a call doesn't need are named", async () => {
  const { modules } = await bundlers.rolldown(write(`createClientOf, ${programs[0]![1]}`, programs[0]![2]));
  const needed = ["runtime/client/action-calls.ts", "runtime/client/encoding.ts", "runtime/json.ts"];
  expect(unexpectedModules(folder, modules, ["program"])).toEqual(expect.arrayContaining(needed));
  const isProgram = (file: string) => file.startsWith("program-");
  expect(unexpectedModules(folder, modules, needed).filter((file) => !isProgram(file))).toEqual([]);
});
