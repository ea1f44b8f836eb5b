import { serve as serveHono } from "@hono/node-server";
import express from "express";
import { Hono } from "hono";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createServer as createLive, load, type LiveApplication } from "../../generator/live/index.js";
import { toFetchHandler, toNodeHandler, type Server } from "../../generated/server/index.js";
import { mountOnExpress } from "../../recipes/express.js";
import { createFastify } from "../../recipes/fastify.js";
import { mountOnHono } from "../../recipes/hono.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { temporaryFolder } from "../support/command-line.js";
import { serve } from "./listen.js";
import { serveContract } from "./serve-contract.js";

type Handler = Pick<Server, "handle">;

/** Where an API may run: each starts a server on a real socket, and says below which path the API is. */
const places = {
  node: async (server: Handler) => (await serve(http.createServer(toNodeHandler(server)))).port,
  fetch: (server: Handler) => listenWithHono(toFetchHandler(server)),
  express: async (server: Handler) => (await serve(mountOnExpress(express(), server))).port,
  fastify: async (server: Handler) => {
    const app = await createFastify(server);
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    return (app.server.address() as AddressInfo).port;
  },
  hono: (server: Handler) => {
    const app = new Hono();
    mountOnHono(app, server);
    return listenWithHono(app.fetch);
  },
};

async function listenWithHono(fetch: (request: Request) => Response | Promise<Response>): Promise<number> {
  // It puts its own Request and Response into the place of the platform's.
  const platform = (["Request", "Response"] as const).map(
    (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)!] as const,
  );
  onTestFinished(() => platform.forEach(([key, descriptor]) => void Object.defineProperty(globalThis, key, descriptor)));
  const server = await new Promise<http.Server>((resolve) => {
    const started = serveHono({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started as http.Server));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export type Place = keyof typeof places;

/** The generated server and the live one, in every place. */
export const everywhere = (["generated", "live"] as const).flatMap((source) =>
  (Object.keys(places) as Place[]).map((place) => [source, place] as const),
);

/** The port of a server, and the address of its API there. */
export interface Running {
  readonly port: number;
  readonly address: string;
}

/** Starts the server of a contract anywhere. */
export function startEverywhere(
  contractText: string,
): (source: "generated" | "live", place: Place, application: Partial<AnyApplication>) => Promise<Running> {
  const generated = serveContract(contractText);
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, contractText);
  const live = load(file);
  return async (source, place, given) => {
    // Express cuts the prefix off by itself.
    const basePath = place === "fastify" || place === "hono" ? "/api" : "";
    const application = { basePath, ...given };
    const usual = { authenticate: () => ({ scopes: [] }), isBound: () => true, handlers: {}, log: () => undefined };
    const server =
      source === "generated"
        ? (await generated(application)).server
        : createLive(await live, { ...usual, ...application } as unknown as LiveApplication);
    const port = await places[place](server as Handler);
    return { port, address: `http://127.0.0.1:${port}${place === "node" || place === "fetch" ? "" : "/api"}` };
  };
}
