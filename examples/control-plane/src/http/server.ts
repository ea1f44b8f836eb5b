import http from "node:http";
import type { Pool } from "pg";
import { respondToClientError, toNodeHandler, type Server } from "../../../../generated/server/index.js";
import type { Log } from "../log.js";
import { isReady } from "./health.js";
import { createMetrics } from "./metrics.js";

/** What is served. */
export interface HttpParts {
  readonly api: Pick<Server, "handle">;
  readonly database: Pool;
  readonly log: Log;
  /** Serves files outside the contract; false if the path isn't one of theirs. */
  readonly serveFile: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
}

/** The HTTP server: the API, and outside of it `/health`, `/metrics` and downloads. */
export function createHttpServer({ api, database, log, serveFile }: HttpParts): http.Server {
  const metrics = createMetrics(database);
  const handleApi = toNodeHandler(api);
  const server = http.createServer((request, response) => {
    const started = performance.now();
    const path = request.url?.split("?", 1)[0] ?? "/";
    response.on("close", () => {
      const milliseconds = performance.now() - started;
      metrics.observe(request.method ?? "", response.statusCode, milliseconds / 1000);
      // The path holds ids only. The query and the headers are left out: they hold whatever a caller puts there.
      const requestId = response.getHeader("x-request-id");
      log("info", "answered", {
        method: request.method,
        path: /^[\w/.~-]{0,300}$/.test(path) ? path : "(odd)",
        status: response.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
        request_id: typeof requestId === "string" ? requestId : undefined,
      });
    });
    if (path === "/health") {
      void isReady(database).then((ready) => send(response, ready ? 200 : 503, "application/json", `{"ready":${ready}}`));
    } else if (path === "/metrics") {
      void metrics.print().then(
        (text) => send(response, 200, metrics.contentType, text),
        () => send(response, 500, "text/plain", ""),
      );
    } else if (!serveFile(request, response)) {
      void handleApi(request, response);
    }
  });
  server.on("clientError", respondToClientError);
  return server;
}

function send(response: http.ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}
