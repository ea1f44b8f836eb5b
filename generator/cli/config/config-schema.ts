import {
  type Config,
  type ContractConfig,
  type DocsConfig,
  type PreviousVersion,
  type Suppression,
  prefixPattern,
} from "../../config.js";
import { catalog } from "../catalog.js";
import { features } from "../../emit/features.js";
import { targets } from "../../emit/targets.js";
import { importExtensions } from "../../typescript/imports.js";
import { layouts, nestings, operationIdStyles, targetVersions, type ExpandConfig } from "../../tools/expand/expansion.js";
import type { JsonObject } from "../../document/json-value.js";
import { isAdjustableCode } from "./adjustable.js";

type Properties<Of> = { readonly [Key in keyof Required<Of>]: JsonObject };

/** Patterns of strings, with descriptions of the valid strings. */
export const textPatterns = {
  text: ["\\S", "a non-empty string"],
  pointer: ["^(/|$)", "a JSON pointer, such as /paths"],
  prefix: [prefixPattern.source, "a lower-case word, such as platform"],
  day: ["^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$", "a day, such as 2027-01-31"],
  name: ["^[A-Za-z0-9][A-Za-z0-9_-]*$", "letters, digits, _ and -"],
} as const;

const text = (description: string, pattern: keyof typeof textPatterns = "text"): JsonObject => ({
  description,
  type: "string",
  pattern: textPatterns[pattern][0],
  // A pattern doesn't know how many days a month has.
  ...(pattern === "day" && { format: "date" }),
});

const object = (description: string, properties: Readonly<Record<string, JsonObject>>, required: string[] = []): JsonObject => ({
  description,
  type: "object",
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties: { ...properties },
});

const code = { $ref: "#/$defs/code" };

const suppressionProperties: Properties<Suppression> = {
  code: { description: "The code of the problem, such as open-body or redocly/info-license.", ...code },
  file: text("The file of the problem. Default: the contract's main document."),
  pointer: text("JSON pointer into that file: only problems inside its target.", "pointer"),
  reason: text("Why it is intended."),
};

const previousProperties: Properties<PreviousVersion> = {
  version: text("A file, a folder, or git:<ref>[:<path>]."),
  name: text("The name of the version. Default: its info.version."),
  released: text("The day of its release, such as 2027-01-31. Default: that of its commit.", "day"),
};

const docsProperties: Properties<DocsConfig> = {
  name: text("The name of the site. Default: the contract's title."),
  logo: text("An SVG file."),
  accent: text("The colour of links on light pages, as #rrggbb."),
  accentDark: text("The colour of links on dark pages."),
  sourceUrl: text("The URL of a line of the contract, with {path} in the repository and {line}."),
  pages: text("A folder of Markdown files that become pages of the site."),
  hideHandlers: {
    description: "Omits how actions are implemented, for a site for API consumers only.",
    type: "boolean",
  },
  tryIt: {
    description: "Whether pages of actions and operations have a form that calls the API. Default: false.",
    type: "boolean",
  },
  tryServers: {
    description: "Base URLs that these forms may call, before the contract's servers.",
    type: "array",
    items: text("A base URL, such as https://staging.example.com/v1."),
  },
  previous: {
    description: "Earlier versions that the site has as well, the newest first.",
    type: "array",
    items: {
      anyOf: [
        text("A file, a folder, or git:<ref>[:<path>]."),
        object("An earlier version with its name and day.", previousProperties, ["version"]),
      ],
    },
  },
  released: text("The day of this version's release, for the feed, such as 2027-01-31.", "day"),
  siteUrl: text("The URL of the site, for the feed of changes."),
  redirects: {
    description: "Pages that moved, by their former paths, such as actions/postgres/add_ip.",
    type: "object",
    additionalProperties: text("The path of a page of the site, without extension."),
  },
};

const expandProperties: Properties<ExpandConfig> = {
  layout: {
    description: "A document for each service type, one with all of them for reading, or both. Default: both.",
    enum: [...layouts],
  },
  openapi: { description: "The version of OpenAPI. Default: 3.1, or 3.2 for contracts in 3.2.", enum: [...targetVersions] },
  operationId: {
    description: "postgres.add_ip, postgres_add_ip or postgresAddIp. Default: dotted.",
    enum: [...operationIdStyles],
  },
  nested: {
    description: "Alternatives and nested objects as components, or inline as written. Default: components.",
    enum: [...nestings],
  },
};

const contractProperties: Properties<ContractConfig> = {
  input: text("The OpenAPI document. Default: spec/openapi.yaml."),
  root: text(
    "The folder of the files that the contract may refer to. Default: the nearest of the config's and the repository's.",
  ),
  overlays: {
    description: "OpenAPI Overlays to apply to the document, in order.",
    type: "array",
    items: text("A file in YAML or JSON."),
  },
  out: text("The output folder. Default: generated."),
  targets: {
    description: "The parts of the output to generate. Default: all.",
    type: "array",
    minItems: 1,
    items: { description: "A part of the output.", enum: [...targets] },
  },
  features: {
    description: "The parts of the output to have, of those that can be left out. Default: all that the contract has a use for.",
    type: "array",
    items: { description: "A part of the output.", enum: [...features] },
  },
  importExtension: {
    description: "How generated files import each other: ./types.js, ./types.ts or ./types. Default: .js.",
    enum: [...importExtensions],
  },
  scaffold: text("The folder of your handler files. Without it none are written."),
  handlerComments: {
    description: "Whether new handlers start with a comment that describes their action or operation. Default: false.",
    type: "boolean",
  },
  extensionPrefix: text("The word in x-<prefix>-<type>-actions. Default: platform.", "prefix"),
  integers: {
    description: "Whether format int64 rejects integers beyond 2^53 or accepts them rounded. Default: exact.",
    enum: ["exact", "rounded"],
  },
  untypedObjects: {
    description: "Whether schemas with properties but no type only accept objects, or any other value, too. Default: object.",
    enum: ["object", "any"],
  },
  defaults: {
    description: "Whether servers fill in the defaults of missing parameters and properties. Default: false.",
    type: "boolean",
  },
  uploads: {
    description: "Whether handlers receive files and other bytes while they arrive, or whole. Default: buffer.",
    enum: ["stream", "buffer"],
  },
  lenient: {
    description: "Whether every error whose severity can be changed is a warning. Default: false.",
    type: "boolean",
  },
  severities: {
    description: "The severities of problems, by code.",
    type: "object",
    propertyNames: code,
    additionalProperties: { description: "The severity.", enum: ["error", "warning", "off"] },
  },
  suppressions: {
    description: "Problems that were reviewed and are intended.",
    type: "array",
    items: object("One intended problem.", suppressionProperties, ["code", "reason"]),
  },
  maxWarnings: { description: "The number of warnings above which the run fails.", type: "integer", minimum: 0 },
  baseline: text("The file of known problems, which are not reported."),
  docs: object("The appearance of the documentation site.", docsProperties),
  expand: object("How expand writes documents.", expandProperties),
  // JSON has no functions.
  rules: { description: "Rules of your own. Only in a config that is code.", type: "array", maxItems: 0 },
  emitters: { description: "Emitters of your own. Only in a config that is code.", type: "array", maxItems: 0 },
};

const configProperties: Properties<Config> = {
  $schema: text("The JSON Schema of this file, for editors."),
  extends: {
    description: "Configs to extend. Settings of this config override theirs.",
    anyOf: [
      { type: "string", pattern: textPatterns.text[0] },
      { type: "array", items: text("A relative path, or the name of a package.") },
    ],
  },
  ...contractProperties,
  contracts: {
    description: "Several contracts, by name. All other settings apply to each of them.",
    type: "object",
    propertyNames: { pattern: textPatterns.name[0] },
    additionalProperties: object("The settings of one contract.", contractProperties),
  },
};

/** The JSON Schema of a config, for validation and for editors. */
export function configSchema(): JsonObject {
  const codes = [...catalog.keys()].filter(isAdjustableCode).sort();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Config of openapi-actions",
    ...object("Settings of openapi-actions.", configProperties),
    $defs: { code: { type: "string", anyOf: [{ enum: codes }, { pattern: "/" }] } },
  };
}
