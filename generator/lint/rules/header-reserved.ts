import { quote } from "../../diagnostics/escape.js";
import { ownString } from "../../document/json-value.js";
import { headerDescription, isTransportHeader } from "../../document/reserved-headers.js";
import { defineRule } from "../rule.js";

/** Headers that can't be parameters: OpenAPI describes them elsewhere, or the connection sets them. */
export const headerReserved = defineRule({
  code: "header-reserved",
  severity: "warning",
  message: ({ name, by }: { name: string; by: string | undefined }) =>
    by === undefined
      ? `the parameter for the header ${quote(name)} is omitted from clients, which cannot set it`
      : `the parameter for the header ${quote(name)} is ignored: ${by} describe it`,
  hint: "Remove the parameter.",
  cause:
    "By the OpenAPI specification, tools ignore parameters named `Accept`, `Authorization` or `Content-Type`, so these are neither validated nor sent. Servers validate `Host`, `Content-Length`, `Transfer-Encoding` and other headers of the connection, but only the transport sets them.",
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
      if (name === undefined || ownString(value, "in") !== "header") continue;
      const by = headerDescription(name);
      if (by !== undefined || isTransportHeader(name)) report({ name, by }, context.locations.value(value, "name"));
    }
  },
});
