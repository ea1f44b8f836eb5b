import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { compare, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { fingerprints } from "../../diagnostics/fingerprint.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { createInstanceEvaluator } from "../../json-schema/interpreter.js";
import { count } from "../count.js";
import { UsageError } from "../exit-codes.js";
import type { Session } from "../session.js";
import { writeOrReject } from "../write-whole.js";
import { isAdjustable } from "./adjustable.js";
import type { ContractSettings } from "./settings.js";

/** One known problem. Its key consists of code, file and message, without lines. */
export interface BaselineEntry {
  readonly code: string;
  /** Relative to the baseline's folder. */
  readonly path: string;
  readonly key: string;
}

/** The known problems of each contract, by its name. */
export type Baseline = Readonly<Record<string, readonly BaselineEntry[]>>;

/** The key of a contract without a name. */
export const onlyContract = "default";

const fileSchema = {
  type: "object",
  required: ["version", "contracts"],
  properties: {
    version: { const: 1 },
    contracts: {
      type: "object",
      additionalProperties: {
        type: "array",
        items: {
          type: "object",
          required: ["code", "path", "key"],
          properties: { code: { type: "string" }, path: { type: "string" }, key: { type: "string" } },
        },
      },
    },
  },
};

/** Parses a baseline. Throws an error with the reason if it is malformed. */
export function readBaseline(file: string): Baseline {
  const value = JSON.parse(readFileSync(file, "utf8")) as JsonValue;
  const limits = { steps: 10_000_000, stepsInAll: Infinity, errors: 100 };
  const { isValid, errors } = createInstanceEvaluator({}, limits)(fileSchema, value);
  if (isValid === true) return (value as unknown as { readonly contracts: Baseline }).contracts;
  const isForeign = !isObject(value) || errors.some(({ pointer, property }) => pointer === "/version" || property === "version");
  throw new Error(isForeign ? "it is not a baseline of version 1" : "its entries are malformed");
}

/** Prints a baseline: sorted, one line for each problem, so that changes are easy to read and merge. */
export function printBaseline(baseline: Baseline): string {
  const contracts = Object.entries(baseline).sort(([a], [b]) => compare(a, b));
  const lines = contracts.map(([name, entries]) => {
    const sorted = entries.toSorted((a, b) => compare(a.path, b.path) || compare(a.code, b.code) || compare(a.key, b.key));
    const list = sorted.map((entry) => `      ${JSON.stringify(entry)}`).join(",\n");
    return `    ${JSON.stringify(name)}: [${list === "" ? "" : `\n${list}\n    `}]`;
  });
  return `{\n  "version": 1,\n  "contracts": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/**
 * Returns the entries of problems, in their order. `folder` is the baseline's; relative paths of problems start at
 * `workingFolder`.
 */
export function baselineEntries(diagnostics: readonly Diagnostic[], folder: string, workingFolder: string): BaselineEntry[] {
  const moved = diagnostics.map((diagnostic) => {
    if (!diagnostic.location) return diagnostic;
    const relative = path.relative(folder, path.resolve(workingFolder, diagnostic.location.path)).split(path.sep).join("/");
    return { ...diagnostic, location: { ...diagnostic.location, path: relative } };
  });
  const keys = fingerprints(moved);
  return moved.map(({ code, location }, index) => ({ code, path: location?.path ?? "", key: keys[index]! }));
}

/**
 * `lint --write-baseline`: writes the problems of a contract to its baseline, next to those of other contracts. Returns
 * those that can't be in a baseline, because they protect the output.
 */
export function updateBaseline(
  contract: ContractSettings,
  found: readonly Diagnostic[],
  session: Session,
): readonly Diagnostic[] {
  if (contract.baseline === undefined) {
    throw new UsageError("--write-baseline requires --baseline <file>, or baseline in the config.");
  }
  const file = path.resolve(contract.baseline);
  const old = found.filter(isAdjustable);
  const entries = baselineEntries(old, path.dirname(file), realpathSync(process.cwd()));
  const text = printBaseline({ ...readOthers(file), [contract.name ?? onlyContract]: entries });
  writeOrReject(file, text, `the baseline ${contract.baseline}`);
  session.say(`${contract.baseline}: ${count(entries.length, "problem")} written\n`);
  return found.filter((diagnostic) => !isAdjustable(diagnostic));
}

/** The current content of the file. An unreadable file, for example after a merge, is replaced. */
function readOthers(file: string): Baseline {
  try {
    return readBaseline(file);
  } catch {
    return {};
  }
}
