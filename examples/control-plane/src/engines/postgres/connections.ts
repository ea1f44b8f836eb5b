import pg from "pg";
import type { Config } from "../../config.js";
import type { Database } from "../../database/query.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { platformRole, readAdminPassword } from "../../postgres-server/cluster.js";
import type { StoredService } from "../../services/service.js";
import { createLimiter } from "../limiter.js";
import { type StoredServer, clusterOf, servers } from "./servers.js";

/** Opens connections to the servers that run services. */
export interface Connections {
  /** Where callers find the server of a service. */
  addressOf(database: Database, service: Pick<StoredService, "id" | "plan">): Promise<Address>;
  /**
   * Connects as the platform to a database on the server of a service, for the time of some work. Within a transaction pass
   * its client as `from`: where the server is stands in the database.
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
  /** Closes the connections that are kept. */
  end(): Promise<void>;
}

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** As `sslmode` of a connection URL. */
  readonly sslMode: string;
}

/** What connections need to know. */
interface ConnectionParts {
  readonly config: Config;
  readonly binaries: Binaries | undefined;
  readonly database: Database;
  /** Of the server of the shared plan. */
  readonly sharedUrl: string;
}

/** How many connections work on postgres services opens to the shared server at once; a few for each service. */
export const sharedLimits = { total: 8, perKey: 3 };

/** How many connections the endpoints of auth services share, whose tables are on the shared server too. */
export const endpointConnections = 4;

/** How many connections a process opens to the shared server beside its pool. */
export const besidePool = sharedLimits.total + endpointConnections;

/** The same for a server of one service, which work may keep for long. */
const dedicatedLimits = { total: Infinity, perKey: 16 };

/** Connections for an installation. */
export function createConnections({ config, binaries, database, sharedUrl }: ConnectionParts): Connections {
  const shared = new URL(sharedUrl);
  const limitShared = createLimiter(sharedLimits);
  const kept = keepConnections({ connectionString: sharedUrl });
  const limitDedicated = createLimiter(dedicatedLimits);
  const primaryOf = async (from: Database, service: Pick<StoredService, "id">) => {
    const server = await servers.findPrimary(from, service.id);
    if (server?.port == null) throw new Error("The service has no server yet");
    return server;
  };
  const toServer: Connections["toServer"] = async (server, name, work) => {
    const password = await readAdminPassword(clusterOf(config, binaries, server));
    const target = { host: "127.0.0.1", port: server.port!, user: platformRole, password, database: name ?? "postgres" };
    return limitDedicated(server.id, () => connected(target, work));
  };
  return {
    async addressOf(from, service) {
      if (service.plan === "shared") {
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
      if (name === undefined) return limitShared(service.id, () => kept.use(work));
      const url = new URL(sharedUrl);
      url.pathname = `/${encodeURIComponent(name)}`;
      return limitShared(service.id, async () => {
        await kept.makeRoom();
        return connected({ connectionString: url.href }, work);
      });
    },
    toServer,
    end: () => kept.end(),
  };
}

/**
 * Settings of every session of the platform and its programs, in place of the ones that a caller has given to a database or a
 * role by `alter … set`.
 */
export const ownDefaults =
  "-c default_transaction_read_only=off -c default_transaction_isolation=read\\ committed -c local_preload_libraries= -c datestyle=ISO -c bytea_output=hex";

/** The sessions of the platform. */
const ownSession: pg.ClientConfig = {
  application_name: "control-plane",
  connectionTimeoutMillis: 5_000,
  query_timeout: 60_000,
  // Databases belong to callers: nothing of theirs may be found where something of the system's is meant.
  options: `-c search_path=pg_catalog,pg_temp -c role=none -c statement_timeout=60s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s -c pg_stat_statements.track=none ${ownDefaults}`,
};

async function connected<Result>(target: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(target);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...target, ...ownSession });
  // The error is that of the query that runs; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** How long a connection is kept that nobody uses, in milliseconds. */
const idleTime = 10_000;

/**
 * Connections that are used again: to the platform's own database, as one to a caller's would keep that from being renamed or
 * dropped. They count among those that may be open, so whoever opens another makes room first.
 */
function keepConnections(target: pg.ClientConfig) {
  const idle = new Map<pg.Client, NodeJS.Timeout>();
  const ended = new WeakSet<pg.Client>();
  const take = () => {
    const [found] = idle;
    if (!found) return undefined;
    const [client, timer] = found;
    clearTimeout(timer);
    idle.delete(client);
    return client;
  };
  const drop = async (client: pg.Client) => {
    clearTimeout(idle.get(client));
    idle.delete(client);
    await client.end();
  };
  const open = async () => {
    const client = await connect(target);
    client.once("end", () => {
      ended.add(client);
      void drop(client);
    });
    return client;
  };
  return {
    async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
      const client = take() ?? (await open());
      try {
        const result = await work(client);
        if (!ended.has(client)) idle.set(client, setTimeout(() => void drop(client), idleTime).unref());
        return result;
      } catch (error) {
        // It may have left the session in any state.
        await drop(client);
        throw error;
      }
    },
    makeRoom: async () => void (await take()?.end()),
    async end() {
      for (let client = take(); client; client = take()) await client.end();
    },
  };
}
