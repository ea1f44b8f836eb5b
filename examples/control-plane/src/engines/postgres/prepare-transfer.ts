import { copyFile, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { makeServerFolder, runProgram } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import { hashFile } from "../../transfers/hash-file.js";
import { transferPath, transfers, type StoredTransfer } from "../../transfers/transfer.js";
import { findBackup } from "./backups.js";
import { ownSide } from "./dump-side.js";
import { dump } from "./dump.js";
import type { PostgresParts } from "./parts.js";
import { backupPath } from "./take-backup.js";

/** Makes the file of the transfer that the operation names. */
export function preparingTransfer(parts: PostgresParts): Work {
  const { config, database } = parts;
  return {
    async run({ service, operation }) {
      const transfer = await transfers.findById(database, String(operation.input["transfer_id"]));
      if (transfer?.state !== "preparing") return;
      const path = transferPath(config, transfer);
      await makeServerFolder(dirname(path));
      await (transfer.kind === "backup"
        ? packBackup(parts, service, transfer, path)
        : writeExport(parts, service, transfer, path));
      const { size, sha256 } = await hashFile(path);
      const seconds = Number(transfer.input["expires_in_seconds"]);
      return async (client) => void (await transfers.finish(client, transfer.id, size, sha256, seconds));
    },
    giveUp: async ({ operation }, client) => void (await transfers.fail(client, String(operation.input["transfer_id"]))),
  };
}

async function packBackup(
  parts: PostgresParts,
  service: StoredService,
  { subject }: StoredTransfer,
  path: string,
): Promise<void> {
  const backup = await findBackup(parts.database, service.id, subject);
  if (!backup) throw new PermanentFailure("The backup is gone.");
  const source = backupPath(parts, backup);
  await rm(`${path}.draft`, { force: true });
  if (backup.method === "logical") await copyFile(source, `${path}.draft`);
  else await runProgram("tar", ["-czf", `${path}.draft`, "-C", dirname(source), basename(source)]);
  await rename(`${path}.draft`, path);
}

async function writeExport(parts: PostgresParts, service: StoredService, { input }: StoredTransfer, path: string): Promise<void> {
  const { clientPrograms } = parts.installation;
  if (!clientPrograms) throw new PermanentFailure("This installation has no pg_dump.");
  await dump(clientPrograms, await ownSide(parts, service, String(input["database"])), path, input["options"] as string[]);
}
