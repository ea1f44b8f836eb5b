import { ts } from "ts-morph";
import { stringLiteral } from "../encode.js";

/** How a file is written, for text that is put into it. */
export interface TextStyle {
  /** One step of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
}

/** Finds out how a file is indented and quoted. */
export function detectStyle(tree: ts.SourceFile): TextStyle {
  // Lines of a block comment begin with a single space more than their code.
  const widths = [...tree.text.matchAll(/^(\t|  +)(?![ *])/gm)].slice(0, 50).map((match) => match[1]!);
  const narrowest = widths.reduce((best, width) => (best === "" || width.length < best.length ? width : best), "");
  const specifier = tree.statements.find((statement) => ts.isImportDeclaration(statement))?.moduleSpecifier.getText(tree);
  return { indent: narrowest === "" ? "  " : narrowest, quote: specifier?.startsWith("'") ? "'" : '"' };
}

/** A string literal in the file's quotes, where the text allows it. */
export function quoted(text: string, { quote }: TextStyle): string {
  const literal = stringLiteral(text);
  return quote === "'" && !/['\\]/.test(literal) ? `'${literal.slice(1, -1)}'` : literal;
}

/** The line end in use around a place. */
export function lineEndAt(text: string, position: number): string {
  const before = text.lastIndexOf("\n", position - 1);
  const at = before === -1 ? text.indexOf("\n") : before;
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Where the line that holds a place begins. */
export function lineStartAt(text: string, position: number): number {
  let start = position;
  while (start > 0 && !isLineBreak(text[start - 1]!)) start--;
  return start;
}

/** The blanks with which a line begins. */
export function indentAt(text: string, lineStart: number): string {
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart))![1]!;
}

export function isLineBreak(character: string): boolean {
  return character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029";
}
