import nodePath from "node:path";
import { pathToFileURL } from "node:url";
import { caller, result, service } from "./action-call.mjs";

/**
 * The generated server with an application that has everything in memory, and the adapters.
 * @param {string} folder
 */
export async function createGenerated(folder) {
  const { createServer, bearerToken, toNodeHandler, toFetchHandler } = await import(
    pathToFileURL(nodePath.join(folder, "server/index.js")).href
  );
  const server = createServer({
    authenticate: (/** @type {{ headers: object }} */ { headers }) => (bearerToken(headers) === "token" ? caller : undefined),
    isBound: (/** @type {typeof caller} */ { projects }, /** @type {{ project_id: string }} */ { project_id }) =>
      projects.has(project_id),
    findService: () => service,
    handlers: { operations: {}, actions: { postgres: { add_ip: () => ({ status: "ok", result }) } } },
    log: console.error,
  });
  return { server, toNodeHandler, toFetchHandler };
}
