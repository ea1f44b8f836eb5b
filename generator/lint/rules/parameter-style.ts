import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import { ownString } from "../../document/json-value.js";
import { schemasIn, type Schemas } from "../../json-schema/schema.js";
import { describeParameter, fieldNodes, type ParameterNode } from "../parameter-nodes.js";
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
  message: ({ what, problem }: { what: string; problem: string }) => `${what} ${problem}`,
  hint: "Leave out the style, or write one of this location.",
  cause:
    'OpenAPI defines each style for some locations, types and values of `explode`. Properties of URL-encoded forms have those of the query, and headers have `simple` only. In 3.2, others are not permitted (Parameter Object, "Style Values"); before, and next to `explode` or a type, they are undefined, which is a warning: tools read them differently.',
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
    const severity = context.version === "3.2" ? "error" : "warning";
    for (const { value } of context.partsOf("parameter")) {
      const [name, place, style] = [ownString(value, "name") ?? "", ownString(value, "in"), ownString(value, "style")];
      const permitted = places.get(style ?? "");
      // Before 3.2, `cookie` is no style, which `redocly/struct` reports.
      if (!permitted || place === undefined || (style === "cookie" && context.version !== "3.2")) continue;
      const what = `the parameter ${quote(name)}`;
      if (permitted.includes(place)) reportForm(what, value, describeParameter(value));
      else {
        const problem = `is in the ${place}, where the style ${quote(style!)} is not permitted`;
        const hint = `Leave out the style, or write ${permitted.map((other) => `"in: ${other}"`).join(" or ")}.`;
        report({ what, problem }, context.locations.value(value, "style"), { severity, hint });
      }
    }
    for (const node of fieldNodes(context)) {
      const what = `the property ${quote(node.name)} of a form`;
      if (isPermitted(node.style, "query")) reportForm(what, node.encoding, node);
      else {
        const hint = 'Leave out the style, or write one of the query, such as "style: form".';
        reportStyle(what, node.encoding, "forms", hint);
      }
    }
    for (const { value, key } of context.partsOf("header"))
      if (!isPermitted(ownString(value, "style"), "header"))
        reportStyle(`the header ${quote(key)}`, value, "headers", 'Leave out the style, or write "style: simple".');

    function reportStyle(what: string, holder: JsonObject, whose: string, hint: string): void {
      const problem = `has the style ${quote(ownString(holder, "style") ?? "")}, which is not permitted for ${whose}`;
      report({ what, problem }, context.locations.value(holder, "style"), { severity, hint });
    }

    function reportForm(what: string, holder: JsonObject, node: ParameterNode | undefined): void {
      const found = node && undefinedForm(node, schemas);
      if (!found) return;
      report({ what, problem: found.problem }, context.locations.value(holder, found.key), {
        severity: "warning",
        hint: found.hint,
      });
    }
  },
});

/** Returns whether a location may have a style. `redocly/struct` reports unknown ones, such as `cookie` for a header. */
function isPermitted(style: string | undefined, place: string): boolean {
  return style === "cookie" || places.get(style ?? "")?.includes(place) !== false;
}

/** Returns what a style says nothing of. `parameter-form` reports values of nested types, and objects with separate properties. */
function undefinedForm(
  { style, explode, schema }: ParameterNode,
  schemas: Schemas,
): { problem: string; key: string; hint: string } | undefined {
  const { types } = schemas.of(schema);
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
