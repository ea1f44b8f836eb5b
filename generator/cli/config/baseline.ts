import { readFileSync } from "node:fs";
import path from "node:path";
import { compare, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { fingerprints } from "../../diagnostics/fingerprint.js";
import { isObject } from "../../document/json-value.js";

/** One old problem: found again by its key, which is made of code, file and message and knows no lines. */
export interface BaselineEntry {
  readonly code: string;
  /** Relative to the baseline's folder. */
  readonly path: string;
  readonly key: string;
}

/** The old problems of each contract, by its name. */
export type Baseline = Readonly<Record<string, readonly BaselineEntry[]>>;

/** The name under which a contract without one is kept. */
export const onlyContract = "default";

/** Reads a baseline. Throws an error with the reason where the file is none. */
export function readBaseline(file: string): Baseline {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isObject(value) || value["version"] !== 1) throw new Error("it is not a baseline of version 1");
  const { contracts } = value;
  const isEntry = (entry: unknown) =>
    isObject(entry) && [entry["code"], entry["path"], entry["key"]].every((part) => typeof part === "string");
  if (!isObject(contracts) || !Object.values(contracts).every((list) => Array.isArray(list) && list.every(isEntry)))
    throw new Error("its entries are malformed");
  return contracts as unknown as Baseline;
}

/** The text of a baseline: sorted, a line for each problem, so that changes are easy to read and to merge. */
export function printBaseline(baseline: Baseline): string {
  const contracts = Object.entries(baseline).sort(([a], [b]) => compare(a, b));
  const lines = contracts.map(([name, entries]) => {
    const sorted = entries.toSorted((a, b) => compare(a.path, b.path) || compare(a.code, b.code) || compare(a.key, b.key));
    const list = sorted.map((entry) => `      ${JSON.stringify(entry)}`).join(",\n");
    return `    ${JSON.stringify(name)}: [${list === "" ? "" : `\n${list}\n    `}]`;
  });
  return `{\n  "version": 1,\n  "contracts": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** The entries of problems, in their order. `folder` is the baseline's, relative paths of problems start at `workingFolder`. */
export function baselineEntries(diagnostics: readonly Diagnostic[], folder: string, workingFolder: string): BaselineEntry[] {
  const moved = diagnostics.map((diagnostic) => {
    if (!diagnostic.location) return diagnostic;
    const relative = path.relative(folder, path.resolve(workingFolder, diagnostic.location.path)).split(path.sep).join("/");
    return { ...diagnostic, location: { ...diagnostic.location, path: relative } };
  });
  const keys = fingerprints(moved);
  return moved.map(({ code, location }, index) => ({ code, path: location?.path ?? "", key: keys[index]! }));
}
