import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { lintContract } from "../../generator/lint/lint.js";
import { buildContract } from "../../generator/model/build-contract.js";
import { components, schema } from "../robustness/arbitrary-schema.js";
import { repositoryPath } from "../support/repository.js";
import { typeCheckNatively } from "../support/type-check.js";
import { emit } from "./load-emitted.js";

const folder = mkdtempSync(path.join(tmpdir(), "typed-"));

/** Writes the compiled functions of a schema in a folder of their own; `undefined`: it is refused. */
function writeFunctions(written: unknown, name: string): string | undefined {
  const document = {
    openapi: "3.1.0",
    info: { title: "Checks", version: "1" },
    security: [],
    paths: {
      "/check": {
        post: {
          operationId: "check",
          requestBody: { content: { "application/json": { schema: written } } },
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas: components },
  };
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  const { contract, diagnostics } = loadContract("openapi.json", { workingFolder: folder, untypedObjects: "any" });
  if (!contract || hasErrors([...diagnostics, ...lintContract(contract)])) return undefined;
  const file = emit(buildContract(contract)).find((one) => one.path === "validators/compiled/operations.ts")!;
  mkdirSync(path.join(folder, "checks"), { recursive: true });
  writeFileSync(path.join(folder, "checks", `${name}.ts`), file.text.replaceAll("../../runtime", "../runtime"));
  return file.text;
}

test("compiled functions have the types of TypeScript's strictest options, without any", async () => {
  cpSync(repositoryPath("templates/runtime"), path.join(folder, "runtime"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const texts = fc
    .sample(schema, { numRuns: 400, seed: 1 })
    .flatMap((written, index) => writeFunctions(written, `c${index}`) ?? []);
  expect(await typeCheckNatively(path.join(folder, "checks"))).toBe("");
  // What notes which parts were evaluated is Ajv's, and says so.
  const typed = texts.filter((text) => !text.includes("// @ts-nocheck"));
  for (const text of texts) if (!text.includes("unevaluated")) expect(typed).toContain(text);
  expect(typed.length).toBeGreaterThan(200);
  for (const text of typed) expect(text).not.toMatch(/: any\b|\bas any\b/);
});

test("a member that isn't there is an error of types in a compiled function", async () => {
  writeFunctions({ type: "object", required: ["a"], properties: { a: { type: "string", maxLength: 3 } } }, "broken");
  const file = path.join(folder, "checks/broken.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace('typeof a !== "string"', 'typeof a !== "number"'));
  expect(await typeCheckNatively(path.join(folder, "checks"))).toContain("broken.ts");
});
