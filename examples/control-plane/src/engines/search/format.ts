import type { Sliced } from "../../slices.js";
import { type Document, isListed, isObject, pick } from "./attributes.js";
import { type Term, means } from "./terms.js";
import { type Token, tokenize } from "./text.js";

/** The formatting options of a query. */
interface Formatting {
  readonly attributes_to_highlight?: readonly string[];
  readonly attributes_to_crop?: readonly string[];
  readonly crop_length?: number;
}

/**
 * The attributes of a document that are to be highlighted or cropped, so formatted; null if none were asked for. Texts are as
 * they were: what is shown as HTML has to be escaped by whoever shows it.
 */
export function* formatDocument(
  document: Document,
  query: Formatting,
  terms: readonly Term[],
): Sliced<Record<string, unknown> | null> {
  const { attributes_to_highlight: highlighted = [], attributes_to_crop: cropped = [], crop_length: length = 10 } = query;
  if (highlighted.length === 0 && cropped.length === 0) return null;
  const cut = pick(document, [...highlighted, ...cropped]);
  return (yield* format("", cut)) as Record<string, unknown>;

  function* format(name: string, value: unknown): Sliced<unknown> {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value as readonly unknown[]) items.push(yield* format(name, item));
      return items;
    }
    if (isObject(value)) {
      const entries: [string, unknown][] = [];
      for (const [key, inner] of Object.entries(value))
        entries.push([key, yield* format(name === "" ? key : `${name}.${key}`, inner)]);
      return Object.fromEntries(entries);
    }
    if (typeof value !== "string" && typeof value !== "number") return value;
    const isHighlighted = isListed(name, highlighted);
    const text = String(value);
    const formatted = yield* formatText(text, terms, isHighlighted, isListed(name, cropped) ? length : undefined);
    return formatted === text ? value : formatted;
  }
}

/** A text with its matches in `<em>`, cut to so many words around the first of them. */
function* formatText(
  text: string,
  terms: readonly Term[],
  isHighlighted: boolean,
  cropLength: number | undefined,
): Sliced<string> {
  const tokens: Token[] = [];
  const isMatch: boolean[] = [];
  for (const token of tokenize(text)) {
    tokens.push(token);
    isMatch.push(terms.some((term) => means(term, token.word)));
    yield;
  }
  const [first, end] = cropLength === undefined ? [0, tokens.length] : windowOf(tokens, isMatch, cropLength);
  const from = first === 0 ? 0 : tokens[first]!.start;
  const to = end === tokens.length ? text.length : tokens[end - 1]!.end;
  let formatted = from > 0 ? "…" : "";
  let at = from;
  for (let index = first; isHighlighted && index < end; index++) {
    if (!isMatch[index]) continue;
    const { start, end: after } = tokens[index]!;
    formatted += `${text.slice(at, start)}<em>${text.slice(start, after)}</em>`;
    at = after;
  }
  return `${formatted}${text.slice(at, to)}${to < text.length ? "…" : ""}`;
}

/** The words to keep: so many of them, with the most matches, the first match not at the edge where that is possible. */
function windowOf(tokens: readonly Token[], isMatch: readonly boolean[], length: number): [number, number] {
  if (tokens.length <= length) return [0, tokens.length];
  let best = 0;
  let most = 0;
  let count = 0;
  for (let end = 0; end < tokens.length; end++) {
    if (isMatch[end]) count++;
    if (end >= length && isMatch[end - length]) count--;
    if (count > most) [most, best] = [count, Math.max(0, end - length + 1)];
  }
  if (most === 0) return [0, length];
  const matched = isMatch.indexOf(true, best);
  const start = Math.min(Math.max(0, best, matched - Math.floor(length / 2)), tokens.length - length);
  return [start, start + length];
}
