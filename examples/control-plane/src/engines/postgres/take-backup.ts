import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PermanentFailure, step, type Job, type Work } from "../../operations/work.js";
import { copyRunningServer } from "../../postgres-server/base-backup.js";
import { makeServerFolder } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import { beginBackup, completeBackup, failBackup, findBackup, type StoredBackup } from "./backups.js";
import { copyName, copyToBackup, isCopy } from "./copy-database.js";
import { asOwner, dump } from "./dump.js";
import { dropOwned } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { clusterOf, servers } from "./servers.js";

/** Where a backup that is no copy on the shared server is kept: a folder for a physical one, a file for a logical one. */
export function backupPath({ config }: Pick<PostgresParts, "config">, backup: Pick<StoredBackup, "id" | "method">): string {
  return join(config.dataDir, "backups", backup.method === "physical" ? backup.id : `${backup.id}.dump`);
}

/** Removes what a backup consists of; fine if it is gone. */
export async function removeBackup(parts: PostgresParts, service: StoredService, backup: StoredBackup): Promise<void> {
  if (!isCopy(service, backup)) return rm(backupPath(parts, backup), { recursive: true, force: true });
  const database_name = copyName(service, backup);
  await parts.connections.asPlatform(service, undefined, (client) =>
    dropOwned(client, { database_name, username: client.user! }),
  );
}

/** Takes the backup that the operation names. */
export function backingUp(parts: PostgresParts): Work {
  const { database } = parts;
  return {
    async run(job) {
      const backup = await findBackup(database, job.service.id, String(job.operation.input["backup_id"]));
      if (!backup) throw new PermanentFailure("The backup is gone.");
      await takeBackup(parts, job, backup);
    },
    giveUp: async ({ operation }, client) => void (await failBackup(client, String(operation.input["backup_id"]))),
  };
}

/** Takes a backup; fine if it is taken. */
export async function takeBackup(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<void> {
  if (backup.status === "completed") return;
  await job.fenced((client) => beginBackup(client, backup.id));
  await step("The backup could not be taken.", async () => {
    if (isCopy(job.service, backup)) return copyToBackup(parts, job, backup);
    const size = await (backup.method === "physical" ? copyServer(parts, job, backup) : dumpDatabase(parts, job, backup));
    await job.fenced((client) => completeBackup(client, backup.id, size));
  });
}

/** A folder can't be moved onto another: what an earlier attempt has finished stays. */
async function copyServer(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<number> {
  const { config, connections, database, installation } = parts;
  const primary = (await servers.findPrimary(database, job.service.id))!;
  const path = backupPath(parts, backup);
  const draftOf = (attempt: number) => `${path}.${attempt}.draft`;
  const draft = draftOf(job.operation.attempt);
  await makeServerFolder(dirname(path));
  for (let attempt = 1; attempt < job.operation.attempt; attempt++) await rm(draftOf(attempt), { recursive: true, force: true });
  const { data } = clusterOf(config, installation.binaries, primary);
  try {
    const size = await connections.toServer(primary, undefined, (client) => copyRunningServer(client, data, draft, job.signal));
    await rename(draft, path).catch(async (error: unknown) => {
      if (!(await stat(path).catch(() => undefined))) throw error;
    });
    return size;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function dumpDatabase(parts: PostgresParts, job: Job, backup: StoredBackup): Promise<number> {
  const programs = parts.installation.clientPrograms;
  if (!programs) throw new PermanentFailure("This installation has no pg_dump.");
  const path = backupPath(parts, backup);
  return asOwner(parts, job.service, undefined, (from) => dump({ programs, job }, from, path, ["--format=custom"]));
}
