import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Fetch } from "../../../../templates/runtime/client/call.js";
import { UsageError } from "../../exit-codes.js";
import type { LoadedSdk } from "./load-sdk.js";

/** How callers over HTTP authorize themselves: with tokens of an issuer, which the API checks. */
export interface Authorization {
  /** Of the authorization server. */
  readonly issuer: string;
  /** The URL under which callers know this server; absent: the one at which it is served. */
  readonly resource: URL | undefined;
  readonly scopes: readonly string[];
  readonly title: string;
  /** Whether the API has rejected a token a short time ago. */
  readonly isRejected: (token: string) => boolean;
}

/** Decides about a request: a response to it, or who sent it. */
export type Authorize = (request: Request) => Response | AuthInfo;

/** The longest list of rejected tokens: older ones are rejected by the API again. */
const maxRejected = 1_000;

/** How long a token counts as rejected, in milliseconds: long enough for its caller to learn it, as a 401 may be the API's own fault. */
const rejectedFor = 30_000;

/** A `fetch` that remembers the tokens which the API rejects, so that their callers are asked for new ones. */
export function watchRejections(send: Fetch): { readonly fetch: Fetch } & Pick<Authorization, "isRejected"> {
  /** By token, when it was rejected. */
  const rejected = new Map<string, number>();
  const watched: Fetch = async (url, init) => {
    const response = await send(url, init);
    const token = response.status === 401 ? tokenIn(new Headers(init.headers)) : undefined;
    if (token !== undefined) rejected.set(token, Date.now());
    if (rejected.size > maxRejected) rejected.delete(rejected.keys().next().value!);
    return response;
  };
  return { fetch: watched, isRejected: (token) => Date.now() - (rejected.get(token) ?? -Infinity) < rejectedFor };
}

/**
 * The resource-server side of OAuth (RFC 9728, RFC 6750): the metadata of this server at its well-known path, and 401 with its location
 * for requests without a token. A token isn't checked here: it is the caller's, and the API decides about each call.
 */
export function createAuthorize(
  { OAuthError, OAuthErrorCode, bearerAuthChallengeResponse, getOAuthProtectedResourceMetadataUrl }: LoadedSdk["sdk"],
  { issuer, scopes, title, isRejected }: Authorization,
  resource: URL,
): Authorize {
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(resource);
  const { pathname } = new URL(resourceMetadataUrl);
  const metadata = {
    resource: resource.href,
    authorization_servers: [issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
    resource_name: title,
  };
  return (request) => {
    if (new URL(request.url).pathname === pathname) {
      const isRead = request.method === "GET" || request.method === "HEAD";
      return isRead ? Response.json(metadata) : new Response(undefined, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const token = tokenIn(request.headers);
    if (token !== undefined && !isRejected(token)) return { token, clientId: "", scopes: [] };
    // Whoever sends no credentials is told of no error (RFC 6750, section 3.1).
    if (!request.headers.has("authorization"))
      return new Response(undefined, {
        status: 401,
        headers: { "www-authenticate": `Bearer resource_metadata="${resourceMetadataUrl}"` },
      });
    const problem = token === undefined ? "a bearer token is required" : "the API has rejected this token";
    return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, problem), { resourceMetadataUrl });
  };
}

/** The bearer token of a request (RFC 6750). */
function tokenIn(headers: Headers): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** Reads the URL of an issuer or of this server. An issuer has neither query nor fragment (RFC 8414), and http is for this machine. */
export function readHttpsUrl(flag: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (!url || (url.protocol !== "https:" && !isLocal)) throw new UsageError(`${flag} must begin with https://.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError(`${flag} must not have credentials, a query or a fragment.`);
  return url;
}
