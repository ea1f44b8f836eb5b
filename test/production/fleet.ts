import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { serve as serveFetch } from "@hono/node-server";
import express from "express";
import type { FastifyInstance } from "fastify";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import type * as recipeOfCors from "../../recipes/cors.js";
import type * as recipeOfExpress from "../../recipes/express.js";
import type * as recipeOfFastify from "../../recipes/fastify.js";
import type * as recipeOfHono from "../../recipes/hono.js";
import type * as recipeOfStop from "../../recipes/stop.js";
import type { RequestHandler } from "../../templates/runtime/server/http.js";
import type * as httpAdapter from "../../templates/runtime/server/http.js";
import type { createMemoryStore } from "../../templates/runtime/server/idempotency-store.js";
import type * as nodeAdapter from "../../templates/runtime/server/node.js";
import type { createReceiver } from "../../templates/runtime/webhooks/receiver.js";
import type { createSender } from "../../templates/runtime/webhooks/sender.js";
import { loadOutput } from "../support/load-output.js";
import { repositoryPath } from "../support/repository.js";

type Modules = {
  readonly "generated/server/index.ts": typeof nodeAdapter &
    Pick<typeof httpAdapter, "toFetchHandler"> & { readonly createMemoryStore: typeof createMemoryStore };
  readonly "generated/client/index.ts": {
    readonly createClient: (options: object) => Readonly<Record<string, (args?: object) => Promise<unknown>>>;
    readonly retry: (options?: object) => unknown;
  };
  readonly "generated/webhooks/index.ts": {
    readonly createReceiver: (options: object) => ReturnType<typeof createReceiver>;
    readonly createSender: (options: object) => ReturnType<typeof createSender>;
    readonly createSecret: () => string;
  };
  readonly "recipes/cors.ts": typeof recipeOfCors;
  readonly "recipes/stop.ts": typeof recipeOfStop;
  readonly "recipes/express.ts": typeof recipeOfExpress;
  readonly "recipes/fastify.ts": typeof recipeOfFastify;
  readonly "recipes/hono.ts": typeof recipeOfHono;
  readonly "application.ts": { readonly createFleet: (given: object) => Fleet; readonly callers: ReadonlyMap<string, object> };
};

/** The server of the contract, and what its handlers count. */
export interface Fleet {
  readonly server: RequestHandler;
  readonly counters: { runs: number; openStreams: number; openUploads: number; gate: Promise<void>; stopping: AbortSignal };
}

/** The contract of the folder `fleet` with everything that it compiles to, its application, and the recipes beside it. */
export async function compileFleet() {
  const options = { workingFolder: repositoryPath("test/production/fleet"), template: readTemplate };
  const { files: output, diagnostics } = await compile("openapi.yaml", options);
  const own = (path: string, from: string): OutputFile => ({ path, text: readFileSync(repositoryPath(from), "utf8") });
  const files = [
    ...output!.map((file): OutputFile => ({ ...file, path: `generated/${file.path}`, text: file.text })),
    own("application.ts", "test/production/fleet/application.ts"),
    ...["cors", "express", "fastify", "hono", "stop"].map((name) => own(`recipes/${name}.ts`, `recipes/${name}.ts`)),
  ];
  const loading = loadOutput(files);
  const { folder } = loading;
  const load = loading as unknown as <Path extends keyof Modules>(path: Path) => Promise<Modules[Path]>;
  return { files, diagnostics, load, folder };
}

type Load = Awaited<ReturnType<typeof compileFleet>>["load"];

/** Both adapters, and the frameworks by their recipes: the prefix that the server needs, the address of the API, and how it is served. */
export const places: Readonly<
  Record<
    string,
    { readonly basePath?: string; readonly api: string; readonly serve: (load: Load, api: RequestHandler) => Promise<string> }
  >
> = {
  node: {
    api: "/v2",
    async serve(load, api) {
      const { limitConnections, respondToClientError, toNodeHandler } = await load("generated/server/index.ts");
      const server = http.createServer(toNodeHandler(api)).on("clientError", respondToClientError);
      return listen(limitConnections(server).listen(0, "127.0.0.1"));
    },
  },
  fetch: {
    api: "/v2",
    async serve(load, api) {
      const { toFetchHandler } = await load("generated/server/index.ts");
      return serveWithFetch(toFetchHandler(api));
    },
  },
  express: {
    basePath: "",
    api: "/api",
    async serve(load, api) {
      const { mountOnExpress } = await load("recipes/express.ts");
      return listen(mountOnExpress(express(), api).listen(0, "127.0.0.1"));
    },
  },
  fastify: {
    basePath: "/api",
    api: "/api",
    async serve(load, api) {
      const { createFastify } = await load("recipes/fastify.ts");
      const app: FastifyInstance = await createFastify(api);
      await app.listen({ port: 0, host: "127.0.0.1" });
      onTestFinished(() => {
        app.server.closeAllConnections();
        return app.close();
      });
      return addressOf(app.server);
    },
  },
  hono: {
    basePath: "/api",
    api: "/api",
    async serve(load, api) {
      const { mountOnHono } = await load("recipes/hono.ts");
      const app = new Hono();
      mountOnHono(app, api);
      return serveWithFetch(app.fetch);
    },
  },
};

function addressOf(server: http.Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(server: http.Server): Promise<string> {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return addressOf(server);
}

/** Hono's server puts its own Request and Response into the place of the platform's. */
function serveWithFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<string> {
  const platform = (["Request", "Response"] as const).map((key) => {
    return [key, Object.getOwnPropertyDescriptor(globalThis, key)!] as const;
  });
  onTestFinished(() => platform.forEach(([key, descriptor]) => void Object.defineProperty(globalThis, key, descriptor)));
  return listen(serveFetch({ fetch, port: 0, hostname: "127.0.0.1" }) as http.Server);
}
