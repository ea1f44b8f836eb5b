import { own } from "../../document/json-value.js";
import { isOwnDialect } from "../schema-keywords.js";
import type { Rule } from "../rule.js";

/** The dialect that a document declares for its schemas is one that they are read as. */
export const schemaDialect: Rule = {
  code: "schema-dialect",
  check({ upgraded, places, report }) {
    const dialect = own(upgraded, "jsonSchemaDialect");
    if (dialect === undefined || isOwnDialect(dialect)) return;
    report("schema-dialect", { dialect: String(dialect) }, places.value(upgraded, "jsonSchemaDialect"));
  },
};
