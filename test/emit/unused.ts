import { ts } from "ts-morph";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { resolveImport } from "../../generator/typescript/imports.js";

/**
 * What nothing in an output uses: files that are not imported, imports and declarations whose name nothing else contains, and exports
 * of the runtime that no other file imports. `entries`: the files for callers, all of whose exports count.
 */
export function findUnused(files: readonly OutputFile[], entries: readonly string[]): string[] {
  const sources = files
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }) => ({ path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }));
  const wanted = new Set<string>();
  const imported = new Set(entries);
  for (const { path, tree } of sources) {
    for (const statement of tree.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      if (!statement.moduleSpecifier) continue;
      const from = resolveImport(path, (statement.moduleSpecifier as ts.StringLiteral).text);
      imported.add(from);
      const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
      if (!clause || !("elements" in clause)) wanted.add(`${from} *`);
      else for (const { name, propertyName } of clause.elements) wanted.add(`${from} ${(propertyName ?? name).text}`);
    }
    for (const [, specifier] of tree.text.matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
      const from = resolveImport(path, specifier!);
      imported.add(from);
      wanted.add(`${from} *`);
    }
  }
  return sources.flatMap(({ path, tree }) => {
    if (!imported.has(path)) return [path];
    const uses = countNames(tree);
    const isWanted = (name: string) => wanted.has(`${path} ${name}`) || wanted.has(`${path} *`) || entries.includes(path);
    const unused = tree.statements.flatMap(declaredNames).filter((name) => !isWanted(name) && (uses.get(name) ?? 0) < 2);
    const exported = path.startsWith("runtime/") ? tree.statements.filter(isExported).flatMap(declaredNames) : [];
    return [
      ...unused.map((name) => `${path} ${name}`),
      ...exported.filter((name) => !isWanted(name)).map((name) => `${path} export ${name}`),
    ];
  });
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause?.namedBindings;
    if (!clause) return [];
    return ts.isNamespaceImport(clause) ? [clause.name.text] : clause.elements.map(({ name }) => name.text);
  }
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

function countNames(tree: ts.SourceFile): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    node.forEachChild(visit);
  };
  visit(tree);
  return counts;
}
