import { ts } from "ts-morph";
import { stringLiteral } from "../encode.js";

/** Text to put in before the character at a place. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with pieces put in, and where they stand in it. */
export interface Spliced {
  readonly text: string;
  /** Stretches of the new text that are new, in order. */
  readonly inserted: readonly { readonly start: number; readonly end: number }[];
}

/** Puts pieces into a text; those for the same place keep their order. */
export function splice(text: string, insertions: readonly Insertion[]): Spliced {
  const sorted = insertions.map((insertion, index) => ({ ...insertion, index })).sort((a, b) => a.at - b.at || a.index - b.index);
  const inserted: { start: number; end: number }[] = [];
  let result = "";
  let from = 0;
  for (const insertion of sorted) {
    result += text.slice(from, insertion.at);
    inserted.push({ start: result.length, end: result.length + insertion.text.length });
    result += insertion.text;
    from = insertion.at;
  }
  return { text: result + text.slice(from), inserted };
}

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

/**
 * Says what else changed in a file besides the pieces that were put in: nothing, unless the merge is wrong. `before` and
 * `after` are compared without using how the one was made from the other: the text with the pieces cut out, and every
 * node of the syntax tree that is not new, at its place.
 */
export function findUnwantedChange(before: ts.SourceFile, after: ts.SourceFile, { inserted }: Spliced): string | undefined {
  if (cutOut(after.text, inserted) !== before.text) return "text was lost";
  const old = nodesOf(before, () => true);
  const kept = nodesOf(after, (start, end) => !inserted.some((piece) => start >= piece.start && end <= piece.end));
  const shift = createShift(inserted);
  if (old.length !== kept.length) return "its code would read differently";
  for (const [index, node] of old.entries()) {
    const now = kept[index]!;
    if (node.kind !== now.kind || node.start !== shift(now.start, "start") || node.end !== shift(now.end, "end")) {
      const { line } = before.getLineAndCharacterOfPosition(node.start);
      return `line ${line + 1} would read differently`;
    }
  }
  return undefined;
}

function cutOut(text: string, inserted: Spliced["inserted"]): string {
  let result = "";
  let from = 0;
  for (const { start, end } of inserted) {
    result += text.slice(from, start);
    from = end;
  }
  return result + text.slice(from);
}

interface Entry {
  readonly kind: ts.SyntaxKind;
  readonly start: number;
  readonly end: number;
}

function nodesOf(tree: ts.SourceFile, isKept: (start: number, end: number) => boolean): Entry[] {
  const entries: Entry[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.EndOfFileToken) return;
    const start = node.getStart(tree, false);
    const end = node.getEnd();
    if (!isKept(start, end)) return;
    entries.push({ kind: node.kind, start, end });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return entries;
}

/** From a place in the new text to the one in the old. A node that begins or ends in a new piece has none: -1. */
function createShift(inserted: Spliced["inserted"]): (at: number, side: "start" | "end") => number {
  return (at, side) => {
    let shift = 0;
    for (const { start, end } of inserted) {
      if (side === "start" ? at >= end : at > end) shift += end - start;
      else if (side === "start" ? at >= start : at > start) return -1;
    }
    return at - shift;
  };
}
