import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compile, type Compilation } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { readTemplate } from "../../generator/package.js";
import { corpus, hasCorpus, toleratingResults } from "../support/corpus.js";
import { temporaryFolder } from "../support/command-line.js";
import { loadOutput } from "../support/load-output.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

type Guard = (value: unknown) => boolean;

interface Case {
  readonly type: string;
  readonly action: string;
  readonly why: string;
  readonly value: unknown;
  readonly valid: boolean;
}

const folder = path.join(corpus, "actions");
const isThere = hasCorpus("actions");
const names = isThere ? readdirSync(folder).filter((file) => /^[^.]+\.json$/.test(file)) : ["(no corpus)"];

describe.skipIf(!isThere).each(names)("%s", (name) => {
  let compilation: Compilation;

  beforeAll(async () => {
    compilation = await compile(name, { workingFolder: folder, template: readTemplate, filter: toleratingResults });
  });

  test("compiles", () => {
    expect(compilation.diagnostics.filter((diagnostic) => hasErrors([diagnostic]))).toEqual([]);
  });

  test("output type-checks", async () => {
    const out = temporaryFolder();
    writeFiles(out, compilation.files!);
    expect(await typeCheckNatively(out)).toBe("");
  });

  test("body validators give the labelled verdicts", async () => {
    const { actions } = (await loadOutput(compilation.files!)("validators/index.ts")) as {
      actions: Record<string, Record<string, { body: Guard }>>;
    };
    const lines = readFileSync(path.join(folder, name.replace(/json$/, "cases.jsonl")), "utf8")
      .split("\n")
      .filter(Boolean);
    const cases = lines.map((line) => JSON.parse(line) as Case);
    expect(cases.length).toBeGreaterThan(0);
    const disagreements = cases.filter(({ type, action, value, valid }) => actions[type]![action]!.body(value) !== valid);
    expect(disagreements.filter((found) => !isBeyondInt64(found))).toEqual([]);
  });
});

/** The labels are those of ajv-formats, whose int64 takes any whole number, 1e300 too. Ours ends at 2^53. */
function isBeyondInt64({ why, valid }: Case): boolean {
  return valid && why.includes("huge at ");
}
