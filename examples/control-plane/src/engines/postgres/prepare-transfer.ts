import { copyFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { PermanentFailure, step, type Job, type Work } from "../../operations/work.js";
import { runProgram } from "../../postgres-server/run-program.js";
import { type StoredTransfer, hashFile, transferPath, transfers } from "../../transfers/transfer.js";
import { findBackup } from "./backups.js";
import { writeOnce } from "../write-once.js";
import { asOwner, dump } from "./dump.js";
import type { PostgresParts } from "./parts.js";
import { backupPath } from "./take-backup.js";

/** Makes the file of the transfer that the operation names. */
export function preparingTransfer(parts: PostgresParts): Work {
  const { config, database } = parts;
  return {
    async run(job) {
      const transfer = await transfers.findById(database, String(job.operation.input["transfer_id"]));
      if (transfer?.state !== "preparing") return;
      const path = transferPath(config, transfer);
      await step("The file could not be made.", () =>
        transfer.kind === "backup" ? packBackup(parts, job, transfer, path) : writeExport(parts, job, transfer, path),
      );
      const { size, sha256 } = await hashFile(path);
      const seconds = Number(transfer.input["expires_in_seconds"]);
      return async (client) => void (await transfers.finish(client, transfer.id, size, sha256, seconds));
    },
    giveUp: async ({ operation }, client) => void (await transfers.fail(client, String(operation.input["transfer_id"]))),
  };
}

async function packBackup(parts: PostgresParts, job: Job, { subject }: StoredTransfer, path: string): Promise<void> {
  const backup = await findBackup(parts.database, job.service.id, subject);
  if (!backup) throw new PermanentFailure("The backup is gone.");
  const source = backupPath(parts, backup);
  await writeOnce(job, path, async (draft) => {
    if (backup.method === "logical") await copyFile(source, draft);
    else await runProgram("tar", ["-czf", draft, "-C", dirname(source), basename(source)], { signal: job.signal });
  });
}

async function writeExport(parts: PostgresParts, job: Job, { input }: StoredTransfer, path: string): Promise<void> {
  const programs = parts.installation.clientPrograms;
  if (!programs) throw new PermanentFailure("This installation has no pg_dump.");
  await asOwner(parts, job.service, String(input["database"]), (from) =>
    dump({ programs, job }, from, path, input["options"] as string[]),
  );
}
