import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { ownString } from "../../document/json-value.js";
import { schemasIn, type Schemas } from "../../json-schema/schema.js";
import { describeParameter } from "../parameter-nodes.js";
import { defineRule } from "../rule.js";

/** Where the styles are permitted: the table "Style Values" of the Parameter Object. */
const places: ReadonlyMap<string, readonly string[]> = new Map([
  ["matrix", ["path"]],
  ["label", ["path"]],
  ["simple", ["path", "header"]],
  ["form", ["query", "cookie"]],
  ["spaceDelimited", ["query"]],
  ["pipeDelimited", ["query"]],
  ["deepObject", ["query"]],
  ["cookie", ["cookie"]],
]);

/** Each style is defined for some locations, types and values of `explode`. */
export const parameterStyle = defineRule({
  code: "parameter-style",
  severity: "error",
  message: ({ name, problem }: { name: string; problem: string }) => `the parameter ${quote(name)} ${problem}`,
  hint: "Leave out the style, or write one of this location.",
  cause:
    'OpenAPI defines each style for some locations, types and values of `explode`. In 3.2, others are not permitted (Parameter Object, "Style Values"); before, and next to `explode` or a type, they are undefined, which is a warning: tools read them differently.',
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          parameters:
            - { name: state, in: query, style: cookie, schema: { type: string, maxLength: 9 } }
          responses:
            "200": { description: The orders. }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          parameters:
            - { name: state, in: cookie, style: cookie, schema: { type: string, maxLength: 9 } }
          responses:
            "200": { description: The orders. }`,
  at: "document",

  check(context, report) {
    const schemas = schemasIn(context.upgraded);
    for (const { value } of context.partsOf("parameter")) {
      const [name, place, style] = [ownString(value, "name") ?? "", ownString(value, "in"), ownString(value, "style")];
      const permitted = places.get(style ?? "");
      // Before 3.2, `cookie` is no style, which `redocly/struct` reports.
      if (!permitted || place === undefined || (style === "cookie" && context.version !== "3.2")) continue;
      const found = permitted.includes(place) ? undefinedForm(value, schemas) : undefined;
      if (found)
        report({ name, problem: found.problem }, context.locations.value(value, found.key), {
          severity: "warning",
          hint: found.hint,
        });
      if (permitted.includes(place)) continue;
      report(
        { name, problem: `is in the ${place}, where the style ${quote(style!)} is not permitted` },
        context.locations.value(value, "style"),
        {
          severity: context.version === "3.2" ? "error" : "warning",
          hint: `Leave out the style, or write ${permitted.map((other) => `"in: ${other}"`).join(" or ")}.`,
        },
      );
    }
  },
});

/** Returns what a style says nothing of. `parameter-form` reports values of nested types, and objects with separate properties. */
function undefinedForm(parameter: JsonObject, schemas: Schemas): { problem: string; key: string; hint: string } | undefined {
  const node = describeParameter(parameter);
  if (!node) return undefined;
  const { style, explode } = node;
  const { types } = schemas.of(node.schema);
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (!isDelimited && style !== "deepObject") return undefined;
  const kinds = isDelimited ? "lists and objects" : "objects";
  if (!types.has("object") && !(isDelimited && types.has("array"))) {
    const problem = `has the style ${quote(style)}, which is for ${kinds}`;
    return { problem, key: "style", hint: "Leave out the style." };
  }
  if (!isDelimited || !explode || !types.has("array")) return undefined;
  const problem = `combines the style ${quote(style)} with "explode: true", for which lists have no defined form`;
  return { problem, key: "explode", hint: 'Write "explode: false" for one text, or "style: form" for a pair for each item.' };
}
