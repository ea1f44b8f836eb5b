import {
  characterSet,
  classEscapes,
  complement,
  lastCodePoint,
  notLineEnd,
  propertySet,
  type CharacterSet,
} from "./character-set.js";

/** A part of a regular expression. */
export type PatternNode =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence" | "choice"; readonly items: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: "start" | "end" | "boundary" | "backreference" }
  | { readonly kind: "look"; readonly body: PatternNode };

/** Deeper groups than anybody writes. */
const maxDepth = 100;

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Reads a pattern that `new RegExp` takes, with the same flags; absent where its groups are nested too deep. */
export function parsePattern(pattern: string, flags: "" | "u"): PatternNode | undefined {
  const text = flags === "u" ? [...pattern] : pattern.split("");
  let at = 0;
  let depth = 0;
  let isTooDeep = false;

  const rest = (length: number) => text.slice(at, at + length).join("");
  const take = (expected: string) => {
    if (rest(expected.length) !== expected) return false;
    at += expected.length;
    return true;
  };
  /** Takes what an expression without wide characters matches here. */
  const takeMatch = (expression: RegExp): RegExpExecArray | undefined => {
    const match = expression.exec(rest(64)) ?? undefined;
    if (match) at += match[0].length;
    return match;
  };

  const parseChoice = (): PatternNode => {
    const items = [parseSequence()];
    while (take("|")) items.push(parseSequence());
    return items.length === 1 ? items[0]! : { kind: "choice", items };
  };
  const parseSequence = (): PatternNode => {
    const items: PatternNode[] = [];
    while (at < text.length && text[at] !== "|" && text[at] !== ")") items.push(parseQuantified());
    return { kind: "sequence", items };
  };
  const parseQuantified = (): PatternNode => {
    const body = parseAtom();
    const match = takeMatch(/^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/);
    if (!match) return body;
    const sign = match[0][0];
    if (sign !== "{") return { kind: "repeat", body, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
    const min = Number(match[1]);
    return { kind: "repeat", body, min, max: match[2] === undefined ? min : match[3] ? Number(match[3]) : Infinity };
  };
  const parseAtom = (): PatternNode => {
    if (take("^")) return { kind: "start" };
    if (take("$")) return { kind: "end" };
    if (take(".")) return { kind: "characters", set: notLineEnd };
    if (take("(")) return parseGroup();
    if (take("[")) return { kind: "characters", set: parseClass() };
    if (take("\\")) return parseEscape();
    return single(text[at++]!.codePointAt(0)!);
  };
  const parseGroup = (): PatternNode => {
    const opening = takeMatch(/^\?(?:[:=!]|<[=!]|<[^>]*>)/)?.[0] ?? "";
    isTooDeep ||= ++depth > maxDepth;
    const body: PatternNode = isTooDeep ? { kind: "sequence", items: [] } : parseChoice();
    if (isTooDeep) at = text.length;
    depth--;
    take(")");
    return /[=!]$/.test(opening) ? { kind: "look", body } : body;
  };
  const parseEscape = (): PatternNode => {
    if (takeMatch(/^[bB]/)) return { kind: "boundary" };
    if (takeMatch(/^(?:[1-9]\d*|k<[^>]*>)/)) return { kind: "backreference" };
    return { kind: "characters", set: parseCharacterEscape() };
  };
  /** After a backslash, in a class or outside. */
  const parseCharacterEscape = (): CharacterSet => {
    const property = flags === "u" ? takeMatch(/^[pP]\{[^}]*\}/) : undefined;
    if (property) return propertySet(`\\${property[0]}`);
    const hex = takeMatch(/^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?)/);
    if (hex) {
      const high = parseInt(hex[1] ?? hex[2]!, 16);
      if (hex[3] === undefined) return one(high);
      if (flags === "u" && high >= 0xd800 && high < 0xdc00)
        return one((high - 0xd800) * 0x400 + parseInt(hex[3], 16) - 0xdc00 + 0x10000);
      at -= 6;
      return one(high);
    }
    const braced = flags === "u" ? takeMatch(/^u\{([0-9a-fA-F]+)\}/) : undefined;
    if (braced) return one(parseInt(braced[1]!, 16));
    const control = takeMatch(/^c([A-Za-z])/);
    if (control) return one(control[1]!.charCodeAt(0) % 32);
    if (takeMatch(/^0/)) return one(0);
    const character = text[at++] ?? "\\";
    const set = classEscapes.get(character);
    if (set) return set;
    return one(Object.hasOwn(controls, character) ? controls[character]! : character.codePointAt(0)!);
  };
  const parseClass = (): CharacterSet => {
    const isNegated = take("^");
    const ranges: (readonly [number, number])[] = [];
    while (at < text.length && text[at] !== "]") {
      const from = parseClassItem();
      const isRange = text[at] === "-" && at + 1 < text.length && text[at + 1] !== "]";
      if (!isRange) {
        ranges.push(...from);
        continue;
      }
      at++;
      const to = parseClassItem();
      // Between sets such as \w the hyphen is one of the characters.
      if (isOne(from) && isOne(to)) ranges.push([from[0]![0], to[0]![0]]);
      else ranges.push(...from, ...to, [0x2d, 0x2d]);
    }
    at++;
    return isNegated ? complement(characterSet(ranges)) : characterSet(ranges);
  };
  const parseClassItem = (): CharacterSet => {
    if (!take("\\")) return one(text[at++]!.codePointAt(0)!);
    return take("b") ? one(8) : parseCharacterEscape();
  };

  const node = parseChoice();
  return isTooDeep ? undefined : node;
}

function single(code: number): PatternNode {
  return { kind: "characters", set: one(code) };
}

function one(code: number): CharacterSet {
  return [[code, Math.min(code, lastCodePoint)]];
}

function isOne(set: CharacterSet): boolean {
  return set.length === 1 && set[0]![0] === set[0]![1];
}
