import { defineRule } from "../rule.js";

/** OpenAPI 3.1 dropped `nullable`. It is honoured, as it is clear what was meant; other tools ignore it. */
export const nullableKeyword = defineRule({
  code: "nullable-keyword",
  severity: "warning",
  message: () => '"nullable" is not a keyword of OpenAPI 3.1; null is accepted as in 3.0',
  hint: 'Add "null" to `type`, or write `anyOf: [<schema>, { type: "null" }]`.',
  cause:
    "OpenAPI 3.1 replaced `nullable` with the type `null` of JSON Schema. Generated types and validators accept null here, but other tools ignore the keyword.",
  bad: "Name: { type: string, nullable: true }",
  good: 'Name: { type: [string, "null"] }',
  at: "schemas",

  check({ version, schemas, locations }, report) {
    if (version === "3.0") return;
    // A schema that became several has one span.
    const reported = new Set<object>();
    for (const { schema } of schemas) {
      const span = locations.span(schema);
      if (!span?.entries.has("nullable") || Object.hasOwn(schema, "nullable") || reported.has(span)) continue;
      reported.add(span);
      report({}, locations.key(schema, "nullable"));
    }
  },
});
