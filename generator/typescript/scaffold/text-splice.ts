import { ts } from "ts-morph";
import { stringLiteral } from "../encode.js";

/** Text to insert before the character at a position. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with insertions, and their ranges. */
export interface Spliced {
  readonly text: string;
  /** The inserted ranges of the new text, in order. */
  readonly inserted: readonly { readonly start: number; readonly end: number }[];
}

/** Inserts pieces into a text. Those at the same position keep their order. */
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

/** The style of a file, for inserted text. */
export interface TextStyle {
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
}

/** Detects the indentation and quotes of a file. */
export function detectStyle(tree: ts.SourceFile): TextStyle {
  // Lines of a block comment are indented by one additional space.
  const widths = [...tree.text.matchAll(/^(\t|  +)(?![ *])/gm)].slice(0, 50).map((match) => match[1]!);
  const narrowest = widths.reduce((best, width) => (best === "" || width.length < best.length ? width : best), "");
  const specifier = tree.statements.find((statement) => ts.isImportDeclaration(statement))?.moduleSpecifier.getText(tree);
  return { indent: narrowest === "" ? "  " : narrowest, quote: specifier?.startsWith("'") ? "'" : '"' };
}

/** Returns a string literal in the file's quotes, if the text allows it. */
export function quoted(text: string, { quote }: TextStyle): string {
  const literal = stringLiteral(text);
  return quote === "'" && !/['\\]/.test(literal) ? `'${literal.slice(1, -1)}'` : literal;
}

/** Returns the line ending used around a position. */
export function lineEndAt(text: string, position: number): string {
  const before = text.lastIndexOf("\n", position - 1);
  const at = before === -1 ? text.indexOf("\n") : before;
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Returns the start of the line that contains a position. */
export function lineStartAt(text: string, position: number): number {
  let start = position;
  while (start > 0 && !isLineBreak(text[start - 1]!)) start--;
  return start;
}

/** Returns the whitespace at the start of a line. */
export function indentAt(text: string, lineStart: number): string {
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart))![1]!;
}

export function isLineBreak(character: string): boolean {
  return character === "\n" || character === "\r" || character === "\u2028" || character === "\u2029";
}

/**
 * Returns a description of any change other than the insertions, or `undefined` if the merge is correct. Compares `before` and
 * `after` independently of how the merge was made: the text without the insertions, and the position of every
 * node of the syntax tree that was not inserted.
 */
export function findUnwantedChange(before: ts.SourceFile, after: ts.SourceFile, { inserted }: Spliced): string | undefined {
  if (cutOut(after.text, inserted) !== before.text) return "text was lost";
  const old = nodesOf(before, () => true);
  const kept = nodesOf(after, (start, end) => !inserted.some((piece) => start >= piece.start && end <= piece.end));
  const shift = createShift(inserted);
  if (old.length !== kept.length) return "other code would change";
  for (const [index, node] of old.entries()) {
    const now = kept[index]!;
    if (node.kind !== now.kind || node.start !== shift(now.start, "start") || node.end !== shift(now.end, "end")) {
      const { line } = before.getLineAndCharacterOfPosition(node.start);
      return `line ${line + 1} would change`;
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

/** Maps a position in the new text to the old one. A node that begins or ends within an insertion has none: -1. */
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
