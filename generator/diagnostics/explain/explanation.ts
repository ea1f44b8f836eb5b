/** Why a code is reported, with an example of it and the same put right. */
export interface Explanation {
  /** What goes wrong where nothing is changed. Markdown, one to three sentences. */
  readonly cause: string;
  readonly bad: string;
  readonly good: string;
  /** Where in a contract the examples stand, or the language they are written in. */
  readonly at: Part | Language;
}

/** What a piece of a contract is a part of; the lines above show it. */
export type Part = "document" | "root" | "paths" | "operation" | "actions" | "components" | "schemas";

export type Language = "json" | "sh" | "text" | "ts" | "yaml";

/** An explanation for every code of a part of the catalog; the compiler asks for those that are missing. */
export type Explanations<Codes> = { readonly [Code in keyof Codes]: Explanation };

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

/** The language of an example, for Markdown. */
export function languageOf(at: Explanation["at"]): Language {
  return isPart(at) ? "yaml" : at;
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
