import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { parsePathTemplate, withBraces } from "../../document/path-template.js";
import { defineRule } from "../rule.js";

/** Queries, fragments, `<id>`, parameters that contain slashes, and repeated parameters in paths, which OpenAPI doesn't define. */
export const pathNonstandard = defineRule({
  code: "path-nonstandard",
  severity: "warning",
  message: ({ path, reason }: { path: string; reason: string }) => `the path ${quote(path)} ${reason}`,
  cause:
    "OpenAPI doesn't define this, but only one meaning is possible. A query is part of every request. A fragment is never sent. `<id>` is read as `{id}`. `{+name}` (RFC 6570) and `{name=projects/*}` (Google's APIs) are parameters that contain slashes. A repeated parameter has the same value in all its locations, and other requests get 404.",
  bad: `
      /items?view=full:
        get: { operationId: listItems, responses: { "204": { description: Here. } } }`,
  good: `
      /items:
        get:
          operationId: listItems
          parameters: [{ name: view, in: query, required: true, schema: { const: full } }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const paths = ownObject(context.document, "paths") ?? {};
    for (const path of Object.keys(paths)) {
      if (path.startsWith("x-")) continue;
      for (const { reason, hint } of oddities(path)) report({ path, reason }, context.locations.key(paths, path), { hint });
    }
  },
});

/** The parts of a path that OpenAPI doesn't define, and how they are treated. */
function oddities(written: string): { readonly reason: string; readonly hint: string }[] {
  const path = withBraces(written);
  const found: { reason: string; hint: string }[] = [];
  const { fragment, segments } = parsePathTemplate(path);
  const [target] = path.split("#");
  const names = [...target!.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  for (const [name, template] of segments) {
    const reason = `has the parameter ${quote(name)} with slashes in its value, ${template === "**" ? "any number of segments" : `as in ${quote(template)}`}`;
    found.push({
      reason,
      hint: "Tools that only know OpenAPI take it for one segment. Make the segments parameters of their own, if you can.",
    });
  }
  if (path !== written && segments.size === 0)
    found.push({ reason: `is read as ${quote(path)}`, hint: "Write a parameter as {id}." });
  if (repeated !== undefined) {
    const reason = `has the parameter ${quote(repeated)} more than once; all have the same value`;
    found.push({ reason, hint: "Give each parameter of a path its own name." });
  }
  if (target!.includes("?")) {
    const reason = "has a query, which is sent with every request";
    found.push({ reason, hint: "Declare query parameters with `in: query`, fixed ones with a `const`." });
  }
  if (fragment !== undefined) {
    const reason = "has a fragment, which is never sent, so requests ignore it";
    found.push({ reason, hint: "Remove it. Requests that differ only in a fragment are the same request." });
  }
  return found;
}
