import { type Config, type ContractConfig, type DocsConfig, type Suppression, prefixPattern } from "../../config.js";
import { catalog } from "../catalog.js";
import { targets } from "../../emit/targets.js";
import { importExtensions } from "../../typescript/imports.js";
import { layouts, nestings, operationIdStyles, targetVersions, type ExpandConfig } from "../../tools/expand/expansion.js";
import type { JsonObject } from "../../document/json-value.js";
import { isAdjustableCode } from "./adjustable.js";

type Properties<Of> = { readonly [Key in keyof Required<Of>]: JsonObject };

/** Patterns of texts, with what a text must be in words. */
export const textPatterns = {
  text: ["\\S", "a text"],
  pointer: ["^(/|$)", "a JSON pointer, such as /paths"],
  prefix: [prefixPattern.source, "a lower-case word, such as platform"],
  name: ["^[A-Za-z0-9][A-Za-z0-9_-]*$", "letters, digits, _ and -"],
} as const;

const text = (description: string, pattern: keyof typeof textPatterns = "text"): JsonObject => ({
  description,
  type: "string",
  pattern: textPatterns[pattern][0],
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
  file: text("The file it is in. Left out: the contract's main document."),
  pointer: text("JSON pointer into that file: only problems inside of what it leads to.", "pointer"),
  reason: text("Why it is meant."),
};

const docsProperties: Properties<DocsConfig> = {
  name: text("What the site is called. The contract's title unless given."),
  logo: text("An SVG file."),
  accent: text("The colour of links on light pages, as #rrggbb."),
  accentDark: text("The colour of links on dark pages."),
  sourceUrl: text("Where a line of the contract can be read, with {path} in the repository and {line}."),
  pages: text("A folder of Markdown files that become pages of the site."),
  hideHandlers: {
    description: "Leaves out how actions are implemented, for a site that is for API consumers only.",
    type: "boolean",
  },
};

const expandProperties: Properties<ExpandConfig> = {
  layout: {
    description: "A document for each service type, one of all for reading, or both. both unless given.",
    enum: [...layouts],
  },
  openapi: { description: "The version of OpenAPI. 3.1 unless given.", enum: [...targetVersions] },
  operationId: {
    description: "postgres.add_ip, postgres_add_ip or postgresAddIp. dotted unless given.",
    enum: [...operationIdStyles],
  },
  nested: {
    description: "Alternatives and nested objects as components, or inline as written. components unless given.",
    enum: [...nestings],
  },
};

const contractProperties: Properties<ContractConfig> = {
  input: text("The OpenAPI document. spec/openapi.yaml unless given."),
  root: text(
    "The folder below which the contract may refer to files. The nearest of the config's and the repository's unless given.",
  ),
  overlays: {
    description: "OpenAPI Overlays that are applied to the document, in their order.",
    type: "array",
    items: text("A file in YAML or JSON."),
  },
  out: text("Where the output goes. generated unless given."),
  targets: {
    description: "What is generated. Everything unless given.",
    type: "array",
    minItems: 1,
    items: { description: "A part of the output.", enum: [...targets] },
  },
  importExtension: {
    description: "How generated files import each other: ./types.js, ./types.ts or ./types. .js unless given.",
    enum: [...importExtensions],
  },
  scaffold: text("Where your handler files are. Left out: none are written."),
  extensionPrefix: text("The word in x-<prefix>-<type>-actions. platform unless given.", "prefix"),
  integers: {
    description: "Whether format int64 rejects integers beyond 2^53 or accepts them rounded. exact unless given.",
    enum: ["exact", "rounded"],
  },
  defaults: {
    description: "Whether servers fill in the defaults of parameters and properties that are missing. false unless given.",
    type: "boolean",
  },
  severities: {
    description: "How much problems weigh, by their codes.",
    type: "object",
    propertyNames: code,
    additionalProperties: { description: "How much it shall weigh.", enum: ["error", "warning", "off"] },
  },
  suppressions: {
    description: "Problems that were looked at and are meant.",
    type: "array",
    items: object("One problem that is meant.", suppressionProperties, ["code", "reason"]),
  },
  maxWarnings: { description: "More warnings than that are an error.", type: "integer", minimum: 0 },
  baseline: text("The file of old problems that are not reported."),
  docs: object("How the documentation site looks.", docsProperties),
  expand: object("How expand writes documents.", expandProperties),
  // JSON has no functions.
  rules: { description: "Rules of your own. Only in a config that is code.", type: "array", maxItems: 0 },
  emitters: { description: "Emitters of your own. Only in a config that is code.", type: "array", maxItems: 0 },
};

const configProperties: Properties<Config> = {
  $schema: text("The JSON Schema of this file, for editors."),
  extends: {
    description: "Configs that this one builds on. What stands here wins.",
    anyOf: [
      { type: "string", pattern: textPatterns.text[0] },
      { type: "array", items: text("A relative path, or the name of a package.") },
    ],
  },
  ...contractProperties,
  contracts: {
    description: "Several contracts, by names. What stands beside it holds for all of them.",
    type: "object",
    propertyNames: { pattern: textPatterns.name[0] },
    additionalProperties: object("The settings of one contract.", contractProperties),
  },
};

/** The JSON Schema of a config: what configs are checked against, and what editors read. */
export function configSchema(): JsonObject {
  const codes = [...catalog.keys()].filter(isAdjustableCode).sort();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Config of openapi-actions",
    ...object("Settings of openapi-actions.", configProperties),
    $defs: { code: { type: "string", anyOf: [{ enum: codes }, { pattern: "/" }] } },
  };
}
