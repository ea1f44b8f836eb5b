import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { loadContract } from "../../generator/document/load-contract.js";
import { lintContract } from "../../generator/lint/lint.js";
import { repositoryPath } from "../support/repository.js";

/** The diagnostics of a contract: `12:9 error code: message | hint`. */
function lint(yaml: string, extensionPrefix: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "bad-bindings-"));
  try {
    writeFileSync(path.join(folder, "openapi.yaml"), yaml);
    const { contract, diagnostics } = loadContract("openapi.yaml", { workingFolder: folder, extensionPrefix });
    const all = contract ? [...diagnostics, ...lintContract(contract)] : diagnostics;
    return all.map(({ severity, code, message, hint, location }) => {
      const place = `${location?.path}:${location?.line}:${location?.column}`;
      return `${place} ${severity} ${code}: ${message}${hint === undefined ? "" : ` | ${hint}`}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where `«` stands in a text, and the text without the mark. */
function unmark(marked: string): { yaml: string; place: string } {
  const before = marked.slice(0, marked.indexOf("«"));
  const place = `openapi.yaml:${before.split("\n").length}:${before.length - before.lastIndexOf("\n")}`;
  return { yaml: marked.replace("«", ""), place };
}

/** A contract, and what to replace in it. */
export type Edit = readonly [name: string, ...edits: readonly (readonly [from: string, to: string])[]];

/** A contract of a folder with edits; there must be a finding where `«` stands in one of them, and each has a place. */
export function expectErrorIn(folder: string, [name, ...edits]: Edit, expected: string): void {
  let text = readFileSync(repositoryPath(`${folder}/${name}.yaml`), "utf8");
  for (const [from, to] of edits) {
    expect(text.split(from).length, `${from} is there once`).toBe(2);
    text = text.replace(from, () => to);
  }
  const { yaml, place } = unmark(text);
  const found = lint(yaml, name === "tickets" ? "acme" : "platform");
  expect(found).toContain(`${place} ${expected}`);
  for (const line of found) expect(line).toMatch(/^openapi\.yaml:[0-9]+:[0-9]+ /);
}
