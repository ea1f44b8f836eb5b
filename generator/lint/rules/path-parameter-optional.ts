import { quote } from "../../diagnostics/escape.js";
import { own, ownString } from "../../document/json-value.js";
import { reachable } from "../../document/visitor.js";
import { defineRule } from "../rule.js";

/** A path without one of its segments is another path, so OpenAPI requires `required: true` on each path parameter. */
export const pathParameterOptional = defineRule({
  code: "path-parameter-optional",
  severity: "warning",
  message: ({ name }: { name: string }) => `the path parameter ${quote(name)} is treated as required`,
  hint: "Write `required: true`.",
  cause:
    "OpenAPI requires `required: true` in path parameters: a path without one of its segments is another path. This parameter is treated as required.",
  bad: `
      /pets/{name}:
        get:
          operationId: getPet
          parameters: [{ name: name, in: path, required: false, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
  good: `
      /pets/{name}:
        get:
          operationId: getPet
          parameters: [{ name: name, in: path, required: true, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    // In the upgraded document they are required.
    const { document } = context;
    for (const { value, kind } of reachable(document, [{ value: document, kind: "root" }], (kind) => kind !== "schema")) {
      if (kind !== "parameter") continue;
      const name = ownString(value, "name");
      if (name === undefined || ownString(value, "in") !== "path" || own(value, "required") === true) continue;
      const key = own(value, "required") === undefined ? "name" : "required";
      report({ name }, context.locations.value(value, key));
    }
  },
});
