import type { RequestHandler, ServerRequest, ServerResponse } from "../../../../templates/runtime/server/http.js";

/** Lets pages of any origin call a server and read its responses (Fetch Standard, section 3.3). */
export function withCors({ handle }: RequestHandler): RequestHandler {
  return {
    handle: async (request) => {
      const { origin, "access-control-request-method": asked } = request.headers;
      if (origin === undefined) return handle(request);
      const isPreflight = request.method === "OPTIONS" && asked !== undefined;
      const { headers, ...response } = isPreflight ? preflight(request) : await handle(request);
      const exposed = Object.keys(headers).join(", ");
      return {
        ...response,
        headers: {
          ...headers,
          "access-control-allow-origin": String(origin),
          "access-control-allow-credentials": "true",
          ...(exposed !== "" && !isPreflight && { "access-control-expose-headers": exposed }),
          vary: "Origin",
        },
      };
    },
  };
}

function preflight({ headers }: ServerRequest): ServerResponse {
  const asked = headers["access-control-request-headers"];
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": String(headers["access-control-request-method"]),
      ...(asked !== undefined && { "access-control-allow-headers": String(asked) }),
      "access-control-max-age": "600",
    },
  };
}
