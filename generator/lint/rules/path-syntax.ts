import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { parameterNamePattern, parsePathTemplate, withBraces } from "../../document/path-template.js";
import { defineRule } from "../rule.js";

/** Characters of a URL path outside templates, RFC 3986: pchar and the slash; a query and a fragment may have `?` too. */
const literal = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*$/;

/** Paths are matched against the URLs of requests, so they contain only what URLs can contain. */
export const pathSyntax = defineRule({
  code: "path-syntax",
  severity: "error",
  message: ({ path, reason }: { path: string; reason: string }) => `the path ${quote(path)} ${reason}`,
  cause: "Paths are compared with the URLs of requests. A path with characters that a URL can't contain would never match.",
  bad: `
      /items/{id:
        get: { operationId: getItem, responses: { "204": { description: Here. } } }`,
  good: `
      /items:
        get: { operationId: listItems, responses: { "204": { description: Here. } } }`,
  at: "paths",

  check(context, report) {
    const paths = ownObject(context.document, "paths") ?? {};
    for (const path of Object.keys(paths)) {
      if (path.startsWith("x-")) continue;
      const place = context.locations.key(paths, path);
      const reason = problem(path, paths);
      if (reason) report({ path, reason }, place, { hint: hint(path) });
    }
  },
});

/** Why a path can't match any request. */
function problem(written: string, paths: object): string | undefined {
  if (!written.startsWith("/")) return "does not start with /";
  if (written.length > 1000) return "is longer than 1000 characters";
  const path = withBraces(written);
  if (path !== written && Object.hasOwn(paths, path)) return `is the same path as ${quote(path)}`;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  const bad = names.find((name) => !parameterNamePattern.test(name));
  if (bad?.includes("=") || bad?.startsWith("+")) return `has the parameter ${quote(`{${bad}}`)}, whose segments are malformed`;
  if (bad !== undefined) return `has the parameter name ${quote(bad)}, which is malformed`;
  const rest = path.replace(/\{[^{}]*\}/g, "x");
  if (/[{}]/.test(rest)) return "has an unmatched brace";
  if (/\?[^#]*\{/.test(path)) return "has a parameter in its query, where only fixed values are allowed";
  if (/%(?![0-9A-Fa-f]{2})/.test(rest)) return "has a % without two hexadecimal digits; write %25";
  const [target, ...fragment] = rest.split("#");
  if (fragment.length > 1 || !literal.test(rest.replace("#", "")))
    return "has a character that is not allowed in a URL path; percent-encode it";
  const [way] = target!.split("?");
  if (way!.includes("//")) return "has an empty segment";
  const misplaced = misplacedSegments(path);
  if (misplaced !== undefined) return misplaced;
  const isDots = (segment: string) => /^(?:\.|%2e){1,2}$/i.test(segment);
  return way!.split("/").some(isDots) ? "has a segment . or .., which clients resolve before sending" : undefined;
}

/** Why the segments of a parameter that contains slashes can't be found in a request. */
function misplacedSegments(path: string): string | undefined {
  const { path: template, segments } = parsePathTemplate(path);
  for (const name of segments.keys()) {
    const [before, ...after] = template.split(`{${name}}`);
    if (after.length > 1) return `has the parameter ${quote(name)}, whose value contains slashes, more than once`;
    if (!before!.endsWith("/")) return `has text before the parameter ${quote(name)}, whose value contains slashes`;
    if (after[0]!.startsWith("{"))
      return `has no text between the parameter ${quote(name)}, whose value contains slashes, and the next one`;
  }
  const open = [...segments].flatMap(([name, text]) => (text.endsWith("**") ? quote(name) : []));
  return open.length > 1 ? `has two parameters of any number of segments: ${open.join(" and ")}` : undefined;
}

function hint(path: string): string | undefined {
  if (/\{[^{}]*[=+][^{}]*\}/.test(path))
    return "Write {+name}, or {name=projects/*/locations/*} with segments that are *, text, or ** at the end.";
  if (/\?.*\{/.test(path)) return "Declare query parameters with `in: query`.";
  return /<[^<>/]+>/.test(path) ? "Write a parameter as {id}." : undefined;
}
