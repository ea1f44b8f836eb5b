import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { CompileOptions } from "../compile.js";
import type { Target } from "../emit/targets.js";
import {
  checkFolders,
  configuredContracts,
  hasServer,
  otherContract,
  override,
  type ContractSettings,
  type Overrides,
  type LocatedSuppression,
  type LoadedConfig,
} from "./config/settings.js";
import { cacheFolder } from "./cache-folder.js";
import { createFilter, reportUnused } from "./config/filter.js";
import { loadConfig } from "./config/load-config.js";
import { hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import { suggest } from "../diagnostics/suggest.js";
import { readTemplate } from "../package.js";
import { configFile } from "./config/find-config.js";
import type { Session } from "./session.js";
import { UsageError } from "./exit-codes.js";

/** Flags that apply to contracts. */
export interface ContractFlags extends Overrides {
  readonly writeBaseline?: boolean;
  /** Overlays, instead of those of the config. */
  readonly overlay?: readonly string[];
  /** The targets, instead of those of the config. */
  readonly only?: readonly Target[];
}

/** The contracts of a run, with their settings. */
export interface ChosenContracts {
  readonly contracts: readonly ContractSettings[];
  /** All files of the config. */
  readonly configFiles: readonly string[];
  /** The options of `lint` and `compile` for a contract. */
  readonly optionsOf: (contract: ContractSettings) => CompileOptions;
  /** Warnings about unused suppressions, after all contracts have been linted. */
  readonly unusedSuppressions: () => Diagnostic[];
}

/** The one contract of a command, with the options of `lint` and `compile`. */
export interface ChosenContract {
  readonly input: string;
  readonly options: CompileOptions;
  readonly settings: ContractSettings;
}

/** Returns the only contract of a command; absent if the config has errors, which are reported. `how` says where to name one of several. */
export async function chooseOneContract(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
  how = "as the argument",
): Promise<ChosenContract | undefined> {
  const chosen = await chooseContracts(argument, flags, session);
  if (!chosen) return undefined;
  const [first, ...others] = chosen.contracts;
  if (first && others.length === 0) return { input: first.input, options: chosen.optionsOf(first), settings: first };
  const names = chosen.contracts.map(({ name, input }) => name ?? input).join(", ");
  throw new UsageError(`the config has several contracts. Specify one ${how}: ${names}.`);
}

/**
 * Returns the contract that an argument names, by its name in the config or by its path; without one all of the config. Absent
 * if the config has errors, which are reported.
 */
export async function chooseContracts(
  argument: string | undefined,
  flags: ContractFlags,
  session: Session,
): Promise<ChosenContracts | undefined> {
  const workingFolder = realpathSync(process.cwd());
  const file = configFile(session.config);
  // Before reading it, so that a concurrent change is noticed.
  if (file !== undefined) session.onFile(file);
  const loaded = file === undefined ? undefined : await readConfigFile(file, workingFolder);
  for (const read of loaded?.files ?? []) session.onFile(read);
  if (loaded) session.report(loaded.diagnostics);
  if (loaded && !loaded.config) return undefined;
  const configured = configuredContracts(loaded?.config, workingFolder);
  const problems: Diagnostic[] = [];
  checkFolders(configured, workingFolder, problems);
  session.report(problems);
  if (hasErrors(problems)) return undefined;

  const chosen = choose(argument, configured, loaded?.config, workingFolder);
  const { root, overlay, out, only: targets, scaffold, baseline, extensionPrefix, integers, lenient, maxWarnings } = flags;
  rejectForSeveral({ overlay, out, scaffold, baseline }, chosen);
  const contracts = chosen.map((contract) => {
    const given = { root, overlays: overlay, out, targets, scaffold, baseline, extensionPrefix, integers, lenient, maxWarnings };
    const overridden = override(contract, given);
    if (hasServer(overridden)) return overridden;
    if (scaffold !== undefined) throw new UsageError("--scaffold requires the target server, which handler files import.");
    const { scaffold: _, ...withoutHandlers } = overridden;
    return withoutHandlers;
  });
  const used = new Set<LocatedSuppression>();
  return {
    contracts,
    configFiles: loaded?.files ?? [],
    optionsOf: (contract) => ({
      workingFolder,
      root: contract.root,
      overlays: contract.overlays,
      configFolder: loaded?.config?.folder,
      extensionPrefix: contract.extensionPrefix,
      integers: contract.integers,
      ...(contract.untypedObjects !== undefined && { untypedObjects: contract.untypedObjects }),
      rules: contract.rules,
      optionalRules: Object.keys(contract.severities).filter((code) => contract.severities[code] !== "off"),
      emitters: contract.emitters,
      ...(contract.defaults !== undefined && { defaults: contract.defaults }),
      ...(contract.uploads !== undefined && { uploads: contract.uploads }),
      ...(contract.targets !== undefined && { targets: contract.targets }),
      ...(contract.features !== undefined && { features: contract.features }),
      ...(contract.importExtension !== undefined && { importExtension: contract.importExtension }),
      template: readTemplate,
      onStage: session.onStage,
      onFile: (read) => session.onFile(read, contract.name ?? ""),
      filter: createFilter(contract, { workingFolder, used, isForBaseline: flags.writeBaseline === true }),
    }),
    unusedSuppressions: () => {
      const found: Diagnostic[] = [];
      // A suppression for all contracts may be used in a contract that isn't part of this run.
      const isComplete = configured.every((contract) => chosen.includes(contract));
      const common = new Set(loaded?.config?.settings.common.suppressions);
      const own = new Set(chosen.flatMap(({ suppressions }) => suppressions));
      reportUnused(
        [...own].filter((suppression) => isComplete || !common.has(suppression)),
        used,
        found,
      );
      return found;
    },
  };
}

async function readConfigFile(file: string, workingFolder: string): ReturnType<typeof loadConfig> {
  // The config's imports from this package resolve to this program.
  const modules = /\.(?:ya?ml|json)$/i.test(file) ? {} : { "openapi-actions": await import("../index.js") };
  return loadConfig(file, { workingFolder, modules, cacheFolder: cacheFolder() });
}

function choose(
  argument: string | undefined,
  configured: readonly ContractSettings[],
  config: LoadedConfig | undefined,
  workingFolder: string,
): readonly ContractSettings[] {
  if (argument === undefined) return configured;
  const named = configured.filter(({ name }) => name === argument);
  if (named.length > 0) return named;
  const asked = path.resolve(argument);
  const same = configured.filter(({ input }) => path.resolve(input) === asked);
  if (same.length > 0) return same;
  const names = configured.flatMap(({ name }) => name ?? []);
  if (names.length === 0 || existsSync(asked)) return [otherContract(argument, config, workingFolder)];
  const near = suggest(argument, names);
  const hint = near === undefined ? `The config contains ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new UsageError(`unknown contract '${argument}': neither a name in the config nor a file\n(${hint})`);
}

function rejectForSeveral(flags: Readonly<Record<string, unknown>>, contracts: readonly ContractSettings[]): void {
  if (contracts.length < 2) return;
  const given = Object.entries(flags).find(([, value]) => value !== undefined);
  if (!given) return;
  const names = contracts.map(({ name }) => name).join(", ");
  throw new UsageError(`--${given[0]} applies to one contract. Specify it: ${names}.`);
}
