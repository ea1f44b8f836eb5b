import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { effectiveSecurity, endpointOf, securityLists } from "../operations.js";
import { defineRule, type RuleContext } from "../rule.js";

/** If security schemes list their scopes, no token has another one. */
export const scopeUndeclared = defineRule({
  code: "scope-undeclared",
  severity: "warning",
  comparesParts: true,
  message: ({ scope, schemes }: { scope: string; schemes: string }) => `${schemes} declares no scope ${quote(scope)}`,
  hint: "Declare it in a flow of the security scheme, or use one that is declared.",
  cause:
    "The flows of an oauth2 scheme list the scopes that clients can request. No token of that scheme has another scope: calls that rely on it would be rejected.",
  bad: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, security: [{ token: ["shop:raed"] }], responses: { "204": { description: Here. } } }
      components:
        securitySchemes:
          token:
            type: oauth2
            flows: { clientCredentials: { tokenUrl: "https://shop.test/token", scopes: { "shop:read": Read. } } }`,
  good: `
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /ping:
          get: { operationId: ping, security: [{ token: ["shop:read"] }], responses: { "204": { description: Here. } } }
      components:
        securitySchemes:
          token:
            type: oauth2
            flows: { clientCredentials: { tokenUrl: "https://shop.test/token", scopes: { "shop:read": Read. } } }`,
  at: "document",

  check(context, report) {
    const declared = declaredScopes(context);
    const check = (scopes: JsonValue | undefined, schemes: readonly string[]) => {
      const known = new Set(schemes.flatMap((scheme) => [...(declared.get(scheme) ?? [])]));
      if (!Array.isArray(scopes) || known.size === 0) return;
      const named = schemes
        .filter((scheme) => declared.has(scheme))
        .map(quote)
        .join(" or ");
      for (const [index, scope] of scopes.entries()) {
        if (typeof scope !== "string" || known.has(scope)) continue;
        const near = suggest(scope, known);
        const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
        report({ scope, schemes: named }, context.locations.value(scopes, index), { hint });
      }
    };
    for (const { requirements } of securityLists(context)) {
      for (const requirement of requirements.filter(isObject)) {
        for (const [scheme, scopes] of Object.entries(requirement)) check(scopes, [scheme]);
      }
    }
    for (const map of context.actionMaps) {
      const endpoint = endpointOf(context, map);
      if (!endpoint) continue;
      const requirements = effectiveSecurity(context, endpoint) ?? [];
      const schemes = [...new Set(requirements.filter(isObject).flatMap((requirement) => Object.keys(requirement)))];
      for (const action of Object.values(map.actions)) check(own(action, "scopes"), schemes);
    }
  },
});

/** The scopes of each security scheme whose flows list some. */
function declaredScopes({ upgraded, resolve }: RuleContext): ReadonlyMap<string, ReadonlySet<string>> {
  const schemes = ownObject(ownObject(upgraded, "components"), "securitySchemes") ?? {};
  const declared = new Map<string, ReadonlySet<string>>();
  for (const name of Object.keys(schemes)) {
    const flows: JsonObject = ownObject(resolve(own(schemes, name)), "flows") ?? {};
    const scopes = Object.values(flows).flatMap((flow) => Object.keys(ownObject(flow, "scopes") ?? {}));
    if (scopes.length > 0) declared.set(name, new Set(scopes));
  }
  return declared;
}
