import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { link, readFile, readdir, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.js";
import { makeServerFolder, runProgram, writeServerFile } from "./run-program.js";

/** The role by which the platform administers a server. Callers never get it. */
export const platformRole = "platform";

/** The group of the roles that the platform's programs connect as, beside its own. Callers can't add to it. */
export const programsRole = "platform_programs";

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

/**
 * Makes an empty cluster unless it is there. A run that breaks off leaves nothing that looks like one, and of processes that do
 * it at the same time one makes it.
 */
export async function createCluster(cluster: Cluster, settings: ServerSettings): Promise<void> {
  if (await isThere(cluster.data)) return;
  const { folder, binaries } = cluster;
  await makeServerFolder(folder);
  const id = `${process.pid}.${randomBytes(4).toString("hex")}`;
  await ensureAdminPassword(cluster, id);
  await removeDrafts(folder);
  const draft = join(folder, `data.draft.${id}`);
  try {
    await runProgram(join(binaries.folder, "initdb"), [
      `--pgdata=${draft}`,
      `--username=${platformRole}`,
      `--pwfile=${passwordFile(cluster)}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--data-checksums",
    ]);
    await configure(draft, settings);
    await rename(draft, cluster.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(cluster.data))) throw error;
  }
}

/** Makes the password unless it is there; whoever makes it at the same time gets the same one. */
async function ensureAdminPassword(cluster: Cluster, id: string): Promise<void> {
  const path = passwordFile(cluster);
  if (await isThere(path)) return;
  const draft = `${path}.${id}`;
  await writeServerFile(draft, randomBytes(24).toString("base64url"));
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
}

/** Removes what processes have left behind that died while they made the cluster. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^data\.draft\.(\d+)\./.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** How many connections of a server are kept for the platform, whose role is a superuser, unless its settings say otherwise. */
export const reservedConnections = 20;

/** The settings that differ between servers. */
interface ServerSettings {
  readonly port: number;
  readonly maxConnections: number;
  readonly reservedConnections?: number;
  /** For a replica: where its primary is. */
  readonly follows?: { readonly port: number; readonly password: string; readonly slot: string };
}

/** Writes the settings of a data directory; they hold from the next start. */
export async function configure(data: string, settings: ServerSettings): Promise<void> {
  const { port, maxConnections, reservedConnections: reserved = reservedConnections, follows } = settings;
  const main = join(data, "postgresql.conf");
  const text = await readFile(main, "utf8");
  if (!text.includes("include 'platform.conf'")) await writeFile(main, `${text}\ninclude 'platform.conf'\n`);
  const lines = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    // Loopback and passwords are the only way in, but for the platform's programs on Linux: the data directory, in which
    // servers work, is closed to all others.
    `unix_socket_directories = '${process.platform === "linux" ? "." : ""}'`,
    `max_connections = ${maxConnections}`,
    // Callers can't use up what the platform needs to look after them.
    `superuser_reserved_connections = ${reserved}`,
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
  await writeServerFile(join(data, "platform.conf"), `${lines.join("\n")}\n`);
}

/** The password of the platform's role. */
export function readAdminPassword(cluster: Pick<Cluster, "folder">): Promise<string> {
  return readFile(passwordFile(cluster), "utf8");
}

/** Keeps the password of the platform's role where only servers and the platform can read it. */
export function writeAdminPassword(cluster: Pick<Cluster, "folder">, password: string): Promise<void> {
  return writeServerFile(passwordFile(cluster), password);
}

function passwordFile({ folder }: Pick<Cluster, "folder">): string {
  return join(folder, "admin-password");
}

/** Starts a server and waits until it takes connections; fine if it runs already. It outlives this process. */
export async function startServer(cluster: Cluster): Promise<void> {
  const found = await findProcess(cluster);
  if (found === "server") return;
  // PostgreSQL would take the other process for its server and not start. The lock of its socket has the same id.
  if (found === "other") await rm(join(cluster.data, "postmaster.pid"));
  for (const name of await readdir(cluster.data))
    if (/^\.s\.PGSQL\.\d+\.lock$/.test(name)) await rm(join(cluster.data, name), { force: true });
  const log = join(cluster.folder, "start.log");
  await controlServer(cluster, ["start", "--wait", "--timeout=60", `--log=${log}`], true).catch(async (error: unknown) => {
    // Another instance has started it in the meantime.
    if (!(await isRunning(cluster))) throw error;
  });
}

/** Stops a server, ending its connections; fine if it is stopped. */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (!(await isThere(cluster.data)) || !(await isRunning(cluster))) return;
  await controlServer(cluster, ["stop", "--wait", "--timeout=60", "--mode=fast"]);
}

/** Whether a server runs on this data directory. */
export async function isRunning(cluster: Pick<Cluster, "data">): Promise<boolean> {
  return (await findProcess(cluster)) === "server";
}

/**
 * Identifies the process id that a server left in its data directory: that server, nothing, or, after a restart of the machine
 * or the container, any other process.
 */
async function findProcess({ data }: Pick<Cluster, "data">): Promise<"server" | "other" | undefined> {
  const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n", 1)[0]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  return (await worksIn(pid, data)) ? "server" : "other";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a process is the server of a data directory: a server works in it, and was started with its path. */
async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === "linux") {
    // Unreadable: a process of somebody else.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return folder !== undefined && folder === (await realpath(data).catch(() => data));
  }
  if (process.platform === "win32") return true;
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes(data);
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

/** A port of the loopback interface that nobody listens on now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
