/** A Security Scheme Object, as far as it decides about challenges. */
interface Scheme {
  readonly type?: string | undefined;
  /** Of `http`. */
  readonly scheme?: string | undefined;
  /** Of `apiKey`. */
  readonly in?: string | undefined;
  /** Of `apiKey`: the name of its parameter. */
  readonly name?: string | undefined;
}

/**
 * Returns the challenge of a 401 for a scheme of the Authorization header (RFC 9110, section 11.6.1). Keys elsewhere, such as in a
 * cookie, and certificates have none.
 */
export function schemeChallenge({ type, scheme, in: location, name }: Scheme): string | undefined {
  if (type === "oauth2" || type === "openIdConnect") return "Bearer";
  if (type === "apiKey" && location === "header" && name?.toLowerCase() === "authorization") return "ApiKey";
  const http = type === "http" ? scheme?.toLowerCase() : undefined;
  // A realm is required there (RFC 7617, section 2).
  if (http === "basic") return 'Basic realm="api"';
  return http !== undefined && /^[a-z][a-z0-9-]*$/.test(http) ? http.charAt(0).toUpperCase() + http.slice(1) : undefined;
}
