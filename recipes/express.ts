// The API below /api of an Express application. Express cuts the prefix off, so the server needs no `basePath`.
import http from "node:http";
import type { Express } from "express";
import { respondToClientError, toNodeHandler } from "../generated/server/index.js";

/** Mounts the API. Call it before `app.use(express.json())`: the API reads request bodies itself, within its limits. */
export function mountOnExpress(app: Express, server: Parameters<typeof toNodeHandler>[0]): http.Server {
  app.use("/api", toNodeHandler(server));
  // Requests that are no HTTP get the contract's error body as well; `app.listen` would leave them to Node.
  return http.createServer(app).on("clientError", respondToClientError);
}
