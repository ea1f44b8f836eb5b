import { ts } from "ts-morph";
import type { Container } from "./container.js";
import type { Member, Stub } from "./scaffold-file.js";
import { type Insertion, indentAt, isLineBreak, lineEndAt, lineStartAt, quoted, type TextStyle } from "./text-splice.js";
import { propertyKey } from "../encode.js";
import { printStub, type HandlerStub } from "../handler-stub.js";
import { compare } from "../../diagnostics/diagnostic.js";

/** Returns the insertions that add members to a file's container, after its existing ones. */
export function insertMembers(text: string, members: readonly Member[], context: PrintContext): Insertion[] {
  if (members.length === 0) return [];
  const { container } = context;
  return container.form === "module" ? atEnd(text, members, context) : beforeBrace(text, container, members, context);
}

function atEnd(text: string, members: readonly Member[], context: PrintContext): Insertion[] {
  const lineEnd = lineEndAt(text, text.length);
  const printed = members.map((member) => `\n${printMember(member, "", context)}\n`).join("");
  const isLineStart = text === "" || isLineBreak(text.at(-1)!);
  return [{ at: text.length, text: ((isLineStart ? "" : "\n") + printed).replaceAll("\n", lineEnd) }];
}

function beforeBrace(
  text: string,
  container: Exclude<Container, { form: "module" }>,
  members: readonly Member[],
  context: PrintContext,
): Insertion[] {
  const { node } = container;
  const existing: readonly ts.Node[] = container.form === "object" ? container.node.properties : container.node.members;
  const brace = node.getEnd() - 1;
  const braceLine = lineStartAt(text, brace);
  const open = container.form === "object" ? container.node.properties.pos : container.node.members.pos;
  const last = existing.at(-1);

  const lineEnd = lineEndAt(text, brace);
  const outer = indentAt(text, braceLine >= open ? braceLine : lineStartAt(text, node.getStart()));
  const indent = memberIndent(text, existing) ?? outer + context.style.indent;
  const separator = container.form === "object" ? "," : "";
  const gap = isSpaced(text, existing, members) ? "\n" : "";
  const printed = members.map((member) => printMember(member, indent, context));

  const insertions: Insertion[] = [];
  const needsComma = container.form === "object" && last && !container.node.properties.hasTrailingComma;
  if (needsComma) insertions.push({ at: last.getEnd(), text: "," });
  const isBraceAlone = braceLine >= open && text.slice(braceLine, brace).trim() === "";
  if (isBraceAlone) {
    const block = printed.map((one) => `${one}${separator}\n`).join(gap);
    insertions.push({ at: braceLine, text: ((last ? gap : "") + block).replaceAll("\n", lineEnd) });
  } else if (last) {
    const block = `\n${gap}${printed.join(`${separator}\n${gap}`)}`;
    insertions.push({ at: contentEnd(text, brace), text: block.replaceAll("\n", lineEnd) });
  } else {
    const block = `\n${printed.join(`${separator}\n${gap}`)}${separator}\n${outer}`;
    insertions.push({ at: contentEnd(text, brace), text: block.replaceAll("\n", lineEnd) });
  }
  return insertions;
}

/** Returns the end of the last non-blank text before a brace. */
function contentEnd(text: string, brace: number): number {
  return text.slice(0, brace).trimEnd().length;
}

/** Returns the indentation of the last member that begins a line. */
function memberIndent(text: string, existing: readonly ts.Node[]): string | undefined {
  for (const member of [...existing].reverse()) {
    const start = member.getStart();
    const lineStart = lineStartAt(text, start);
    const indent = text.slice(lineStart, start);
    if (/^[ \t]*$/.test(indent)) return indent;
  }
  return undefined;
}

/** Returns whether to separate members by blank lines: as the last two are, else if new ones have comments. */
function isSpaced(text: string, existing: readonly ts.Node[], members: readonly Member[]): boolean {
  const last = existing.at(-1);
  if (!last || existing.length < 2) return members.some((member) => member.kind === "stub" && member.docs.length > 0);
  return /\n[ \t]*\r?\n/.test(text.slice(last.getFullStart(), last.getStart()));
}

/** The target of printed members. */
export interface PrintContext {
  readonly container: Container;
  readonly style: TextStyle;
  readonly imports: Imports;
  /** The module that exports `notImplemented` and the handlers' types. */
  readonly serverModule: string;
  readonly typeName: string;
}

/**
 * A member as printed in its container, without a trailing comma, with LF:
 *
 *     add_ip: async (_call) => notImplemented("postgres.add_ip")
 *
 * The parameter has a type if nothing else provides one; members of a class and exports have the handler's type.
 */
function printMember(member: Member, indent: string, context: PrintContext): string {
  switch (member.kind) {
    case "stub":
      return printStub(stubIn(member, context), indent);
    case "reference": {
      const local = context.imports.value(member.exportName, member.from);
      return `${indent}${member.name === local ? local : `${propertyKey(member.name)}: ${local}`}`;
    }
    case "group": {
      const inner = indent + context.style.indent;
      const members = member.members.map((one) => `${printMember(one, inner, context)},\n`).join("");
      return `${indent}${propertyKey(member.name)}: {\n${members}${indent}}`;
    }
    default:
      return member satisfies never;
  }
}

function stubIn(stub: Stub, { container, style, imports, serverModule, typeName }: PrintContext): HandlerStub {
  const notImplemented = imports.value("notImplemented", serverModule);
  const common = { docs: stub.docs, name: propertyKey(stub.name), notImplemented, handler: quoted(stub.handler, style) };
  const handlerType = (type = imports.type(typeName, serverModule)) => `${type}[${quoted(stub.name, style)}]`;
  switch (container.form) {
    case "object":
      return { form: "property", ...common, ...(container.typed ? {} : { callType: `Parameters<${handlerType()}>[0]` }) };
    case "class":
      return { form: "field", ...common, type: handlerType(implemented(container.node, imports.find(typeName))) };
    case "module":
      return { form: "export", ...common, name: stub.name, type: handlerType() };
    default:
      return container satisfies never;
  }
}

/** Returns the handlers' type with type arguments, as the class implements it. */
function implemented(node: ts.ClassLikeDeclaration, local: string | undefined): string | undefined {
  const types = (node.heritageClauses ?? [])
    .filter((clause) => clause.token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap((clause) => [...clause.types]);
  return types.find((type) => type.expression.getText() === local)?.getText();
}

/** Imports of a user's file: resolves a name to its local name. */
export interface Imports {
  value(name: string, from: string): string;
  type(name: string, from: string): string;
  /** Returns the local name of an existing import. */
  find(name: string): string | undefined;
  /** Returns the insertions for missing imports. */
  insertions(): Insertion[];
}

interface Binding {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
  readonly from: string;
}

/** Finds names in a file's imports, and adds missing ones under unused names. */
export function readImports(tree: ts.SourceFile, style: TextStyle): Imports {
  const declared = tree.statements.filter((statement) => ts.isImportDeclaration(statement));
  const bindings = declared.flatMap(bindingsOf);
  const added: Binding[] = [];
  let used: Set<string> | undefined;

  const ask = (name: string, from: string, isType: boolean): string => {
    const usable = [...bindings, ...added].filter((binding) => binding.name === name && (isType || !binding.isType));
    const known = usable.find((binding) => binding.from === from) ?? usable[0];
    if (known) return known.local;
    used ??= usedNames(tree);
    let local = name;
    for (let number = 2; used.has(local); number++) local = `${name}${number}`;
    used.add(local);
    added.push({ name, local, isType, from });
    return local;
  };

  return {
    value: (name, from) => ask(name, from, false),
    type: (name, from) => ask(name, from, true),
    find: (name) => bindings.find((binding) => binding.name === name)?.local,
    insertions: () => {
      const lines: string[] = [];
      const insertions: Insertion[] = [];
      for (const from of [...new Set(added.map((binding) => binding.from))].sort(compare)) {
        const names = added.filter((binding) => binding.from === from).sort((a, b) => compare(a.name, b.name));
        const list = lastInList(declared, from);
        if (list) insertions.push({ at: list.getEnd(), text: names.map((binding) => `, ${specifier(binding)}`).join("") });
        else lines.push(importLine(names, from, style));
      }
      if (lines.length > 0) insertions.push(placeLines(tree, declared.at(-1), lines));
      return insertions;
    },
  };
}

function bindingsOf(declaration: ts.ImportDeclaration): Binding[] {
  const clause = declaration.importClause;
  const from = ts.isStringLiteral(declaration.moduleSpecifier) ? declaration.moduleSpecifier.text : "";
  if (!clause?.namedBindings || !ts.isNamedImports(clause.namedBindings)) return [];
  return clause.namedBindings.elements.map((element) => ({
    name: (element.propertyName ?? element.name).text,
    local: element.name.text,
    isType: clause.isTypeOnly || element.isTypeOnly,
    from,
  }));
}

/** Returns the last name of a list that can be extended. */
function lastInList(declared: readonly ts.ImportDeclaration[], from: string): ts.ImportSpecifier | undefined {
  for (const { moduleSpecifier, importClause } of declared) {
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== from || !importClause || importClause.isTypeOnly)
      continue;
    const named = importClause.namedBindings;
    if (named && ts.isNamedImports(named) && named.elements.length > 0) return named.elements.at(-1);
  }
  return undefined;
}

function specifier({ name, local, isType }: Binding): string {
  return `${isType ? "type " : ""}${name}${local === name ? "" : ` as ${local}`}`;
}

function importLine(names: readonly Binding[], from: string, style: TextStyle): string {
  const isType = names.every((binding) => binding.isType);
  const list = names.map((binding) => specifier({ ...binding, isType: binding.isType && !isType })).join(", ");
  return `import ${isType ? "type " : ""}{ ${list} } from ${quoted(from, style)};`;
}

/** Places lines after the last import and its trailing comment, otherwise after the opening of the file. */
function placeLines(tree: ts.SourceFile, last: ts.ImportDeclaration | undefined, lines: readonly string[]): Insertion {
  const { text } = tree;
  const at = last ? endWithComments(text, last.getEnd()) : endOfOpening(tree);
  const lineEnd = lineEndAt(text, at);
  const block = lines.join(lineEnd);
  const isLineStart = at === 0 || text[at - 1] === "\ufeff" || isLineBreak(text[at - 1]!);
  if (isLineStart) return { at, text: `${block}${lineEnd}${lineEnd}` };
  const isLineOver = at === text.length || isLineBreak(text[at]!);
  if (last) return { at, text: `${lineEnd}${block}${isLineOver ? "" : lineEnd}` };
  const isBlankBelow = /^(\r?\n){2}/.test(text.slice(at, at + 4));
  return { at, text: `${lineEnd}${lineEnd}${block}${isBlankBelow ? "" : lineEnd}` };
}

function endWithComments(text: string, end: number): number {
  return ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
}

/** Returns the end of a `#!` line, directives, and the comments that belong to the file and not to its first statement. */
function endOfOpening(tree: ts.SourceFile): number {
  const { text } = tree;
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const prologue = tree.statements.findLast((one, index) =>
    tree.statements.slice(0, index + 1).every((other) => ts.isExpressionStatement(other) && ts.isStringLiteral(other.expression)),
  );
  if (prologue) return endWithComments(text, prologue.getEnd());
  const shebang = ts.getShebang(text)?.length ?? 0;
  const comments = ts.getLeadingCommentRanges(text, 0) ?? [];
  const opening = comments.findLast((comment) => {
    const isDocument = text.startsWith("/**", comment.pos);
    return !isDocument || /^[ \t]*(\r?\n[ \t]*){2}/.test(text.slice(comment.end));
  });
  return opening?.end ?? Math.max(start, shebang);
}

/** Returns every name that is declared anywhere in a file; a new declaration must use another. */
export function usedNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isPropertyName(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent))
    return parent.name === node;
  return ts.isImportSpecifier(parent) && parent.propertyName === node;
}
