import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { characterSet, classEscapes, complement, notLineEnd, propertySet, type CharacterSet } from "./character-set.js";

/** A part of a regular expression. */
export type PatternNode =
  /** `source`: how the pattern writes the set. */
  | { readonly kind: "characters"; readonly set: CharacterSet; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly items: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "boundary"; readonly isNegated: boolean }
  /** `groups`: the contents of the groups that it may refer to; a group around the reference itself has not matched yet. */
  | { readonly kind: "backreference"; readonly groups: () => readonly PatternNode[] }
  | { readonly kind: "look"; readonly body: PatternNode; readonly isBehind: boolean; readonly isNegated: boolean };

/** The maximum nesting of groups, beyond any real pattern. */
const maxDepth = 100;

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** Parses a pattern that `new RegExp` accepts with the same flags; `undefined` for deeply nested groups or groups with flags. */
export function parsePattern(pattern: string, flags: "" | "u"): PatternNode | undefined {
  try {
    return choice(parser.parsePattern(pattern, 0, pattern.length, { unicode: flags === "u" }), 0);
  } catch (problem) {
    // RangeError: the stack overflows with thousands of groups. SyntaxError: the engine is newer than the parser.
    if (problem === notSupported || problem instanceof RangeError || problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

const notSupported = new Error("Not supported");

function choice({ alternatives }: { readonly alternatives: readonly AST.Alternative[] }, depth: number): PatternNode {
  if (depth > maxDepth) throw notSupported;
  const items = alternatives.map(({ elements }): PatternNode => {
    return { kind: "sequence", items: elements.map((element) => node(element, depth)) };
  });
  return items.length === 1 ? items[0]! : { kind: "choice", items };
}

function node(element: AST.Element, depth: number): PatternNode {
  switch (element.type) {
    case "Group":
      if (element.modifiers) throw notSupported;
      return choice(element, depth + 1);
    case "CapturingGroup":
      return choice(element, depth + 1);
    case "Quantifier":
      return { kind: "repeat", body: node(element.element, depth), min: element.min, max: element.max };
    case "Assertion":
      if (element.kind === "lookahead" || element.kind === "lookbehind")
        return {
          kind: "look",
          body: choice(element, depth + 1),
          isBehind: element.kind === "lookbehind",
          isNegated: element.negate,
        };
      return element.kind === "word" ? { kind: "boundary", isNegated: element.negate } : { kind: element.kind };
    case "Backreference":
      return { kind: "backreference", groups: () => groupsOf(element).map((group) => choice(group, 0)) };
    case "Character":
    case "CharacterSet":
      return { kind: "characters", set: setOf(element), source: element.raw };
    case "CharacterClass": {
      const set = characterSet(element.elements.flatMap((item) => setOf(item as ClassElement)));
      return { kind: "characters", set: element.negate ? complement(set) : set, source: element.raw };
    }
    default:
      // Only with the flag `v`, which JSON Schema does not have.
      throw notSupported;
  }
}

function groupsOf(reference: AST.Backreference): AST.CapturingGroup[] {
  const around = new Set<AST.Node>();
  for (let node: AST.Node | null = reference.parent; node; node = node.parent) around.add(node);
  return [reference.resolved].flat().filter((group) => !around.has(group));
}

/** An element of a class without the flag `v`. */
type ClassElement = AST.Character | AST.CharacterClassRange | AST.CharacterSet;

function setOf(element: ClassElement): CharacterSet {
  switch (element.type) {
    case "Character":
      return [[element.value, element.value]];
    case "CharacterClassRange":
      return [[element.min.value, element.max.value]];
    case "CharacterSet":
      if (element.kind === "any") return notLineEnd;
      return element.kind === "property" ? propertySet(element.raw) : classEscapes.get(element.raw[1]!)!;
  }
}
