import type { Severity } from "./diagnostic.js";

/** The reason why a code is reported, with an example and its correction. */
export interface Explanation {
  /** The consequences if nothing is changed. Markdown, one to three sentences. */
  readonly cause: string;
  readonly bad: string;
  readonly good: string;
  /** The location of the examples in a contract, or their language. */
  readonly at: Part | Language;
}

/** The description of a code; `Parameters` are those of its message. */
export interface CodeRecord<Parameters = never> extends Explanation {
  /** The default severity. */
  readonly severity: Severity;
  readonly message: (parameters: Parameters) => string;
  /** The hint: what to do about it. */
  readonly hint?: string;
  /** True for an error that a config may turn off: the output is correct without it, but may not be the intended one. */
  readonly adjustable?: boolean;
  /** True for an error that is not in the contract: a config that is lenient about somebody else's document leaves it. */
  readonly isElsewhere?: boolean;
  /** True for a rule that only runs if a config gives it a severity. */
  readonly optional?: boolean;
}

/** The codes of a room, by name. */
export type CodeRecords = Readonly<Record<string, CodeRecord>>;

/** The parameters of a code's message. */
export type ParametersOf<Entry extends CodeRecord> = Entry extends { message: (parameters: infer P) => string } ? P : never;

/** The enclosing keys of an example in a contract, which are displayed above it. */
export type Part = "document" | "root" | "paths" | "operation" | "actions" | "components" | "schemas";

/** The language of an example that is not a part of a contract. */
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

/** Returns whether the examples are parts of a contract, so that lint can check them. */
export function isPart(at: Explanation["at"]): at is Part {
  return Object.hasOwn(above, at);
}

/** Returns an example for people, with the enclosing keys. */
export function showExample(text: string, at: Explanation["at"]): string {
  const parents = isPart(at) ? above[at] : [];
  const indent = "  ".repeat(parents.length);
  const lines = withoutMargin(text).map((line) => (line === "" ? "" : `${indent}${line}`));
  return [...parents, ...lines].join("\n");
}

/** Returns the lines of a text without surrounding empty ones and without their common indentation. */
export function withoutMargin(text: string): string[] {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const margins = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const margin = Math.min(...margins);
  return lines.map((line) => line.slice(margin));
}
