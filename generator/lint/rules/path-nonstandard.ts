import { quote } from "../../diagnostics/escape.js";
import { ownObject } from "../../document/json-value.js";
import { withBraces } from "../../document/path-template.js";
import { defineRule } from "../rule.js";

/** OpenAPI defines no queries, fragments and `<id>` in paths, nor a parameter that a path has twice. */
export const pathNonstandard = defineRule({
  code: "path-nonstandard",
  severity: "warning",
  message: ({ path, reason }: { path: string; reason: string }) => `the path ${quote(path)} ${reason}`,
  cause:
    "OpenAPI doesn't define this, but it can mean one thing only. A query is a part of every request, a fragment is never sent, `<id>` is read as `{id}`, and a parameter that the path has twice has the same value in both locations: other requests get 404.",
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

/** What OpenAPI doesn't define, and what is done about it. */
function oddities(written: string): { readonly reason: string; readonly hint: string }[] {
  const path = withBraces(written);
  const found: { reason: string; hint: string }[] = [];
  const [target, fragment] = path.split("#");
  const names = [...target!.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (path !== written) found.push({ reason: `is read as ${quote(path)}`, hint: "Write a parameter as {id}." });
  if (repeated !== undefined) {
    const reason = `has the parameter ${quote(repeated)} more than once; one value stands for all of them`;
    found.push({ reason, hint: "Give each parameter of a path its own name." });
  }
  if (target!.includes("?")) {
    const reason = "has a query, which is sent with every request";
    found.push({ reason, hint: "Declare query parameters with `in: query`; one that is fixed has a `const`." });
  }
  if (fragment !== undefined) {
    const reason = "has a fragment, which is never sent; ignored in requests";
    found.push({ reason, hint: "Remove it. Requests that differ only in a fragment are the same request." });
  }
  return found;
}
