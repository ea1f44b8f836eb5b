/** Text that is safe to show, and whether anything was taken out. */
interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

/** How much of a text is looked at, in UTF-16 code units: no action shows more. The rest is cut off. */
export const maxTextLength = 10_000;

/**
 * Statements that carry secrets (of roles, subscriptions, foreign servers, connections), names of secrets, also as a part of a
 * name, and messages that quote statements.
 */
const suspicious =
  /\b(role|user|group|subscription|server|mapping|connection|connect|dblink\w*|conninfo|set_config|crypt|pgp_\w+|hmac|digest|parameters|at or near)\b|passw(?:or)?d|passphrase|secret|token|api_?key|credential/i;

/** A line of the log that is a statement, whatever the statement is about. */
const loggedStatement = /^(duration: [\d.]+ ms\s+)?(statement|plan|(parse|bind|execute) [^:]{1,200}):/i;

/**
 * Where a token of SQL begins that can hide others: a literal, a quoted identifier, a comment. Words are tokens too, so that a
 * `$` inside one opens nothing. Every alternative starts differently and none is tried twice: the time is linear.
 */
const tokenStart =
  /(?<escape>e')|'|"|(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|--|\/\*|[\w\u0080-\uffff][\w$\u0080-\uffff]*/gi;

/** A quoted identifier that is a literal after all: an error message that quotes one, such as `at or near "'secret"`. */
const quotedLiteral = /^"(?:[ebxn]|u&)?['$]/i;

const keywordPassword = /(passw(?:or)?d|passphrase|secret|token|api_?key)(\s*=\s*)(?!'?<redacted>)[^\s'",;)]+/gi;

/**
 * Replaces string literals and comments in logged statements and those that may carry a secret, and passwords in URLs and settings, by
 * `<redacted>`. The text may be a part of a statement: what is open at its end counts up to the end. Takes linear time.
 */
export function redact(original: string): Redacted {
  const text = original.slice(0, maxTextLength);
  const hidden = (suspicious.test(text) || loggedStatement.test(text) ? hideLiterals(text) : text)
    .replace(/\S+/g, hideUrlPassword)
    .replace(keywordPassword, "$1$2<redacted>");
  return { text: hidden, redacted: hidden !== text };
}

function hideLiterals(sql: string): string {
  let shown = "";
  let done = 0;
  tokenStart.lastIndex = 0;
  for (let match = tokenStart.exec(sql); match; match = tokenStart.exec(sql)) {
    const [start] = match;
    const { escape, dollar } = match.groups!;
    const inside = match.index + start.length;
    let end = inside;
    let substitute: string | undefined;
    if (escape !== undefined || start === "'") {
      end = endOfQuoted(sql, inside, "'", escape !== undefined);
      substitute = "'<redacted>'";
    } else if (dollar !== undefined) {
      end = endAfter(sql, dollar, inside);
      substitute = "'<redacted>'";
    } else if (start === '"') {
      end = endOfQuoted(sql, inside, '"', false);
      if (quotedLiteral.test(sql.slice(match.index, inside + 4))) substitute = '"<redacted>"';
    } else if (start === "--") {
      end = sql.indexOf("\n", inside);
      if (end === -1) end = sql.length;
      substitute = "-- <redacted>";
    } else if (start === "/*") {
      end = endOfComment(sql, inside);
      substitute = "/* <redacted> */";
    }
    if (substitute !== undefined) {
      shown += sql.slice(done, match.index) + substitute;
      done = end;
    }
    tokenStart.lastIndex = end;
  }
  return shown + sql.slice(done);
}

/** A doubled quote is a literal one; so is what follows a backslash, where that escapes. */
function endOfQuoted(sql: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from; at < sql.length; at++) {
    if (escapes && sql[at] === "\\") at++;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return sql.length;
}

/** Comments of PostgreSQL nest. */
function endOfComment(sql: string, from: number): number {
  let depth = 1;
  for (let at = from; at < sql.length; at++) {
    const two = sql.slice(at, at + 2);
    if (two !== "/*" && two !== "*/") continue;
    depth += two === "/*" ? 1 : -1;
    at++;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

/**
 * Passwords may contain `@`, `:` and `/`, so everything up to the last `@` of the word belongs to it. Without an `@` the text was
 * cut off, unless a port follows the colon.
 */
function hideUrlPassword(word: string): string {
  const scheme = word.indexOf("://");
  if (scheme === -1) return word;
  const colon = word.indexOf(":", scheme + 3);
  if (colon === -1) return word;
  const at = word.lastIndexOf("@");
  if (at < colon && /^\d+(?!\w)/.test(word.slice(colon + 1))) return word;
  return `${word.slice(0, colon)}:<redacted>${at < colon ? "" : word.slice(at)}`;
}
