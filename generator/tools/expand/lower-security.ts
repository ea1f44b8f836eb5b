import { own, ownString, type JsonObject } from "../../document/json-value.js";
import type { Operation } from "../../model/contract.js";

/**
 * The endpoint's security requirements with an action's scopes in each alternative. An alternative without any scheme
 * is left out, as a caller that nobody knows has no scope; where there is no other, nothing can be said.
 */
export function lowerSecurity(
  requirements: Operation["security"],
  scopes: readonly string[],
  schemes: JsonObject,
): Record<string, string[]>[] {
  const proving = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  const isWithScopes = scopes.length > 0 && proving.length > 0;
  return (isWithScopes ? proving : requirements).map((requirement) => {
    const carriers = isWithScopes ? scopeCarriers(Object.keys(requirement), schemes) : [];
    return Object.fromEntries(
      Object.entries(requirement).map(([scheme, own]) => {
        const all = carriers.includes(scheme) ? [...own, ...scopes] : own;
        return [scheme, [...new Set(all)]];
      }),
    );
  });
}

/** Of schemes that are needed together, those that scopes belong to: OAuth's, else bearer tokens, else all of them. */
function scopeCarriers(names: readonly string[], schemes: JsonObject): readonly string[] {
  const typeOf = (name: string) => ownString(own(schemes, name), "type");
  const isBearer = (name: string) => ownString(own(schemes, name), "scheme")?.toLowerCase() === "bearer";
  const oauth = names.filter((name) => typeOf(name) === "oauth2" || typeOf(name) === "openIdConnect");
  if (oauth.length > 0) return oauth;
  const bearers = names.filter(isBearer);
  return bearers.length > 0 ? bearers : names;
}
