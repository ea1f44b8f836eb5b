import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  clusterAt,
  configure,
  createCluster,
  isRunning,
  platformRole,
  readAdminPassword,
  startServer,
  stopServer,
} from "../postgres-server/cluster.js";
import type { Binaries } from "../postgres-server/binaries.js";
import { findFreePort } from "../postgres-server/free-port.js";

/** The embedded server that keeps the state and holds the services of the shared plan. */
export interface EmbeddedServer {
  /** Of the database `control` on it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the embedded server; one that a killed process left behind is used as it is. */
export async function startEmbedded(dataDir: string, binaries: Binaries): Promise<EmbeddedServer> {
  const cluster = clusterAt(join(dataDir, "servers", "shared"), binaries);
  const settings = { port: await findFreePort(), maxConnections: 200 };
  await createCluster(cluster, settings);
  if (!(await isRunning(cluster))) await configure(cluster.data, settings);
  await startServer(cluster);
  const port = await readPort(cluster.data);
  const address = `postgres://${platformRole}:${await readAdminPassword(cluster)}@127.0.0.1:${port}`;
  await createControlDatabase(`${address}/postgres`);
  return { url: `${address}/control`, stop: () => stopServer(cluster) };
}

async function createControlDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'control'");
    if (rowCount === 0) await client.query("create database control");
    // Services of the shared plan get into their own database only.
    await client.query("revoke connect on database postgres, template1 from public");
  } finally {
    await client.end();
  }
}

/** The fourth line of `postmaster.pid`. */
async function readPort(data: string): Promise<number> {
  const lines = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
  return Number(lines[3]);
}
