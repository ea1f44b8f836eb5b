/** A pattern of RFC 9485, the argument of `match()` and `search()` in JSONPath. */
export interface TextPattern {
  /** Returns the ends of all matches from the given positions; `spend` receives the number of steps. */
  ends(text: readonly string[], starts: ReadonlySet<number>, spend: (steps: number) => void): ReadonlySet<number>;
}

type Part =
  | { readonly kind: "character"; readonly test: RegExp }
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly min: number; readonly max: number };

/** The maximum nesting of groups. */
const maxDepth = 50;

/** The maximum number in a quantifier. */
const maxCount = 1000;

/**
 * Parses a pattern; `undefined` for invalid text. A backtracking matcher needs exponential time for some patterns.
 * These have no back references, so the set of all reachable positions is sufficient.
 */
export function parsePattern(pattern: string): TextPattern | undefined {
  let at = 0;
  let depth = 0;

  const take = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(pattern)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  const choice = (): Part | undefined => {
    const parts: Part[] = [];
    do {
      const branch = sequence();
      if (!branch) return undefined;
      parts.push(branch);
    } while (take(/\|/y) !== undefined);
    return { kind: "choice", parts };
  };

  const sequence = (): Part | undefined => {
    const parts: Part[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const part = atom();
      const repeated = part && quantified(part);
      if (!repeated) return undefined;
      parts.push(repeated);
    }
    return { kind: "sequence", parts };
  };

  const atom = (): Part | undefined => {
    if (take(/\(/y) !== undefined) {
      if (++depth > maxDepth) return undefined;
      const inner = choice();
      depth--;
      return take(/\)/y) === undefined ? undefined : inner;
    }
    // RFC 9485 defines these as ordinary characters, but they are commonly meant as anchors.
    const anchor = take(/[\^$]/y);
    if (anchor !== undefined) return { kind: anchor === "^" ? "start" : "end" };
    const found = take(/\./y) === undefined ? (take(character) ?? take(characterClass)) : "[^\\n\\r]";
    if (found === undefined) return undefined;
    try {
      return { kind: "character", test: new RegExp(`^${found === "\\-" ? "-" : found}$`, "u") };
    } catch {
      return undefined;
    }
  };

  const quantified = (part: Part): Part | undefined => {
    const quantifier = take(/[*+?]|\{[0-9]+(?:,[0-9]*)?\}/y);
    if (quantifier === undefined) return part;
    if (quantifier === "*") return { kind: "repeat", part, min: 0, max: Infinity };
    if (quantifier === "+") return { kind: "repeat", part, min: 1, max: Infinity };
    if (quantifier === "?") return { kind: "repeat", part, min: 0, max: 1 };
    const [low, high = low] = quantifier.slice(1, -1).split(",");
    const [min, max] = [Number(low), high === "" ? Infinity : Number(high)];
    return min > max || min > maxCount || (max > maxCount && max !== Infinity) ? undefined : { kind: "repeat", part, min, max };
  };

  const whole = choice();
  if (!whole || at < pattern.length) return undefined;
  return { ends: (text, starts, spend) => advance(whole, text, starts, spend) };
}

/** A literal character, or an escape. */
const character = /[^.\\?*+{}()[\]|]|\\(?:[-(){}.*+?|^nrt[\]\\]|[pP]\{[A-Za-z]{1,2}\})/uy;

const characterClass = /\[\^?(?:[^\\[\]]|\\(?:[-(){}.*+?|^nrt[\]\\]|[pP]\{[A-Za-z]{1,2}\}))+\]/uy;

/** Returns the positions after a part, from each of some positions before it. */
function advance(part: Part, text: readonly string[], from: ReadonlySet<number>, spend: (steps: number) => void): Set<number> {
  spend(from.size + 1);
  if (part.kind === "character") {
    return new Set([...from].filter((at) => at < text.length && part.test.test(text[at]!)).map((at) => at + 1));
  }
  if (part.kind === "start") return new Set(from.has(0) ? [0] : []);
  if (part.kind === "end") return new Set(from.has(text.length) ? [text.length] : []);
  if (part.kind === "sequence")
    return part.parts.reduce((at: Set<number>, next) => advance(next, text, at, spend), new Set(from));
  if (part.kind === "choice") return new Set(part.parts.flatMap((branch) => [...advance(branch, text, from, spend)]));
  let current: Set<number> = new Set(from);
  for (let count = 0; count < part.min && current.size > 0; count++) current = advance(part.part, text, current, spend);
  const reached = new Set(current);
  for (let count = part.min; count < part.max && current.size > 0; count++) {
    current = new Set([...advance(part.part, text, current, spend)].filter((at) => !reached.has(at)));
    for (const at of current) reached.add(at);
  }
  return reached;
}
