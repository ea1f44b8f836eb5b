/** Text and inline elements; a string is plain text, whatever characters it has. */
export type Inline =
  | string
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "deleted"; readonly content: readonly Inline[] }
  | { readonly kind: "link"; readonly to: LinkTarget; readonly content: readonly Inline[] }
  | { readonly kind: "break" }
  /** Code that is too long to be in the way: a word instead that opens it. */
  | { readonly kind: "folded"; readonly summary: string; readonly text: string }
  /** A word or two that stand out: `required`, `destructive`. */
  | { readonly kind: "tag"; readonly text: string; readonly tone?: Tone };

type Tone = "plain" | "good" | "warn" | "bad";

/** Where a link leads: to a page of the site, by its path without extension, or out of it. */
export type LinkTarget = { readonly page: string; readonly fragment?: string | undefined } | { readonly address: Address };

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

declare const checked: unique symbol;

/** An address that may be linked or loaded. */
export type Address = string & { readonly [checked]: true };

/**
 * An address out of the site that a link may have: `https:`, `http:`, `mailto:`, or a fragment of the same page. Anything else
 * could run script or open files, and is `undefined`.
 */
export function safeAddress(address: string): Address | undefined {
  const isSafe = /^(?:https?:\/\/[^/\s]|mailto:[^\s]|#)/i.test(address) && !/[\s\p{C}\\]/u.test(address);
  return isSafe ? (address as Address) : undefined;
}

/** The address of a fragment of the same page. */
export function fragmentAddress(id: string): Address {
  return `#${encodeURIComponent(id)}` as Address;
}

/** The address of a file of the site as seen from a page: `../postgres/add_ip.html#body.cidr`. */
export function relativeAddress(fromPage: string, toFile: string, fragment?: string): Address {
  const from = fromPage.split("/").slice(0, -1);
  const to = toFile.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const path = [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeURIComponent)].join("/");
  return `${path}${fragment === undefined ? "" : `#${encodeURIComponent(fragment)}`}` as Address;
}

/** Characters that no text needs, that files must not have, or that turn the direction of what follows. */
const unfit =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with a mark in place of characters that hide or mislead, and with line ends of one kind. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(unfit, "\ufffd");
}
