import { setTimeout as sleep } from "node:timers/promises";
import { describeError, type Log } from "../../log.js";
import { type Cluster, isRunning, startServer, stopServer } from "../../postgres-server/cluster.js";
import type { PostgresParts } from "./parts.js";
import { keepPoolers, stopPoolers } from "./pooler.js";
import { sharedServers } from "./shared-servers.js";
import { clusterOf, servers, type StoredServer } from "./servers.js";

/** Keeps servers of the dedicated plans running. */
interface Supervisor {
  stop(): Promise<void>;
}

/** The interval of its checks, in milliseconds. */
const pause = 5000;

/** Each so many times it looks at what poolers read, too. */
const thoroughRounds = 12;

/** Starts what should run and doesn't: now, and whenever a server has died. */
export function startSupervisor(parts: PostgresParts, log: Log): Supervisor {
  const { config, database, installation } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (server: StoredServer) => {
    if (signal.aborted || (await isRunning(clusterOf(config, installation.binaries, server)))) return;
    // Work stops servers on purpose, and records that first; it may have put another folder in place.
    const now = await servers.find(database, server.service_id, server.id);
    if (now?.status !== "online") return;
    const cluster = clusterOf(config, installation.binaries, now);
    log("warning", "A server is restarted", { server: server.id });
    await startServer(cluster);
  };
  const running = (async () => {
    for (let round = 0; !signal.aborted; round++) {
      try {
        await noteVersions(parts);
        await eachServer(parts, log, keep);
        await eachShared(parts, log, startServer);
        await keepPoolers(parts, log, round % thoroughRounds === 0);
      } catch (error) {
        log("error", "Servers can't be supervised", describeError(error));
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Reads the versions of the services' servers: whether an action is off is decided from memory. */
export async function noteVersions({ config, database, installation }: PostgresParts): Promise<void> {
  for (const server of await servers.listOnline(database)) {
    const { version } = clusterOf(config, installation.binaries, server).binaries;
    if (server.role === "primary") installation.versions.set(server.service_id, version);
  }
  for (const server of await sharedServers.listMoved(database))
    installation.versions.set(server.service_id, clusterOf(config, installation.binaries, server).binaries.version);
}

/** Stops every server but the one that keeps the state, and the poolers. */
export async function stopServers(parts: PostgresParts, log: Log): Promise<void> {
  const { config, installation } = parts;
  await stopPoolers(parts);
  await eachServer(parts, log, (server) => stopServer(clusterOf(config, installation.binaries, server)));
  await eachShared(parts, log, stopServer);
}

async function eachShared(
  { config, database, installation }: PostgresParts,
  log: Log,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  for (const server of await sharedServers.list(database)) {
    await work(clusterOf(config, installation.binaries, server)).catch((error: unknown) =>
      log("error", "A shared server can't be kept", { version: server.version, ...describeError(error) }),
    );
  }
}

async function eachServer({ database }: PostgresParts, log: Log, work: (server: StoredServer) => Promise<void>): Promise<void> {
  for (const server of await servers.listOnline(database)) {
    await work(server).catch((error: unknown) =>
      log("error", "A server can't be kept", { server: server.id, ...describeError(error) }),
    );
  }
}
