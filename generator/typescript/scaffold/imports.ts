import { ts } from "ts-morph";
import { compare } from "../../diagnostics/diagnostic.js";
import type { Insertion } from "./splice.js";
import { isLineBreak, lineEndAt, quoted, type TextStyle } from "./text-style.js";
import { usedNames } from "./used-names.js";

/** Imports of a user's file: asks for a name, gets the one that it has in this file. */
export interface Imports {
  value(name: string, from: string): string;
  type(name: string, from: string): string;
  /** The name that an imported name has in the file already. */
  find(name: string): string | undefined;
  /** What to put in for those that the file didn't have. */
  insertions(): Insertion[];
}

interface Binding {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
  readonly from: string;
}

/** Finds names in a file's imports, and adds those that are missing under names that nothing in the file has. */
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

/** The last name of a list that can take more. */
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

/** Below the last import, with what is said behind it, or else below what opens the file. */
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

/** Behind a `#!` line, directives, and the comments that belong to the file and not to its first statement. */
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
