import type { Rule } from "../rule.js";

/** OpenAPI 3.1 dropped `nullable`. It is honoured, as it is clear what was meant; other tools ignore it. */
export const nullableKeyword: Rule = {
  code: "nullable-keyword",
  check({ version, schemas, places, report }) {
    if (version === "3.0") return;
    // A schema that became several has one origin.
    const reported = new Set<object>();
    for (const { schema } of schemas) {
      const origin = places.origin(schema);
      if (!origin?.entries.has("nullable") || Object.hasOwn(schema, "nullable") || reported.has(origin)) continue;
      reported.add(origin);
      report("nullable-keyword", {}, places.key(schema, "nullable"));
    }
  },
};
