import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import type { Kind } from "../../document/visitor.js";
import { defineRule } from "../rule.js";

/** Fields of OpenAPI 3.2 that decide what is sent, by the kind of object that has them. */
const fields: readonly (readonly [kind: Kind, names: readonly string[]])[] = [
  ["pathItem", ["additionalOperations"]],
  ["mediaType", ["itemSchema", "prefixEncoding", "itemEncoding"]],
  ["encoding", ["encoding", "prefixEncoding", "itemEncoding"]],
];

/** Rejects the fields of OpenAPI 3.2 that generated code would have to support, each by name. */
export const unsupportedField = defineRule({
  code: "unsupported-field",
  severity: "error",
  message: ({ field }: { field: string }) => `${field} of OpenAPI 3.2 is not supported`,
  hint: "Use the features of OpenAPI 3.1.",
  cause:
    "OpenAPI 3.2 has fields for other methods, streams of items, whole query strings and nested forms. Generated servers and clients don't support them, so they are rejected rather than ignored.",
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        additionalOperations:
          COPY:
            responses:
              "201": { description: A copy of the order. }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders/copy:
        post:
          responses:
            "201": { description: A copy of the order. }`,
  at: "document",

  check(context, report) {
    if (context.version !== "3.2") return;
    for (const [kind, names] of fields) {
      for (const { value } of context.partsOf(kind))
        for (const name of names)
          if (Object.hasOwn(value, name)) report({ field: quote(name) }, context.locations.key(value, name));
    }
    for (const { value } of context.partsOf("parameter")) {
      for (const [name, unsupported] of [
        ["in", "querystring"],
        ["style", "cookie"],
      ] as const) {
        if (own(value, name) !== unsupported) continue;
        report({ field: quote(`${name}: ${unsupported}`) }, context.locations.value(value, name));
      }
    }
  },
});
