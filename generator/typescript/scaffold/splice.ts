/** Text to put in before the character at a place. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with pieces put in, and where they stand in it. */
export interface Spliced {
  readonly text: string;
  /** Stretches of the new text that are new, in order. */
  readonly inserted: readonly { readonly start: number; readonly end: number }[];
}

/** Puts pieces into a text; those for the same place keep their order. */
export function splice(text: string, insertions: readonly Insertion[]): Spliced {
  const sorted = insertions.map((insertion, index) => ({ ...insertion, index })).sort((a, b) => a.at - b.at || a.index - b.index);
  const inserted: { start: number; end: number }[] = [];
  let result = "";
  let from = 0;
  for (const insertion of sorted) {
    result += text.slice(from, insertion.at);
    inserted.push({ start: result.length, end: result.length + insertion.text.length });
    result += insertion.text;
    from = insertion.at;
  }
  return { text: result + text.slice(from), inserted };
}
