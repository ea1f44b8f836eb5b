import { openApiVersion } from "../../document/visitor.js";
import { defineRule } from "../rule.js";

/**
 * OpenAPI 3.1 dropped `nullable`. It is supported, since its meaning is clear; other tools ignore it. In 3.0 it has no effect next to
 * listed values without null.
 */
export const nullableKeyword = defineRule({
  code: "nullable-keyword",
  severity: "warning",
  message: ({ problem }: { problem: string }) => `"nullable" ${problem}`,
  hint: 'Add "null" to `type`, or write `anyOf: [<schema>, { type: "null" }]`.',
  cause:
    "OpenAPI 3.1 replaced `nullable` with the type `null` of JSON Schema. Generated types and validators accept null here, but other tools ignore the keyword. In OpenAPI 3.0 it has no effect if `enum` doesn't list null: null is rejected.",
  bad: "Name: { type: string, nullable: true }",
  good: 'Name: { type: [string, "null"] }',
  at: "schemas",

  check({ repairs, locations, document }, report) {
    const isOld = openApiVersion(document) === "3.0";
    for (const { schema, repair } of repairs) {
      if (repair.kind !== "nullable") continue;
      const problem = isOld ? noEffect : `is not a keyword of OpenAPI 3.1; ${treatments[repair.effect]}`;
      const hint = "Add null to `enum`, or remove the keyword.";
      report({ problem }, locations.key(schema, repair.keyword), isOld ? { hint } : {});
    }
  },
});

const noEffect = "has no effect: `enum` doesn't list null, which is rejected";

const treatments = {
  accepted: "null is accepted as in 3.0",
  excluded: "it is supported as in 3.0, but the values of the schema exclude null",
  none: "false has no effect",
};
