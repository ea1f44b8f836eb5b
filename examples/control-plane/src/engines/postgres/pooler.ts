import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Config } from "../../config.js";
import { withConnection } from "../../database/connections.js";
import { type Database, inTransaction } from "../../database/query.js";
import { describeError, type Log } from "../../log.js";
import { type StoredService } from "../../services/service.js";
import { lockService } from "../../services/lock-service.js";
import { platformRole, readAdminPassword, writeAdminPassword } from "../../postgres-server/cluster.js";
import {
  isPgBouncerRunning,
  rotatePoolerLog,
  startPgBouncer,
  stopPgBouncer,
  writePoolerFiles,
} from "../../postgres-server/pgbouncer.js";
import { makeServerFolder } from "../../postgres-server/run-program.js";
import { makePassword, scramVerifier } from "../../postgres-server/scram.js";
import { listNetworks } from "./allowlist-rules.js";
import { databaseOf } from "./databases.js";
import type { PostgresParts } from "./parts.js";
import { poolUsers } from "./pool-users.js";
import { consoleName, poolerFiles } from "./pooler-files.js";
import { poolers, type StoredPooler } from "./poolers.js";
import { servers } from "./servers.js";

/** Where the pooler of a service works. */
export function poolerFolder({ dataDir }: Pick<Config, "dataDir">, serviceId: string): string {
  return join(dataDir, "poolers", serviceId);
}

/**
 * Brings the pooler of a service to the state in the database: its process, its settings, its users and who may connect.
 * `client` has a transaction open. The service is locked until its end, so whichever of several calls is last knows all.
 */
export async function syncPooler(parts: PostgresParts, client: Database, { id }: Pick<StoredService, "id">): Promise<void> {
  const { config, connections, installation } = parts;
  const { pgBouncer: bouncer } = installation;
  if (!bouncer) return;
  const status = await lockService(client, id);
  const pooler = await poolers.find(client, id);
  const folder = poolerFolder(config, id);
  if (!pooler || status === undefined || status === "suspended") return stopPgBouncer(folder);
  // Work is on it that ends by stopping it.
  if (pooler.draining_until) return;
  const primary = await servers.findPrimary(client, id);
  // A server that is being replaced: the pooler follows when another is in place.
  if (primary?.status !== "online") return;
  const { username: owner } = await databaseOf(client, { id });
  const users = await poolUsers.list(client, id);
  const names = [owner, ...users.map(({ username }) => username)];
  const verifiers = await connections.toServer(primary, undefined, (server) => readLogins(server, names));
  const adminVerifier = scramVerifier(await ensurePassword(folder));
  const networks = await listNetworks(client, id);
  await writePoolerFiles(folder, poolerFiles({ bouncer, pooler, primary, owner, users, verifiers, adminVerifier, networks }));
  if (await isPgBouncerRunning(folder)) return useConsole(config, pooler, "reload");
  await startPgBouncer(bouncer, folder);
  await waitUntilReady(config, pooler);
}

async function readLogins(server: pg.Client, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await server.query<{ name: string; verifier: string }>(
    `select rolname as name, rolpassword as verifier from pg_authid
     where rolname = any($1) and rolcanlogin and rolpassword like 'SCRAM-SHA-256$%' order by rolname`,
    [names],
  );
  return new Map(rows.map(({ name, verifier }) => [name, verifier]));
}

async function ensurePassword(folder: string): Promise<string> {
  const there = await readAdminPassword({ folder }).catch(() => undefined);
  if (there !== undefined) return there;
  const password = makePassword();
  await makeServerFolder(folder);
  await writeAdminPassword({ folder }, password);
  return password;
}

/** Somebody else may have taken its port: then the console does not know our password. */
async function waitUntilReady(config: Config, pooler: StoredPooler): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    try {
      return await useConsole(config, pooler, "show version");
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Gives a pooler a command. */
export async function useConsole(
  config: Pick<Config, "dataDir">,
  { service_id, port }: StoredPooler,
  command: "reload" | "show version",
): Promise<void> {
  const password = await readAdminPassword({ folder: poolerFolder(config, service_id) });
  const target = { host: "127.0.0.1", port, user: platformRole, password, database: consoleName };
  const limits = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };
  await withConnection({ ...target, ...limits }, (client) => client.query(command));
}

/** Ends all connections to the pooler of a service. `client` has a transaction open. */
export async function restartPooler(parts: PostgresParts, client: Database, service: Pick<StoredService, "id">): Promise<void> {
  if (!parts.installation.pgBouncer || !(await poolers.find(client, service.id))) return;
  await stopPgBouncer(poolerFolder(parts.config, service.id));
  await syncPooler(parts, client, service);
}

/**
 * Starts poolers that should run and don't, and stops those that should not run. With `isThorough` their files are looked at
 * too, which a process that died may have left behind what the database says.
 */
export async function keepPoolers(parts: PostgresParts, log: Log, isThorough: boolean): Promise<void> {
  const { config, database, installation } = parts;
  if (!installation.pgBouncer) return;
  const stored = new Map((await poolers.list(database)).map((pooler) => [pooler.service_id, pooler]));
  const folders = await readdir(join(config.dataDir, "poolers")).catch(() => []);
  for (const id of new Set([...stored.keys(), ...folders])) {
    try {
      const pooler = stored.get(id);
      const isWanted = pooler !== undefined && pooler.status !== "suspended";
      const isRunning = await isPgBouncerRunning(poolerFolder(config, id));
      if (isRunning) await rotatePoolerLog(poolerFolder(config, id));
      if (pooler?.draining_until || (isWanted === isRunning && !(isWanted && isThorough))) continue;
      if (isWanted && !isRunning) log("warning", "A pooler is restarted", { service: id });
      await inTransaction(database, (client) => syncPooler(parts, client, { id }));
    } catch (error) {
      log("error", "A pooler can't be kept", { service: id, ...describeError(error) });
    }
  }
}

/** Stops every pooler. */
export async function stopPoolers({ config }: Pick<PostgresParts, "config">): Promise<void> {
  const folders = await readdir(join(config.dataDir, "poolers")).catch(() => []);
  for (const id of folders) await stopPgBouncer(poolerFolder(config, id));
}
