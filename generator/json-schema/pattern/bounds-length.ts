import { startsAnchored } from "./automaton.js";
import { parsePattern, type PatternNode } from "./parse-pattern.js";
import { patternFlags } from "./match-pattern.js";

/** Returns whether only texts up to some length match: the pattern is anchored on both sides and has no unbounded repetition. */
export function boundsLength(pattern: string): boolean {
  const { flags } = patternFlags(pattern);
  const node = flags === undefined ? undefined : parsePattern(pattern, flags);
  return node !== undefined && startsAnchored(node) && endsAnchored(node) && isBounded(node);
}

function endsAnchored(node: PatternNode): boolean {
  if (node.kind === "end") return true;
  if (node.kind === "choice") return node.items.every(endsAnchored);
  if (node.kind !== "sequence") return false;
  const last = node.items.at(-1);
  return last !== undefined && endsAnchored(last);
}

function isBounded(node: PatternNode): boolean {
  if (node.kind === "repeat") return Number.isFinite(node.max) && isBounded(node.body);
  if (node.kind === "sequence" || node.kind === "choice") return node.items.every(isBounded);
  return node.kind !== "backreference";
}
