import path from "node:path";
import { report, type Report } from "../../diagnostics/report.js";
import { compare } from "../../diagnostics/diagnostic.js";
import type { Integers } from "../../document/load-contract.js";
import type { LoadedConfig } from "./load-config.js";
import { mergeSettings, noSettings, type Settings } from "./settings.js";

/** What a run does with one contract: every setting decided. Paths are as people see them. */
export interface ContractSettings extends Settings {
  /** Its name in the config; absent for the only one and for one that was given as a path. */
  readonly name?: string;
  readonly input: string;
  readonly out: string;
  readonly extensionPrefix: string;
  readonly integers: Integers;
}

/** What flags and the environment say; it wins over the config. Paths are relative to the working folder. */
export interface Overrides {
  readonly out?: string | undefined;
  readonly scaffold?: string | undefined;
  readonly baseline?: string | undefined;
  readonly extensionPrefix?: string | undefined;
  readonly integers?: Integers | undefined;
  readonly maxWarnings?: number | undefined;
}

/** Every contract of a config, sorted by name; without a config, the one that is there by convention. */
export function configuredContracts(config: LoadedConfig | undefined, workingFolder: string): ContractSettings[] {
  const common = config?.settings.common ?? noSettings;
  const contracts = Object.entries(config?.settings.contracts ?? {}).sort(([a], [b]) => compare(a, b));
  const folder = config?.folder ?? workingFolder;
  if (contracts.length === 0) return [decide(common, folder, workingFolder)];
  return contracts.map(([name, settings]) => ({ name, ...decide(mergeSettings(common, settings), folder, workingFolder) }));
}

/** A contract that no config names: what holds for every contract holds for it, but not where files are. */
export function otherContract(input: string, config: LoadedConfig | undefined, workingFolder: string): ContractSettings {
  const { input: _, out: __, scaffold: ___, baseline: ____, ...common } = config?.settings.common ?? noSettings;
  return { ...decide(common, workingFolder, workingFolder), input };
}

/** The same contract with what flags and the environment say. */
export function override(contract: ContractSettings, overrides: Overrides): ContractSettings {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...contract, ...Object.fromEntries(given) };
}

/** True for the root of the file system, which never is a folder for generated files. */
export function isRootFolder(folder: string): boolean {
  const absolute = path.resolve(folder);
  return absolute === path.parse(absolute).root;
}

/** Reports contracts that would write into the same folder, or into the root folder. */
export function checkFolders(contracts: readonly ContractSettings[], workingFolder: string, problems: Report): void {
  const taken = new Map<string, ContractSettings>();
  for (const contract of contracts) {
    const folder = path.resolve(workingFolder, contract.out);
    for (const [key, value] of Object.entries({ out: contract.out, scaffold: contract.scaffold }))
      if (value !== undefined && isRootFolder(path.resolve(workingFolder, value)))
        report(problems, "config-value", { key, problem: "must not be the root folder of the file system" });
    const other = taken.get(folder);
    if (other) report(problems, "config-folder", { folder: contract.out, first: other.name ?? "", second: contract.name ?? "" });
    else taken.set(folder, contract);
  }
}

function decide(settings: Settings, folder: string, workingFolder: string): ContractSettings {
  const show = (file: string) => path.relative(workingFolder, path.resolve(folder, file)).split(path.sep).join("/") || ".";
  const {
    input = "spec/openapi.yaml",
    out = "generated",
    scaffold,
    baseline,
    extensionPrefix = "platform",
    integers = "exact",
  } = settings;
  const { logo, pages } = settings.docs;
  return {
    ...settings,
    input: show(input),
    out: show(out),
    ...(scaffold !== undefined && { scaffold: show(scaffold) }),
    ...(baseline !== undefined && { baseline: show(baseline) }),
    docs: {
      ...settings.docs,
      ...(logo !== undefined && { logo: show(logo) }),
      ...(pages !== undefined && { pages: show(pages) }),
    },
    extensionPrefix,
    integers,
  };
}
