import http from "node:http";
import { createGenerated, createLive } from "../generated-server.mjs";

/** @type {import("./index.mjs").MakeServer} */
export async function generatedNode(folder) {
  const { server, toNodeHandler } = await createGenerated(folder);
  return http.createServer(toNodeHandler(server));
}

/** With a hook that sees every call and does nothing. @type {import("./index.mjs").MakeServer} */
export async function generatedObserved(folder) {
  const onCall = (/** @type {unknown} */ _call, /** @type {() => Promise<unknown>} */ next) => next();
  const { server, toNodeHandler } = await createGenerated(folder, { onCall });
  return http.createServer(toNodeHandler(server));
}

/** @type {import("./index.mjs").MakeServer} */
export async function live() {
  const { server, toNodeHandler } = await createLive();
  return http.createServer(toNodeHandler(server));
}

/** @type {import("./index.mjs").MakeServer} */
export async function generatedFetch(folder) {
  const { server, toFetchHandler } = await createGenerated(folder);
  const { createAdaptorServer } = await import("@hono/node-server");
  return /** @type {http.Server} */ (createAdaptorServer({ fetch: toFetchHandler(server) }));
}
