import type { Config, ContractConfig, DocsConfig, Suppression } from "../../config.js";

/** What a setting may be. The checker, the JSON Schema and suggestions are made from this one description. */
export type Field = { readonly description: string } & Shape;

type Shape =
  | { readonly is: "text" | "path" | "pointer" | "prefix" | "count" }
  /** The code of a problem that a config may decide about. */
  | { readonly is: "code" }
  | { readonly is: "choice"; readonly of: readonly string[] }
  /** Functions and objects with functions, which only a config that is code can have. */
  | { readonly is: "rule" | "emitter" }
  | { readonly is: "list"; readonly items: Field }
  /** One value or a list of them. */
  | { readonly is: "one or more"; readonly items: Field }
  | { readonly is: "map"; readonly keys: "code" | "name"; readonly values: Field }
  | { readonly is: "object"; readonly fields: Readonly<Record<string, Field>>; readonly required?: readonly string[] };

/** The word in `x-<prefix>-<type>-actions`. */
export const prefixPattern = /^[a-z][a-z0-9]*$/;

/** The name of a contract, as it is given on the command line. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

const suppressionFields: { readonly [Key in keyof Required<Suppression>]: Field } = {
  code: { is: "code", description: "The code of the problem, such as open-body or redocly/info-license." },
  file: { is: "path", description: "The file it is in. Left out: the contract's main document." },
  pointer: { is: "pointer", description: "JSON pointer into that file: only problems inside of what it leads to." },
  reason: { is: "text", description: "Why it is meant." },
};

const docsFields: { readonly [Key in keyof Required<DocsConfig>]: Field } = {
  name: { is: "text", description: "What the site is called. The contract's title unless given." },
  logo: { is: "path", description: "An SVG file." },
  accent: { is: "text", description: "The colour of links on light pages, as #rrggbb." },
  accentDark: { is: "text", description: "The colour of links on dark pages." },
  sourceUrl: { is: "text", description: "Where a line of the contract can be read, with {path} and {line}." },
  pages: { is: "path", description: "A folder of Markdown files that become pages of the site." },
};

const contractFields: { readonly [Key in keyof Required<ContractConfig>]: Field } = {
  input: { is: "path", description: "The OpenAPI document. spec/openapi.yaml unless given." },
  out: { is: "path", description: "Where the output goes. generated unless given." },
  scaffold: { is: "path", description: "Where your handler files are. Left out: none are written." },
  extensionPrefix: { is: "prefix", description: "The word in x-<prefix>-<type>-actions. platform unless given." },
  integers: {
    is: "choice",
    of: ["exact", "rounded"],
    description: "Whether format int64 rejects integers beyond 2^53 or accepts them rounded. exact unless given.",
  },
  severities: {
    is: "map",
    keys: "code",
    values: { is: "choice", of: ["error", "warning", "off"], description: "How much it shall weigh." },
    description: "How much problems weigh, by their codes.",
  },
  suppressions: {
    is: "list",
    items: { is: "object", fields: suppressionFields, required: ["code", "reason"], description: "One problem that is meant." },
    description: "Problems that were looked at and are meant.",
  },
  maxWarnings: { is: "count", description: "More warnings than that are an error." },
  baseline: { is: "path", description: "The file of old problems that are not reported." },
  docs: { is: "object", fields: docsFields, description: "How the documentation site looks." },
  rules: {
    is: "list",
    items: { is: "rule", description: "A rule." },
    description: "Rules of your own. Only in a config that is code.",
  },
  emitters: {
    is: "list",
    items: { is: "emitter", description: "An emitter." },
    description: "Emitters of your own. Only in a config that is code.",
  },
};

const configFields: { readonly [Key in keyof Required<Config>]: Field } = {
  $schema: { is: "text", description: "The JSON Schema of this file, for editors." },
  extends: {
    is: "one or more",
    items: { is: "text", description: "A relative path, or the name of a package." },
    description: "Configs that this one builds on. What stands here wins.",
  },
  ...contractFields,
  contracts: {
    is: "map",
    keys: "name",
    values: { is: "object", fields: contractFields, description: "The settings of one contract." },
    description: "Several contracts, by names. What stands beside it holds for all of them.",
  },
};

/** The whole config. */
export const configField: Field = {
  is: "object",
  fields: configFields,
  description: "Settings of openapi-actions.",
};
