import { compare } from "../diagnostics/diagnostic.js";
import { isObject, own, ownStrings, type JsonObject, type JsonValue } from "./json-value.js";

/** Returns the security requirements of an operation: its own, or those of the document. An empty list: none. */
export function securityOf(operation: JsonObject, document: JsonObject): JsonObject[] {
  const security = Object.hasOwn(operation, "security") ? operation["security"] : own(document, "security");
  return Array.isArray(security) ? security.filter(isObject) : [];
}

/**
 * Returns the security of an endpoint whose actions are operations with these requirements. If they differ, it requires
 * all their schemes, but only the scopes that all of them need: the others belong to the actions.
 */
export function endpointSecurity(securities: readonly JsonObject[][]): JsonObject[] {
  const [first = []] = securities;
  if (securities.every((security) => isSameSecurity(security, first))) return first;
  const schemes = new Set(securities.flat().flatMap((requirement) => Object.keys(requirement)));
  const requirement = [...schemes].map((scheme): [string, JsonValue] => {
    const lists = new Set(securities.map((security) => JSON.stringify(scopesOf(security, [scheme]))));
    return [scheme, lists.size === 1 ? scopesOf(first, [scheme]) : []];
  });
  return [Object.fromEntries(requirement)];
}

/**
 * Returns the scopes that an action needs in addition to those of its endpoint, to require what its operation did.
 * `undefined`: scopes can't express the difference, as with other schemes or with alternatives.
 */
export function scopesBeyond(security: readonly JsonObject[], endpoint: readonly JsonObject[]): string[] | undefined {
  if (isSameSecurity(security, endpoint)) return [];
  const [needed, required] = [security[0], endpoint[0]];
  if (!needed || !required || security.length > 1 || endpoint.length > 1) return undefined;
  const schemes = Object.keys(needed);
  if (schemes.sort(compare).join("\n") !== Object.keys(required).sort(compare).join("\n")) return undefined;
  if (schemes.some((scheme) => ownStrings(required, scheme).some((scope) => !ownStrings(needed, scheme).includes(scope))))
    return undefined;
  // The scopes of an action have no scheme, so those of two schemes could be confused.
  const differing = schemes.filter((scheme) => ownStrings(needed, scheme).length > ownStrings(required, scheme).length);
  if (differing.length > 1) return undefined;
  const given = differing.flatMap((scheme) => ownStrings(required, scheme));
  return scopesOf(security, differing).filter((scope) => !given.includes(scope));
}

/** Returns the scopes of some schemes in all alternatives, sorted; by default those of all schemes. */
export function scopesOf(security: readonly JsonObject[], schemes?: readonly string[]): string[] {
  const scopes = security.flatMap((requirement) =>
    (schemes ?? Object.keys(requirement)).flatMap((scheme) => ownStrings(requirement, scheme)),
  );
  return [...new Set(scopes)].sort(compare);
}

/** Returns whether two lists of requirements are equal, in any order. */
function isSameSecurity(one: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(security: readonly JsonObject[]): string[] {
  const texts = security.map((requirement) =>
    JSON.stringify(
      Object.keys(requirement)
        .sort(compare)
        .map((scheme) => [scheme, scopesOf([requirement], [scheme])]),
    ),
  );
  return [...new Set(texts)].sort(compare);
}
