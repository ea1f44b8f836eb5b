import { sharedSettings } from "../../database/embedded.js";
import { type Database, all, first, statement } from "../../database/query.js";
import type { Job } from "../../operations/work.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { createCluster, findFreePort, startServer } from "../../postgres-server/cluster.js";
import { majorOf } from "./installation.js";
import type { PostgresParts } from "./parts.js";
import { clusterOf, removeFolder } from "./servers.js";

/** A server of the shared plan beside the one that keeps the state. There is one for a major version. */
export interface SharedServer {
  /** The major version. */
  readonly version: number;
  /** Where it keeps its files, below `servers/`. */
  readonly folder: string;
  readonly port: number;
}

const find = statement<SharedServer>(
  "find-shared-server",
  "select version, folder, port from postgres_shared_servers where version = $1",
);
const ofService = statement<SharedServer>(
  "find-shared-server-of-service",
  `select version, folder, port from postgres_databases join postgres_shared_servers on version = shared_version
   where service_id = $1`,
);
const list = statement<SharedServer>("list-shared-servers", "select version, folder, port from postgres_shared_servers");
const listMoved = statement<SharedServer & { service_id: string }>(
  "list-moved-services",
  `select service_id, version, folder, port from postgres_databases join postgres_shared_servers on version = shared_version`,
);
const insert = statement<SharedServer>(
  "insert-shared-server",
  `insert into postgres_shared_servers (version, folder, port) values ($1, $2, $3) on conflict (version) do nothing
   returning version, folder, port`,
);
const moveService = statement(
  "move-service-to-shared-server",
  "update postgres_databases set shared_version = $2 where service_id = $1",
);

export const sharedServers = {
  find: (database: Database, version: number) => first(database, find, version),
  /** Where a service is; `undefined`: on the server that keeps the state. */
  ofService: (database: Database, serviceId: string) => first(database, ofService, serviceId),
  list: (database: Database) => all(database, list),
  /** The services that have moved, and where to. */
  listMoved: (database: Database) => all(database, listMoved),
  /** `undefined`: there is one of this version. */
  insert: (database: Database, { version, folder, port }: SharedServer) => first(database, insert, version, folder, port),
  moveService: (database: Database, serviceId: string, version: number) => all(database, moveService, serviceId, version),
};

/**
 * Makes the shared server of a version, or starts the one that is there. Several attempts may make one at the same time, each
 * in a folder of its own; the first to be done is kept.
 */
export async function ensureSharedServer(parts: PostgresParts, job: Job, target: Binaries): Promise<SharedServer> {
  const { config, connections, database, installation } = parts;
  const { binaries } = installation;
  const version = majorOf(target.version);
  const folderOf = (attempt: number) => `shared-${version}-${job.operation.id.slice(0, 8)}-${attempt}`;
  const there = await sharedServers.find(database, version);
  for (let attempt = 1; attempt < job.operation.attempt; attempt++)
    if (folderOf(attempt) !== there?.folder) await removeFolder(config, binaries, folderOf(attempt));
  if (there) {
    await startServer(clusterOf(config, binaries, there));
    return there;
  }
  const made = { version, folder: folderOf(job.operation.attempt), port: await findFreePort() };
  let kept: SharedServer | undefined;
  try {
    const cluster = { ...clusterOf(config, binaries, made), binaries: target };
    await createCluster(cluster, { ...sharedSettings, port: made.port });
    await startServer(cluster);
    await connections.toShared(made, undefined, (client) =>
      client.query("revoke connect on database postgres, template1 from public"),
    );
    kept = await job.fenced((client) => sharedServers.insert(client, made));
  } finally {
    if (!kept) await removeFolder(config, binaries, made.folder).catch(() => undefined);
  }
  return kept ?? (await sharedServers.find(database, version))!;
}
