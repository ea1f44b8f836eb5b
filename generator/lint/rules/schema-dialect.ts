import { quote } from "../../diagnostics/escape.js";
import { own } from "../../document/json-value.js";
import { defineRule } from "../rule.js";
import { isOwnDialect } from "../../document/schema-keywords.js";

/** Reports a declared dialect that is not the one in which schemas are interpreted. */
export const schemaDialect = defineRule({
  code: "schema-dialect",
  severity: "warning",
  message: ({ dialect }: { dialect: string }) =>
    `the dialect ${quote(dialect)} is ignored: schemas are read as JSON Schema 2020-12`,
  hint: "Remove `jsonSchemaDialect`, and write the schemas in 2020-12.",
  cause:
    "`jsonSchemaDialect` names a dialect other than that of OpenAPI 3.1. All schemas are read as JSON Schema 2020-12, so keywords that differ in that dialect are misinterpreted.",
  bad: "jsonSchemaDialect: http://json-schema.org/draft-04/schema#",
  good: "jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base",
  at: "root",

  check({ upgraded, locations }, report) {
    const dialect = own(upgraded, "jsonSchemaDialect");
    if (dialect === undefined || isOwnDialect(dialect)) return;
    report({ dialect: String(dialect) }, locations.value(upgraded, "jsonSchemaDialect"));
  },
});
