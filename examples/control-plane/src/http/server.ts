import { createHash, timingSafeEqual } from "node:crypto";
import type http from "node:http";
import type { Pool } from "pg";
import { type Server, bearerToken, toNodeHandler } from "../../../../generated/server/index.js";
import type { Config } from "../config.js";
import { forRequest } from "../database/tenant.js";
import type { Log } from "../log.js";
import { type Listener, createListener } from "./endpoints.js";
import type { Metrics } from "./metrics.js";

/** The dependencies of the HTTP server. */
interface HttpParts {
  readonly config: Pick<Config, "tls" | "metricsKey">;
  readonly api: Pick<Server, "handle">;
  readonly database: Pool;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Serves files outside the contract; false if the path isn't one of theirs. */
  readonly serveFile: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
}

/** The HTTP server: the API, and outside of it `/health`, `/metrics` and downloads. */
export function createHttpServer({ config, api, database, log, metrics, serveFile }: HttpParts): Listener {
  const handleApi = toNodeHandler(api);
  return createListener(config, (request, response) => {
    const started = performance.now();
    const path = request.url?.split("?", 1)[0] ?? "/";
    response.on("close", () => {
      const milliseconds = performance.now() - started;
      metrics.observe(request.method ?? "", response.statusCode, milliseconds / 1000);
      // The path contains ids only. The query and the headers are left out: they contain whatever a caller puts there.
      const requestId = response.getHeader("x-request-id");
      log("info", "responded", {
        method: request.method,
        path: /^[\w/.~-]{0,300}$/.test(path) ? path : "(odd)",
        status: response.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
        request_id: typeof requestId === "string" ? requestId : undefined,
      });
    });
    if (path === "/health") {
      void isReady(database).then((ready) => send(response, ready ? 200 : 503, "application/json", `{"ready":${ready}}`));
    } else if (path === "/metrics" && config.metricsKey !== undefined) {
      if (!isSame(bearerToken(request.headers), config.metricsKey))
        return send(response, 401, "text/plain", "", { "www-authenticate": "Bearer" });
      void metrics.print().then(
        (text) => send(response, 200, metrics.contentType, text),
        () => send(response, 500, "text/plain", ""),
      );
    } else if (!serveFile(request, response)) {
      void forRequest(() => handleApi(request, response));
    }
  });
}

function send(
  response: http.ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { ...headers, "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Compares secrets in a time that depends on neither. */
function isSame(given: string | undefined, secret: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(hash(given), hash(secret));
}

/** Whether this process can handle calls: whether its database responds within two seconds. */
async function isReady(database: Pool): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref());
  const response = database.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([response, late]);
}
