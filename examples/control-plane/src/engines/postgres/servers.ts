import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, all, first, statement } from "../../database/query.js";
import type { Config } from "../../config.js";
import type { Job } from "../../operations/work.js";
import { type Binaries, binariesFor } from "../../postgres-server/binaries.js";
import { type Cluster, clusterAt, reservedConnections, stopServer } from "../../postgres-server/cluster.js";

/** The maximum number of connections of a dedicated server. */
export const dedicatedConnections = 100;

/** The number of them that callers may use. */
export const callerConnections = dedicatedConnections - reservedConnections;

/** A server process of a dedicated plan. */
export interface StoredServer {
  readonly id: string;
  readonly service_id: string;
  readonly role: "primary" | "replica";
  readonly name: string;
  readonly status: "creating" | "online" | "promoting" | "deleting" | "failed";
  readonly port: number | null;
  /** The folder of its files, below `servers/`. */
  readonly folder: string;
  readonly created_at: Date;
}

const columns = "id, service_id, role, name, status, port, folder, created_at";

const insert = statement<StoredServer>(
  "insert-postgres-server",
  `insert into postgres_servers (id, folder, service_id, role, name, status)
   select id, id, $1, $2, $3, 'creating' from (select gen_random_uuid() as id) as new returning ${columns}`,
);
const findPrimary = statement<StoredServer>(
  "find-postgres-primary",
  `select ${columns} from postgres_servers where service_id = $1 and role = 'primary'`,
);
const find = statement<StoredServer>(
  "find-postgres-server",
  `select ${columns} from postgres_servers where service_id = $1 and id = $2`,
);
const replicas = statement<StoredServer>(
  "list-postgres-replicas",
  `select ${columns} from postgres_servers where service_id = $1 and role = 'replica' order by name collate "C"`,
);
const online = statement<StoredServer>("list-postgres-online", `select ${columns} from postgres_servers where status = 'online'`);
const list = statement<StoredServer>("list-postgres-servers", `select ${columns} from postgres_servers where service_id = $1`);
const putInPlace = statement<StoredServer>(
  "put-postgres-server-in-place",
  `update postgres_servers set folder = $2, port = $3, status = 'online' where id = $1 returning ${columns}`,
);
const setStatus = statement("set-postgres-status", "update postgres_servers set status = $2 where id = $1");
const setRole = statement("set-postgres-role", "update postgres_servers set role = $2 where id = $1");
const remove = statement("delete-postgres-server", "delete from postgres_servers where id = $1");

export const servers = {
  insert: async (database: Database, serviceId: string, role: StoredServer["role"], name: string) =>
    (await first(database, insert, serviceId, role, name))!,
  findPrimary: (database: Database, serviceId: string) => first(database, findPrimary, serviceId),
  find: (database: Database, serviceId: string, id: string) => first(database, find, serviceId, id),
  listReplicas: (database: Database, serviceId: string) => all(database, replicas, serviceId),
  listOnline: (database: Database) => all(database, online),
  list: (database: Database, serviceId: string) => all(database, list, serviceId),
  /** Records the folder that contains the server from now on; `undefined` if the server is gone. */
  putInPlace: (database: Database, id: string, folder: string, port: number) => first(database, putInPlace, id, folder, port),
  setStatus: (database: Database, id: string, status: StoredServer["status"]) => all(database, setStatus, id, status),
  setRole: (database: Database, id: string, role: StoredServer["role"]) => all(database, setRole, id, role),
  remove: (database: Database, id: string) => all(database, remove, id),
};

/** Returns the files and programs of a server. */
export function clusterOf(
  { dataDir }: Pick<Config, "dataDir">,
  binaries: Binaries | undefined,
  server: Pick<StoredServer, "folder">,
): Cluster {
  if (!binaries) throw new Error("This installation has no PostgreSQL binaries");
  const folder = join(serversFolder(dataDir), server.folder);
  return clusterAt(folder, binariesFor(binaries, join(folder, "data")));
}

function serversFolder(dataDir: string): string {
  return join(dataDir, "servers");
}

/** The dependencies of building a server. */
interface ServerParts {
  readonly config: Pick<Config, "dataDir">;
  readonly database: Database;
  readonly installation: { readonly binaries: Binaries | undefined };
}

/**
 * Builds a server in the folder of this attempt and puts it in place. If that fails before it is in place, the folder goes: an
 * attempt that was paused and taken over in the meantime may have made it anew after the other had cleaned up.
 */
export async function buildServer(
  { config, database, installation }: ServerParts,
  job: Job,
  { id }: Pick<StoredServer, "id">,
  build: (folder: string, cluster: Cluster) => Promise<void>,
): Promise<void> {
  const folder = folderFor({ id }, job);
  try {
    await build(folder, clusterOf(config, installation.binaries, { folder }));
  } catch (error) {
    await removeUnlessInPlace().catch(() => undefined);
    throw error;
  }

  /** No other attempt can put it in place meanwhile. */
  async function removeUnlessInPlace(): Promise<void> {
    const server = await servers.find(database, job.service.id, id);
    if (server?.folder !== folder) await removeFolder(config, installation.binaries, folder);
  }
}

/** The folder in which one attempt builds a server. No other attempt touches it, so one that was paused can't break it. */
export function folderFor(server: Pick<StoredServer, "id">, { operation }: Pick<Job, "operation">): string {
  return `${server.id}-${operation.id.slice(0, 8)}-${operation.attempt}`;
}

/**
 * Stops and removes what earlier attempts and operations left of the servers of a service. What is there is listed before the
 * fence: whatever this attempt finds and is in place no more or not yet then can't get there later.
 */
export async function removeStaleFolders(
  config: Pick<Config, "dataDir">,
  binaries: Binaries | undefined,
  job: Job,
): Promise<void> {
  const there = await readdir(serversFolder(config.dataDir)).catch(() => []);
  const known = await job.fenced((client) => servers.list(client, job.service.id));
  for (const { id, folder } of known) {
    const kept = [folder, folderFor({ id }, job)];
    for (const name of there) if (name.startsWith(id) && !kept.includes(name)) await removeFolder(config, binaries, name);
  }
}

/** Stops the server in a folder and removes its files. */
export async function removeFolder(
  config: Pick<Config, "dataDir">,
  binaries: Binaries | undefined,
  folder: string,
): Promise<void> {
  const cluster = clusterOf(config, binaries, { folder });
  await stopServer(cluster);
  await rm(cluster.folder, { recursive: true, force: true });
}
