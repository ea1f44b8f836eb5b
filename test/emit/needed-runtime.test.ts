import { readdirSync } from "node:fs";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { neededRuntime, parseModule } from "../../generator/emit/needed-runtime.js";
import { readTemplate } from "../../generator/package.js";
import { repositoryPath } from "../support/repository.js";

const modules = readdirSync(repositoryPath("templates/runtime"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => `runtime/${file}`)
  .sort();

describe.each(modules)("%s", (path) => {
  const text = readTemplate(path);
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = parseModule(text, path);
  const declarations = tree.statements.filter((statement) => !ts.isImportDeclaration(statement));

  test("is split into its statements, none of which does anything when it is loaded", () => {
    expect(found.statements.map(({ names }) => names)).toEqual(declarations.map(namesOf));
    expect(declarations.filter((statement) => ts.isExpressionStatement(statement))).toEqual([]);
  });

  test("nothing inside a declaration has the name of a declaration, which would then seem to be used", () => {
    const known = new Set([...declarations.flatMap(namesOf), ...found.imports.flatMap(({ names }) => [...names.keys()])]);
    expect(declarations.flatMap((statement) => [...innerNames(statement)]).filter((name) => known.has(name))).toEqual([]);
  });

  test("no use of a declaration is overlooked", () => {
    const known = new Set([...declarations.flatMap(namesOf), ...found.imports.flatMap(({ names }) => [...names.keys()])]);
    declarations.forEach((statement, index) => {
      const used = [...identifiersIn(statement)].filter((name) => known.has(name) && !namesOf(statement).includes(name));
      expect(used.filter((name) => !found.statements[index]!.uses.has(name))).toEqual([]);
    });
  });
});

const texts: Readonly<Record<string, string>> = {
  "runtime/a.ts": `import { type Shape, far as near, unused } from "./b/c.js";
import * as tools from "./tools.js";

/** Used. */
export function used(): Shape {
  return near(local, tools.cut);
}

const local = 1;

/** Not used, but calls unused. */
export const other = () => unused();
`,
  "runtime/b/c.ts": `export interface Shape {
  readonly other: string;
}

export const far = (...values: unknown[]) => values as unknown as Shape;

export function unused(): void {}
`,
  "runtime/tools.ts": `export const cut = 1;

export const paste = 2;
`,
};

test("a module has the declarations that are used, and the imports that these need", () => {
  const root = { path: "client/index.ts", text: 'import { used } from "../runtime/a.js";\n\nused();\n' };
  expect(Object.fromEntries(neededRuntime([root], (path) => texts[path]!).map(({ path, text }) => [path, text]))).toEqual({
    "runtime/a.ts": `import { type Shape, far as near } from "./b/c.js";
import * as tools from "./tools.js";

/** Used. */
export function used(): Shape {
  return near(local, tools.cut);
}

const local = 1;
`,
    "runtime/b/c.ts": `export interface Shape {
  readonly other: string;
}

export const far = (...values: unknown[]) => values as unknown as Shape;
`,
    "runtime/tools.ts": "export const cut = 1;\n",
  });
});

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((element) => (ts.isBindingElement(element) ? [element.name.getText()] : [])),
    );
  }
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
    return statement.exportClause.elements.map(({ name }) => name.text);
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

/** The identifiers that can refer to a declaration of a module. */
function* identifiersIn(node: ts.Node): Generator<string> {
  const parent = node.parent;
  const isMember =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) &&
      parent.name === node) ||
    (ts.isParameter(parent) && parent.name === node) ||
    (ts.isNamedTupleMember(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node);
  if (ts.isIdentifier(node) && !isMember) yield node.text;
  for (const child of node.getChildren()) if (child.kind !== ts.SyntaxKind.JSDoc) yield* identifiersIn(child);
}

/** The names that are declared inside a statement. */
function* innerNames(statement: ts.Node): Generator<string> {
  for (const child of statement.getChildren()) {
    const holder = ts.isBindingElement(child) ? child.parent.parent : child;
    const isOuter = ts.isVariableDeclaration(holder) && ts.isSourceFile(holder.parent.parent.parent);
    const declares =
      ts.isVariableDeclaration(child) ||
      ts.isParameter(child) ||
      ts.isBindingElement(child) ||
      ts.isTypeParameterDeclaration(child);
    if (declares && !isOuter && ts.isIdentifier(child.name)) yield child.name.text;
    if (child.kind !== ts.SyntaxKind.JSDoc) yield* innerNames(child);
  }
}
