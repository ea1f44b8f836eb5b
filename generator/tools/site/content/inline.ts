import type { Address } from "./address.js";

/** Text and what stands inside it; a string is plain text, whatever characters it has. */
export type Inline =
  | string
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "deleted"; readonly content: readonly Inline[] }
  | { readonly kind: "link"; readonly to: Target; readonly content: readonly Inline[] }
  | { readonly kind: "break" }
  /** Code that is too long to be in the way: a word in its place that opens it. */
  | { readonly kind: "folded"; readonly summary: string; readonly text: string }
  /** A word or two that stand out: `required`, `destructive`. */
  | { readonly kind: "tag"; readonly text: string; readonly tone?: Tone };

export type Tone = "plain" | "good" | "warn" | "bad";

/** Where a link leads: to a page of the site, by its path without extension, or out of it. */
export type Target = { readonly page: string; readonly fragment?: string | undefined } | { readonly address: Address };

/** A name, value or other piece of code. */
export function code(text: string): Inline {
  return { kind: "code", text };
}

/** A link to a page of the site. */
export function pageLink(content: string | Inline, page: string, fragment?: string): Inline {
  return { kind: "link", to: { page, fragment }, content: [content] };
}

/** Pieces with a comma between them. */
export function commaList(pieces: readonly Inline[], last = ", "): Inline[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [index === pieces.length - 1 ? last : ", ", piece]));
}

/** Groups of pieces with the same between them. */
export function separated(groups: readonly (readonly Inline[])[], between: Inline): Inline[] {
  return groups.flatMap((group, index) => (index === 0 ? [...group] : [between, ...group]));
}

/** The text without what marks it up. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.kind === "break") return " ";
      return "text" in piece ? piece.text : plainText(piece.content);
    })
    .join("");
}
