/** Text that is safe to show, and whether anything was taken out. */
export interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

/** Statements that carry secrets: of roles, subscriptions, foreign servers, and whatever connects elsewhere. */
const suspicious =
  /\b(password|role|user|group|subscription|server|mapping|connection|connect|dblink\w*|conninfo|passphrase|secret|crypt|pgp_\w+|hmac|digest)\b/i;

const literal = /(?:\b[eubx]|\bu&)?'(?:[^'\\]|''|\\.)*(?:'|$)|\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/gi;
const urlPassword = /\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/]*):[^\s@/]*@/gi;
const keywordPassword = /\b(password|passphrase|secret)(\s*=\s*)(?!'?<redacted>)[^\s'",;)]+/gi;

/**
 * Replaces string literals in statements that may carry a secret, and passwords in URLs and settings, by `<redacted>`. A cut
 * statement may end inside a literal, so an open one counts up to the end.
 */
export function redact(text: string): Redacted {
  const hidden = (suspicious.test(text) ? text.replace(literal, "'<redacted>'") : text)
    .replace(urlPassword, "$1:<redacted>@")
    .replace(keywordPassword, "$1$2<redacted>");
  return { text: hidden, redacted: hidden !== text };
}
