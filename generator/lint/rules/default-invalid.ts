import type { JsonValue } from "../../document/json-value.js";
import { hasType, typesOf } from "../../../templates/runtime/json.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { defineRule } from "../rule.js";

/** A default that its own schema rejects. Servers never fill it in. */
export const defaultInvalid = defineRule({
  code: "default-invalid",
  severity: "warning",
  message: ({ problem }: { problem: string }) => `the default is invalid, so servers don't fill it in: ${problem}`,
  cause:
    "The schema rejects its own default. Callers who rely on it send requests that fail. Servers don't fill it in, and types and documentation leave it out.",
  bad: "Size: { type: integer, default: large }",
  good: "Size: { type: integer, default: 3 }",
  at: "schemas",

  check({ schemas, locations, upgraded, integers, isWhole }, report) {
    const check = createInstanceCheck(upgraded, integers);
    for (const { schema } of schemas) {
      if (!Object.hasOwn(schema, "default")) continue;
      const value = schema["default"]!;
      const types = typesOf(schema);
      const allowed = Object.hasOwn(schema, "const") ? [schema["const"]!] : schema["enum"];
      const place = locations.value(schema, "default");
      if (types && !hasType(value, types)) report({ problem: `not of type ${types.join(" or ")}` }, place);
      else if (Array.isArray(allowed) && !includes(allowed, value)) report({ problem: "not one of the allowed values" }, place);
      else if (isWhole(schema)) {
        const [problem] = check(schema, value, "request");
        if (problem) report({ problem: `${problem.pointer} ${problem.message}`.trim() }, place);
      }
    }
  },
});

function includes(values: readonly JsonValue[], value: JsonValue): boolean {
  const text = JSON.stringify(value);
  return values.some((other) => JSON.stringify(other) === text);
}
