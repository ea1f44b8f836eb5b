import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Characters of a URL path outside templates, RFC 3986: pchar and the slash. */
const literal = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/;

const templateName = /^[\p{L}\p{N}_.~:@$-]{1,200}$/u;

/** Paths are matched against the URLs of requests, so they hold what URLs can hold. */
export const pathSyntax = defineRule({
  code: "path-syntax",
  severity: "error",
  message: ({ path, reason }: { path: string; reason: string }) => `the path ${quote(path)} ${reason}`,
  cause:
    "Paths are compared with the URLs of requests, so they can hold only what a URL can hold, and no request would ever match.",
  bad: `
      /items/{id:
        get: { operationId: getItem, responses: { "204": { description: Here. } } }`,
  good: `
      /items:
        get: { operationId: listItems, responses: { "204": { description: Here. } } }`,
  at: "paths",

  check(context, report) {
    for (const { value: paths } of context.partsOf("paths")) {
      for (const path of Object.keys(paths)) {
        if (path.startsWith("x-")) continue;
        const reason = problem(path);
        if (reason) report({ path, reason }, context.locations.key(paths, path), { hint: hint(path) });
      }
    }
  },
});

function problem(path: string): string | undefined {
  if (!path.startsWith("/")) return "does not start with /";
  if (path.length > 1000) return "is longer than 1000 characters";
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  const bad = names.find((name) => !templateName.test(name));
  if (bad !== undefined) return `has the parameter name ${quote(bad)}, which is malformed`;
  if (new Set(names).size < names.length) return "has the same parameter twice";
  const rest = path.replace(/\{[^{}]*\}/g, "x");
  if (/[{}]/.test(rest)) return "has a brace without its partner";
  if (rest.includes("?")) return "has a query, which is not part of a path";
  if (rest.includes("#")) return "has a fragment, which is never sent";
  if (/%(?![0-9A-Fa-f]{2})/.test(rest)) return "has a % that no two hexadecimal digits follow; write %25";
  if (!literal.test(rest)) return "has a character that a URL path can't have; write it percent-encoded";
  if (rest.includes("//")) return "has an empty segment";
  const isDots = (segment: string) => /^(?:\.|%2e){1,2}$/i.test(segment);
  return path.split("/").some(isDots) ? "has a segment . or .., which clients resolve before they send" : undefined;
}

function hint(path: string): string | undefined {
  if (path.includes("?")) return "Declare query parameters with `in: query`; one that is fixed has a `const`.";
  if (path.includes("#")) return "Remove it. Requests that differ only in a fragment are the same request.";
  return /<[^<>/]+>/.test(path) ? "Write a parameter as {id}." : undefined;
}
