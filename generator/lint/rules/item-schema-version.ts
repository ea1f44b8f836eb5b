import { itemSchemaOf } from "../../document/item-schemas.js";
import { defineRule } from "../rule.js";

/** OpenAPI 3.1 has no `itemSchema`, but frameworks such as FastAPI write it into 3.1 documents. */
export const itemSchemaVersion = defineRule({
  code: "item-schema-version",
  severity: "warning",
  message: ({ version, effect }: { version: string; effect: string }) =>
    `"itemSchema" is not a field of OpenAPI ${version}; it is ${effect}`,
  hint: "Upgrade the document to OpenAPI 3.2.",
  cause:
    "`itemSchema` was added in OpenAPI 3.2. In documents of earlier versions, it has the same effect if it describes a sequence of items in a response or a body. Other tools may ignore it.",
  bad: `
    openapi: 3.1.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          responses:
            "200":
              description: The orders.
              content: { application/jsonl: { itemSchema: { type: object } } }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          responses:
            "200":
              description: The orders.
              content: { application/jsonl: { itemSchema: { type: object } } }`,
  at: "document",

  check(context, report) {
    const { version, locations } = context;
    if (version === "3.2") return;
    for (const { value } of context.partsOf("mediaType")) {
      if (!Object.hasOwn(value, "itemSchema")) continue;
      const effect = itemSchemaOf(value) === undefined ? "ignored here" : "read as in OpenAPI 3.2";
      report({ version, effect }, locations.key(value, "itemSchema"));
    }
  },
});
