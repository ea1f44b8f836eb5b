import { type PgBouncer, type PoolerFiles, isSince, poolerPaths } from "../../postgres-server/pgbouncer.js";
import { platformRole } from "../../postgres-server/cluster.js";
import type { PoolUser } from "./pool-users.js";
import type { StoredPooler } from "./poolers.js";
import type { StoredServer } from "./servers.js";

/** The inputs of a pooler's files. */
export interface PoolerFacts {
  readonly bouncer: PgBouncer;
  readonly pooler: StoredPooler;
  readonly primary: StoredServer;
  /** The main role of the service. */
  readonly owner: string;
  readonly users: readonly PoolUser[];
  /** The stored password verifiers of these roles, by name. */
  readonly verifiers: ReadonlyMap<string, string>;
  /** The same for the platform's own access to the pooler. */
  readonly adminVerifier: string;
  /** The networks that may connect; none: all. */
  readonly networks: readonly string[];
}

/** The database by which a PgBouncer is administered. */
export const consoleName = "pgbouncer";

/**
 * The files of a pooler. Names of roles are words that need no quotes. Passwords are checked against what the server stores of
 * them, and the proof that a client has given opens its connection to the server: the pooler knows no password.
 */
export function poolerFiles(facts: PoolerFacts): PoolerFiles {
  const { verifiers, adminVerifier, networks } = facts;
  const sources = networks.length > 0 ? networks : ["0.0.0.0/0", "::/0"];
  const rules = [
    `host ${consoleName} ${platformRole} 127.0.0.1/32 scram-sha-256`,
    ...["0.0.0.0/0", "::/0"].map((network) => `host all ${platformRole} ${network} reject`),
    ...sources.map((network) => `host all all ${network} scram-sha-256`),
  ];
  const secrets = [...verifiers, [platformRole, adminVerifier] as const];
  return {
    "pgbouncer.ini": `${settingsOf(facts).join("\n")}\n`,
    "userlist.txt": secrets.map(([name, verifier]) => `"${name}" "${verifier.replaceAll('"', '""')}"\n`).join(""),
    "hba.conf": `${rules.join("\n")}\n`,
  };
}

function settingsOf({ bouncer, pooler, primary, owner, users }: PoolerFacts): string[] {
  const { default_pool_size: usual, reserve_pool_size: reserve } = pooler;
  // The pools of all users are as large as the largest; the share of each user is set below.
  const largest = Math.max(usual, ...users.map(({ pool_size }) => pool_size ?? 0));
  const limitOf = (size: number | null) =>
    size === null && largest === usual ? [] : [`max_user_connections=${(size ?? usual) + reserve}`];
  const userLine = ({ username, pool_mode, pool_size, max_client_connections: clients }: PoolUser) => [
    username,
    "=",
    `pool_mode=${pool_mode ?? pooler.pool_mode}`,
    ...limitOf(pool_size),
    ...(clients !== null && hasClientLimits(bouncer) ? [`max_user_client_connections=${clients}`] : []),
  ];
  const ownerLine = [owner, "=", `pool_mode=${pooler.pool_mode}`, ...limitOf(null)];
  return [
    "[databases]",
    // A socket that only servers and poolers can reach, so that the server's own rules need not let the pooler's address in. The
    // path to it must be short, so it starts in the folder that the pooler works in.
    `* = host=/proc/self/cwd/../../servers/${primary.folder}/data port=${primary.port} pool_size=${largest}`,
    "[users]",
    ...[ownerLine, ...users.map(userLine)].map((words) => words.join(" ")),
    "[pgbouncer]",
    ...poolerPaths,
    "listen_addr = 127.0.0.1",
    `listen_port = ${pooler.port}`,
    "unix_socket_dir =",
    "auth_type = hba",
    `admin_users = ${platformRole}`,
    `pool_mode = ${pooler.pool_mode}`,
    `default_pool_size = ${usual}`,
    `reserve_pool_size = ${reserve}`,
    `max_client_conn = ${pooler.max_client_conn}`,
    `query_wait_timeout = ${pooler.query_wait_timeout_seconds}`,
    `server_idle_timeout = ${pooler.server_idle_timeout_seconds}`,
    ...(tracksStatements(bouncer) ? [`max_prepared_statements = ${pooler.max_prepared_statements}`] : []),
    // Common drivers send it; it changes how numbers are written and nothing else.
    "ignore_startup_parameters = extra_float_digits",
    "log_stats = 0",
    "server_login_retry = 1",
  ];
}

/** Whether a PgBouncer can limit the clients of one user. */
export function hasClientLimits(bouncer: PgBouncer): boolean {
  return isSince(bouncer, "1.24");
}

/** Whether a PgBouncer keeps track of prepared statements when clients change their server connection. */
function tracksStatements(bouncer: PgBouncer): boolean {
  return isSince(bouncer, "1.21");
}
