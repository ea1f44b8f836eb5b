import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { repositoryPath } from "../support/repository.js";
import { writeFiles } from "../support/write-files.js";

/** The memory limit of the process in MiB: a body of one MiB has up to 500,000 values. */
const maxMemory = 256;

interface Row {
  readonly name: string;
  readonly response: number;
}

test("bodies that try to exhaust a validator get the right response, short and with little memory", async () => {
  const { exhausting } = (await load("bench/contracts/exhausting.mjs")) as { exhausting: object };
  const { exhaustingBodies } = (await load("bench/contracts/exhausting-bodies.mjs")) as { exhaustingBodies: object[] };
  const folder = await writeServer(exhausting);
  // It fails if a response has another status than expected.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${maxMemory}`, repositoryPath("bench/children/send-bodies.mjs"), folder],
    { encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
  const rows = JSON.parse(stdout) as Row[];
  expect(rows).toHaveLength(exhaustingBodies.length);
  expect(rows.filter(({ response }) => response > 10_000)).toEqual([]);
});

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(repositoryPath(file)).href) as Promise<unknown>;
}

/** Writes the output for a contract as JavaScript into a new folder. */
async function writeServer(document: object): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "bodies-"));
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true };
  const files = await emitAll(contractOf(document), { template: readTemplate });
  const modules = files
    .filter((file) => file.path.endsWith(".ts"))
    .map((file) => ({
      ...file,
      path: file.path.replace(/\.ts$/, ".js"),
      text: ts.transpileModule(file.text, { compilerOptions }).outputText,
    }));
  writeFiles(folder, modules);
  return folder;
}
