/** Characters that no text needs, that files must not have, or that turn the direction of what follows. */
const unfit =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with a mark in place of characters that hide or mislead, and with line ends of one kind. */
export function visibleText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(unfit, "\ufffd");
}
