import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { terminalText } from "../../generator/diagnostics/escape.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { partOf } from "./budget.js";
import { hostileDocuments } from "./documents/index.js";
import { outsideText, runDocument } from "./documents/run-document.js";
import { listFiles } from "./documents/watched-run.js";
import { runOutput } from "./run-output.js";

/** Characters that control a terminal or reverse text; line feeds are in every text. */
const controls = /[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029\ufeff]/u;
const trace = /^\s+at .+:\d+:\d+\)?$/m;
const outputs: string[] = [];
let refused = 0;

const kinds = Object.entries(hostileDocuments).map(([kind, all], turn) => [kind, partOf(all, turn)] as const);

describe.each(kinds)("%s", (_kind, documents) => {
  test.concurrent.each(documents.map((document) => [document.name, document] as const))("%s", async (_name, document) => {
    const { code, stdout, stderr, reports, out, strays, trespasses } = await runDocument(document);
    expect(reports.json, stderr).not.toBe("");
    const { diagnostics } = JSON.parse(reports.json) as { diagnostics: Diagnostic[] };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const found = errors.map((error) => `${error.location?.path}:${error.location?.line} ${error.code}`);
    expect(found.sort()).toEqual([...document.errors].sort());
    expect({ code, strays, trespasses }, stderr).toEqual({ code: errors.length > 0 ? 1 : 0, strays: [], trespasses: [] });
    for (const [name, text] of Object.entries({ ...reports, stdout, stderr })) {
      expect([name, controls.exec(text)?.[0], trace.exec(text)?.[0]]).toEqual([name, undefined, undefined]);
      expect(text).not.toContain(outsideText);
    }
    for (const { location, code: name } of errors)
      expect(stderr).toContain(`${terminalText(location!.path)}:${location!.line}:${location!.column} error ${name}: `);
    expect(existsSync(out)).toBe(errors.length === 0);
    if (errors.length > 0) {
      refused++;
      return;
    }
    outputs.push(out);
    expect(runOutput(readOutput(out))).toEqual({ globals: [], pollution: [], outside: [] });
  });
});

test("the output of accepted documents type-checks", async () => {
  const folder = temporaryFolder();
  for (const [index, out] of outputs.entries()) cpSync(out, path.join(folder, String(index)), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  expect(outputs.length).toBeGreaterThan(kinds.flatMap(([, documents]) => documents).length / 10);
  expect(await typeCheckNatively(folder)).toBe("");
});

function readOutput(out: string): OutputFile[] {
  return listFiles(out).map((file) => ({ path: file, text: readFileSync(path.join(out, file), "utf8") }));
}

afterAll(() => process.stdout.write(`${outputs.length + refused} documents: ${outputs.length} accepted, ${refused} refused\n`));
