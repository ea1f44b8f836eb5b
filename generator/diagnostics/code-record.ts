import type { Severity } from "./diagnostic.js";

/** Why a code is reported, with an example of it and the same put right. */
export interface Explanation {
  /** What goes wrong where nothing is changed. Markdown, one to three sentences. */
  readonly cause: string;
  readonly bad: string;
  readonly good: string;
  /** The location of the examples in a contract, or the language they are written in. */
  readonly at: Part | Language;
}

/** Everything about one code; `Parameters` is what its message needs to know. */
export interface CodeRecord<Parameters = never> extends Explanation {
  /** How much it weighs unless a config says otherwise. */
  readonly severity: Severity;
  readonly message: (parameters: Parameters) => string;
  /** What to do about it. */
  readonly hint?: string;
  /** True for an error that a config may turn off: the output is right without it, if perhaps not what was meant. */
  readonly adjustable?: boolean;
  /** True for a rule that runs only where a config gives it a severity. */
  readonly optional?: boolean;
}

/** The codes of a room, by name. */
export type CodeRecords = Readonly<Record<string, CodeRecord>>;

/** What the message of a code needs to know. */
export type ParametersOf<Entry extends CodeRecord> = Entry extends { message: (parameters: infer P) => string } ? P : never;

/** What a piece of a contract is a part of; the lines above show it. */
export type Part = "document" | "root" | "paths" | "operation" | "actions" | "components" | "schemas";

/** The language of an example that is no piece of a contract. */
type Language = "json" | "sh" | "text" | "ts" | "yaml";

const above: Readonly<Record<Part, readonly string[]>> = {
  document: [],
  root: [],
  paths: ["paths:"],
  operation: ["paths:", "  /services/{service_id}/actions/{action}:", "    post:"],
  actions: ["x-platform-postgres-actions:"],
  components: ["components:"],
  schemas: ["components:", "  schemas:"],
};

/** True if the examples are pieces of a contract, so that lint can be asked about them. */
export function isPart(at: Explanation["at"]): at is Part {
  return Object.hasOwn(above, at);
}

/** An example as people see it: with the keys above it. */
export function showExample(text: string, at: Explanation["at"]): string {
  const parents = isPart(at) ? above[at] : [];
  const indent = "  ".repeat(parents.length);
  const lines = withoutMargin(text).map((line) => (line === "" ? "" : `${indent}${line}`));
  return [...parents, ...lines].join("\n");
}

/** The lines of a text, without empty ones around it and without the indentation that all have. */
export function withoutMargin(text: string): string[] {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const margins = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const margin = Math.min(...margins);
  return lines.map((line) => line.slice(margin));
}
