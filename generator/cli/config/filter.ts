import path from "node:path";
import { parsePointer } from "../../../templates/runtime/json.js";
import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../diagnostics/report.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { parseJson } from "../../document/parse-json.js";
import { parseYaml } from "../../document/parse-yaml.js";
import { locationAt, Locations, type TextFile } from "../../document/locations.js";
import { isAdjustable, isForgivable } from "./adjustable.js";
import { baselineEntries, onlyContract, readBaseline } from "./baseline.js";
import type { ContractSettings, LocatedSuppression } from "./settings.js";

export interface FilterOptions {
  readonly workingFolder: string;
  /** Collects the suppressions that were used. */
  readonly used: Set<LocatedSuppression>;
  /** True if a new baseline is about to be written: the old one and the number of warnings are ignored. */
  readonly isForBaseline?: boolean;
}

/** Filters the findings in a contract by its config. */
export type Filter = (diagnostics: readonly Diagnostic[], files: readonly TextFile[]) => Diagnostic[];

/**
 * A filter by the settings of a contract, in this order: severities, suppressions, baseline, the maximum number of
 * warnings. Errors that protect the output are never changed.
 */
export function createFilter(contract: ContractSettings, { workingFolder, used, isForBaseline }: FilterOptions): Filter {
  return (diagnostics, files) => {
    const isSuppressed = createSuppressor(contract.suppressions, files, workingFolder, used);
    const fixed = diagnostics.filter((diagnostic) => !isAdjustable(diagnostic));
    const open = diagnostics.filter(isAdjustable).flatMap((diagnostic) => {
      const isLenient = contract.lenient === true && isForgivable(diagnostic.code);
      const severity = contract.severities[diagnostic.code] ?? (isLenient ? "warning" : diagnostic.severity);
      return severity === "off" || isSuppressed(diagnostic) ? [] : [{ ...diagnostic, severity }];
    });
    if (isForBaseline) return [...fixed, ...open].sort(compareDiagnostics);
    const left = [...fixed, ...withoutOld(open, contract, workingFolder)];
    const warnings = left.filter(({ severity }) => severity === "warning").length;
    const { maxWarnings: limit = Infinity } = contract;
    if (warnings > limit) report(left, "too-many-warnings", { count: warnings, limit });
    return left.sort(compareDiagnostics);
  };
}

/** The problems that are not in the baseline. An unreadable baseline is reported. */
function withoutOld(diagnostics: Diagnostic[], contract: ContractSettings, workingFolder: string): Diagnostic[] {
  if (contract.baseline === undefined) return diagnostics;
  const file = path.resolve(workingFolder, contract.baseline);
  let old: ReadonlySet<string>;
  try {
    old = new Set((readBaseline(file)[contract.name ?? onlyContract] ?? []).map(({ key }) => key));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "ENOENT" ? "there is no such file" : error instanceof SyntaxError ? "it is not JSON" : (code ?? message);
    report(diagnostics, "baseline-invalid", { path: contract.baseline, reason });
    return diagnostics;
  }
  const entries = baselineEntries(diagnostics, path.dirname(file), workingFolder);
  return diagnostics.filter((_, index) => !old.has(entries[index]!.key));
}

/** Reports unused suppressions. */
export function reportUnused(
  suppressions: readonly LocatedSuppression[],
  used: ReadonlySet<LocatedSuppression>,
  problems: Report,
): void {
  for (const suppression of suppressions) {
    if (!used.has(suppression)) report(problems, "suppression-unused", { code: suppression.code }, suppression.location);
  }
}

/**
 * `files` are those of the contract, the main document first; without them a suppression by pointer suppresses nothing.
 * A suppression that applies is added to `used`.
 */
function createSuppressor(
  suppressions: readonly LocatedSuppression[],
  files: readonly TextFile[],
  workingFolder: string,
  used: Set<LocatedSuppression>,
): (diagnostic: Diagnostic) => boolean {
  const regions = new Map<LocatedSuppression, Region | undefined>();
  const regionOf = (suppression: LocatedSuppression, file: TextFile | undefined) => {
    if (!regions.has(suppression)) regions.set(suppression, file && findRegion(file, suppression.pointer!));
    return regions.get(suppression);
  };
  return ({ code, location }) => {
    const match = suppressions.find((suppression) => {
      if (suppression.code !== code || !location) return false;
      const file = suppression.file ?? files[0]?.absolutePath;
      const at = path.resolve(workingFolder, location.path);
      if (file !== at) return false;
      if (suppression.pointer === undefined) return true;
      const region = regionOf(
        suppression,
        files.find(({ absolutePath }) => absolutePath === at),
      );
      return region !== undefined && isInside(location, region);
    });
    if (match) used.add(match);
    return match !== undefined;
  };
}

/** A range of lines and columns in a file. */
interface Region {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** The range of a pointer's target in a file, with its key; absent if there is no target. */
function findRegion(file: TextFile, pointer: string): Region | undefined {
  const locations = new Locations();
  const parse = /\.json$/i.test(file.absolutePath) ? parseJson : parseYaml;
  let value: JsonValue | undefined = parse(file, locations, []);
  let span: readonly [start: number, end: number] = [0, file.text.length];
  for (const key of parsePointer(pointer)) {
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    const entry = locations.span(value)?.entry(key);
    if (!entry) return undefined;
    span = [entry.key[0], entry.value[1]];
    value = (value as Record<string, JsonValue>)[key];
  }
  return { start: locationAt(file, span[0]), end: locationAt(file, Math.max(span[0], span[1] - 1)) };
}

function isInside(location: { readonly line: number; readonly column: number }, { start, end }: Region): boolean {
  const isBefore = location.line < start.line || (location.line === start.line && location.column < start.column);
  const isAfter = location.line > end.line || (location.line === end.line && location.column > end.column);
  return !isBefore && !isAfter;
}
