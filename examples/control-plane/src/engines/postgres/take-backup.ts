import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { copyRunningServer } from "../../postgres-server/base-backup.js";
import { makeServerFolder } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import { beginBackup, completeBackup, failBackup, findBackup, type StoredBackup } from "./backups.js";
import { ownSide } from "./dump-side.js";
import { dump } from "./dump.js";
import type { PostgresParts } from "./parts.js";
import { clusterOf, servers } from "./servers.js";

/** Where a backup is kept: a folder for a physical one, a file for a logical one. */
export function backupPath({ config }: Pick<PostgresParts, "config">, backup: Pick<StoredBackup, "id" | "method">): string {
  return join(config.dataDir, "backups", backup.method === "physical" ? backup.id : `${backup.id}.dump`);
}

/** Takes the backup that the operation names. */
export function backingUp(parts: PostgresParts): Work {
  const { database } = parts;
  return {
    async run({ service, operation }) {
      const backup = await findBackup(database, service.id, String(operation.input["backup_id"]));
      if (!backup) throw new PermanentFailure("The backup is gone.");
      await takeBackup(parts, service, backup);
    },
    giveUp: async ({ operation }, client) => void (await failBackup(client, String(operation.input["backup_id"]))),
  };
}

/** Takes a backup; fine if it is taken. */
export async function takeBackup(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<void> {
  if (backup.status === "completed") return;
  await beginBackup(parts.database, backup.id);
  const size =
    backup.method === "physical" ? await copyServer(parts, service, backup) : await dumpDatabase(parts, service, backup);
  await completeBackup(parts.database, backup.id, size);
}

async function copyServer(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<number> {
  const { config, connections, database, installation } = parts;
  const primary = (await servers.findPrimary(database, service.id))!;
  const path = backupPath(parts, backup);
  await makeServerFolder(dirname(path));
  await rm(`${path}.draft`, { recursive: true, force: true });
  const { data } = clusterOf(config, installation.binaries, primary);
  const size = await connections.toServer(primary, undefined, (client) => copyRunningServer(client, data, `${path}.draft`));
  await rename(`${path}.draft`, path);
  return size;
}

async function dumpDatabase(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<number> {
  const { clientPrograms } = parts.installation;
  if (!clientPrograms) throw new PermanentFailure("This installation has no pg_dump.");
  return dump(clientPrograms, await ownSide(parts, service), backupPath(parts, backup), ["--format=custom"]);
}
