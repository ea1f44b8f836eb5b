import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../generator/compile.js";
import { isAdjustableCode, isForgivable } from "../../../generator/cli/config/adjustable.js";
import { configuredContracts } from "../../../generator/cli/config/settings.js";
import { createFilter } from "../../../generator/cli/config/filter.js";
import { catalog } from "../../../generator/cli/catalog.js";
import { isPart } from "../../../generator/diagnostics/code-record.js";
import { readTemplate } from "../../../generator/package.js";
import { exampleContract } from "../../lint/example-contract.js";

/** Of contracts; those of servers are tested where they are reported. */
const errors = [...catalog.keys()].filter((code) => {
  const { severity, at } = catalog.get(code)!;
  return severity === "error" && isAdjustableCode(code) && isPart(at);
});

test("what is forgiven in somebody else's document is not forgiven in a server", () => {
  const ofServers = [...catalog.keys()].filter((code) => !isForgivable(code) && isAdjustableCode(code));
  expect(ofServers.length).toBeGreaterThan(10);
  expect(ofServers.filter((code) => !code.startsWith("test-"))).toEqual([]);
  expect(errors.filter((code) => !isForgivable(code))).toEqual([]);
});

test("the errors that a project may decide about", () => {
  expect(errors.toSorted()).toEqual([
    "action-list-mismatch",
    "action-status-unknown",
    "async-undeclared",
    "destructive-empty-body",
    "error-body",
    "error-code-unknown",
    "example-invalid",
    "extension-near-miss",
    "failure-unfit",
    "impossible-schema",
    "pattern-not-linear",
    "plan-undeclared",
    "result-unfit",
    "secret-only-on-reveal",
    "security-missing",
    "state-undeclared",
  ]);
});

test.each(errors)("a contract with %s compiles once it is turned off", async (code) => {
  const { bad, at } = catalog.get(code)!;
  if (!isPart(at)) throw new Error("no example to run");
  const workingFolder = mkdtempSync(path.join(tmpdir(), "adjustable-"));
  writeFileSync(path.join(workingFolder, "openapi.yaml"), exampleContract(at, bad));
  const [contract] = configuredContracts(undefined, workingFolder);
  const options = { workingFolder, template: readTemplate };
  const strict = await compile("openapi.yaml", options);
  expect(strict.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  expect(strict.files).toBeUndefined();
  const filter = createFilter({ ...contract!, severities: { [code]: "off" } }, { workingFolder, used: new Set() });
  const loose = await compile("openapi.yaml", { ...options, filter });
  expect(loose.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(loose.files?.length).toBeGreaterThan(5);
});
