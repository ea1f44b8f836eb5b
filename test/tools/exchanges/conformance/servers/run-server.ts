import { onTestFinished } from "vitest";
import {
  readContract,
  testContract,
  type TestOptions,
  type TestReport,
} from "../../../../../generator/tools/exchanges/conformance/index.js";
import { startExpress } from "./express.js";
import { startFastify } from "./fastify.js";
import { startHono } from "./hono.js";
import type { StartServer } from "./server.js";

/** The servers by name. */
export const servers: Readonly<Record<string, StartServer>> = { express: startExpress, fastify: startFastify, hono: startHono };

const contracts = new Map<unknown, ReturnType<typeof readContract>>();

/** Starts a server for one test and holds it against its contract, which is read once. */
export async function runServer(start: StartServer, fault?: string, options: Partial<TestOptions> = {}): Promise<TestReport> {
  const server = await start(fault);
  onTestFinished(async () => void (await server.close()));
  const file = server.options.contract as string;
  if (!contracts.has(file)) contracts.set(file, readContract(file));
  return testContract({ ...server.options, contract: contracts.get(file)!, ...options });
}
