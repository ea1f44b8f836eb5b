import { ownObject } from "../../document/json-value.js";
import { maxProperties } from "../../document/limits.js";
import { defineRule } from "../rule.js";

/** Objects with more properties than generated code can test. */
export const tooManyProperties = defineRule({
  code: "too-many-properties",
  severity: "error",
  message: ({ count, limit }: { count: number; limit: number }) =>
    `the object's ${count} properties exceed the limit of ${limit}`,
  hint: "Use `additionalProperties` for a map, or nest groups of properties.",
  cause:
    "The object has more than 1,000 properties. Each adds a type and code to a validator, so that compiling the output would take seconds for this object alone.",
  bad: "Settings: { type: object, properties: { setting_1: {…}, …, setting_1001: {…} } }",
  good: "Settings: { type: object, additionalProperties: { type: string, maxLength: 200 } }",
  at: "yaml",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      const count = Object.keys(ownObject(schema, "properties") ?? {}).length;
      if (count > maxProperties) report({ count, limit: maxProperties }, locations.key(schema, "properties"));
    }
  },
});
