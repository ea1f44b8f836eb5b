import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { serve as serveFetch } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { toFetchHandler, toNodeHandler } from "../../generator/live/index.js";
import type { RequestHandler } from "../../templates/runtime/server/http.js";

/** Serves a handler over a real socket of the loopback interface until the test ends; returns its address. */
type Start = (handler: RequestHandler) => Promise<string>;

async function listen(server: http.Server): Promise<string> {
  if (!server.listening) await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The node and the fetch adapter alone, and below frameworks. */
export const adapters: Readonly<Record<string, Start>> = {
  node: (handler) => listen(http.createServer(toNodeHandler(handler)).listen(0, "127.0.0.1")),

  fetch: (handler) => withPlatform(toFetchHandler(handler)),

  express: (handler) => listen(express().use(toNodeHandler(handler)).listen(0, "127.0.0.1")),

  async fastify(handler) {
    const handle = toNodeHandler(handler);
    // Its connections stay open for 72 seconds otherwise.
    const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.all("/*", (request, reply) => {
      reply.hijack();
      return handle(request.raw, reply.raw);
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  },

  hono(handler) {
    const handle = toFetchHandler(handler);
    const app = new Hono();
    app.all("/*", (context) => handle(context.req.raw));
    return withPlatform(app.fetch);
  },
};

/** Hono's server puts its own Request and Response into the place of the platform's. */
function withPlatform(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const platform = (["Request", "Response"] as const).map((key) => {
    return [key, Object.getOwnPropertyDescriptor(globalThis, key)!] as const;
  });
  onTestFinished(() => platform.forEach(([key, descriptor]) => void Object.defineProperty(globalThis, key, descriptor)));
  return listen(serveFetch({ fetch, port: 0, hostname: "127.0.0.1" }) as http.Server);
}
