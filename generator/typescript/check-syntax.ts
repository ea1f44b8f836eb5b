import { ts } from "ts-morph";
import type { OutputFile } from "./output-file.js";

const declarations = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
]);

/** Checks a TypeScript file that nobody has checked: see `checkTree`. */
export function checkSyntax(file: OutputFile): void {
  if (file.checked || !file.path.endsWith(".ts")) return;
  const language = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  checkTree(file.path, ts.createSourceFile(file.path, file.text, language));
}

/**
 * The second line of defence behind the encoders: an emitted TypeScript file must parse, hold declarations only, and
 * declare exactly the names that its emitter announced. Throws if not, because then an emitter is wrong.
 */
export function checkTree(path: string, source: ts.SourceFile, announced?: readonly string[]): void {
  const [problem] = (source as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics;
  if (problem) {
    const { line } = source.getLineAndCharacterOfPosition(problem.start);
    throw new Error(`${path}:${line + 1} would not parse: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`);
  }
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!declarations.has(statement.kind)) throw new Error(`${path} would hold a ${ts.SyntaxKind[statement.kind]}`);
    for (const name of declaredNames(statement)) names.add(name);
  }
  if (!announced) return;
  const unexpected = [...names].filter((name) => !announced.includes(name));
  const missing = announced.filter((name) => !names.has(name));
  if (unexpected.length > 0) throw new Error(`${path} would declare ${unexpected.join(", ")} unexpectedly`);
  if (missing.length > 0) throw new Error(`${path} would not declare ${missing.join(", ")}`);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) =>
      ts.isIdentifier(declaration.name) ? declaration.name.text : "",
    );
  }
  if (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  ) {
    return [statement.name?.text ?? ""];
  }
  return [];
}
