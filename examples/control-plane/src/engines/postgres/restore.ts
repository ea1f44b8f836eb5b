import { PermanentFailure, step, type Job, type Work } from "../../operations/work.js";
import { copyFolder } from "../../postgres-server/base-backup.js";
import {
  configure,
  findFreePort,
  readAdminPassword,
  startServer,
  stopServer,
  writeAdminPassword,
} from "../../postgres-server/cluster.js";
import { makeServerFolder } from "../../postgres-server/run-program.js";
import { listNetworks, writeRules } from "./allowlist-rules.js";
import { expireSafetyBackups, failBackup, findBackup, type StoredBackup } from "./backups.js";
import { createFromCopy, endCopying, isCopy } from "./copy-database.js";
import { credentialKey, setPassword } from "./credential.js";
import { databaseOf, saveDatabase } from "./databases.js";
import { asOwner, restore } from "./dump.js";
import type { PostgresParts } from "./parts.js";
import { type Connect, poolUsers, readVerifiers, reconcileRoles } from "./pool-users.js";
import { createReplica, dropStaleSlots } from "./replica.js";
import { replaceByFilling, replaceDatabase } from "./replace-database.js";
import { setLogin } from "./switch-traffic.js";
import {
  buildServer,
  clusterOf,
  dedicatedConnections,
  folderFor,
  removeStaleFolders,
  servers,
  type StoredServer,
} from "./servers.js";
import { backupPath, removeBackup, takeBackup } from "./take-backup.js";

/** Puts the backup that the operation names in the place of what a service holds, after a safety backup if there is to be one. */
export function restoring(parts: PostgresParts): Work {
  const { database } = parts;
  return {
    // Until the restored data is put in place, as a whole, the service has what it had.
    moves: { done: ["done"], failed: ["error", "repaired"] },
    async run(job) {
      const { service, operation, progress } = job;
      const { backup_id, safety_backup_id } = operation.input as { backup_id: string; safety_backup_id: string | null };
      const backup = await findBackup(database, service.id, backup_id);
      if (!backup) throw new PermanentFailure("The backup is gone.");
      const safety = safety_backup_id === null ? undefined : await findBackup(database, service.id, safety_backup_id);
      if (safety) await takeBackup(parts, job, safety);
      progress(30);
      if (isCopy(service, backup)) await restoreCopy(parts, job, backup);
      else await (backup.method === "physical" ? restoreServer(parts, job, backup) : restoreDump(parts, job, backup));
      // An attempt after this one would need the backup again.
      const expired = await job.fenced((client) => expireSafetyBackups(client, service.id, backup.id));
      for (const old of expired) await removeBackup(parts, service, old).catch(() => undefined);
    },
    async giveUp({ service, operation }, client) {
      if (operation.input["safety_backup_id"] != null) await failBackup(client, String(operation.input["safety_backup_id"]));
      for (const { id, role, status } of await servers.list(client, service.id))
        if (status !== "online") await servers.setStatus(client, id, role === "primary" ? "online" : "failed");
    },
  };
}

async function restoreCopy(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<void> {
  await endCopying(parts, job);
  await replaceDatabase(parts, job, (draft) =>
    step("The backup could not be restored.", () => createFromCopy(parts, job, backup, draft)),
  );
}

async function restoreDump(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<void> {
  const programs = parts.installation.clientPrograms;
  if (!programs) throw new PermanentFailure("This installation has no pg_restore.");
  await replaceByFilling(parts, job, (draft) =>
    step("The backup could not be restored.", () =>
      asOwner(parts, job.service, draft, (to) => restore({ programs, job }, backupPath(parts, backup), to)),
    ),
  );
}

/** Builds a server from the backup beside the one that runs, then puts it in its place under the same port. */
async function restoreServer(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<void> {
  const { config, database, installation } = parts;
  const { service, fenced } = job;
  const { binaries } = installation;
  await removeStaleFolders(config, binaries, job);
  const primary = (await servers.findPrimary(database, service.id))!;
  const present = clusterOf(config, binaries, primary);
  await buildServer(parts, job, primary, async (folder, made) => {
    await step("The backup could not be restored.", async () => {
      await makeServerFolder(made.folder);
      await writeAdminPassword(made, await readAdminPassword(present));
      await copyFolder(backupPath(parts, backup), made.data, job.signal);
      await bringUpToDate(parts, job, primary);
      await configure(made.data, { port: primary.port!, maxConnections: dedicatedConnections });
      await writeRules(made.data, await listNetworks(database, service.id));
    });
    await step("The restored server could not be put in place.", async () => {
      // Nobody starts it again meanwhile.
      await fenced((client) => servers.setStatus(client, primary.id, "creating"));
      await stopServer(present);
      await fenced(async (client) => {
        await servers.putInPlace(client, primary.id, folder, primary.port!);
        const { username } = await databaseOf(client, service);
        await saveDatabase(client, service.id, { database_name: backup.database_name, username });
      });
      // It may be of another version than the one before.
      await startServer(clusterOf(config, binaries, { folder }));
    });
  });
  await step("The replicas could not be made anew.", async () => {
    for (const replica of await servers.listReplicas(database, service.id)) {
      await fenced((client) => servers.setStatus(client, replica.id, "creating"));
      await createReplica(parts, job, replica);
    }
    await removeStaleFolders(config, binaries, job);
    await dropStaleSlots(parts, job);
  });
}

/**
 * Gives the restored server the roles and passwords of today: a backup has those of its time. It runs where nobody else can
 * connect until then.
 */
async function bringUpToDate(parts: PostgresParts, job: Job, primary: StoredServer): Promise<void> {
  const { config, connections, credentials, database, installation } = parts;
  const { service } = job;
  const users = await poolUsers.list(database, service.id);
  // Nobody knows the passwords of pool users but their server. An attempt before this one may have stopped it.
  const verifiers = await startServer(clusterOf(config, installation.binaries, primary))
    .then(() => connections.toServer(primary, undefined, readVerifiers))
    .catch(() => new Map<string, string>());
  const { username } = await databaseOf(database, service);
  const current = await credentials.readCurrent(database, service.id, credentialKey);
  const server = { ...primary, folder: folderFor(primary, job), port: await findFreePort() };
  const cluster = clusterOf(config, installation.binaries, server);
  await configure(cluster.data, { port: server.port, maxConnections: dedicatedConnections });
  await writeRules(cluster.data, "platform only");
  await startServer(cluster);
  try {
    const connect: Connect = (name, work) => connections.toServer(server, name, work);
    await connect(undefined, async (client) => {
      await setPassword(client, username, current!.secret);
      await setLogin(client, [username], true);
    });
    await reconcileRoles(connect, users, username, verifiers);
  } finally {
    await stopServer(cluster);
  }
}
