import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  type Cluster,
  clusterAt,
  configure,
  createCluster,
  findFreePort,
  isRunning,
  platformRole,
  readAdminPassword,
  startServer,
  stopServer,
} from "../postgres-server/cluster.js";
import { type Binaries, binariesFor } from "../postgres-server/binaries.js";
import type { Log } from "../log.js";
import { repeat } from "../repeat.js";
import { openConnection, withConnection } from "./connections.js";

/** The embedded server for the state and the services of the shared plan. */
interface EmbeddedServer {
  /** The URL of its database `control`. */
  readonly url: string;
  /** Keeps it: starts it if it has died, and says again that this instance uses it after a restart. */
  keep(log: Log): void;
  /** Whether no other instance uses it. Once asked, this instance does not count as using it any more. */
  isLast(): Promise<boolean>;
  /** Stops it, unless another instance uses it. */
  stop(): Promise<void>;
}

/** Any number that nobody else locks: instances that use the server share it. */
const presence = 7_301_220_419;

/** The interval at which an instance checks the server, in milliseconds. */
const checkPause = 2000;

/** Attempts to connect while another instance starts the server, which may have to recover first. */
const maxAttempts = 120;

/** Settings of servers that many services share. */
export const sharedSettings = { maxConnections: 200, reservedConnections: 24 };

/** Starts the embedded server; one that another instance uses or that a killed process left behind is used as it is. */
export async function startEmbedded(dataDir: string, binaries: Binaries): Promise<EmbeddedServer> {
  const folder = join(dataDir, "servers", "shared");
  const cluster = clusterAt(folder, binariesFor(binaries, join(folder, "data")));
  for (let attempt = 1; ; attempt++) {
    try {
      return await joinServer(cluster);
    } catch (error) {
      // The last instance that used it may just be stopping it, or another one starting it.
      if (attempt >= ((await isRunning(cluster)) ? maxAttempts : 3)) throw error;
      await sleep(500);
    }
  }
}

async function joinServer(cluster: Cluster): Promise<EmbeddedServer> {
  const settings = { ...sharedSettings, port: await findFreePort() };
  await createCluster(cluster, settings);
  if (!(await isRunning(cluster))) await configure(cluster.data, settings);
  await startServer(cluster);
  const port = await readPort(cluster.data);
  const address = `postgres://${platformRole}:${await readAdminPassword(cluster)}@127.0.0.1:${port}`;
  await createControlDatabase(`${address}/postgres`);
  const url = `${address}/control`;
  let holder = await announce(url);
  let keeping: ReturnType<typeof repeat> | undefined;
  let last: Promise<boolean> | undefined;
  const isLast = async () => {
    await keeping?.stop();
    return leave(cluster, holder);
  };
  return {
    url,
    keep(log) {
      keeping = repeat(checkPause, "The embedded server is not there", log, async () => {
        if (await isHeld(holder)) return;
        await startServer(cluster);
        holder = await announce(url);
      });
    },
    isLast: () => (last ??= isLast()),
    async stop() {
      const stops = await (last ??= isLast());
      await holder.end().catch(() => undefined);
      if (stops) await stopServer(cluster);
    },
  };
}

/** Says that this instance uses the server, as long as the connection lasts. */
async function announce(url: string): Promise<pg.Client> {
  const holder = await openConnection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await holder.query("select pg_advisory_lock_shared($1)", [presence]);
  return holder;
}

function isHeld(holder: pg.Client): Promise<boolean> {
  return holder.query("select 1").then(
    () => true,
    () => false,
  );
}

/** When several instances stop at once, one of them gets the lock: the others have released it. */
async function leave(cluster: Cluster, holder: pg.Client): Promise<boolean> {
  try {
    await holder.query("select pg_advisory_unlock_shared($1)", [presence]);
    const { rows } = await holder.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [presence]);
    return rows[0]!.locked;
  } catch {
    return !(await isRunning(cluster));
  }
}

async function createControlDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'control'");
    if (rowCount === 0) await client.query("create database control template template0");
  });
}

/** The fourth line of `postmaster.pid`. */
async function readPort(data: string): Promise<number> {
  const lines = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
  return Number(lines[3]);
}
