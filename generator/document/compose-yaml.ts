import { Composer, Lexer, Parser, type CST, type Document } from "yaml";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { maxNesting, maxSyntaxProblems } from "./limits.js";
import { locationAt, type SourceFile } from "./source.js";

class TooDeep extends Error {}

/**
 * The syntax tree of a file with one YAML document; `undefined` where it has problems, which are reported. The schema is
 * YAML 1.2's core, whatever a `%YAML` directive says: there `no`, `1_000` and `2020-01-01` are strings.
 */
export function composeYaml(file: SourceFile, problems: Report): Document.Parsed | undefined {
  const lineEnd = /\r(?!\n)/.exec(file.text);
  if (lineEnd) {
    syntaxProblem(file, problems, "a carriage return stands without a line feed", lineEnd.index);
    return undefined;
  }
  const composer = new Composer({
    schema: "core",
    merge: false,
    resolveKnownTags: false,
    // Compares each key with each other one; the reader of the tree does it in linear time.
    uniqueKeys: false,
    prettyErrors: false,
  });
  let only: Document.Parsed | undefined;
  try {
    for (const document of composer.compose(tokens(file, problems), true, file.text.length)) {
      if (reportErrors(document, file, problems)) return undefined;
      reportVersion(document, file, problems);
      if (only) {
        syntaxProblem(file, problems, "a second YAML document starts here", document.range[0]);
        return undefined;
      }
      only = document;
    }
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return only;
}

/** The library recurses over the tree, and near the end of the stack it can take the process down: depth is limited first. */
function* tokens(file: SourceFile, problems: Report): Generator<CST.Token> {
  const parser = new Parser();
  // The stack holds the document and the value being read besides the maps and lists around it.
  const limit = maxNesting + 2;
  for (const lexeme of new Lexer().lex(file.text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > limit) {
      report(problems, "nesting-limit", { limit: maxNesting }, locationAt(file, parser.offset));
      throw new TooDeep();
    }
  }
  yield* parser.end();
}

function reportErrors(document: Document.Parsed, file: SourceFile, problems: Report): boolean {
  for (const { message, pos } of document.errors.slice(0, maxSyntaxProblems)) {
    syntaxProblem(file, problems, message, ...pos);
  }
  for (const { code, message, pos } of document.warnings.slice(0, maxSyntaxProblems)) {
    const [start, end] = pos;
    if (code !== "TAG_RESOLVE_FAILED") syntaxProblem(file, problems, message, start, end);
    else report(problems, "yaml-tag", { tag: file.text.slice(start, end) }, locationAt(file, start, end));
  }
  return document.errors.length > 0 || document.warnings.length > 0;
}

/** In YAML 1.1, `no`, `1_000` and `0755` are no strings or other numbers. */
function reportVersion({ directives }: Document.Parsed, file: SourceFile, problems: Report): void {
  if (!directives.yaml.explicit || directives.yaml.version === "1.2") return;
  const start = Math.max(file.text.search(/^%YAML/m), 0);
  const length = file.text.slice(start).search(/\s*(?:#.*)?$/m);
  report(problems, "yaml-version", { version: directives.yaml.version }, locationAt(file, start, start + length));
}

function syntaxProblem(file: SourceFile, problems: Report, detail: string, start: number, end?: number): void {
  const line = detail.replace(/[\u0000-\u001f\u007f]/g, " ").slice(0, 200);
  report(problems, "syntax", { language: "YAML", detail: line }, locationAt(file, start, end));
}
