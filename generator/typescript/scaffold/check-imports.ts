import path from "node:path";
import { ts } from "ts-morph";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { suggest } from "../../diagnostics/suggest.js";
import type { OutputFile } from "../output-file.js";
import { report } from "./diagnostics.js";
import { locateNode, parseUserSource } from "./handler-files.js";

/** Reports imports of handler files that the output doesn't export: after an upgrade, these are the lines to change. */
export function checkImports(
  handlerFiles: readonly { readonly path: string; readonly text: string }[],
  outFolder: string,
  output: readonly OutputFile[],
  diagnostics: Diagnostic[],
): void {
  const texts = new Map(output.map((file) => [file.path, file.text]));
  for (const { path: file, text } of handlerFiles) {
    // Syntax errors are reported when handlers are searched for.
    const source = parseUserSource(file, text, []);
    for (const statement of source?.tree.statements ?? []) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const module = outputModule(file, statement.moduleSpecifier.text, outFolder);
      if (module === undefined) continue;
      const exported = exportsOf(module, texts);
      if (!exported) report(diagnostics, "handler-import", { module }, locateNode(source!, statement.moduleSpecifier));
      const bindings = statement.importClause?.namedBindings;
      if (!exported || !bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name, propertyName } of bindings.elements) {
        const wanted = propertyName ?? name;
        if (exported.has(wanted.text)) continue;
        const now = suggest(wanted.text, exported);
        report(diagnostics, "handler-import", { module, name: wanted.text }, locateNode(source!, wanted), {
          hint: now !== undefined ? `Write ${now} instead.` : undefined,
        });
      }
    }
  }
}

/** Returns the file of the output that a relative import leads to; `undefined` if it leads elsewhere. */
function outputModule(file: string, specifier: string, outFolder: string): string | undefined {
  if (!/^\.\.?\//.test(specifier)) return undefined;
  const target = path
    .relative(outFolder, path.resolve(path.dirname(file), specifier))
    .split(path.sep)
    .join("/");
  return target.startsWith("../") || path.isAbsolute(target) ? undefined : `${target.replace(/\.[jt]s$/, "")}.ts`;
}

/** Returns the names that a generated module exports; `undefined` if it doesn't exist. */
function exportsOf(module: string, texts: ReadonlyMap<string, string>): Set<string> | undefined {
  const text = texts.get(module);
  if (text === undefined) return undefined;
  const names = new Set<string>();
  for (const statement of ts.createSourceFile(module, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      if (exportClause && ts.isNamedExports(exportClause)) for (const { name } of exportClause.elements) names.add(name.text);
      else if (!exportClause && moduleSpecifier && ts.isStringLiteral(moduleSpecifier)) {
        const target = path.posix.join(path.posix.dirname(module), moduleSpecifier.text).replace(/(?:\.[jt]s)?$/, ".ts");
        for (const name of exportsOf(target, texts) ?? []) names.add(name);
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) names.add(statement.name.text);
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) names.add(statement.name.text);
  }
  return names;
}
