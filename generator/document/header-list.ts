/** Splits a header's value at separators outside of quoted text (RFC 9110, section 5.6); elements are trimmed, and may be empty. */
export function listElements(text: string, separators = ","): string[] {
  const elements = [""];
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[^",;]+|[,;]/gs)) {
    if (separators.includes(piece)) elements.push("");
    else elements[elements.length - 1] += piece;
  }
  return elements.map((element) => element.trim());
}
