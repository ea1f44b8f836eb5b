import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { securityLists } from "../operations.js";
import { defineRule } from "../rule.js";

/** A `scope-token` of RFC 6749: an entry of a list of scopes that are separated by spaces. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Scopes are sent in tokens and in `WWW-Authenticate`, where other characters would end them. */
export const scopeName = defineRule({
  code: "scope-name",
  severity: "error",
  message: ({ name }: { name: string }) => `${quote(name)} is not allowed as a scope`,
  hint: "Use 1 to 200 printable ASCII characters without spaces, double quotes and backslashes.",
  cause: "OAuth allows only some characters in a scope. No token could contain this scope, so the action could never be called.",
  bad: "add_ip: { scopes: [service write] }",
  good: "add_ip: { scopes: [service:write] }",
  at: "actions",

  check(context, report) {
    const checkList = (scopes: JsonValue | undefined) => {
      if (!Array.isArray(scopes)) return;
      for (const [index, name] of scopes.entries()) {
        if (typeof name === "string" && !scopePattern.test(name)) report({ name }, context.locations.value(scopes, index));
      }
    };
    for (const { requirements } of securityLists(context)) {
      for (const requirement of requirements) {
        if (isObject(requirement)) for (const scopes of Object.values(requirement)) checkList(scopes);
      }
    }
    for (const { action } of context.actions) checkList(own(action, "scopes"));
    for (const { value } of context.partsOf("securityScheme")) {
      for (const flow of Object.values(ownObject(value, "flows") ?? {})) {
        const scopes = ownObject(flow, "scopes") ?? ({} as JsonObject);
        for (const name of Object.keys(scopes)) {
          if (!scopePattern.test(name)) report({ name }, context.locations.key(scopes, name));
        }
      }
    }
  },
});
