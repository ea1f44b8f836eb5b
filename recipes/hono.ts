// The API below /api of a Hono application. Hono keeps the prefix: give `createServer` the option `basePath: "/api"`.
import type { Hono } from "hono";
import { toFetchHandler } from "../generated/server/index.js";

/** Mounts the API. Middleware before it must not read the body of a request. */
export function mountOnHono(app: Hono, server: Parameters<typeof toFetchHandler>[0]): void {
  const handle = toFetchHandler(server);
  app.all("/api/*", (context) => handle(context.req.raw));
}
