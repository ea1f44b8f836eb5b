import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type CompileOptions, compile } from "../../generator/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

async function compiled(options: Partial<CompileOptions>) {
  const workingFolder = temporaryFolder();
  writeFileSync(path.join(workingFolder, "contract.yaml"), readFileSync(repositoryPath("templates/init/spec/openapi.yaml")));
  const { contract, files, diagnostics } = await compile("contract.yaml", { workingFolder, ...options });
  const [operation] = contract!.operations;
  return {
    line: contract!.locations.operation(operation!)?.line,
    files: files!.map((file) => [file.path, file.text]),
    diagnostics,
  };
}

test("files and diagnostics are the same without locations", async () => {
  const [kept, discarded] = [await compiled({}), await compiled({ discardLocations: true })];
  expect(kept.line).toBeGreaterThan(1);
  expect(discarded).toEqual({ ...kept, line: undefined });
});

test("a project's own emitters find locations nevertheless", async () => {
  const lines: unknown[] = [];
  const { line } = await compiled({
    discardLocations: true,
    emitters: [
      ({ locations, operations }) => {
        lines.push(locations.operation(operations[0]!)?.line);
        return [];
      },
    ],
  });
  expect(lines).toEqual([line]);
  expect(line).toBeGreaterThan(1);
});
