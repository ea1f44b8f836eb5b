// The API for pages of other origins, in every adapter and framework, errors included.
//     toNodeHandler(allowOrigins(server, { origins: ["https://app.example"], hasCredentials: true }))
import type { Server, ServerRequest, ServerResponse } from "../generated/server/index.js";

/** Whose pages may call the API. */
export interface CorsOptions {
  /** `https://app.example`, without a path. */
  readonly origins: readonly string[];
  /** Whether browsers send cookies and client certificates. An `authorization` header needs no such permission. */
  readonly hasCredentials?: boolean;
  /** The headers of responses that pages can read. */
  readonly exposed?: readonly string[];
  /** The time in seconds for which a browser doesn't ask again. */
  readonly maxAge?: number;
}

const usuallyExposed = ["etag", "location", "retry-after", "x-request-id"];

/** Responds to the questions of browsers (preflights) itself, and adds to all other responses what browsers ask for. */
export function allowOrigins(server: Pick<Server, "handle">, options: CorsOptions): Pick<Server, "handle"> {
  const { origins, hasCredentials = false, exposed = usuallyExposed, maxAge = 600 } = options;
  const allowed = new Set(origins);
  const headersFor = ({ headers: { origin } }: ServerRequest): Record<string, string> => {
    if (typeof origin !== "string" || !allowed.has(origin)) return {};
    return { "access-control-allow-origin": origin, ...(hasCredentials && { "access-control-allow-credentials": "true" }) };
  };
  return {
    async handle(request) {
      const method = request.headers["access-control-request-method"];
      const cors = headersFor(request);
      const isAllowed = "access-control-allow-origin" in cors;
      if (request.method === "OPTIONS" && request.headers["origin"] !== undefined && typeof method === "string") {
        const names = request.headers["access-control-request-headers"];
        const allow = {
          ...cors,
          "access-control-allow-methods": method,
          ...(typeof names === "string" && { "access-control-allow-headers": names }),
          "access-control-max-age": String(maxAge),
        };
        const vary = "origin, access-control-request-method, access-control-request-headers";
        return { status: 204, headers: { ...(isAllowed && allow), vary } };
      }
      const response = await server.handle(request);
      return withHeaders(response, isAllowed ? { ...cors, "access-control-expose-headers": exposed.join(", ") } : {});
    },
  };
}

/** Caches keep a response for each origin. */
function withHeaders(response: ServerResponse, more: Readonly<Record<string, string>>): ServerResponse {
  const { vary } = response.headers;
  return { ...response, headers: { ...response.headers, ...more, vary: vary === undefined ? "origin" : `${vary}, origin` } };
}
