import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { defineRule } from "../rule.js";

/** A `token` of RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

/** Names of headers in parameters, responses, encodings and API keys must be valid in HTTP. */
export const headerName = defineRule({
  code: "header-name",
  severity: "error",
  message: ({ name }: { name: string }) => `${quote(name)} is not allowed as the name of an HTTP header`,
  hint: "Use letters, digits and -.",
  cause: "HTTP allows only some characters in header names. No client could send this header.",
  bad: `
      parameters:
        - { name: "request id", in: header, schema: { type: string, maxLength: 64 } }
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }`,
  good: `
      parameters:
        - { name: request-id, in: header, schema: { type: string, maxLength: 64 } }
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }`,
  at: "operation",

  check(context, report) {
    const checkName = (name: string, location: Location | undefined) => {
      if (!token.test(name)) report({ name }, location);
    };
    for (const kind of ["parameter", "securityScheme"] as const) {
      for (const { value } of context.partsOf(kind)) {
        const name = ownString(value, "in") === "header" ? ownString(value, "name") : undefined;
        if (name !== undefined) checkName(name, context.locations.value(value, "name"));
      }
    }
    for (const kind of ["response", "encoding"] as const) {
      for (const { value } of context.partsOf(kind)) {
        const headers: JsonObject = ownObject(value, "headers") ?? {};
        for (const name of Object.keys(headers)) checkName(name, context.locations.key(headers, name));
      }
    }
  },
});
