import { quote } from "../../diagnostics/escape.js";
import { own, ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** The style `cookie` is the syntax of the header `Cookie`, so nothing else can have it. */
export const parameterStyle = defineRule({
  code: "parameter-style",
  severity: "error",
  message: ({ name, place }: { name: string; place: string }) =>
    `the parameter ${quote(name)} is in the ${place}, where the style "cookie" is not permitted`,
  hint: 'Leave out the style, or write "in: cookie".',
  cause:
    "OpenAPI 3.2 permits `style: cookie` for `in: cookie` only, in section \"Style Values\" of the Parameter Object: combinations that its table doesn't contain are not permitted. It is the syntax of the header `Cookie`, without percent-encoding. Schemas of headers and fields of forms can't have it either, which `redocly/struct` reports.",
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
    if (context.version !== "3.2") return;
    for (const { value } of context.partsOf("parameter")) {
      const place = ownString(value, "in");
      if (own(value, "style") !== "cookie" || place === undefined || place === "cookie") continue;
      report({ name: ownString(value, "name") ?? "", place }, context.locations.value(value, "style"));
    }
  },
});
