import nodePath from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { caller, result, service } from "./action-call.mjs";

/**
 * The generated server with an application that has everything in memory, and the adapters.
 * @param {string} folder
 * @param {object} more of the application
 */
export async function createGenerated(folder, more = {}) {
  const { createServer, bearerToken, toNodeHandler, toFetchHandler } = await import(
    pathToFileURL(nodePath.join(folder, "server/index.js")).href
  );
  const server = createServer({ ...applicationOf(bearerToken), ...more });
  return { server, toNodeHandler, toFetchHandler };
}

/** The same server without generated files. */
export async function createLive() {
  const { createServer, load, bearerToken, toNodeHandler } = await import("../../dist/live.js");
  const contract = await load(fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url)));
  return { server: createServer(contract, applicationOf(bearerToken)), toNodeHandler };
}

/** @param {(headers: object) => string | undefined} bearerToken */
function applicationOf(bearerToken) {
  return {
    authenticate: (/** @type {{ headers: object }} */ { headers }) => (bearerToken(headers) === "token" ? caller : undefined),
    canAccess: (/** @type {typeof caller} */ { projects }, /** @type {{ project_id: string }} */ { project_id }) =>
      projects.has(project_id),
    findResource: () => service,
    handlers: { operations: {}, actions: { postgres: { add_ip: () => ({ status: "ok", result }) } } },
    log: console.error,
  };
}
