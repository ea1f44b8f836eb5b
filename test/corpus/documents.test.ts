import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { createVersion } from "../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../generator/tools/diff/diff-contracts.js";
import { buildDocs } from "../../generator/tools/site/build-docs.js";
import { expand } from "../../generator/tools/expand/expand.js";
import { readTemplate } from "../../generator/package.js";
import { temporaryFolder } from "../support/command-line.js";
import { corpus, hasCorpus } from "../support/corpus.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

const isThere = hasCorpus("openapi");
const { documents } = isThere
  ? (JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as { documents: { file: string }[] })
  : { documents: [{ file: "(no corpus)" }] };

const out = temporaryFolder();

/**
 * The documents that are rejected, and why each is invalid OpenAPI: a `$ref` to a parameter or response where a schema belongs, an
 * undefined security scheme, no version of OpenAPI, an operationId used twice, a `type` that doesn't exist, a `$ref` to itself. Their
 * other problems may be reported as well.
 */
const faults: Readonly<Record<string, string>> = {
  "openapi/hey-api-specs/3.0.x/external-shared.json": "openapi-version",
  "openapi/hey-api-specs/3.0.x/full.yaml": "ref-kind",
  "openapi/hey-api-specs/3.0.x/invalid/operationId-unique.yaml": "operation-id-unique",
  "openapi/hey-api-specs/3.0.x/type-invalid.json": "keyword-value",
  "openapi/hey-api-specs/3.1.x/external-shared.json": "openapi-version",
  "openapi/hey-api-specs/3.1.x/full.yaml": "ref-kind",
  "openapi/hey-api-specs/3.1.x/invalid/operationId-unique.yaml": "operation-id-unique",
  "openapi/hey-api-specs/3.1.x/type-invalid.json": "keyword-value",
  "openapi/hey-api-specs/3.1.x/validators-circular-ref.json": "ref-cycle",
  "openapi/readme-oas-examples/3.0/json/response-http-behavior.json": "security-undefined",
  "openapi/supabase-auth/openapi.yaml": "ref-kind",
};

describe.skipIf(!isThere)("real documents", () => {
  test.each(documents.map(({ file }) => file))("%s compiles, or is rejected at a location", async (file) => {
    const { diagnostics, files, loaded, contract } = await compile(file, { workingFolder: corpus, template: readTemplate });
    const errors = diagnostics.filter((diagnostic) => hasErrors([diagnostic]));
    expect(files === undefined).toBe(errors.length > 0);
    expect(errors.filter((error) => error.location === undefined)).toEqual([]);
    if (files === undefined) expect(errors.map((error) => error.code)).toContain(faults[file]);
    else expect(Object.keys(faults)).not.toContain(file);
    if (!files || !loaded || !contract) return;
    writeFiles(path.join(out, file.replace(/\W+/g, "-")), files);

    const pages = buildDocs(contract, loaded, {}, { template: readTemplate });
    expect(pages.filter(({ path: page }) => /^operations\/.*\.md$/.test(page)).length).toBeGreaterThanOrEqual(
      contract.operations.length,
    );
    expect(hasErrors(expand(contract, loaded, { layout: "all" }).diagnostics)).toBe(false);
    const version = createVersion(file, loaded);
    expect(diffContracts({ before: version, after: version }, { severities: {} })).toEqual([]);
  });

  test("all output type-checks", async () => {
    expect(await typeCheckNatively(out)).toBe("");
  });
});
