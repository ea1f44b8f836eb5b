import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** A dynamic reference with one target in the contract is a plain reference. */
export const dynamicReference = defineRule({
  code: "dynamic-reference",
  severity: "warning",
  message: ({ keyword }: { keyword: string }) => `${quote(keyword)} is read as a plain $ref: it has one target in the contract`,
  hint: "Use $ref.",
  cause:
    "The target of a dynamic reference depends on how a schema is reached. If the contract has only one schema of that name, it is always the same one, and other tools need no support for dynamic references if you use `$ref`.",
  bad: `
      Tree:
        $dynamicAnchor: tree
        type: object
        properties: { children: { type: array, items: { $dynamicRef: "#tree" } } }`,
  good: `
      Tree:
        type: object
        properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } }`,
  at: "schemas",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      if (!Object.hasOwn(schema, "$ref")) continue;
      const written = locations.span(schema);
      for (const keyword of ["$dynamicRef", "$recursiveRef"]) {
        // The loader has replaced it with a $ref.
        if (written?.entry(keyword) && !Object.hasOwn(schema, keyword)) report({ keyword }, locations.key(schema, keyword));
      }
    }
  },
});
