import type { ts } from "ts-morph";
import { loadTsMorph } from "./load-ts-morph.js";
import type { OutputFile } from "./output-file.js";

const declarations = [
  "ImportDeclaration",
  "ExportDeclaration",
  "InterfaceDeclaration",
  "TypeAliasDeclaration",
  "VariableStatement",
  "FunctionDeclaration",
  "ClassDeclaration",
] as const;

/** Checks a TypeScript file: see `checkTree`. */
export function checkSyntax(file: OutputFile): void {
  const { ts } = loadTsMorph();
  const language = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  checkTree(file.path, ts.createSourceFile(file.path, file.text, language));
}

/**
 * The second line of defence after the encoders: an emitted TypeScript file must parse, contain only declarations, and declare
 * exactly the names that its emitter announced. Throws otherwise, because that is a bug of an emitter.
 */
export function checkTree(path: string, source: ts.SourceFile, announced?: readonly string[]): void {
  const { ts } = loadTsMorph();
  const [problem] = (source as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics;
  if (problem) {
    const { line } = source.getLineAndCharacterOfPosition(problem.start);
    throw new Error(`${path}:${line + 1} would not parse: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`);
  }
  const allowed = new Set<ts.SyntaxKind>(declarations.map((name) => ts.SyntaxKind[name]));
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!allowed.has(statement.kind)) throw new Error(`${path} would contain a ${ts.SyntaxKind[statement.kind]}`);
    for (const name of declaredNames(statement)) names.add(name);
  }
  if (!announced) return;
  const unexpected = [...names].filter((name) => !announced.includes(name));
  const missing = announced.filter((name) => !names.has(name));
  if (unexpected.length > 0) throw new Error(`${path} would declare ${unexpected.join(", ")} unexpectedly`);
  if (missing.length > 0) throw new Error(`${path} would not declare ${missing.join(", ")}`);
}

function declaredNames(statement: ts.Statement): string[] {
  const { ts } = loadTsMorph();
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
