import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../../generator/diagnostics/diagnostic.js";
import { lintContract } from "../../../generator/lint/lint.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import { corpus, hasCorpus } from "../../support/corpus.js";
import { expandFolder } from "./expand-contract.js";

const folder = path.join(corpus, "actions");
const isThere = hasCorpus("actions");
const names = isThere ? readdirSync(folder).filter((file) => /^[^.]+\.json$/.test(file)) : ["(no corpus)"];

describe.skipIf(!isThere).each(names)("%s", (name) => {
  test("each document is valid and has the bodies and results of the contract", () => {
    const { contract, files, diagnostics } = expandFolder(folder, { layout: "per-type", nested: "inline" }, name);
    expect(diagnostics).toEqual([]);
    const out = mkdtempSync(path.join(tmpdir(), "expanded-"));
    for (const file of files) writeFileSync(path.join(out, file.path), file.text);
    for (const { name: type, moduleName, actions } of contract.serviceTypes) {
      const { contract: loaded } = loadContract(`openapi.${moduleName}.json`, { workingFolder: out });
      expect(lintContract(loaded!).filter((diagnostic) => hasErrors([diagnostic]))).toEqual([]);
      const again = buildContract(loaded!);
      for (const action of actions) {
        expect(again.operations.map(({ id }) => id)).toContain(`${type}.${action.name}`);
        for (const schema of [action.body, action.result]) {
          expect(again.schemas.get(schema)).toEqual(contract.schemas.get(schema));
        }
      }
    }
  });
});
