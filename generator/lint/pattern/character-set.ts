/** Code points as ranges, in order, none touching the next. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

/** The largest code point. */
export const lastCodePoint = 0x10ffff;

/** Puts ranges into order and joins those that touch. */
export function characterSet(ranges: Iterable<readonly [number, number]>): CharacterSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Every code point that isn't in the set. */
export function complement(set: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) ranges.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= lastCodePoint) ranges.push([next, lastCodePoint]);
  return ranges;
}

/** What is in both sets. */
export function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i]!, b[j]!];
    const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
    if (from <= to) ranges.push([from, to]);
    if (one[1] < other[1]) i++;
    else j++;
  }
  return ranges;
}

/** True if some character is in both sets. */
export function haveCommon(a: CharacterSet, b: CharacterSet): boolean {
  return a === b ? a.length > 0 : intersection(a, b).length > 0;
}

const digits: CharacterSet = [[0x30, 0x39]];
const words: CharacterSet = characterSet([[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);
const spaces: CharacterSet = characterSet([
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff],
]);

/** What a dot matches. */
export const notLineEnd: CharacterSet = complement(characterSet([[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]]));

/** The sets behind `\d`, `\w`, `\s` and their capitals. */
export const classEscapes: ReadonlyMap<string, CharacterSet> = new Map([
  ["d", digits],
  ["D", complement(digits)],
  ["s", spaces],
  ["S", complement(spaces)],
  ["w", words],
  ["W", complement(words)],
]);

const properties = new Map<string, CharacterSet>();

/** The set behind `\p{...}` or `\P{...}`, asked from the engine; planes above the second count as included. */
export function propertySet(escape: string): CharacterSet {
  let set = properties.get(escape);
  if (!set) {
    const pattern = new RegExp(`^${escape}$`, "u");
    const ranges: [number, number][] = [[0x30000, lastCodePoint]];
    for (let code = 0; code < 0x30000; code++) if (pattern.test(String.fromCodePoint(code))) ranges.push([code, code]);
    set = characterSet(ranges);
    properties.set(escape, set);
  }
  return set;
}
