import path from "node:path";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Emitter } from "../../emit/emitter.js";
import type { CustomRule } from "../../lint/custom-rule.js";
import type { Integers } from "../../document/load-contract.js";
import type { Locate } from "./check-config.js";
import type { Config, ContractConfig, DocsConfig, Level, Suppression } from "../../config.js";

/** A suppression with an absolute file, and where the config has it. */
export interface LocatedSuppression extends Suppression {
  readonly location: Location;
}

/** The settings of one contract as far as a config gives them. Paths are absolute. */
export interface Settings {
  readonly input?: string;
  readonly out?: string;
  readonly scaffold?: string;
  readonly baseline?: string;
  readonly extensionPrefix?: string;
  readonly integers?: Integers;
  readonly maxWarnings?: number;
  readonly docs: DocsConfig;
  readonly severities: Readonly<Record<string, Level>>;
  readonly suppressions: readonly LocatedSuppression[];
  readonly rules: readonly CustomRule[];
  readonly emitters: readonly Emitter[];
}

/** A config with all that it extends: what holds for every contract, and what for each. */
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

/** Two configs as one: what stands in the second wins, lists are joined. */
export function mergeConfigs(base: ConfigSettings, over: ConfigSettings): ConfigSettings {
  const names = new Set([...Object.keys(base.contracts), ...Object.keys(over.contracts)]);
  const merged = [...names].map((name) => {
    const [below, above] = [base.contracts[name], over.contracts[name]];
    return [name, below && above ? mergeSettings(below, above) : (above ?? below)!] as const;
  });
  return { common: mergeSettings(base.common, over.common), contracts: Object.fromEntries(merged) };
}

export function mergeSettings(base: Settings, over: Settings): Settings {
  return {
    ...base,
    ...over,
    docs: { ...base.docs, ...over.docs },
    severities: { ...base.severities, ...over.severities },
    suppressions: [...base.suppressions, ...over.suppressions],
    rules: [...base.rules, ...over.rules],
    emitters: [...base.emitters, ...over.emitters],
  };
}

/** What a config says that says nothing. */
export const noSettings: Settings = { docs: {}, severities: {}, suppressions: [], rules: [], emitters: [] };

function readSettings(config: ContractConfig, folder: string, locate: Locate): Settings {
  const { extensionPrefix, integers, maxWarnings, severities = {}, suppressions = [], rules = [], emitters = [] } = config;
  const { docs = {} } = config;
  return {
    ...absolute(config, ["input", "out", "scaffold", "baseline"], folder),
    ...(extensionPrefix !== undefined && { extensionPrefix }),
    ...(integers !== undefined && { integers }),
    ...(maxWarnings !== undefined && { maxWarnings }),
    docs: { ...docs, ...absolute(docs, ["logo", "pages"], folder) },
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

/** Those of the settings that are given, as absolute paths. */
function absolute<Key extends string>(
  settings: { readonly [K in Key]?: string },
  keys: readonly Key[],
  folder: string,
): { readonly [K in Key]?: string } {
  const given = keys.filter((key) => settings[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, path.resolve(folder, settings[key]!)])) as { [K in Key]?: string };
}
