import type { Contract, Operation } from "./contract.js";

/**
 * The challenge of a 401 (RFC 9110, section 11.6.1): that of the first scheme of the Authorization header. Keys elsewhere, such as in a
 * cookie, and certificates have none.
 */
export function challengeOf({ security }: Pick<Operation, "security">, { securitySchemes }: Contract): string | undefined {
  for (const name of security.flatMap((requirement) => Object.keys(requirement))) {
    const { type, scheme, in: location, parameter } = securitySchemes.get(name) ?? {};
    if (type === "oauth2" || type === "openIdConnect") return "Bearer";
    if (type === "apiKey" && location === "header" && parameter?.toLowerCase() === "authorization") return "ApiKey";
    const http = type === "http" ? scheme?.toLowerCase() : undefined;
    // A realm is required there (RFC 7617, section 2).
    if (http === "basic") return 'Basic realm="api"';
    if (http !== undefined && /^[a-z][a-z0-9-]*$/.test(http)) return http.charAt(0).toUpperCase() + http.slice(1);
  }
  return undefined;
}
