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
      const { uses, members } = found.statements[index]!;
      const all = new Set([uses, ...members.map((member) => member.uses)].flatMap((names) => [...names]));
      expect(used.filter((name) => !all.has(name))).toEqual([]);
    });
  });
});

test("members are found as TypeScript finds them, and no name in them is overlooked", () => {
  let count = 0;
  for (const path of modules) {
    const text = readTemplate(path);
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const declarations = tree.statements.filter((statement) => !ts.isImportDeclaration(statement));
    parseModule(text, path).statements.forEach(({ members, named }, index) => {
      const statement = declarations[index]!;
      expect(
        [...namesWithin(statement, membersOf(statement))].filter((name) => !named.has(name) && members.length === 0),
      ).toEqual([]);
      if (members.length === 0) return;
      count += 1;
      const expected = membersOf(statement).map((member) => ({ key: keyOf(member), names: [...namesWithin(member, [])] }));
      expect(members.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      members.forEach((member, at) => {
        expect(expected[at]!.names.filter((name) => !member.named.has(name) && name !== member.key)).toEqual([]);
      });
    });
  }
  expect(count).toBeGreaterThan(20);
});

const table = `export const checks: Readonly<Record<string, () => boolean>> = {
  // Only what the contract names.
  ...others,
  "max-size": checkSize,
  /** The least. */
  minimum: () => checkMinimum("other"),
};

const others = {};

export const checkSize = () => true;

const checkMinimum = (_: string) => true;

export interface Options {
  // Only what is named.
  /** Always. */
  readonly used: 1;
  readonly other?: Other;
  readonly never?: {
    readonly deep: Never;
  };
}

type Other = 1;

type Never = 2;

export const read = (options: Options) => options.used;
`;

test("a table and an interface have the members that are named", () => {
  const needed = (text: string) => neededRuntime([{ path: "client/index.ts", text }], () => table).map((file) => file.text);
  const imports = (names: string) => `import { ${names} } from "../runtime/a.js";\n`;
  expect(needed(`${imports("checks")}\nconst schema = { minimum: "a /* b" };\n`)).toEqual([
    `export const checks: Readonly<Record<string, () => boolean>> = {
  ...others,
  /** The least. */
  minimum: () => checkMinimum("other"),
};

const others = {};

const checkMinimum = (_: string) => true;
`,
  ]);
  expect(needed(`${imports("checks")}\nconst schema = { a: "// /*", "max-size": 1 };\n`)[0]).toContain(
    '  "max-size": checkSize,\n};',
  );
  expect(needed(`${imports("read")}\nread({});\n`)).toEqual([
    `interface Options {
  /** Always. */
  readonly used: 1;
}

export const read = (options: Options) => options.used;
`,
  ]);
  // What is named only in another member that is written, too.
  expect(needed(`${imports("read, checks")}\nread({ minimum: 1 });\n`)[0]).toContain("readonly other?: Other;\n}");
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

function membersOf(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isInterfaceDeclaration(statement)) return statement.members;
  if (!ts.isVariableStatement(statement)) return [];
  const { initializer } = statement.declarationList.declarations[0]!;
  return initializer && ts.isObjectLiteralExpression(initializer) ? initializer.properties : [];
}

function keyOf(member: ts.Node): string | undefined {
  const { name } = member as ts.PropertySignature | ts.PropertyAssignment;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** The identifiers and strings in a node that can be names of members of others. */
function* namesWithin(node: ts.Node, without: readonly ts.Node[]): Generator<string> {
  // Text with escapes is not the name of anything.
  if (ts.isIdentifier(node) || (ts.isStringLiteral(node) && !/[\\"`]/.test(node.getText().slice(1, -1)))) yield node.text;
  for (const child of node.getChildren())
    if (child.kind !== ts.SyntaxKind.JSDoc && !without.includes(child)) yield* namesWithin(child, without);
}

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
