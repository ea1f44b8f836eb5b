import { document, type HostileDocument } from "./document.js";

const quoted = (pattern: string) => JSON.stringify(pattern);
const withPattern = (pattern: string, code?: string, limit = "maxLength: 99, ") =>
  document(`${pattern.slice(0, 60)}${code === undefined ? ": fine" : `: ${code}`}`, {
    properties: `value: { type: string, ${limit}pattern: ${quoted(pattern)} }${code === undefined ? "" : ` #! ${code}`}`,
  });

/** Attacks by regular expressions. */
export const patternDocuments: readonly HostileDocument[] = [
  ...["(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(.*)*$", "(a*)*b", "^(\\w+\\s?)*$"].map(
    (pattern) => withPattern(pattern, "pattern-not-linear"),
  ),
  ...["^\\s+|\\s+$", "^a*a*b$", "^.*,.*,.*$"].map((pattern) => withPattern(pattern, undefined, "")),
  withPattern(".*.*.*=.*", "pattern-not-linear", ""),
  withPattern("^a*a*b$"),
  ...["(", "[z-a]", "a{2,1}", "*a", "(?<a>.)(?<a>.)", "\\k<b>(?<a>.)", "a**"].map((pattern) =>
    withPattern(pattern, "pattern-invalid"),
  ),
  ...["^(?=a)b$", "(?<=a)b", "(?<!a)b", "^(?!.*[.]{2})[a-z.]+$"].map((pattern) => withPattern(pattern)),
  ...["(?i)a", "\\p{Nothing}", "[[:alpha:]"].map((pattern) => withPattern(pattern)),
  withPattern("^(a)\\1$"),
  withPattern("^(a+)+\\1$", "pattern-not-linear"),
  withPattern("^a{0,1000000}$"),
  // Two to the power of the parts, though bounded: 26 of them take a second for 14 characters.
  withPattern(`^${"a?".repeat(200)}$`, "pattern-not-linear"),
  ...["^/*$", "^//$", "^\\/\\*$", "^[/]$", "^a\\u2028b$", "^`\\$\\{hit\\(\\)\\}$", "^'\"$", "^\u2028$", "^$"].map((pattern) =>
    withPattern(pattern),
  ),
  document("a pattern that is a number", { properties: "value: { type: string, pattern: 1 } #! keyword-value" }),
  document("a catastrophic pattern of property names", {
    properties: `value: { type: object, patternProperties: { "^(a+)+$": { type: string } } } #! pattern-not-linear`,
  }),
  document("an invalid pattern of property names", {
    properties: `value: { type: object, patternProperties: { "(": { type: string } } } #! pattern-invalid`,
  }),
  document("a catastrophic pattern of names", {
    properties: `value: { type: object, propertyNames: { pattern: "^(a+)+$" } } #! pattern-not-linear`,
  }),
  document("a catastrophic pattern of a parameter", {
    parameters: `- { name: q, in: query, schema: { type: string, pattern: "^(a+)+$" } } #! pattern-not-linear`,
  }),
];
