import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { all, first, statement } from "../../database/query.js";
import { PermanentFailure, StepFailure, TakenOver, step, type Job, type Work } from "../../operations/work.js";
import { configure, startServer, stopServer } from "../../postgres-server/cluster.js";
import { moveService } from "../../services/lifecycle.js";
import { lockService } from "../../services/lock-service.js";
import { listNetworks, writeRules } from "./allowlist-rules.js";
import { type StoredBackup, findBackup, insertBackup } from "./backups.js";
import { copyServer } from "./copy-server.js";
import { databaseOf } from "./databases.js";
import { majorOf } from "./installation.js";
import type { PostgresParts } from "./parts.js";
import { poolUsers } from "./pool-users.js";
import { createReplica, dropStaleSlots } from "./replica.js";
import {
  buildServer,
  clusterOf,
  dedicatedConnections,
  removeFolder,
  removeStaleFolders,
  servers,
  type StoredServer,
} from "./servers.js";
import { noteVersions } from "./supervisor.js";
import { takeBackup } from "./take-backup.js";
import { type Check, presentVersion, targetsOf, upgrades } from "./upgrades.js";

/** Rehearses an upgrade: makes the new server from the one that runs, and removes it again. */
export function rehearsing(parts: PostgresParts): Work {
  const { config, database, installation } = parts;
  return {
    async run(job) {
      const { service, operation } = job;
      const target = await targetOf(parts, job);
      if (!target) throw new PermanentFailure("The version is not among the targets any more.");
      const primary = (await servers.findPrimary(database, service.id))!;
      await removeStaleFolders(config, installation.binaries, job);
      const started = performance.now();
      const checks: Check[] = [await checkTransactions(parts, job)];
      try {
        await buildServer(parts, job, primary, async (folder) => {
          await copyServer(parts, job, primary, folder, target);
          await removeFolder(config, installation.binaries, folder);
        });
        checks.push({ name: "rehearsal", outcome: "pass", message: "A copy of the server was made in the new version." });
      } catch (error) {
        if (job.signal.aborted || !(error instanceof StepFailure || error instanceof PermanentFailure)) throw error;
        checks.push({ name: "rehearsal", outcome: "fail", message: error.message.slice(0, 1000) });
      }
      const seconds = Math.ceil((performance.now() - started) / 1000);
      return async (client) => void (await upgrades.finishPreview(client, operation.id, seconds, checks));
    },
  };
}

/**
 * Moves a service to another version: closes its server to callers, takes a backup, makes the new server beside it, and puts that
 * in its place under the same port. The old one is kept until then; whatever fails before lets callers back to it.
 */
export function upgrading(parts: PostgresParts): Work {
  const { config, database, installation } = parts;
  return {
    // Whichever server is in place when the work is given up has all the data.
    moves: { done: ["done_or_rolled_back"], failed: ["done_or_rolled_back"] },
    async run(job) {
      const { service, fenced } = job;
      const safety = await beginUpgrade(parts, job, "physical");
      await removeStaleFolders(config, installation.binaries, job);
      const target = await targetOf(parts, job);
      // Otherwise an attempt before this one has put the new server in place.
      if (target) {
        try {
          await close(parts, job);
          await takeBackup(parts, job, (await findBackup(database, service.id, safety))!);
          await replace(parts, job, target);
        } catch (error) {
          await reopen(parts, job).catch(() => undefined);
          throw error;
        }
      }
      await step("The server could not be opened to callers.", () => reopen(parts, job));
      await step("The replicas could not be made anew.", async () => {
        for (const replica of await servers.listReplicas(database, service.id)) {
          await fenced((client) => servers.setStatus(client, replica.id, "creating"));
          await createReplica(parts, job, replica);
        }
        await removeStaleFolders(config, installation.binaries, job);
        await dropStaleSlots(parts, job);
      });
      await noteVersions(parts);
    },
    async giveUp({ service }, client) {
      await all(client, failSafetyBackups, service.id);
      for (const { id, role, status } of await servers.list(client, service.id))
        if (role === "replica" && status !== "online") await servers.setStatus(client, id, "failed");
      // If it does not run, the supervisor starts it with these rules.
      const primary = await letCallersIn(parts, client, service.id);
      await reload(parts, primary).catch(() => undefined);
    },
  };
}

export const failSafetyBackups = statement(
  "fail-safety-backups",
  `update postgres_backups set status = 'failed'
   where service_id = $1 and trigger = 'pre_upgrade' and status in ('pending', 'running')`,
);
const noteSafetyBackup = statement<{ safety: string | null }>(
  "begin-upgrade",
  `update operations set exclusive = true, input = input || coalesce(jsonb_build_object('safety_backup_id', $2::text), '{}')
   where id = $1 returning input ->> 'safety_backup_id' as safety`,
);
const findSafetyBackup = statement<{ safety: string | null }>(
  "find-safety-backup",
  "select input ->> 'safety_backup_id' as safety from operations where id = $1",
);

/** As if it had not been begun; it can be canceled. */
const putBack = statement(
  "put-back-upgrade",
  `update operations set status = 'queued', attempt = attempt - 1, lease_until = null, not_before = now() + interval '3 seconds',
     started_at = case when attempt > 1 then started_at end
   where id = $1 and attempt = $2 and status = 'running'`,
);

/**
 * Keeps other work that changes the server away, or waits in the queue until there is none, and moves the service to `upgrading`. Returns the id of
 * the backup that is to be taken first.
 */
export async function beginUpgrade(
  parts: PostgresParts,
  { service, operation, fenced }: Job,
  method: StoredBackup["method"],
): Promise<string> {
  const start = async (client: PoolClient) => {
    const present = await first(client, findSafetyBackup, operation.id);
    const status = await lockService(client, service.id);
    if (status === "active") await moveService(client, service.id, "upgrade_started");
    else if (status !== "upgrading") throw new PermanentFailure(`The service was ${status ?? "gone"} at the time.`);
    const wanted = {
      serviceId: service.id,
      trigger: "pre_upgrade",
      method,
      version: await presentVersion(parts, client, service),
      databaseName: (await databaseOf(client, service)).database_name,
    } as const;
    const safety = present?.safety ?? (await insertBackup(client, wanted))!.id;
    await all(client, noteSafetyBackup, operation.id, safety);
    return safety;
  };
  try {
    return await fenced(start);
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "one_exclusive_operation") throw error;
    await all(parts.database, putBack, operation.id, operation.attempt);
    throw new TakenOver("Other work on the service comes first");
  }
}

/** The binaries to move to; `undefined`: the server has this version. */
async function targetOf(parts: PostgresParts, { service, operation }: Job) {
  const wanted = Number(operation.input["target_version"]);
  const present = await presentVersion(parts, parts.database, service);
  if (majorOf(present) === wanted) return undefined;
  const target = targetsOf(parts, present).find(({ version }) => majorOf(version) === wanted);
  if (!target) throw new PermanentFailure("The version is not among the targets any more.");
  return target;
}

/** Lets nobody but the platform connect. An attempt before this one may have stopped the server. */
async function close(parts: PostgresParts, { service, fenced }: Job): Promise<void> {
  const { config, connections, database, installation } = parts;
  await step("The server could not be closed to callers.", async () => {
    const primary = (await servers.findPrimary(database, service.id))!;
    const cluster = clusterOf(config, installation.binaries, primary);
    await fenced(() => writeRules(cluster.data, "platform only"));
    await startServer(cluster);
    const users = await poolUsers.list(database, service.id);
    const { username } = await databaseOf(database, service);
    await connections.toServer(primary, undefined, async (client) => {
      await client.query("select pg_reload_conf()");
      // New connections follow the rules as soon as the reload is seen.
      for (let tries = 0; tries < 50; tries++) {
        const { rowCount } = await client.query(
          "select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = any($1)",
          [[username, ...users.map((user) => user.username)]],
        );
        if (rowCount === 0 && tries > 2) return;
        await sleep(100);
      }
      throw new Error("Callers keep connecting");
    });
  });
}

async function replace(parts: PostgresParts, job: Job, target: NonNullable<Awaited<ReturnType<typeof targetOf>>>): Promise<void> {
  const { config, connections, database, installation } = parts;
  const { service, fenced } = job;
  const primary = (await servers.findPrimary(database, service.id))!;
  const old = clusterOf(config, installation.binaries, primary);
  await buildServer(parts, job, primary, async (folder) => {
    const made = await copyServer(parts, job, primary, folder, target);
    await step("The new server could not be put in place.", async () => {
      await stopServer(made);
      await configure(made.data, { port: primary.port!, maxConnections: dedicatedConnections });
      // Nobody starts it again meanwhile.
      await fenced((client) => servers.setStatus(client, primary.id, "creating"));
      await stopServer(old);
      // Still for the platform only: what callers write before it is in place would be lost with it.
      await startServer(made);
      await connections.toServer({ ...primary, folder }, undefined, (client) => client.query("select 1"));
      await fenced((client) => servers.putInPlace(client, primary.id, folder, primary.port!));
    });
  });
}

/** Lets callers back to the server that is in place. */
async function reopen(parts: PostgresParts, { service, fenced }: Job): Promise<void> {
  const primary = await fenced((client) => letCallersIn(parts, client, service.id));
  await startServer(clusterOf(parts.config, parts.installation.binaries, primary));
  await reload(parts, primary);
}

async function letCallersIn(
  { config, installation }: PostgresParts,
  client: PoolClient,
  serviceId: string,
): Promise<StoredServer> {
  const primary = (await servers.findPrimary(client, serviceId))!;
  await writeRules(clusterOf(config, installation.binaries, primary).data, await listNetworks(client, serviceId));
  if (primary.status !== "online") await servers.setStatus(client, primary.id, "online");
  return primary;
}

async function reload({ connections }: PostgresParts, server: StoredServer): Promise<void> {
  await connections.toServer(server, undefined, (client) => client.query("select pg_reload_conf()"));
}

/** Prepared transactions are in no dump. */
async function checkTransactions({ connections }: PostgresParts, { service }: Job): Promise<Check> {
  const { rows } = await connections.asPlatform(service, undefined, (client) =>
    client.query<{ gid: string }>("select gid from pg_prepared_xacts order by gid limit 100"),
  );
  const name = "prepared_transactions";
  if (rows.length === 0) return { name, outcome: "pass", message: "No transaction is prepared." };
  const objects = rows.map(({ gid }) => gid);
  return { name, outcome: "fail", message: "Commit or roll back the prepared transactions first.", objects };
}
