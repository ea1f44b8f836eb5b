import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { partsOf } from "../parts.js";
import { securityLists } from "../security.js";
import type { Rule, RuleContext } from "../rule.js";

/** A `scope-token` of RFC 6749: what a list of scopes, separated by spaces, can hold. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** Scopes travel in tokens and in `WWW-Authenticate`, where other characters end them. */
export const scopeName: Rule = {
  code: "scope-name",
  check(context) {
    for (const { requirements } of securityLists(context)) {
      for (const requirement of requirements) {
        if (isObject(requirement)) for (const scopes of Object.values(requirement)) checkList(context, scopes);
      }
    }
    for (const { action } of context.actions) checkList(context, own(action, "scopes"));
    for (const { value } of partsOf(context, "securityScheme")) {
      for (const flow of Object.values(ownObject(value, "flows") ?? {})) {
        const scopes = ownObject(flow, "scopes") ?? ({} as JsonObject);
        for (const name of Object.keys(scopes)) {
          if (!scopePattern.test(name)) context.report("scope-name", { name }, context.places.key(scopes, name));
        }
      }
    }
  },
};

function checkList(context: RuleContext, scopes: JsonValue | undefined): void {
  if (!Array.isArray(scopes)) return;
  for (const [index, name] of scopes.entries()) {
    if (typeof name === "string" && !scopePattern.test(name))
      context.report("scope-name", { name }, context.places.value(scopes, index));
  }
}
