import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** Headers that OpenAPI describes elsewhere; it ignores parameters of their names. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["accept", "the media types of the responses"],
  ["authorization", "security schemes"],
  ["content-type", "the media types of the request body"],
]);

/** A parameter that OpenAPI tells tools to ignore would be neither checked nor sent. */
export const headerReserved = defineRule({
  code: "header-reserved",
  severity: "error",
  adjustable: true,
  message: ({ name, by }: { name: string; by: string }) =>
    `OpenAPI ignores a parameter for the header ${quote(name)}: ${by} describe it`,
  hint: "Remove the parameter.",
  cause: "OpenAPI tells tools to ignore parameters of these names, so it would be neither checked nor sent.",
  bad: `
      parameters:
        Trace: { name: Authorization, in: header, schema: { type: string, maxLength: 64 } }`,
  good: `
      parameters:
        Trace: { name: X-Trace, in: header, schema: { type: string, maxLength: 64 } }`,
  at: "components",

  check(context, report) {
    for (const { value } of context.partsOf("parameter")) {
      const name = ownString(value, "name");
      const by = name !== undefined && ownString(value, "in") === "header" ? elsewhere.get(name.toLowerCase()) : undefined;
      if (name !== undefined && by !== undefined) {
        report({ name, by }, context.locations.value(value, "name"));
      }
    }
  },
});
