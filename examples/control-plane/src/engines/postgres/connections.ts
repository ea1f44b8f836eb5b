import type pg from "pg";
import { CallError } from "../../../../../generated/server/index.js";
import type { Config } from "../../config.js";
import { withConnection } from "../../database/connections.js";
import type { Database } from "../../database/query.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { platformRole, readAdminPassword } from "../../postgres-server/cluster.js";
import type { StoredService } from "../../services/service.js";
import { createLimiter } from "../../limiter.js";
import { type SharedServer, sharedServers } from "./shared-servers.js";
import { type StoredServer, clusterOf, servers } from "./servers.js";

/** Opens connections to the servers that run services. */
export interface Connections {
  /** Where callers find the server of a service. */
  addressOf(database: Database, service: Pick<StoredService, "id" | "plan">): Promise<Address>;
  /**
   * Connects as the platform to a database on the server of a service, for the time of some work. Within a transaction pass
   * its client as `from`: the server's address is in the database.
   */
  asPlatform<Result>(
    service: Pick<StoredService, "id" | "plan">,
    database: string | undefined,
    work: (client: pg.Client) => Promise<Result>,
    from?: Database,
  ): Promise<Result>;
  /** The same for a server of a dedicated plan, which may be a replica. */
  toServer<Result>(
    server: StoredServer,
    database: string | undefined,
    work: (client: pg.Client) => Promise<Result>,
  ): Promise<Result>;
  /** The same for a server of the shared plan; `undefined`: the one that keeps the state. */
  toShared<Result>(
    server: SharedServer | undefined,
    database: string | undefined,
    work: (client: pg.Client) => Promise<Result>,
    key?: string,
  ): Promise<Result>;
  /** Whether the server of a service keeps the state too, so that a step there and its fence can be one transaction. */
  isWithState(database: Database, service: Pick<StoredService, "id" | "plan">): Promise<boolean>;
}

/** The address of a server. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** As `sslmode` of a connection URL. */
  readonly sslMode: string;
}

/** The dependencies of connections. */
interface ConnectionParts {
  readonly config: Config;
  readonly binaries: Binaries | undefined;
  readonly database: Database;
  /** The URL of the server of the shared plan. */
  readonly sharedUrl: string;
  /** Its version: `15.4`. */
  readonly sharedVersion: string;
}

/** How many connections work on postgres services opens to the shared server at once; a few for each service. */
export const sharedLimits = { total: 8, perKey: 3 };

/** How many connections the endpoints of auth services share, whose tables are on the shared server too. */
export const endpointConnections = 4;

/** How many connections a process opens to the shared server besides its pool. */
export const besidePool = sharedLimits.total + endpointConnections;

/** The same for a server of one service, which work may keep for long. */
const dedicatedLimits = { total: Infinity, perKey: 16 };

/** Connections for an installation. */
export function createConnections({ config, binaries, database, sharedUrl, sharedVersion }: ConnectionParts): Connections {
  const shared = new URL(sharedUrl);
  const limitShared = createLimiter(sharedLimits);
  const limitDedicated = createLimiter(dedicatedLimits);
  const primaryOf = async (from: Database, service: Pick<StoredService, "id">) => {
    const server = await servers.findPrimary(from, service.id);
    if (server?.port == null) throw new Error("The service has no server yet");
    return server;
  };
  const toServer: Connections["toServer"] = async (server, name, work) => {
    const cluster = clusterOf(config, binaries, server);
    const password = await readAdminPassword(cluster);
    const target = { host: "127.0.0.1", port: server.port!, user: platformRole, password, database: name ?? "postgres" };
    return limitDedicated(server.id, () => connected(target, cluster.binaries.version, work));
  };
  const toShared: Connections["toShared"] = async (server, name, work, key = "") => {
    if (!server) {
      const url = new URL(sharedUrl);
      if (name !== undefined) url.pathname = `/${encodeURIComponent(name)}`;
      return limitShared(key, () => connected({ connectionString: url.href }, sharedVersion, work));
    }
    const cluster = clusterOf(config, binaries, server);
    const password = await readAdminPassword(cluster);
    const target = { host: "127.0.0.1", port: server.port, user: platformRole, password, database: name ?? "postgres" };
    return limitShared(key, () => connected(target, cluster.binaries.version, work));
  };
  return {
    async addressOf(from, service) {
      if (service.plan === "shared") {
        const moved = await sharedServers.ofService(from, service.id);
        if (moved) return { host: "127.0.0.1", port: moved.port, sslMode: "disable" };
        return {
          host: shared.hostname,
          port: Number(shared.port || 5432),
          sslMode: shared.searchParams.get("sslmode") ?? "disable",
        };
      }
      return { host: "127.0.0.1", port: (await primaryOf(from, service)).port!, sslMode: "disable" };
    },
    async asPlatform(service, name, work, from = database) {
      if (service.plan !== "shared") return toServer(await primaryOf(from, service), name, work);
      return toShared(await sharedServers.ofService(from, service.id), name, work, service.id);
    },
    toServer,
    toShared,
    isWithState: async (from, { id, plan }) => plan === "shared" && (await sharedServers.ofService(from, id)) === undefined,
  };
}

/**
 * Settings of every session of the platform on a server of this version, in place of the ones that a caller has given to a
 * database or a role by `alter … set`.
 */
function ownDefaults(version: string): string {
  const timeout = Number.parseInt(version, 10) >= 17 ? " -c transaction_timeout=0" : "";
  return `-c default_transaction_read_only=off -c default_transaction_isolation=read\\ committed -c local_preload_libraries= -c datestyle=ISO -c bytea_output=hex -c idle_session_timeout=0${timeout}`;
}

/**
 * The same for programs such as `pg_dump`, which have no time limits. They set these themselves too, but only by statements for
 * which a caller's limits still hold.
 */
export function programDefaults(version: string): string {
  return `-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 ${ownDefaults(version)}`;
}

/** How long a statement of the platform waits for what a caller has locked, such as the row of a role or of a database. */
const maxLockWait = "2s";

/**
 * Runs work that changes roles or databases in a transaction on the server that keeps the state. It holds a connection of the
 * pool, so it waits only for a short time for what a caller has locked; then it is rejected with 503, and the transaction is
 * to be rolled back.
 */
export async function withShortWaits<Result>(client: Database, work: () => Promise<Result>): Promise<Result> {
  await client.query(`set local lock_timeout = '${maxLockWait}'`);
  return work().catch(explain);
}

function connected<Result>(
  target: pg.ClientConfig,
  version: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const config = {
    ...target,
    application_name: "control-plane",
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    // Databases belong to callers: nothing of theirs may be found where something of the system's is meant.
    options: `-c search_path=pg_catalog,pg_temp -c role=none -c statement_timeout=60s -c lock_timeout=${maxLockWait} -c idle_in_transaction_session_timeout=30s -c pg_stat_statements.track=none ${ownDefaults(version)}`,
  };
  return withConnection(config, work).catch(explain);
}

/** Callers can close a database to a statement of the platform, or block it: both are temporary. */
function explain(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  // lock_not_available; an update that another transaction has made first
  if (code === "55P03" || (code === "XX000" && message?.startsWith("tuple concurrently")))
    throw new CallError(503, "service_unavailable", "A transaction holds a lock that this needs: end it, then try again.");
  throw error;
}
