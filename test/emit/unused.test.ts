import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import type { Target } from "../../generator/emit/targets.js";
import { readTemplate } from "../../generator/package.js";
import { repositoryPath } from "../support/repository.js";
import { findUnused } from "./unused.js";

const contracts = [
  "spec/openapi.yaml",
  "templates/init/spec/openapi.yaml",
  "test/cases/one-action/contract/openapi.yaml",
  "test/cases/shapes/contract/openapi.yaml",
  "test/cases/no-extension/contract/openapi.yaml",
];

/** The files that programs import. */
const entries = [
  "types.ts",
  "actions.ts",
  "client/index.ts",
  "server/index.ts",
  "webhooks/index.ts",
  "validators/index.ts",
  "validators/standard/index.ts",
];

describe.each(contracts)("%s", (contract) => {
  test.each([["everything"], ["client"], ["server"]])("%s: nothing is unused", async (part) => {
    const targets = part === "everything" ? {} : { targets: [part as Target] };
    const { files } = await compile(contract, { workingFolder: repositoryPath("."), template: readTemplate, ...targets });
    expect(findUnused(files!, entries)).toEqual([]);
  });
});
