import { express, expressOpenapiValidator } from "./express.mjs";
import { fastify, fastifyByHand, fastifyWithSchemas } from "./fastify.mjs";
import { generatedFetch, generatedNode } from "./generated.mjs";
import { hono } from "./hono.mjs";
import { allByHand, bodyOnly } from "./node-http.mjs";
import { openapiBackend } from "./openapi-backend.mjs";

/**
 * Makes a server that answers the action call of the benchmark. The folder has the generated code, types removed.
 * @typedef {(folder: string) => Promise<import("node:http").Server>} MakeServer
 */

/**
 * All servers that are compared. What they compare with is loaded by those who ask for it.
 * @type {Record<string, MakeServer>}
 */
export const servers = {
  "node:http, body check only": bodyOnly,
  "node:http, all checks by hand": allByHand,
  "generated, node adapter": generatedNode,
  "generated, fetch adapter on @hono/node-server": generatedFetch,
  "fastify, body check only": fastify,
  "fastify, path and body checked, answer written by schema": fastifyWithSchemas,
  "fastify, all checks by hand": fastifyByHand,
  "hono on @hono/node-server, body check only": hono,
  "express, body check only": express,
  "express-openapi-validator, no action bodies": expressOpenapiValidator,
  "openapi-backend on express, no action bodies": openapiBackend,
};
