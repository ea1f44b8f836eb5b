import http from "node:http";
import { expect } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import { serve } from "../server/listen.js";
import { loadOutput } from "../support/load-output.js";
import { repositoryPath } from "../support/repository.js";

/** How a file of the output is imported. */
export type Load = (file: string) => Promise<Record<string, unknown>>;

/** Handlers by the names of what they handle. Each knows what its calls look like. */
type Handlers = Readonly<Record<string, (call: never) => unknown>>;

/** A test's handlers and callers. */
interface TestApplication extends Omit<AnyApplication, "canAccess" | "log" | "handlers"> {
  readonly handlers: { readonly operations?: Handlers; readonly actions: Readonly<Record<string, Handlers>> };
}

/** Where the contracts are. */
export const contractsFolder = repositoryPath("test/clients");

/** Compiles a contract, of this folder unless another is given. */
export async function compileContract(
  contract: string,
  { workingFolder = contractsFolder, overlays = [] }: { workingFolder?: string; overlays?: readonly string[] } = {},
): Promise<Load> {
  const { files, diagnostics } = await compile(contract, { workingFolder, overlays, template: readTemplate });
  return loadOutput(files ?? expect.fail(JSON.stringify(diagnostics)));
}

/** Serves a contract until the test ends; returns the address and what the server logs. */
export async function serveContract(
  load: Load,
  { handlers, ...hooks }: TestApplication,
): Promise<{ readonly url: string; readonly log: readonly unknown[] }> {
  const { createServer, toNodeHandler } = (await load("server/index.ts")) as {
    createServer: (application: AnyApplication) => Server;
    toNodeHandler: (server: Server) => http.RequestListener;
  };
  const log: unknown[] = [];
  const server = createServer({
    canAccess: () => true,
    log: (entry) => void log.push(entry),
    handlers: handlers as AnyApplication["handlers"],
    ...hooks,
  });
  const { port } = await serve(http.createServer(toNodeHandler(server)));
  return { url: `http://127.0.0.1:${port}`, log };
}
