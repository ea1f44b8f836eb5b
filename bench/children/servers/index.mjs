import { express, expressOpenapiValidator } from "./express.mjs";
import { fastify, fastifyByHand, fastifyWithSchemas } from "./fastify.mjs";
import { generatedFetch, generatedNode, generatedObserved, live } from "./generated.mjs";
import { hono } from "./hono.mjs";
import { allByHand, bodyOnly } from "./node-http.mjs";
import { openapiBackend } from "./openapi-backend.mjs";

/**
 * Creates a server that handles the action call of the benchmark. The folder has the generated code, types removed.
 * @typedef {(folder: string) => Promise<import("node:http").Server>} MakeServer
 */

/**
 * All compared servers.
 * @type {Record<string, MakeServer>}
 */
export const servers = {
  "node:http, body check only": bodyOnly,
  "node:http, all checks by hand": allByHand,
  "generated, node adapter": generatedNode,
  "generated, node adapter, empty onCall": generatedObserved,
  "live contract, node adapter": live,
  "generated, fetch adapter on @hono/node-server": generatedFetch,
  "fastify, body check only": fastify,
  "fastify, path and body checked, response serialized by schema": fastifyWithSchemas,
  "fastify, all checks by hand": fastifyByHand,
  "hono on @hono/node-server, body check only": hono,
  "express, body check only": express,
  "express-openapi-validator, no action bodies": expressOpenapiValidator,
  "openapi-backend on express, no action bodies": openapiBackend,
};
