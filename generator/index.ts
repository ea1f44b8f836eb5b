/** The programmatic API: the functions of the pipeline with the defaults of the command line. None of them reads a config. */
import * as pipeline from "./compile.js";
import { hasErrors, type Diagnostic } from "./diagnostics/diagnostic.js";
import { readTemplate, version } from "./package.js";
import type { Change } from "./tools/diff/change.js";
import type { Level as ChangeLevel } from "./tools/diff/diff-versions.js";
import type { ChangeSeverity } from "./tools/diff/rule.js";
import type { Expansion } from "./tools/expand/expansion.js";
import type { DocsOptions } from "./tools/site/options.js";
import type { WriteResult } from "./write/write-output.js";

export type { Compilation, CompileOptions, LintOptions } from "./compile.js";
export { defineConfig, type Config, type ContractConfig, type DocsConfig, type Level, type Suppression } from "./config.js";
export { hasErrors, type Diagnostic, type Location, type RelatedLocation, type Severity } from "./diagnostics/diagnostic.js";
export type { EmitContext } from "./emit/emitter.js";
export type { Emitter } from "./emit/emitter.js";
export type { CustomRule, CustomRuleContext } from "./lint/custom-rule.js";
export type * from "./model/contract.js";
export { readTemplate, version } from "./package.js";
export type { Exchange, ExchangeRequest, ExchangeResponse } from "./tools/exchanges/exchange.js";
export type { ExchangeContract } from "./tools/exchanges/exchange-contract.js";
export type { Finding } from "./tools/exchanges/finding.js";
export { ContractError } from "./lint/valid-contract.js";
export { readContract } from "./tools/exchanges/exchange-contract.js";
export { validateExchange } from "./tools/exchanges/validate-exchange.js";
export type { OutputFile } from "./typescript/output-file.js";
export type { Change, DocsOptions, WriteResult };

/** Reads and checks a contract. */
export function lint(
  contractPath: string,
  options: Partial<pipeline.LintOptions> = {},
): Promise<Pick<pipeline.Compilation, "diagnostics" | "loaded">> {
  return pipeline.lint(contractPath, { ...defaults(), ...options });
}

/**
 * Reads, checks and compiles a contract without writing anything. `files` is absent if `diagnostics` contains an error. Paths
 * are relative to `workingFolder`, by default that of the process.
 */
export function compile(contractPath: string, options: Partial<pipeline.CompileOptions> = {}): Promise<pipeline.Compilation> {
  return pipeline.compile(contractPath, { ...defaults(), ...options });
}

/** Output that can be written, as `compile`, `expand` and `docs` return it. */
export type Output = Pick<pipeline.Compilation, "diagnostics" | "files" | "contractHash">;

/**
 * Writes output into a folder as `generate` does. Files that were edited or not generated are left untouched and reported in
 * `diagnostics`. Throws if the output is absent because of an error.
 */
export async function writeOutput(folder: string, { files, contractHash }: Output): Promise<WriteResult> {
  if (!files || contractHash === undefined) throw new Error("there is nothing to write: the contract has errors");
  const writer = await import("./write/write-output.js");
  return writer.writeOutput({ folder, files, contractHash, generator: `openapi-actions ${version}` });
}

/** Builds the documentation site of a contract as HTML and Markdown. `files` is absent after an error. */
export async function docs(
  contractPath: string,
  site: DocsOptions = {},
  options: Partial<pipeline.LintOptions> = {},
): Promise<Output> {
  const settings = { ...defaults(), ...options };
  const { loaded, contract, contractHash, diagnostics } = await pipeline.model(contractPath, settings);
  if (!loaded || !contract || contractHash === undefined) return { diagnostics };
  const { buildSite } = await import("./tools/site/build-docs.js");
  const built = buildSite([{ contract, source: loaded, name: contract.version }], site, settings);
  const all = [...diagnostics, ...built.diagnostics];
  return hasErrors(all) ? { diagnostics: all } : { diagnostics: all, files: built.files, contractHash };
}

/** The options of `expand`: see the settings of the command. */
export interface ExpandOptions extends Partial<pipeline.LintOptions>, Expansion {}

/** Expands a contract to plain OpenAPI documents, each with its source map. `files` is absent after an error. */
export async function expand(contractPath: string, options: ExpandOptions = {}): Promise<Output> {
  const compilation = await pipeline.model(contractPath, { ...defaults(), ...options });
  const { loaded, contract, contractHash } = compilation;
  if (!loaded || !contract || contractHash === undefined) return { diagnostics: compilation.diagnostics };
  const expansion = await import("./tools/expand/expand.js");
  const { files, diagnostics: more } = expansion.expand(contract, loaded, options);
  const diagnostics = [...compilation.diagnostics, ...more];
  return hasErrors(diagnostics) ? { diagnostics } : { diagnostics, files, contractHash };
}

export interface DiffOptions {
  readonly workingFolder?: string;
  /** The `platform` of `x-platform-<type>-actions`. */
  readonly extensionPrefix?: string;
  /** Whether `format: int64` rejects integers beyond 2^53 or accepts them rounded; `exact` by default. */
  readonly integers?: "exact" | "rounded";
  /** OpenAPI Overlays to apply to both versions; for a commit, as they are in that commit. */
  readonly overlays?: readonly string[];
  /** The severities of changes, by the names of their rules: `action-removed`. */
  readonly severities?: Readonly<Record<string, ChangeSeverity>>;
}

/** The differences between two versions of a contract. */
export interface Difference {
  /** Problems of reading them; after an error the rest is absent. */
  readonly diagnostics: readonly Diagnostic[];
  /** The changes; those that break clients have the severity `error`. */
  readonly changes?: readonly Change[];
  /** The part of the version number that must be incremented. */
  readonly level?: ChangeLevel;
  /** Absent if the base's version is not a number that can be incremented. */
  readonly nextVersion?: string;
}

/** Compares two versions of a contract: files, or `git:<ref>:<path>`. `git:<ref>` alone means the path of the revision. */
export async function diff(base: string, revision: string, options: DiffOptions = {}): Promise<Difference> {
  const { severities = {}, ...loading } = { ...defaults(), ...options };
  const { loadVersion } = await import("./tools/diff/versions/load-version.js");
  const { parseVersionName } = await import("./tools/diff/versions/load-version.js");
  const load = (text: string) => {
    const name = parseVersionName(text);
    const hasPath = name.kind === "file" || name.path !== undefined;
    return loadVersion(hasPath ? name : { ...name, path: `./${revision}` }, loading);
  };
  const [before, after] = [load(base), load(revision)];
  const diagnostics = [...before.diagnostics, ...after.diagnostics];
  if (!before.version || !after.version) return { diagnostics };
  const { diffVersions } = await import("./tools/diff/diff-versions.js");
  const versions = { before: before.version, after: after.version };
  const { report } = diffVersions(versions, { severities, accepted: [], today: "" });
  const { open: changes, level, nextVersion } = report;
  return { diagnostics, changes, level, ...(nextVersion !== undefined && { nextVersion }) };
}

/** The defaults of the command line. */
function defaults(): { readonly workingFolder: string; readonly template: typeof readTemplate } {
  return { workingFolder: process.cwd(), template: readTemplate };
}
