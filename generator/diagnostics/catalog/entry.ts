import type { Severity } from "../diagnostic.js";

/** One code of the catalog: how much it weighs, what it says, and what to do about it. */
export interface CatalogEntry<P> {
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
  readonly hint?: string;
}

/** An entry that stops `generate`. */
export function error<P = Record<never, never>>(message: (parameters: P) => string, hint?: string): CatalogEntry<P> {
  return { severity: "error", message, ...(hint && { hint }) };
}

/** An entry that is only shown. */
export function warning<P = Record<never, never>>(message: (parameters: P) => string, hint?: string): CatalogEntry<P> {
  return { severity: "warning", message, ...(hint && { hint }) };
}

/** A contract's text inside a message: quoted, control characters escaped, long text cut. */
export function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return JSON.stringify(short).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
