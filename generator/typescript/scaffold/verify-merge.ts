import { ts } from "ts-morph";
import type { Spliced } from "./splice.js";

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
