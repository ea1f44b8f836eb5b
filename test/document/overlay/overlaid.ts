import { expect } from "vitest";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract, type LoadedContract } from "../../../generator/document/load-contract.js";
import { folderWith, inWords, type Files } from "../load-text.js";

/** Loads `openapi.yaml` with every file of the name `*.overlay.yaml` or `*.overlay.json` applied, in the order of the files. */
export function overlaid(files: Files): { contract: LoadedContract | undefined; problems: string[] } {
  const overlays = Object.keys(files).filter((name) => /\.overlay\.(?:yaml|json)$/.test(name));
  const { contract, diagnostics } = loadContract("openapi.yaml", { workingFolder: folderWith(files), overlays });
  return { contract, problems: diagnostics.map(inWords) };
}

/** The head of an overlay: six lines, so that the first action begins in line 5. */
export function overlay(actions: string, version = "1.1.0"): string {
  return `overlay: ${version}\ninfo: { title: Changes, version: 1.0.0 }\nactions:\n${actions}`;
}

/** The document after an overlay that has no problems. */
export function apply(document: string, actions: string, version?: string): JsonObject {
  const { contract, problems } = overlaid({ "openapi.yaml": document, "a.overlay.yaml": overlay(actions, version) });
  expect(problems).toEqual([]);
  return contract!.document;
}
