import { itemSchemaOf } from "../../document/item-schemas.js";
import { defineRule } from "../rule.js";

/** Frameworks such as FastAPI write `itemSchema` into documents of OpenAPI 3.1, which has no such field. */
export const itemSchemaVersion = defineRule({
  code: "item-schema-version",
  severity: "warning",
  message: ({ version, effect }: { version: string; effect: string }) =>
    `"itemSchema" is not a field of OpenAPI ${version}; it is ${effect}`,
  hint: "Use OpenAPI 3.2.",
  cause:
    "`itemSchema` is new in OpenAPI 3.2. Where it describes a sequence of items in a response, it has the same effect in documents of earlier versions. Other tools may ignore it.",
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
