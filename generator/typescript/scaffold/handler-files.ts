import * as fs from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";
import { type Diagnostic, type Location, compare } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";

/** A user's file that parses. */
export interface UserSource {
  readonly path: string;
  /** The exact text, including a byte order mark. */
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Decodes a file exactly: returns `undefined` if encoding the text would not yield the same bytes. */
export function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parses a user's file, or reports the location of the first syntax error, such as a merge marker. */
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

/** Returns the location of a range in a file. */
function locate({ path, text, tree }: UserSource, start: number, end = start): Location {
  const { line } = tree.getLineAndCharacterOfPosition(start);
  const lineStarts = tree.getLineStarts();
  // Editors don't show a byte order mark in the first line.
  const lineStart = lineStarts[line]! + (line === 0 && text.startsWith("\ufeff") ? 1 : 0);
  const lineText = text.slice(lineStart, lineStarts[line + 1] ?? text.length).replace(/[\r\n\u2028\u2029]+$/, "");
  const column = Math.max(1, start - lineStart + 1);
  const endColumn = Math.min(end - lineStart + 1, lineText.length + 1);
  return { path, line: line + 1, column, ...(endColumn > column && { endColumn }), lineText };
}

/** Returns the location of a node. */
export function locateNode(source: UserSource, node: ts.Node): Location {
  return locate(source, node.getStart(source.tree), node.getEnd());
}

/** Returns the TypeScript files below a folder, sorted by path. Skips files that are not UTF-8 and doesn't follow links. */
export function readHandlerFiles(folder: string): { readonly path: string; readonly text: string }[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => compare(a.name, b.name))
    .flatMap((entry) => {
      const at = path.posix.join(folder.split(path.sep).join("/"), entry.name);
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : readHandlerFiles(at);
      if (!entry.isFile() || !/\.[cm]?ts$/.test(entry.name)) return [];
      const text = decodeExactly(fs.readFileSync(at));
      return text === undefined ? [] : [{ path: at, text }];
    });
}

/** A handler that is not implemented yet. */
export interface NotImplemented {
  /** The service type; `operations` for operations. */
  readonly type: string;
  /** Name of the action, or id of the operation. */
  readonly action: string;
  readonly location: Location;
}

/** Lists the stubs in handler files: calls of the imported `notImplemented`, whatever its local name. */
export function listNotImplemented(files: readonly { readonly path: string; readonly text: string }[]): NotImplemented[] {
  return files.flatMap(({ path, text }) => {
    if (!text.includes("notImplemented")) return [];
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    const names = localNames(tree);
    const found: NotImplemented[] = [];
    const visit = (node: ts.Node): void => {
      const argument = ts.isCallExpression(node) && names.has(node.expression.getText(tree)) ? node.arguments[0] : undefined;
      if (argument && ts.isStringLiteralLike(argument)) {
        const [type, ...action] = argument.text.split(".");
        const location = locateNode({ path, text, tree }, node);
        if (type && action.length > 0) found.push({ type, action: action.join("."), location });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

function localNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (!bindings) continue;
    if (ts.isNamespaceImport(bindings)) names.add(`${bindings.name.text}.notImplemented`);
    else
      for (const one of bindings.elements) if ((one.propertyName ?? one.name).text === "notImplemented") names.add(one.name.text);
  }
  return names;
}
