import type { PoolClient } from "pg";
import type { Tables } from "./tables.js";
import { allowedTypos, countTypos, shadowOf, tokenize } from "./text.js";

/** A word of a query and the words of the index that it may mean. */
export interface Term {
  readonly word: string;
  /** Whether words that begin with it match too: the last word of a query may not be written to its end. */
  readonly isPrefix: boolean;
  /** Words of the index by how many typos they are away, from 1. */
  readonly typos: readonly (readonly string[])[];
}

/** Further words of a query are left out. */
const maxTerms = 10;

/** The maximum number of words of the index that match one with typos. */
const maxVariants = 50;

/** Finds out what the words of a query may mean. */
export async function findTerms(client: PoolClient, { words }: Tables, query: string): Promise<readonly Term[]> {
  const found = [...tokenize(query)].slice(0, maxTerms);
  const terms: Term[] = [];
  // PostgreSQL counts the comparison of words for next to nothing, so it would compare all words rather than use their index.
  await client.query("set local enable_seqscan = off; set local pg_trgm.word_similarity_threshold = 0.3");
  for (const [index, { word, end }] of found.entries()) {
    const isPrefix = index === found.length - 1 && end === query.length;
    terms.push({ word, isPrefix, typos: await findVariants(client, words, word, isPrefix) });
  }
  await client.query("set local enable_seqscan to default");
  return terms;
}

/** Candidates are the words whose trigrams are similar; which of them are near enough is counted. */
async function findVariants(client: PoolClient, table: string, word: string, isPrefix: boolean): Promise<string[][]> {
  const most = allowedTypos(word);
  if (most === 0) return [];
  await client.query(`set local pg_trgm.similarity_threshold = ${most === 1 ? 0.18 : 0.14}`);
  const { length } = [...word];
  const isSimilar = isPrefix ? "(shadow % $1::text or $1::text <% shadow)" : "shadow % $1::text";
  const { rows } = await client.query<{ word: string }>(
    `select word from ${table} where ${isSimilar} and length(word) between $2 and $3
     order by greatest(similarity(shadow, $1::text), word_similarity($1::text, shadow)) desc, word limit 1000`,
    [shadowOf(word), length - most, isPrefix ? 1000 : length + most],
  );
  const variants: string[][] = Array.from({ length: most }, () => []);
  for (const { word: other } of rows) {
    if (isPrefix ? other.startsWith(word) : other === word) continue;
    const typos = Math.min(countTypos(word, other), isPrefix ? countTypos(word, other, true) : Infinity);
    if (typos >= 1 && typos <= most && variants[typos - 1]!.length < maxVariants) variants[typos - 1]!.push(other);
  }
  return variants;
}

/** Whether a word of a document is one that a term means. */
export function means({ word, isPrefix, typos }: Term, other: string): boolean {
  return other === word || (isPrefix && other.startsWith(word)) || typos.some((variants) => variants.includes(other));
}

/** The matches of a term as `tsquery`, the best first. Words contain letters and digits only. */
export function queriesOf({ word, isPrefix, typos }: Term): readonly string[] {
  const variants = typos.filter((words) => words.length > 0).map((words) => words.map((other) => `'${other}'`).join("|"));
  return [`'${word}'`, ...(isPrefix ? [`'${word}':*`] : []), ...variants];
}
