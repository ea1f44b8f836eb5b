import { join } from "node:path";
import { all, first, statement, type Database } from "../../database/query.js";
import type { Config } from "../../config.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { clusterAt, type Cluster } from "../../postgres-server/cluster.js";

/** How many connections a server of a dedicated plan takes. */
export const dedicatedConnections = 100;

/** A server process of a dedicated plan. */
export interface StoredServer {
  readonly id: string;
  readonly service_id: string;
  readonly role: "primary" | "replica";
  readonly name: string;
  readonly status: "creating" | "online" | "promoting" | "deleting" | "failed";
  readonly port: number | null;
  readonly created_at: Date;
}

const columns = "id, service_id, role, name, status, port, created_at";

const insert = statement<StoredServer>(
  "insert-postgres-server",
  `insert into postgres_servers (service_id, role, name, status) values ($1, $2, $3, 'creating') returning ${columns}`,
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
const setPort = statement("set-postgres-port", "update postgres_servers set port = $2 where id = $1");
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
  setPort: (database: Database, id: string, port: number | null) => all(database, setPort, id, port),
  setStatus: (database: Database, id: string, status: StoredServer["status"]) => all(database, setStatus, id, status),
  setRole: (database: Database, id: string, role: StoredServer["role"]) => all(database, setRole, id, role),
  remove: (database: Database, id: string) => all(database, remove, id),
};

/** Where a server of ours keeps its files. */
export function clusterOf(
  { dataDir }: Pick<Config, "dataDir">,
  binaries: Binaries | undefined,
  server: Pick<StoredServer, "id">,
): Cluster {
  if (!binaries) throw new Error("This installation has no PostgreSQL binaries");
  return clusterAt(join(dataDir, "servers", server.id), binaries);
}
