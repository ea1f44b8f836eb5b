/** Sorted ranges of code points that neither overlap nor touch. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

/** The largest code point. */
export const lastCodePoint = 0x10ffff;

/** Sorts ranges and joins those that overlap or touch. */
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

/** Returns every code point outside the set. */
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

/** Returns the code points in both sets. */
function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i]!, b[j]!];
    const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
    if (from <= to) ranges.push([from, to]);
    if (one[1] < other[1]) i++;
    else j++;
  }
  return ranges;
}

/** Sets by number, with cached intersections, to compare many positions of a pattern quickly. */
export interface SetTable {
  add(set: CharacterSet): number;
  /** Returns the intersection of two sets, or `undefined` if it is empty. */
  meet(a: number, b: number): number | undefined;
}

/** Creates a table that contains equal sets once. */
export function createSetTable(): SetTable {
  const sets: CharacterSet[] = [];
  const numbers = new Map<string, number>();
  const meetings = new Map<number, number | undefined>();
  const table: SetTable = {
    add(set) {
      const text = set.join(";");
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, sets.length);
      return sets.push(set) - 1;
    },
    meet(a, b) {
      if (a === b) return a;
      const pair = a * 0x10000 + b;
      if (meetings.has(pair)) return meetings.get(pair);
      const both = intersection(sets[a]!, sets[b]!);
      const number = both.length > 0 ? table.add(both) : undefined;
      meetings.set(pair, number);
      return number;
    },
  };
  return table;
}

const digits: CharacterSet = [[0x30, 0x39]];
const words: CharacterSet = characterSet([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
const spaces: CharacterSet = characterSet([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

/** The set of a dot. */
export const notLineEnd: CharacterSet = complement(
  characterSet([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x2028, 0x2029],
  ]),
);

/** The sets of `\d`, `\w`, `\s` and their complements. */
export const classEscapes: ReadonlyMap<string, CharacterSet> = new Map([
  ["d", digits],
  ["D", complement(digits)],
  ["s", spaces],
  ["S", complement(spaces)],
  ["w", words],
  ["W", complement(words)],
]);

const properties = new Map<string, CharacterSet>();

/** Returns the set of `\p{...}` or `\P{...}`, determined with the engine. */
export function propertySet(escape: string): CharacterSet {
  const known = properties.get(escape);
  if (known) return known;
  const runs = new RegExp(`${escape}+`, "gu");
  const one = new RegExp(`^${escape}$`, "u");
  const ranges: [number, number][] = [];
  // Runs of matches in a text of all characters are ranges. Surrogates would form pairs in it.
  for (const text of [allCharacters(0, 0xd7ff), allCharacters(0xe000, lastCodePoint)]) {
    for (const [run] of text.matchAll(runs)) ranges.push([run.codePointAt(0)!, lastOf(run)]);
  }
  for (let code = 0xd800; code <= 0xdfff; code++) if (one.test(String.fromCharCode(code))) ranges.push([code, code]);
  const set = characterSet(ranges);
  properties.set(escape, set);
  return set;
}

function allCharacters(from: number, to: number): string {
  const units = new Uint16Array(2 * (to - from + 1));
  let length = 0;
  for (let code = from; code <= to; code++) {
    if (code > 0xffff) units[length++] = 0xd7c0 + (code >> 10);
    units[length++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
  }
  return new TextDecoder("utf-16le").decode(units.subarray(0, length));
}

function lastOf(text: string): number {
  const isPair = text.length > 1 && text.codePointAt(text.length - 2)! > 0xffff;
  return text.codePointAt(text.length - (isPair ? 2 : 1))!;
}
