import type * as tsMorph from "ts-morph";
import type {
  CodeBlockWriter,
  ExportDeclarationStructure,
  ImportDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  StatementStructures,
  VariableStatementStructure,
  WriterFunction,
} from "ts-morph";
export type { StatementStructures, TypeAliasDeclarationStructure, WriterFunction } from "ts-morph";
import { compare } from "../diagnostics/diagnostic.js";
import { noMemo, type Memo } from "../memo.js";
import { checkTree } from "./check-syntax.js";
import { printDataConstant, type DataConstant } from "./data-constant.js";
import { loadTsMorph } from "./load-ts-morph.js";
import type { OutputFile } from "./output-file.js";

/** The kinds of structures that emitters describe, with ts-morph's numbers, so that describing a file loads nothing. */
export const StructureKind = {
  ExportDeclaration: 11 as tsMorph.StructureKind.ExportDeclaration,
  Function: 13 as tsMorph.StructureKind.Function,
  ImportDeclaration: 16 as tsMorph.StructureKind.ImportDeclaration,
  Interface: 19 as tsMorph.StructureKind.Interface,
  TypeAlias: 38 as tsMorph.StructureKind.TypeAlias,
  VariableStatement: 41 as tsMorph.StructureKind.VariableStatement,
};

/**
 * A TypeScript file being described, as ts-morph structures:
 *
 *     const file = createSourceFile("client/retry.ts", header);
 *     const type = file.type("Middleware", "../runtime/client/call.js");
 *     file.add({ kind: StructureKind.Function, name: "retry", isExported: true, returnType: type, statements });
 *     return file.print();
 *
 * An import is a value: `file.type("Guard", "./guard.js")` returns the name to write, and the import line follows from
 * its use. Text of the contract is encoded before it gets into a structure (`encode.ts`): ts-morph escapes nothing.
 */
export interface SourceFile {
  readonly path: string;
  /** Imports a type; `name` may be `A as B`. */
  type(name: string, from: string): string;
  /** Imports a value; `name` may be `a as b`. */
  value(name: string, from: string): string;
  /** Adds declarations after the existing ones. */
  add(...declarations: readonly Declaration[]): void;
  /** Returns the described file, which is printed when its text is read. */
  print(): OutputFile;
}

/** A declaration: a structure, which ts-morph prints, or a constant of plain data. */
export type Declaration = StatementStructures | DataConstant;

/** Creates a file without declarations; `header` is its first line. */
export function createSourceFile(path: string, header: string): SourceFile {
  const imports = new Map<string, Map<string, "type" | "value">>();
  const declarations: Declaration[] = [];
  const add = (name: string, from: string, kind: "type" | "value"): string => {
    const names = imports.get(from) ?? new Map<string, "type" | "value">();
    imports.set(from, names);
    if (kind === "value" || !names.has(name)) names.set(name, kind);
    return name.split(" as ").at(-1)!;
  };
  return {
    path,
    type: (name, from) => add(name, from, "type"),
    value: (name, from) => add(name, from, "value"),
    add: (...added) => void declarations.push(...added),
    print: () => {
      const lines = [...imports.keys()].sort(compare).map((from) => importDeclaration(imports.get(from)!, from));
      return new DescribedFile(path, header, [...lines, ...declarations]);
    },
  };
}

/** Returns a `const` with a value. */
export function constant(
  name: string,
  initializer: string,
  { type, ...rest }: { readonly type?: string; readonly docs?: string[]; readonly isExported?: boolean } = {},
): VariableStatementStructure {
  const declaration = { name, initializer: initializer, ...(type === undefined ? {} : { type }) };
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: "const" as tsMorph.VariableDeclarationKind.Const,
    declarations: [declaration],
    ...rest,
  };
}

/**
 * Returns `export { createHandle, type Handle } from "./handle.js"`; `type Name` exports a type, `*` everything and
 * `type *` all types.
 */
export function exportFrom(moduleSpecifier: string, names: readonly string[] | "*" | "type *"): ExportDeclarationStructure {
  const kind = StructureKind.ExportDeclaration;
  if (typeof names === "string") return { kind, moduleSpecifier, isTypeOnly: names === "type *" };
  const isTypeOnly = names.every((name) => name.startsWith("type "));
  const namedExports = names.map((name) => (isTypeOnly ? name.slice("type ".length) : name));
  return { kind, moduleSpecifier, isTypeOnly, namedExports: wrapNames(namedExports, moduleSpecifier) };
}

/** Returns the type of an object, with one member per line. */
export function objectType(properties: Property[]): WriterFunction {
  return describedBy({ properties }, (writer) => loadTsMorph().Writers.objectType({ properties })(writer));
}

/** A member of an interface or of an object's type. */
export type Property = OptionalKind<PropertySignatureStructure>;

/** A parameter of a function's type. */
export interface FunctionTypeParameter {
  readonly name: string;
  readonly type: string | WriterFunction;
  readonly isOptional?: boolean;
}

/** Returns the type of a function, with one parameter per line. */
export function functionType(parameters: readonly FunctionTypeParameter[], returnType: string): WriterFunction {
  return describedBy({ parameters, returnType }, (writer) => {
    writer.write("(").newLine();
    writer.indent(() => {
      for (const { name, type, isOptional } of parameters) {
        writer.write(`${name}${isOptional ? "?" : ""}: `);
        if (typeof type === "string") writer.write(type);
        else type(writer);
        writer.write(",").newLine();
      }
    });
    writer.write(`) => ${returnType}`);
  });
}

/** Makes a writer serialize to JSON as the text that it writes, because the description of a file is data. */
function describedBy(description: object, write: WriterFunction): WriterFunction {
  return Object.assign(write, { toJSON: () => description });
}

/**
 * ts-morph prints types and values with a hanging indentation: lines after the first are one level deeper than the
 * declaration, including the closing brace. Emitters provide such text with its indentation, so none is added here.
 */
function withoutHangingIndent(writer: CodeBlockWriter): void {
  writer.hangingIndent = (action) => {
    action();
    return writer;
  };
}

/** Returns names as they are imported or exported: many of them one a line, so that changes merge. */
function wrapNames(names: string[], from: string): string[] | WriterFunction {
  if (`import type { ${names.join(", ")} } from "${from}";`.length <= 140) return names;
  return describedBy(names, (writer) => {
    writer.newLine();
    for (const name of names) writer.write(`${name},`).newLine();
  });
}

function importDeclaration(names: ReadonlyMap<string, "type" | "value">, from: string): ImportDeclarationStructure {
  const sorted = [...names.keys()].sort(compare);
  const isTypeOnly = sorted.every((name) => names.get(name) === "type");
  const namedImports = sorted.map((name) => (!isTypeOnly && names.get(name) === "type" ? `type ${name}` : name));
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: from,
    isTypeOnly,
    namedImports: wrapNames(namedImports, from),
  };
}

/** Separates declarations by blank lines, except for imports and for exports from other files. */
function separate(statements: readonly StatementStructures[], hasHeader: boolean): StatementStructures[] {
  const together: readonly tsMorph.StructureKind[] = [StructureKind.ImportDeclaration, StructureKind.ExportDeclaration];
  return statements.map((statement, index) => {
    const isTogether = together.includes(statement.kind) && statements[index - 1]?.kind === statement.kind;
    const leadingTrivia = (writer: CodeBlockWriter) => {
      withoutHangingIndent(writer);
      if (!isTogether && (index > 0 || hasHeader)) writer.blankLineIfLastNot();
    };
    return { ...statement, leadingTrivia };
  });
}

/** A file that is printed when its text is read: constants of data are printed here, other declarations by ts-morph. */
class DescribedFile implements OutputFile {
  readonly path: string;
  readonly checked = "printed";
  readonly #header: string;
  readonly #declarations: readonly Declaration[];

  constructor(path: string, header: string, declarations: readonly Declaration[]) {
    this.path = path;
    this.#header = header;
    this.#declarations = declarations;
  }

  get text(): string {
    return this.printed(noMemo).text;
  }

  printed(memo: Memo): OutputFile {
    const { path, checked } = this;
    const parts: string[] = [];
    let structures: StatementStructures[] = [];
    const printStructures = () => {
      const run = structures;
      structures = [];
      const header = parts.length === 0 ? [this.#header.trimEnd()] : [];
      if (run.length + header.length === 0) return;
      const subject = () => describe(path, [path, header, run]);
      parts.push(memo.recall("file", subject, () => printStatements(path, header, run)));
    };
    let isList = false;
    for (const declaration of this.#declarations) {
      const isShort = declaration.kind === "data" && !declaration.docs && !declaration.literal.includes("\n");
      if (declaration.kind !== "data") structures.push(declaration);
      else {
        printStructures();
        const text = printDataConstant(declaration);
        // Short constants are a list.
        if (isList && isShort) parts.push(parts.pop()! + text);
        else parts.push(text);
      }
      isList = isShort;
    }
    printStructures();
    return { path, text: parts.join("\n"), checked };
  }
}

function describe(path: string, parts: readonly unknown[]): string {
  return JSON.stringify(parts, (key, value: unknown) => {
    if (typeof value === "function") throw new Error(`${path} is described with a function at ${key}`);
    return value;
  });
}

/** Returns a file with its text: printed now, or by an earlier run with the same description. */
export function printedFile(file: OutputFile, memo: Memo = noMemo): OutputFile {
  return file instanceof DescribedFile ? file.printed(memo) : file;
}

let project: tsMorph.Project | undefined;

/**
 * Prints consecutive declarations of a file in one batch, and checks the syntax tree that ts-morph parses: see
 * `checkTree`.
 */
function printStatements(path: string, header: readonly string[], declarations: readonly StatementStructures[]): string {
  const { IndentationText, NewLineKind, Project, QuoteKind } = loadTsMorph();
  project ??= new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Double,
    },
  });
  const statements = separate(declarations, header.length > 0);
  const source = project.createSourceFile(path, { statements: [...header, ...statements] }, { overwrite: true });
  checkTree(path, source.compilerNode, statements.flatMap(namesOf));
  const text = source.getFullText();
  source.forget();
  return text;
}

function namesOf(statement: StatementStructures): string[] {
  if (statement.kind === StructureKind.VariableStatement) return statement.declarations.map(({ name }) => name);
  return "name" in statement && statement.name !== undefined ? [statement.name] : [];
}
