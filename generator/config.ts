import type { Emitter } from "./emit/emitter.js";
import type { Target } from "./emit/targets.js";
import type { CustomRule } from "./lint/custom-rule.js";
import type { Integers } from "./document/load-contract.js";
import type { ExpandConfig } from "./tools/expand/expansion.js";
import type { ImportExtension } from "./typescript/imports.js";

/** The word in `x-<prefix>-<type>-actions`. */
export const prefixPattern = /^[a-z][a-z0-9]*$/;

/** How much a problem shall weigh, instead of what the catalog says. */
export type Level = "error" | "warning" | "off";

/** A problem that was looked at and is meant: it is not reported, and the reason says why. */
export interface Suppression {
  /** The code of the problem, such as `open-body` or `redocly/info-license`. */
  readonly code: string;
  /** The file it is in; left out: the contract's main document. */
  readonly file?: string;
  /** JSON pointer into that file: only problems inside of what it leads to. */
  readonly pointer?: string;
  readonly reason: string;
}

/** How the documentation site of a contract looks. */
export interface DocsConfig {
  /** What the site is called; the contract's title unless given. */
  readonly name?: string;
  /** An SVG file. */
  readonly logo?: string;
  /** The colour of links on light pages, as `#rrggbb`. */
  readonly accent?: string;
  /** The colour of links on dark pages. */
  readonly accentDark?: string;
  /** Where a line of the contract can be read, with `{path}` and `{line}`. */
  readonly sourceUrl?: string;
  /** A folder of Markdown files that become pages of the site. */
  readonly pages?: string;
  /** Leaves out how actions are implemented, for a site that is for API consumers only. */
  readonly hideHandlers?: boolean;
}

/** The settings of one contract. Paths are relative to the config's folder. */
export interface ContractConfig {
  /** The OpenAPI document; `spec/openapi.yaml` unless given. */
  readonly input?: string;
  /**
   * The folder below which the contract may refer to files; the nearest of the config's folder and the repository's unless
   * given.
   */
  readonly root?: string;
  /** OpenAPI Overlays that are applied to the document, in their order. */
  readonly overlays?: readonly string[];
  /** Where the output goes; `generated` unless given. */
  readonly out?: string;
  /** What is generated; everything unless given. What these files import comes with them. */
  readonly targets?: readonly Target[];
  /** How generated files and new handler files import each other: `./types.js`, `./types.ts` or `./types`; `.js` unless given. */
  readonly importExtension?: ImportExtension;
  /** Where your handler files are; left out: none are written. */
  readonly scaffold?: string;
  /** The word in `x-<prefix>-<type>-actions`; `platform` unless given. */
  readonly extensionPrefix?: string;
  /**
   * Whether `format: int64` rejects integers beyond 2^53, which JSON numbers can't hold exactly, or accepts them rounded;
   * `exact` unless given.
   */
  readonly integers?: Integers;
  /**
   * Whether servers fill in the defaults of parameters and of properties of bodies that are missing, so that handlers
   * have them; `false` unless given.
   */
  readonly defaults?: boolean;
  /** How much problems weigh, by their codes. */
  readonly severities?: Readonly<Record<string, Level>>;
  readonly suppressions?: readonly Suppression[];
  /** More warnings than that are an error. */
  readonly maxWarnings?: number;
  /** The file of old problems that are not reported. */
  readonly baseline?: string;
  readonly docs?: DocsConfig;
  /** How `expand` writes documents. */
  readonly expand?: ExpandConfig;
  /** Rules of your own, run beside the project's. Only in a config that is code. */
  readonly rules?: readonly CustomRule[];
  /** Emitters of your own; their files go to the output folder as well. Only in a config that is code. */
  readonly emitters?: readonly Emitter[];
}

/** `openapi-actions.config.{ts,js,mjs,json,yaml}`: the settings of one contract, or of several by their names. */
export interface Config extends ContractConfig {
  readonly $schema?: string;
  /** Configs that this one builds on: relative paths, or names of packages. What stands here wins. */
  readonly extends?: string | readonly string[];
  /** Several contracts, by names. What stands beside it holds for all of them. */
  readonly contracts?: Readonly<Record<string, ContractConfig>>;
}

/** Gives a config its type: `export default defineConfig({ input: "api/openapi.yaml" })`. */
export function defineConfig(config: Config): Config {
  return config;
}
