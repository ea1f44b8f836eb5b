/** A word of a text and where it is. */
export interface Token {
  /** As it is compared: without accents, in lower case. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words are compared by their beginning. */
const maxWordLength = 60;

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts that are written without spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** The words of a text in their order. */
export function* tokenize(text: string): Generator<Token> {
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    if (!unspaced.test(found)) yield* token(found, index);
    else for (const { segment, index: offset } of segmenter.segment(found)) yield* token(segment, index + offset);
  }
}

function* token(text: string, start: number): Generator<Token> {
  const word = normalize(text);
  if (word !== "") yield { word, start, end: start + text.length };
}

const letters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Words in one script and without accents, which most are. */
const isPlain = /^[a-zA-Z0-9]+$/;

/** A word as it is compared: letters that differ by accents, case or width are the same. */
export function normalize(text: string): string {
  if (isPlain.test(text)) return text.slice(0, maxWordLength).toLowerCase();
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  const simple = plain.replace(/[ßøæœłđðþı]/g, (letter) => letters[letter]!);
  return [...simple.replace(/[^\p{L}\p{N}]/gu, "")].slice(0, maxWordLength).join("");
}

/**
 * A word in the letters that trigrams are made of in every locale: one for each of its own. Words that are alike have similar
 * shadows; the reverse need not be true.
 */
export function shadowOf(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return [...word]
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : String.fromCharCode(97 + (letter.codePointAt(0)! % 26))))
    .join("");
}

/** How many typos a word may have: in short words every letter counts, and in numbers every digit. */
export function allowedTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 5 || /\p{N}/u.test(word)) return 0;
  return length < 9 ? 1 : 2;
}

/**
 * How many letters have to be added, dropped, replaced or swapped with their neighbour to get from one word to another;
 * `isPrefix`: to the beginning of it.
 */
export function countTypos(from: string, to: string, isPrefix = false): number {
  const [first, second] = [[...from], [...to]];
  let before: number[] = [];
  let last = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 1; row <= first.length; row++) {
    const next = [row];
    for (let column = 1; column <= second.length; column++) {
      const isSame = first[row - 1] === second[column - 1];
      let cost = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      if (isSwapped) cost = Math.min(cost, before[column - 2]! + 1);
      next.push(cost);
    }
    [before, last] = [last, next];
  }
  return isPrefix ? Math.min(...last) : last.at(-1)!;
}
