import type { Emitter } from "./emit/emitter.js";
import type { Feature } from "./emit/features.js";
import type { Target } from "./emit/targets.js";
import type { CustomRule } from "./lint/custom-rule.js";
import type { UntypedObjects } from "./document/implied-objects.js";
import type { Integers } from "./document/load-contract.js";
import type { Uploads } from "./model/contract.js";
import type { ExpandConfig } from "./tools/expand/expansion.js";
import type { ImportExtension } from "./typescript/imports.js";

/** The word in `x-<prefix>-<type>-actions`. */
export const prefixPattern = /^[a-z][a-z0-9]*$/;

/** The severity of a problem, instead of the default. */
export type Level = "error" | "warning" | "off";

/** A problem that was reviewed and is intended, with the reason. It is not reported. */
export interface Suppression {
  /** The code of the problem, such as `open-body` or `redocly/info-license`. */
  readonly code: string;
  /** The file of the problem; the contract's main document by default. */
  readonly file?: string;
  /** JSON pointer into that file: only problems inside its target. */
  readonly pointer?: string;
  readonly reason: string;
}

/** The appearance of a contract's documentation site. */
export interface DocsConfig {
  /** The name of the site; the contract's title by default. */
  readonly name?: string;
  /** An SVG file. */
  readonly logo?: string;
  /** The colour of links on light pages, as `#rrggbb`. */
  readonly accent?: string;
  /** The colour of links on dark pages. */
  readonly accentDark?: string;
  /** The URL of a line of the contract, with `{path}` and `{line}`. */
  readonly sourceUrl?: string;
  /** A folder of Markdown files that become pages of the site. */
  readonly pages?: string;
  /** Omits how actions are implemented, for a site for API consumers only. */
  readonly hideHandlers?: boolean;
  /** Whether pages of actions and operations have a form that calls the API; by default false. */
  readonly tryIt?: boolean;
  /** Base URLs that these forms may call, before the contract's servers. */
  readonly tryServers?: readonly string[];
  /** Earlier versions that the site has as well, the newest first: files, or commits as `diff` reads them. */
  readonly previous?: readonly (string | PreviousVersion)[];
  /** The day of this version's release, for the feed: `2027-01-31`. */
  readonly released?: string;
  /** The URL of the site, for the feed of changes. */
  readonly siteUrl?: string;
  /** Pages that moved, by their former paths: `actions/postgres/add_ip`. */
  readonly redirects?: Readonly<Record<string, string>>;
}

/** An earlier version in a documentation site. */
export interface PreviousVersion {
  /** A file, a folder, or `git:<ref>[:<path>]`. */
  readonly version: string;
  /** By default its `info.version`. */
  readonly name?: string;
  /** The day of its release; by default that of its commit. */
  readonly released?: string;
}

/** The settings of one contract. Paths are relative to the config's folder. */
export interface ContractConfig {
  /** The OpenAPI document; `spec/openapi.yaml` by default. */
  readonly input?: string;
  /**
   * The folder of the files that the contract may refer to; by default the nearest of the config's folder and the
   * repository's.
   */
  readonly root?: string;
  /** OpenAPI Overlays to apply to the document, in order. */
  readonly overlays?: readonly string[];
  /** The output folder; `generated` by default. */
  readonly out?: string;
  /** The parts to generate; by default all. Files that these import are included. */
  readonly targets?: readonly Target[];
  /** The parts of the output to have, of those that can be left out; by default all that the contract has a use for. */
  readonly features?: readonly Feature[];
  /**
   * How generated files and new handler files import each other: `./types.js`, `./types.ts` or `./types`; `.js` by
   * default.
   */
  readonly importExtension?: ImportExtension;
  /** The folder of your handler files; without it none are written. */
  readonly scaffold?: string;
  /**
   * Whether new handlers start with a comment that describes their action or operation, as editors show it on hover;
   * `false` by default.
   */
  readonly handlerComments?: boolean;
  /** The word in `x-<prefix>-<type>-actions`; `platform` by default. */
  readonly extensionPrefix?: string;
  /**
   * Whether `format: int64` rejects integers beyond 2^53, which JavaScript numbers can't represent exactly, or accepts them
   * rounded; `exact` by default.
   */
  readonly integers?: Integers;
  /**
   * Whether schemas that describe objects without a `type` only accept objects (`object`, the default), or `any` value that isn't an
   * object, as JSON Schema says.
   */
  readonly untypedObjects?: UntypedObjects;
  /**
   * Whether servers fill in the defaults of missing parameters and properties of bodies before they call handlers;
   * `false` by default.
   */
  readonly defaults?: boolean;
  /**
   * Whether handlers receive files of forms and other bytes while they arrive (`stream`), or whole (`buffer`, the default). Operations
   * may say it themselves: `x-platform-uploads`.
   */
  readonly uploads?: Uploads;
  /** Whether every error whose severity can be changed is a warning, for documents of somebody else; `false` by default. */
  readonly lenient?: boolean;
  /** The severities of problems, by code. */
  readonly severities?: Readonly<Record<string, Level>>;
  readonly suppressions?: readonly Suppression[];
  /** The number of warnings above which the run fails. */
  readonly maxWarnings?: number;
  /** The file of known problems, which are not reported. */
  readonly baseline?: string;
  readonly docs?: DocsConfig;
  /** How `expand` writes documents. */
  readonly expand?: ExpandConfig;
  /** Your own rules, run in addition to the project's. Only in a config that is code. */
  readonly rules?: readonly CustomRule[];
  /** Your own emitters; their files also go to the output folder. Only in a config that is code. */
  readonly emitters?: readonly Emitter[];
}

/** `openapi-actions.config.{ts,js,mjs,json,yaml}`: the settings of one contract, or of several by name. */
export interface Config extends ContractConfig {
  readonly $schema?: string;
  /** Configs to extend: relative paths, or names of packages. Settings of this config override theirs. */
  readonly extends?: string | readonly string[];
  /** Several contracts, by name. All other settings apply to each of them. */
  readonly contracts?: Readonly<Record<string, ContractConfig>>;
}

/** Types a config: `export default defineConfig({ input: "api/openapi.yaml" })`. */
export function defineConfig(config: Config): Config {
  return config;
}
