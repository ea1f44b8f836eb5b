import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Pool } from "pg";
import { besidePool } from "./connections.js";
import type { Config } from "../../config.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { findPgBouncer, type PgBouncer } from "../../postgres-server/pgbouncer.js";

/** The programs and servers for postgres services, detected once at the start. */
export interface Installation {
  /** The server of the shared plan. */
  readonly shared: {
    /** `18.4` */
    readonly version: string;
    /** Whether it writes a JSON log that SQL can read. */
    readonly hasReadableLog: boolean;
    readonly collectsStatistics: boolean;
    /** How many connections are kept for superusers, such as the platform. */
    readonly reservedConnections: number;
    /** How many connections one service may have. */
    readonly connectionLimit: number;
  };
  /** For servers of the dedicated plans. */
  readonly binaries: Binaries | undefined;
  /** The versions of servers of the platform's own making by service, as far as they were looked at; see `noteVersions`. */
  readonly versions: Map<string, string>;
  readonly clientPrograms: ClientPrograms | undefined;
  /** For the poolers of servers. */
  readonly pgBouncer: PgBouncer | undefined;
  /** Whether files can be fetched from here. */
  readonly hasDownloads: boolean;
}

/** So many services of the shared plan can use all of their connections at once. */
const servicesPerServer = 10;

/** How many connections one service may have, of all that a server has, when so many of them are kept for the platform. */
export function connectionLimit(connections: number, reserved: number): number {
  return Math.max(1, Math.floor((connections - reserved) / servicesPerServer));
}

interface SharedSettings {
  readonly version: string;
  readonly log: string;
  readonly zone: string;
  readonly preloaded: string;
  readonly superuser: boolean;
  readonly connections: number;
  readonly reserved: number;
}

/** `pg_dump` and `pg_restore`. */
export interface ClientPrograms {
  readonly dump: string;
  readonly restore: string;
  /** `15.4` */
  readonly version: string;
}

/** The first number of a version. */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** Looks at the shared server and at what is installed here. */
export async function inspectInstallation(pool: Pool, config: Config, binaries: Binaries | undefined): Promise<Installation> {
  const { rows } = await pool.query<SharedSettings>(
    `select current_setting('server_version') as version, current_setting('log_destination') as log,
       current_setting('log_timezone') as zone,
       current_setting('shared_preload_libraries') as preloaded,
       current_setting('max_connections')::int as connections,
       current_setting('superuser_reserved_connections')::int as reserved,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  const { version, log, zone, preloaded, superuser, connections, reserved } = rows[0]!;
  if (!superuser) throw new Error("The role of DATABASE_URL is not a superuser: it must create roles and databases");
  return {
    shared: {
      version: /^[0-9]+(\.[0-9]+)?/.exec(version)![0],
      hasReadableLog: log.includes("jsonlog") && /^(Etc\/)?(UTC|GMT)$/.test(zone),
      collectsStatistics: preloaded.includes("pg_stat_statements"),
      reservedConnections: reserved,
      connectionLimit: connectionLimit(connections, Math.max(reserved, config.poolSize + besidePool)),
    },
    binaries,
    versions: new Map(),
    clientPrograms: await findClientPrograms(config.clientBin),
    pgBouncer: binaries && (await findPgBouncer(config.pgbouncerBin)),
    hasDownloads: config.publicUrl !== undefined,
  };
}

async function findClientPrograms(folder: string | undefined): Promise<ClientPrograms | undefined> {
  const locate = (name: string) => (folder === undefined ? name : join(folder, name));
  const dump = locate("pg_dump");
  try {
    const { stdout } = await promisify(execFile)(dump, ["--version"]);
    const version = /\(PostgreSQL\) ([0-9]+\.[0-9]+)/.exec(stdout)?.[1];
    return version === undefined ? undefined : { dump, restore: locate("pg_restore"), version };
  } catch {
    return undefined;
  }
}
