// Answers one action call in the way that the first argument names, and says how much CPU it has used when asked.
import http from "node:http";
import nodePath from "node:path";
import { pathToFileURL } from "node:url";
import { answer, caller, path, result, service } from "./action-call.mjs";
import { createGenerated } from "./generated-server.mjs";

const [variant = "", folder = ""] = process.argv.slice(2);
const load = (/** @type {string} */ file) => import(pathToFileURL(nodePath.join(folder, file)).href);

const route = path.replace(/projects\/[^/]+\/services\/[^/]+/, "projects/:project_id/services/:service_id");
const isKnown = (/** @type {string | undefined} */ authorization) => authorization === "Bearer token";

/** The guard of the body that the generated server uses. */
async function bodyGuard() {
  const { add_ip } = await load("validators/postgres.js");
  return add_ip.body;
}

/**
 * A server on node:http that reads the body and sends what `decide` says.
 * @param {(request: http.IncomingMessage, body: string) => [status: number, value: unknown]} decide
 * @param {() => Record<string, string>} moreHeaders
 */
function plainServer(decide, moreHeaders) {
  return http.createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const [status, value] = decide(request, Buffer.concat(chunks).toString("utf8"));
      const text = JSON.stringify(value);
      response.writeHead(status, {
        ...moreHeaders(),
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    });
  });
}

/** @type {Record<string, () => Promise<http.Server>>} */
const variants = {
  async "node:http, body check only"() {
    const guard = await bodyGuard();
    return plainServer(
      ({ url, headers }, body) => {
        if (!isKnown(headers.authorization)) return [401, { error: "unauthenticated" }];
        if (url !== path) return [404, { error: "resource_not_found" }];
        return guard(JSON.parse(body)) ? [200, answer] : [400, { error: "invalid_action_body" }];
      },
      () => ({}),
    );
  },

  async "node:http, all checks by hand"() {
    const { actions, operations } = await load("validators/index.js");
    const { catalog } = await load("actions.js");
    const { path: pathGuard, responses } = operations.invokeAction;
    const pattern = /^\/v1\/projects\/([^/]+)\/services\/([^/]+)\/actions\/([^/]+)$/;
    const headers = () => ({ "x-request-id": crypto.randomUUID(), "x-content-type-options": "nosniff" });
    return plainServer((request, text) => {
      const match = pattern.exec(request.url ?? "");
      if (!match || request.method !== "POST") return [404, { error: "resource_not_found" }];
      if (!isKnown(request.headers.authorization)) return [401, { error: "unauthenticated" }];
      const [, project_id = "", service_id = "", action = ""] = match.map(decodeURIComponent);
      if (!pathGuard({ project_id, service_id, action })) return [400, { error: "invalid_parameter" }];
      if (!caller.projects.has(project_id)) return [403, { error: "access_denied" }];
      const info = Object.hasOwn(catalog[service.type], action) ? catalog[service.type][action] : undefined;
      if (!info) return [404, { error: "resource_not_found" }];
      if (!info.scopes.every((/** @type {string} */ scope) => caller.scopes.includes(scope)))
        return [403, { error: "access_denied" }];
      if (request.headers["content-type"] !== "application/json") return [415, { error: "unsupported_media_type" }];
      const guards = actions[service.type][action];
      if (!guards.body(JSON.parse(text))) return [400, { error: "invalid_action_body" }];
      if (!info.states.includes(service.status) || !info.plans.includes(service.plan))
        return [409, { error: "action_unavailable" }];
      const full = { action, status: "ok", result };
      return guards.result(result) && responses[200](full) ? [200, full] : [500, { error: "internal" }];
    }, headers);
  },

  async "generated, node adapter"() {
    const { server, toNodeHandler } = await createGenerated(folder);
    return http.createServer(toNodeHandler(server));
  },

  async "generated, fetch adapter on @hono/node-server"() {
    const { server, toFetchHandler } = await createGenerated(folder);
    const { createAdaptorServer } = await import("@hono/node-server");
    return /** @type {http.Server} */ (createAdaptorServer({ fetch: toFetchHandler(server) }));
  },

  async "fastify, body check only"() {
    const { default: fastify } = await import("fastify");
    const guard = await bodyGuard();
    const app = fastify();
    app.setValidatorCompiler(() => (body) => (guard(body) ? { value: body } : { error: new Error("invalid_action_body") }));
    app.post(route, { schema: { body: {} } }, (request, reply) => {
      return isKnown(request.headers.authorization) ? answer : reply.code(401).send({ error: "unauthenticated" });
    });
    await app.ready();
    return app.server;
  },

  async "hono on @hono/node-server, body check only"() {
    const { Hono } = await import("hono");
    const { createAdaptorServer } = await import("@hono/node-server");
    const guard = await bodyGuard();
    const app = new Hono();
    app.post(route, async (context) => {
      if (!isKnown(context.req.header("authorization"))) return context.json({ error: "unauthenticated" }, 401);
      return guard(await context.req.json()) ? context.json(answer) : context.json({ error: "invalid_action_body" }, 400);
    });
    return /** @type {http.Server} */ (createAdaptorServer({ fetch: app.fetch }));
  },

  async "express, body check only"() {
    const { default: express } = await import("express");
    const guard = await bodyGuard();
    const app = express();
    app.post(route, express.json(), (request, response) => {
      if (!isKnown(request.headers.authorization)) return void response.status(401).json({ error: "unauthenticated" });
      if (guard(request.body)) response.json(answer);
      else response.status(400).json({ error: "invalid_action_body" });
    });
    return http.createServer(app);
  },
};

const start = variants[variant];
if (!start) throw new Error(`No such server: ${variant}`);
const server = await start();
server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: /** @type {import("node:net").AddressInfo} */ (server.address()).port }),
);
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
