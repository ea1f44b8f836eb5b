import { randomBytes } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.js";
import { giveToServer, makeServerFolder, runProgram } from "./run-program.js";

/** The role by which the platform administers a server. Callers never get it. */
export const platformRole = "platform";

/**
 * A server of ours: `data/` is its data directory; `admin-password` is the platform's and readable only by its owner.
 */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
}

/** Names the places of a cluster. */
export function clusterAt(folder: string, binaries: Binaries): Cluster {
  return { folder, data: join(folder, "data"), binaries };
}

/** Makes an empty cluster unless it is there. A run that breaks off leaves nothing that looks like one. */
export async function createCluster(cluster: Cluster, settings: ServerSettings): Promise<void> {
  if (await isThere(cluster.data)) return;
  const { folder, binaries } = cluster;
  await makeServerFolder(folder);
  const password = await readAdminPassword(cluster).catch(() => randomBytes(24).toString("base64url"));
  const passwordFile = join(folder, "admin-password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveToServer(passwordFile);
  const draft = join(folder, "data.draft");
  await rm(draft, { recursive: true, force: true });
  await runProgram(join(binaries.folder, "initdb"), [
    `--pgdata=${draft}`,
    `--username=${platformRole}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--data-checksums",
  ]);
  await configure(draft, settings);
  await rename(draft, cluster.data);
}

/** How many connections of a server are kept for the platform, whose role is a superuser. */
export const reservedConnections = 20;

/** What differs between servers. */
export interface ServerSettings {
  readonly port: number;
  readonly maxConnections: number;
  /** For a replica: where its primary is. */
  readonly follows?: { readonly port: number; readonly password: string; readonly slot: string };
}

/** Writes the settings of a data directory; they hold from the next start. */
export async function configure(data: string, { port, maxConnections, follows }: ServerSettings): Promise<void> {
  const main = join(data, "postgresql.conf");
  const text = await readFile(main, "utf8");
  if (!text.includes("include 'platform.conf'")) await writeFile(main, `${text}\ninclude 'platform.conf'\n`);
  const lines = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    // Loopback and passwords are the only way in.
    "unix_socket_directories = ''",
    `max_connections = ${maxConnections}`,
    // Callers can't use up what the platform needs to look after them.
    `superuser_reserved_connections = ${reservedConnections}`,
    "password_encryption = 'scram-sha-256'",
    "shared_preload_libraries = 'pg_stat_statements'",
    "compute_query_id = on",
    "wal_level = replica",
    "max_wal_senders = 10",
    "logging_collector = on",
    "log_destination = 'jsonlog'",
    "log_directory = 'log'",
    "log_filename = 'postgresql-%Y-%m-%d.log'",
    "log_timezone = 'UTC'",
    // Statements can hold passwords.
    "log_statement = 'none'",
    "log_min_error_statement = 'panic'",
    "log_parameter_max_length_on_error = 0",
    ...(follows
      ? [
          `primary_conninfo = 'host=127.0.0.1 port=${follows.port} user=${platformRole} password=${follows.password}'`,
          `primary_slot_name = '${follows.slot}'`,
        ]
      : []),
  ];
  const path = join(data, "platform.conf");
  await writeFile(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  await giveToServer(path);
}

/** The password of the platform's role. */
export function readAdminPassword({ folder }: Pick<Cluster, "folder">): Promise<string> {
  return readFile(join(folder, "admin-password"), "utf8");
}

/** Starts a server and waits until it takes connections; fine if it runs already. It outlives this process. */
export async function startServer(cluster: Cluster): Promise<void> {
  if (await isRunning(cluster)) return;
  const log = join(cluster.folder, "start.log");
  await controlServer(cluster, ["start", "--wait", "--timeout=60", `--log=${log}`], true);
}

/** Stops a server, ending its connections; fine if it is stopped. */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (!(await isThere(cluster.data)) || !(await isRunning(cluster))) return;
  await controlServer(cluster, ["stop", "--wait", "--timeout=60", "--mode=fast"]);
}

/** Whether a server runs on this data directory. */
export async function isRunning({ data }: Pick<Cluster, "data">): Promise<boolean> {
  const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n", 1)[0]);
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function controlServer({ binaries, data }: Cluster, parameters: readonly string[], detaches = false): Promise<void> {
  return runProgram(join(binaries.folder, "pg_ctl"), ["--silent", "--pgdata", data, ...parameters], { detaches });
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
