import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryPath } from "../../support/repository.js";
import { typeCheckNatively } from "../../support/type-check.js";

const documented = /```ts\n(\/\/ mock\.ts\n.*?)```/s.exec(readFileSync(repositoryPath("docs/mock.md"), "utf8"))![1]!;

/** Type errors of the module of the documentation, beside generated code, with the types that the package has. */
function check(text: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "mock-handlers-"));
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(repositoryPath("."), path.join(folder, "node_modules/openapi-actions"));
  symlinkSync(repositoryPath("generated"), path.join(folder, "generated"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "mock.ts"), text);
  return typeCheckNatively(folder, { skipLibCheck: true });
}

test("the documented handlers compile", async () => {
  expect(await check(documented)).toBe("");
});

test.each([
  ['"allowlist_full"', '"no_such_error"', "no_such_error"],
  ['name: "Mine"', "name: 7", "is not assignable to type 'string'"],
  ["getProject", "getPlanet", "getPlanet"],
])("%s in them can't become %s", async (from, to, message) => {
  expect(await check(documented.replace(from, to))).toContain(message);
});
