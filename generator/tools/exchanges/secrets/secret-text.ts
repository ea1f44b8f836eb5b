import { isPlaceholder } from "../../../json-schema/secrets.js";

/** Shorter values are no use as secrets, and stand in other texts by chance. */
export const shortestSecret = 8;

/** What a text is that nobody but its owner may read, or `undefined`. */
export function secretInText(text: string): string | undefined {
  if (text.includes("PRIVATE KEY") && /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/.test(text)) return "a private key";
  return urlPassword(text) === undefined ? undefined : "a URL with a password";
}

/** Whether a text must not be shown: it looks like a secret, or has a known one in it. */
export function holdsSecret(text: string, known: ReadonlySet<string>): boolean {
  if (secretInText(text) !== undefined) return true;
  for (const secret of known) if (text.includes(secret)) return true;
  return false;
}

/** The password of the first URL in a text that has one, unless something else stands in its place: `***`, `<password>`. */
export function urlPassword(text: string): string | undefined {
  if (!text.includes("@") || !text.includes("://")) return undefined;
  for (const [, password] of text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:"'<>]*:([^\s/?#@"']+)@/gi)) {
    if (!isPlaceholder(password!)) return password;
  }
  return undefined;
}

/** Whether a field's name says that its value is a secret; for hiding values, where hiding too many does no harm. */
export function isSecretName(name: string): boolean {
  return /pass(?:word|wd|phrase)|secret|token|credential|cookie|authorization|api[_-]?key|private[_-]?key|access[_-]?key|signature/i.test(
    name,
  );
}
