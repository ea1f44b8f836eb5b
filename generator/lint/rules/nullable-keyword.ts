import { defineRule } from "../rule.js";

/** OpenAPI 3.1 dropped `nullable`. It is supported, since its meaning is clear; other tools ignore it. */
export const nullableKeyword = defineRule({
  code: "nullable-keyword",
  severity: "warning",
  message: ({ treatment }: { treatment: string }) => `"nullable" is not a keyword of OpenAPI 3.1; ${treatment}`,
  hint: 'Add "null" to `type`, or write `anyOf: [<schema>, { type: "null" }]`.',
  cause:
    "OpenAPI 3.1 replaced `nullable` with the type `null` of JSON Schema. Generated types and validators accept null here, but other tools ignore the keyword.",
  bad: "Name: { type: string, nullable: true }",
  good: 'Name: { type: [string, "null"] }',
  at: "schemas",

  check({ repairs, locations }, report) {
    for (const { schema, repair } of repairs) {
      if (repair.kind === "nullable") report({ treatment: treatments[repair.effect] }, locations.key(schema, repair.keyword));
    }
  },
});

const treatments = {
  accepted: "null is accepted as in 3.0",
  excluded: "it is supported as in 3.0, but the values of the schema exclude null",
  none: "false has no effect",
};
