import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { copyFolder } from "../../postgres-server/base-backup.js";
import { configure, startServer, stopServer } from "../../postgres-server/cluster.js";
import type { StoredService } from "../../services/service.js";
import { listNetworks, writeRules } from "./allowlist-rules.js";
import { findBackup, type StoredBackup } from "./backups.js";
import { credentialKey } from "./credential.js";
import { databaseOf, saveDatabase } from "./databases.js";
import { ownSide } from "./dump-side.js";
import { restore } from "./dump.js";
import type { PostgresParts } from "./parts.js";
import { createReplica } from "./replica.js";
import { replaceDatabase } from "./replace-database.js";
import { setPassword } from "./reset-password.js";
import { clusterOf, dedicatedConnections, servers } from "./servers.js";
import { backupPath, takeBackup } from "./take-backup.js";

/** Puts the backup that the operation names in the place of what a service holds, after a safety backup if there is to be one. */
export function restoring(parts: PostgresParts): Work {
  const { database } = parts;
  return {
    moves: { done: "done", failed: "error" },
    async run({ service, operation, progress }) {
      const { backup_id, safety_backup_id } = operation.input as { backup_id: string; safety_backup_id: string | null };
      const backup = await findBackup(database, service.id, backup_id);
      if (!backup) throw new PermanentFailure("The backup is gone.");
      const safety = safety_backup_id === null ? undefined : await findBackup(database, service.id, safety_backup_id);
      if (safety) await takeBackup(parts, service, safety);
      progress(30);
      await (backup.method === "physical" ? restoreServer(parts, service, backup) : restoreDump(parts, service, backup));
    },
  };
}

async function restoreDump(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<void> {
  const { clientPrograms } = parts.installation;
  if (!clientPrograms) throw new PermanentFailure("This installation has no pg_restore.");
  const { database_name } = await databaseOf(parts.database, service);
  await replaceDatabase(parts, service, database_name, async (draft) =>
    restore(clientPrograms, backupPath(parts, backup), await ownSide(parts, service, draft)),
  );
}

async function restoreServer(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<void> {
  const { config, connections, credentials, database, installation } = parts;
  const primary = (await servers.findPrimary(database, service.id))!;
  const cluster = clusterOf(config, installation.binaries, primary);
  const draft = join(cluster.folder, "data.restored");
  await rm(draft, { recursive: true, force: true });
  await copyFolder(backupPath(parts, backup), draft);
  await configure(draft, { port: primary.port!, maxConnections: dedicatedConnections });
  // The backup has the rules of its time, too.
  await writeRules(draft, await listNetworks(database, service.id));
  // Nobody starts it again meanwhile.
  await servers.setStatus(database, primary.id, "creating");
  await stopServer(cluster);
  await rm(`${cluster.data}.old`, { recursive: true, force: true });
  if (await isThere(cluster.data)) await rename(cluster.data, `${cluster.data}.old`);
  await rename(draft, cluster.data);
  await startServer(cluster);
  await servers.setStatus(database, primary.id, "online");
  await rm(`${cluster.data}.old`, { recursive: true, force: true });

  const { username } = await databaseOf(database, service);
  await saveDatabase(database, service.id, { database_name: backup.database_name, username });
  const current = await credentials.readCurrent(database, service.id, credentialKey);
  // The backup has the password of its time; the revealed one is today's.
  await connections.asPlatform(service, undefined, (client) => setPassword(client, username, current!.secret));
  for (const replica of await servers.listReplicas(database, service.id)) await createReplica(parts, service, replica);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
