import { ts } from "ts-morph";
import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";

/** A file of the user's that parses. */
export interface UserSource {
  readonly path: string;
  /** Every character of it, a byte order mark too. */
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Text of a file, exactly: `undefined` if writing it back would not give the same bytes. */
export function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parses a file of the user's, or reports the first place where it doesn't parse: merge markers are such a place. */
export function parseUserSource(path: string, text: string, diagnostics: Diagnostic[]): UserSource | undefined {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const [problem] = (tree as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics;
  if (!problem) return { path, text, tree };
  const reason = ts.flattenDiagnosticMessageText(problem.messageText, " ").replace(/\.$/, "");
  report(
    diagnostics,
    "scaffold-syntax",
    { path, reason },
    locate({ path, text, tree }, problem.start, problem.start + problem.length),
  );
  return undefined;
}

/** Where a stretch of a file stands. */
export function locate({ path, text, tree }: UserSource, start: number, end = start): Location {
  const { line } = tree.getLineAndCharacterOfPosition(start);
  const lineStarts = tree.getLineStarts();
  // A byte order mark is not part of what an editor shows as the first line.
  const lineStart = lineStarts[line]! + (line === 0 && text.startsWith("\ufeff") ? 1 : 0);
  const lineText = text.slice(lineStart, lineStarts[line + 1] ?? text.length).replace(/[\r\n\u2028\u2029]+$/, "");
  const column = Math.max(1, start - lineStart + 1);
  const endColumn = Math.min(end - lineStart + 1, lineText.length + 1);
  return { path, line: line + 1, column, ...(endColumn > column && { endColumn }), lineText };
}

/** Where a node stands. */
export function locateNode(source: UserSource, node: ts.Node): Location {
  return locate(source, node.getStart(source.tree), node.getEnd());
}
