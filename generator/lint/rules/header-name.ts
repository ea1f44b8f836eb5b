import type { Location } from "../../diagnostics/diagnostic.js";
import { ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { partsOf } from "../parts.js";
import type { Rule, RuleContext } from "../rule.js";

/** A `token` of RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

/** Names of headers, in parameters, responses, encodings and API keys, are what HTTP can send. */
export const headerName: Rule = {
  code: "header-name",
  check(context) {
    for (const kind of ["parameter", "securityScheme"] as const) {
      for (const { value } of partsOf(context, kind)) {
        const name = ownString(value, "in") === "header" ? ownString(value, "name") : undefined;
        if (name !== undefined) checkName(context, name, context.places.value(value, "name"));
      }
    }
    for (const kind of ["response", "encoding"] as const) {
      for (const { value } of partsOf(context, kind)) {
        const headers: JsonObject = ownObject(value, "headers") ?? {};
        for (const name of Object.keys(headers)) checkName(context, name, context.places.key(headers, name));
      }
    }
  },
};

function checkName(context: RuleContext, name: string, place: Location | undefined): void {
  if (!token.test(name)) context.report("header-name", { name }, place);
}
