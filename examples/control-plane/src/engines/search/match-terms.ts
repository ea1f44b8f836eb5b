import type { AddParameter } from "./filter-sql.js";
import { type Term, queriesOf } from "./terms.js";

/** How a query's words are matched, in SQL over the table of documents. */
export interface Match {
  readonly condition: string;
  /** The condition that a document has this level or a higher one. */
  readonly atLeast: (level: number) => string;
  /** How many of the words a document has, counted from the most important: those with more come first. */
  readonly level: string;
  /** From 0 to 1: how well it has them. */
  readonly score: string;
}

/** The weight of a word that matches exactly, as a prefix, or with one or two typos. */
const exactness = [1, 0.9, 0.8, 0.6];

/** The condition that a document has a word. */
export function hasTerm(term: Term, add: AddParameter): string {
  return `words @@ ${add(queriesOf(term).join("|"))}::tsquery`;
}

/**
 * Matches words, the most important first. Unless all are wanted, those at the end may be missing: a document matches with the
 * first word. Three quarters of the score are how exactly the words are there; the rest is how often, how near to each other,
 * in which attributes, and in how short a document.
 */
export function matchTerms(terms: readonly Term[], wantsAll: boolean, add: AddParameter): Match {
  if (terms.length === 0) return { condition: "true", atLeast: () => "true", level: "0", score: "1::float8" };
  const parameter = (query: string) => `${add(query)}::tsquery`;
  const each = terms.map((term) => `(${queriesOf(term).join("|")})`);
  const prefixes = each.map((_, index) => parameter(each.slice(0, index + 1).join("&")));
  const scores = terms.map((term) => {
    const skipped = term.isPrefix ? exactness : exactness.filter((_, index) => index !== 1);
    const cases = queriesOf(term).map((query, index) => `when words @@ ${parameter(query)} then ${skipped[index]}`);
    return `case ${cases.join(" ")} else 0 end`;
  });
  const all = prefixes.at(-1)!;
  const any = parameter(each.join("|"));
  const rank = (query: string) => `ts_rank_cd('{0.2, 0.4, 0.7, 1}', words, ${query}, 1 | 32)`;
  const condition = `words @@ ${wantsAll ? all : prefixes[0]}`;
  // All words are ranked only where all are.
  const best = `case when words @@ ${all} then greatest(${rank(all)}, ${rank(any)} / 2) else ${rank(any)} / 2 end`;
  return {
    condition,
    atLeast: (level) => (level === 0 ? condition : `words @@ ${prefixes[level - 1]}`),
    level: prefixes.map((query) => `(words @@ ${query})::int`).join(" + "),
    score: `0.75 * (${scores.join(" + ")}) / ${terms.length}.0 + 0.25 * ${best}`,
  };
}
