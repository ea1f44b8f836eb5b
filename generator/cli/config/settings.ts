import path from "node:path";
import { type Location, compare } from "../../diagnostics/diagnostic.js";
import type { Emitter } from "../../emit/emitter.js";
import type { Feature } from "../../emit/features.js";
import type { Target } from "../../emit/targets.js";
import type { CustomRule } from "../../lint/custom-rule.js";
import type { UntypedObjects } from "../../document/implied-objects.js";
import type { Integers } from "../../document/load-contract.js";
import type { ImportExtension } from "../../typescript/imports.js";
import type { Locate } from "./check-config.js";
import type { Uploads } from "../../model/contract.js";
import type { Config, ContractConfig, DocsConfig, Level, Suppression } from "../../config.js";
import type { ExpandConfig } from "../../tools/expand/expansion.js";
import { report } from "../diagnostics.js";
import type { Report } from "../../diagnostics/report.js";

/** A config with those it extends. */
export interface LoadedConfig {
  readonly settings: ConfigSettings;
  /** The folder of the config itself. */
  readonly folder: string;
}

/** A suppression with an absolute file, and its location in the config. */
export interface LocatedSuppression extends Suppression {
  readonly location: Location;
}

/** The settings of one contract in a config. Paths are absolute. */
interface Settings {
  readonly input?: string;
  readonly root?: string;
  readonly overlays: readonly string[];
  readonly out?: string;
  readonly targets?: readonly Target[];
  readonly features?: readonly Feature[];
  readonly importExtension?: ImportExtension;
  readonly scaffold?: string;
  readonly handlerComments?: boolean;
  readonly baseline?: string;
  readonly extensionPrefix?: string;
  readonly integers?: Integers;
  readonly untypedObjects?: UntypedObjects;
  readonly defaults?: boolean;
  readonly uploads?: Uploads;
  readonly lenient?: boolean;
  readonly maxWarnings?: number;
  readonly docs: DocsConfig;
  readonly expand: ExpandConfig;
  readonly severities: Readonly<Record<string, Level>>;
  readonly suppressions: readonly LocatedSuppression[];
  readonly rules: readonly CustomRule[];
  readonly emitters: readonly Emitter[];
}

/** A config with those it extends: the settings for all contracts, and those of each. */
export interface ConfigSettings {
  readonly common: Settings;
  readonly contracts: Readonly<Record<string, Settings>>;
}

/** The settings of a config that was checked. */
export function settingsOf(config: Config, folder: string, locate: Locate): ConfigSettings {
  const contracts = Object.entries(config.contracts ?? {});
  return {
    common: readSettings(config, folder, locate),
    contracts: Object.fromEntries(contracts.map(([name, contract]) => [name, readSettings(contract, folder, locate)])),
  };
}

/** Merges two configs: settings of the second override those of the first, lists are joined. */
export function mergeConfigs(base: ConfigSettings, over: ConfigSettings): ConfigSettings {
  const names = new Set([...Object.keys(base.contracts), ...Object.keys(over.contracts)]);
  const merged = [...names].map((name) => {
    const [below, above] = [base.contracts[name], over.contracts[name]];
    return [name, below && above ? mergeSettings(below, above) : (above ?? below)!] as const;
  });
  return { common: mergeSettings(base.common, over.common), contracts: Object.fromEntries(merged) };
}

function mergeSettings(base: Settings, over: Settings): Settings {
  return {
    ...base,
    ...over,
    overlays: [...base.overlays, ...over.overlays],
    docs: { ...base.docs, ...over.docs },
    expand: { ...base.expand, ...over.expand },
    severities: { ...base.severities, ...over.severities },
    suppressions: [...base.suppressions, ...over.suppressions],
    rules: [...base.rules, ...over.rules],
    emitters: [...base.emitters, ...over.emitters],
  };
}

/** The value of an empty config. */
const noSettings: Settings = { overlays: [], docs: {}, expand: {}, severities: {}, suppressions: [], rules: [], emitters: [] };

function readSettings(config: ContractConfig, folder: string, locate: Locate): Settings {
  const { extensionPrefix, integers, maxWarnings, severities = {}, suppressions = [], rules = [], emitters = [] } = config;
  const { overlays = [], docs = {}, expand = {}, defaults, uploads, lenient, targets, importExtension, untypedObjects } = config;
  const { handlerComments, features } = config;
  return {
    ...absolute(config, ["input", "root", "out", "scaffold", "baseline"], folder),
    ...(extensionPrefix !== undefined && { extensionPrefix }),
    ...(integers !== undefined && { integers }),
    ...(untypedObjects !== undefined && { untypedObjects }),
    ...(handlerComments !== undefined && { handlerComments }),
    ...(defaults !== undefined && { defaults }),
    ...(uploads !== undefined && { uploads }),
    ...(lenient !== undefined && { lenient }),
    ...(targets !== undefined && { targets }),
    ...(features !== undefined && { features }),
    ...(importExtension !== undefined && { importExtension }),
    ...(maxWarnings !== undefined && { maxWarnings }),
    overlays: overlays.map((overlay) => path.resolve(folder, overlay)),
    docs: {
      ...docs,
      ...absolute(docs, ["logo", "pages"], folder),
      ...movePrevious(docs, (file) => path.resolve(folder, file)),
    },
    expand,
    severities,
    suppressions: suppressions.map((suppression, index) => ({
      ...suppression,
      ...(suppression.file !== undefined && { file: path.resolve(folder, suppression.file) }),
      location: locate(suppressions, String(index), "value"),
    })),
    rules,
    emitters,
  };
}

/** The given settings, with absolute paths. */
function absolute<Key extends string>(
  settings: { readonly [K in Key]?: string },
  keys: readonly Key[],
  folder: string,
): { readonly [K in Key]?: string } {
  const given = keys.filter((key) => settings[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, path.resolve(folder, settings[key]!)])) as { [K in Key]?: string };
}

/** The earlier versions of a site, with the paths of files moved; commits stay as they are. */
function movePrevious({ previous }: DocsConfig, move: (file: string) => string): Pick<DocsConfig, "previous"> {
  const moved = (version: string) => (version.startsWith("git:") ? version : move(version));
  return previous === undefined
    ? {}
    : { previous: previous.map((one) => (typeof one === "string" ? moved(one) : { ...one, version: moved(one.version) })) };
}

/** The complete settings of one contract in a run. Paths are as shown to people. */
export interface ContractSettings extends Settings {
  /** Its name in the config; absent for a single contract and for one given as a path. */
  readonly name?: string;
  readonly input: string;
  readonly out: string;
  readonly extensionPrefix: string;
  readonly integers: Integers;
}

/** The settings of flags and the environment, which override the config. Paths are relative to the working folder. */
export interface Overrides {
  readonly root?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
  readonly out?: string | undefined;
  readonly targets?: readonly Target[] | undefined;
  readonly scaffold?: string | undefined;
  readonly baseline?: string | undefined;
  readonly extensionPrefix?: string | undefined;
  readonly integers?: Integers | undefined;
  readonly lenient?: boolean | undefined;
  readonly maxWarnings?: number | undefined;
}

/** All contracts of a config, sorted by name; without a config, the one at the conventional path. */
export function configuredContracts(config: LoadedConfig | undefined, workingFolder: string): ContractSettings[] {
  const common = config?.settings.common ?? noSettings;
  const contracts = Object.entries(config?.settings.contracts ?? {}).sort(([a], [b]) => compare(a, b));
  const folder = config?.folder ?? workingFolder;
  if (contracts.length === 0) return [decide(common, folder, workingFolder)];
  return contracts.map(([name, settings]) => ({ name, ...decide(mergeSettings(common, settings), folder, workingFolder) }));
}

/** A contract that isn't in the config: the settings for all contracts apply to it, except for paths. */
export function otherContract(input: string, config: LoadedConfig | undefined, workingFolder: string): ContractSettings {
  const { input: _, out: __, scaffold: ___, baseline: ____, root: _____, ...common } = config?.settings.common ?? noSettings;
  return { ...decide({ ...common, overlays: [] }, workingFolder, workingFolder), input };
}

/** The same contract with the settings of flags and the environment. */
export function override(contract: ContractSettings, overrides: Overrides): ContractSettings {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...contract, ...Object.fromEntries(given) };
}

/** True for the root of the file system, which must not be an output folder. */
export function isRootFolder(folder: string): boolean {
  const absolute = path.resolve(folder);
  return absolute === path.parse(absolute).root;
}

/** Whether a server is generated for a contract, which handlers require. */
export function hasServer({ targets }: ContractSettings): boolean {
  return targets?.includes("server") ?? true;
}

/** Reports contracts that would write into the same folder or into the root folder, and handlers without a server. */
export function checkFolders(contracts: readonly ContractSettings[], workingFolder: string, problems: Report): void {
  const taken = new Map<string, ContractSettings>();
  for (const contract of contracts) {
    const folder = path.resolve(workingFolder, contract.out);
    for (const [key, value] of Object.entries({ out: contract.out, scaffold: contract.scaffold }))
      if (value !== undefined && isRootFolder(path.resolve(workingFolder, value)))
        report(problems, "config-value", { key, problem: "must not be the root folder of the file system" });
    if (contract.scaffold !== undefined && !hasServer(contract))
      report(problems, "config-value", { key: "scaffold", problem: "requires the target server, which handler files import" });
    const other = taken.get(folder);
    if (other) report(problems, "config-folder", { folder: contract.out, first: other.name ?? "", second: contract.name ?? "" });
    else taken.set(folder, contract);
  }
}

function decide(settings: Settings, folder: string, workingFolder: string): ContractSettings {
  const show = (file: string) => path.relative(workingFolder, path.resolve(folder, file)).split(path.sep).join("/") || ".";
  const {
    input = "spec/openapi.yaml",
    root,
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
    ...(root !== undefined && { root: show(root) }),
    overlays: settings.overlays.map(show),
    ...(scaffold !== undefined && { scaffold: show(scaffold) }),
    ...(baseline !== undefined && { baseline: show(baseline) }),
    docs: {
      ...settings.docs,
      ...(logo !== undefined && { logo: show(logo) }),
      ...(pages !== undefined && { pages: show(pages) }),
      ...movePrevious(settings.docs, show),
    },
    extensionPrefix,
    integers,
  };
}
