import type { PatternTree } from "../../../templates/runtime/validators/guard.js";
import { parsePattern, type PatternNode } from "./parse-pattern.js";

/** Returns a pattern as data for a matcher without backtracking; `undefined` for one with references to its groups. */
export function patternTree(pattern: string, flags: "" | "u"): PatternTree | undefined {
  const node = parsePattern(pattern, flags);
  return node && treeOf(node);
}

function treeOf(node: PatternNode): PatternTree | undefined {
  switch (node.kind) {
    case "characters":
      return node.source;
    case "sequence":
    case "choice": {
      const parts = node.items.map(treeOf);
      if (!parts.every((part) => part !== undefined)) return undefined;
      return node.kind === "choice" ? { any: parts } : parts.length === 1 ? parts[0] : parts;
    }
    case "repeat": {
      const part = treeOf(node.body);
      return part && { part, min: node.min, ...(node.max !== Infinity && { max: node.max }) };
    }
    case "look": {
      const look = treeOf(node.body);
      return look && { look, ...(node.isBehind && { isBehind: true }), ...(node.isNegated && { isNot: true }) };
    }
    case "start":
    case "end":
      return { at: node.kind };
    case "boundary":
      return { at: node.isNegated ? "inside" : "boundary" };
    case "backreference":
      return undefined;
    default:
      return node satisfies never;
  }
}
