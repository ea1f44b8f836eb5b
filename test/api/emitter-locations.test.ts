import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type CompileOptions, compile } from "../../generator/index.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";

async function compiled(options: Partial<CompileOptions>) {
  const workingFolder = temporaryFolder();
  writeFileSync(path.join(workingFolder, "contract.yaml"), readFileSync(repositoryPath("templates/init/spec/openapi.yaml")));
  const { contract } = await compile("contract.yaml", { workingFolder, ...options });
  return { line: contract!.locations.operation(contract!.operations[0]!)?.line };
}

test("a project's own emitters find locations", async () => {
  const lines: unknown[] = [];
  const { line } = await compiled({
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
