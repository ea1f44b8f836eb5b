import { quote } from "../../diagnostics/escape.js";
import type { JsonObject } from "../../document/json-value.js";
import type { ContainerSpan } from "../../document/locations.js";
import { referenceOf } from "../../document/reference.js";
import { defineRule } from "../rule.js";

const keywords = ["$dynamicRef", "$recursiveRef"];

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
    // A schema is copied for each combination of targets; the loader has replaced the keyword with a $ref.
    const found = new Map<ContainerSpan, { readonly schema: JsonObject; readonly targets: Set<string> }>();
    for (const { schema } of schemas) {
      const target = referenceOf(schema);
      const written = target === undefined ? undefined : locations.span(schema);
      if (!written || !keywords.some((keyword) => written.entry(keyword) && !Object.hasOwn(schema, keyword))) continue;
      const { targets } = found.get(written) ?? setIn(found, written, { schema, targets: new Set<string>() });
      targets.add(target!);
    }
    for (const [written, { schema, targets }] of found) {
      const keyword = keywords.find((name) => written.entry(name))!;
      if (targets.size === 1) report({ keyword }, locations.key(schema, keyword));
    }
  },
});

function setIn<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}
