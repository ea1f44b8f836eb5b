/** Text and inline elements; a string is plain text, regardless of its characters. */
export type Inline =
  | string
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "deleted"; readonly content: readonly Inline[] }
  | { readonly kind: "link"; readonly to: LinkTarget; readonly content: readonly Inline[] }
  | { readonly kind: "break" }
  /** Long code behind a word that opens it. */
  | { readonly kind: "folded"; readonly summary: string; readonly text: string }
  /** A highlighted word or two: `required`, `destructive`. */
  | { readonly kind: "tag"; readonly text: string; readonly tone?: Tone };

type Tone = "plain" | "good" | "warn" | "bad";

/**
 * The target of a link: a page of the site, by its path without extension; an external address; or a heading in a text of
 * the contract, which `resolveAnchors` finds.
 */
export type LinkTarget =
  | { readonly page: string; readonly fragment?: string | undefined }
  | { readonly address: Address }
  | { readonly anchor: Anchor };

/** A heading of a text. */
export interface Anchor {
  /** As in a link: in lower case, with hyphens. */
  readonly slug: string;
  readonly written: string;
  /** The text, as an identity: several texts of a page can have equal headings. */
  readonly text: object;
}

/** Returns the name of a heading in links, as GitHub and others have it: `Rate limits!` is `rate-limits`. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]+/gu, "")
    .replaceAll(" ", "-");
}

/** A name, value or other piece of code. */
export function code(text: string): Inline {
  return { kind: "code", text };
}

/** A link to a page of the site. */
export function pageLink(content: string | Inline, page: string, fragment?: string): Inline {
  return { kind: "link", to: { page, fragment }, content: [content] };
}

/** Joins pieces with commas. */
export function commaList(pieces: readonly Inline[], last = ", "): Inline[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [index === pieces.length - 1 ? last : ", ", piece]));
}

/** Joins groups of pieces with a separator. */
export function separated(groups: readonly (readonly Inline[])[], between: Inline): Inline[] {
  return groups.flatMap((group, index) => (index === 0 ? [...group] : [between, ...group]));
}

/** Returns the text without markup. */
export function plainText(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.kind === "break") return " ";
      return "text" in piece ? piece.text : plainText(piece.content);
    })
    .join("");
}

declare const checked: unique symbol;

/** An address that is safe to link or load. */
export type Address = string & { readonly [checked]: true };

/**
 * Returns an external address if a link may have it: `https:`, `http:`, `mailto:`, or a fragment of the same page.
 * Returns `undefined` for any other, which could run script or open files.
 */
export function safeAddress(address: string): Address | undefined {
  const isSafe = /^(?:https?:\/\/[^/\s]|mailto:[^\s]|#)/i.test(address) && !/[\s\p{C}\\]/u.test(address);
  return isSafe ? (address as Address) : undefined;
}

/** Returns the address of a fragment of the same page. */
export function fragmentAddress(id: string): Address {
  return `#${encodeURIComponent(id)}` as Address;
}

/** Returns the address of a file of the site relative to a page: `../postgres/add_ip.html#body.cidr`. */
export function relativeAddress(fromPage: string, toFile: string, fragment?: string): Address {
  const from = fromPage.split("/").slice(0, -1);
  const to = toFile.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const path = [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeURIComponent)].join("/");
  return `${path}${fragment === undefined ? "" : `#${encodeURIComponent(fragment)}`}` as Address;
}
