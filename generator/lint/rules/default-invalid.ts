import type { JsonValue } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json-schema/json-type.js";
import { defineRule } from "../rule.js";

/** A default that the schema itself refuses misleads its readers; type, `enum` and `const` are compared. */
export const defaultInvalid = defineRule({
  code: "default-invalid",
  severity: "warning",
  message: ({ problem }: { problem: string }) => `the default ${problem}`,
  cause: "The default is a value that the schema itself refuses. Readers who rely on it send calls that fail.",
  bad: "Size: { type: integer, default: large }",
  good: "Size: { type: integer, default: 3 }",
  at: "schemas",

  check({ schemas, locations }, report) {
    for (const { schema } of schemas) {
      if (!Object.hasOwn(schema, "default")) continue;
      const value = schema["default"]!;
      const types = typesOf(schema);
      const allowed = Object.hasOwn(schema, "const") ? [schema["const"]!] : schema["enum"];
      const place = locations.value(schema, "default");
      if (types && !hasType(value, types)) report({ problem: `is not of type ${types.join(" or ")}` }, place);
      else if (Array.isArray(allowed) && !includes(allowed, value))
        report({ problem: "is not one of the allowed values" }, place);
    }
  },
});

function includes(values: readonly JsonValue[], value: JsonValue): boolean {
  const text = JSON.stringify(value);
  return values.some((other) => JSON.stringify(other) === text);
}
