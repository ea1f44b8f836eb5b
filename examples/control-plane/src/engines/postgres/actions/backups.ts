import { unavailable } from "../../../../../../generated/server/index.js";
import { inTransaction } from "../../../database/query.js";
import { queueOperation, showOperation } from "../../../operations/operation.js";
import { moveService } from "../../../services/lifecycle.js";
import type { StoredService } from "../../../services/service.js";
import {
  countManualBackups,
  findBackup,
  insertBackup,
  listBackups,
  maxManualBackups,
  showBackup,
  type NewBackup,
  type StoredBackup,
} from "../backups.js";
import { isCopy } from "../copy-database.js";
import { databaseOf } from "../databases.js";
import { majorOf } from "../installation.js";
import { preparedBlocker } from "../replace-database.js";
import { needsDump, versionOf } from "../why-off.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresParts, PostgresPlatform } from "../parts.js";

/** Lists backups, newest first. */
export async function showBackups(
  { database }: PostgresPlatform,
  { service, body }: Call<"postgres", "list_backups">,
): ActionResponse<"postgres", "list_backups"> {
  const { limit = 20, cursor, statuses } = body;
  const rows = await listBackups(database, service.id, statuses, readCursor(cursor, [isInstant, isUuid]), limit + 1);
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const next_cursor = rows.length > limit && end ? makeCursor([end.created_at.toISOString(), end.id]) : null;
  return { status: "ok", result: { backups: page.map(showBackup), next_cursor, point_in_time: null } };
}

/** Queues a backup. */
export async function backUpNow(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "backup_now">,
): ActionResponse<"postgres", "backup_now"> {
  const { database, worker } = platform;
  if ((await countManualBackups(database, service.id)) >= maxManualBackups) throw fail("manual_backup_limit_reached");
  const wanted = await describe(platform, service, "manual", body.label);
  if (isCopy(service, wanted)) await rejectPrepared(platform, service);
  const result = await inTransaction(database, async (client) => {
    const backup = await insertBackup(client, wanted);
    if (!backup) throw fail("backup_in_progress");
    const input = { backup_id: backup.id };
    const operation = (await queueOperation(client, { serviceId: service.id, kind: "backup", exclusive: false, input }))!;
    return { backup: showBackup(backup), operation: showOperation(operation) };
  });
  worker.wake();
  return { status: "ok", result };
}

/** Queues a restore; the service is `restoring` from now on. */
export async function restoreBackup(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "restore_backup">,
): ActionResponse<"postgres", "restore_backup"> {
  const { database, worker, parts } = platform;
  if (body.confirm !== service.name) throw fail("confirmation_mismatch");
  if (!("backup_id" in body)) throw fail("point_in_time_unavailable");
  const backup = await findBackup(database, service.id, body.backup_id);
  if (!backup) throw fail("backup_not_found");
  if (backup.status !== "completed" || !isRunnable(parts, service, backup)) throw fail("backup_not_restorable");
  if (service.plan === "shared") await rejectPrepared(platform, service);
  // The database of a failed service may not exist.
  const wantsSafety = body.safety_backup !== false && service.status === "active";
  const wanted = wantsSafety ? await describe(platform, service, "pre_restore") : undefined;
  const result = await inTransaction(database, async (client) => {
    const safety = wanted && (await insertBackup(client, wanted));
    const input = { backup_id: backup.id, safety_backup_id: safety?.id ?? null };
    const operation = await queueOperation(client, { serviceId: service.id, kind: "restore", exclusive: true, input });
    if (!operation || !(await moveService(client, service.id, "restore_started"))) throw fail("operation_in_progress");
    return {
      backup_id: backup.id,
      point_in_time: null,
      safety_backup_id: safety?.id ?? null,
      operation: showOperation(operation),
    };
  });
  worker.wake();
  return { status: "ok", result };
}

function isRunnable({ installation }: PostgresParts, service: StoredService, backup: StoredBackup): boolean {
  const [there, here] = [majorOf(backup.postgres_version), majorOf(versionOf(installation, service))];
  if (isCopy(service, backup)) return there === here;
  if (backup.method === "logical") return installation.clientPrograms !== undefined && there <= here;
  // A copy of a server runs on binaries of its own version only.
  const { binaries } = installation;
  return (binaries ? [binaries, ...binaries.others] : []).some(({ version }) => majorOf(version) === there);
}

/** Prepared transactions count as connections: a database that has some can't be copied or replaced. */
async function rejectPrepared({ database, parts }: PostgresPlatform, service: StoredService): Promise<void> {
  const { database_name } = await databaseOf(database, service);
  const blocker = await parts.connections.asPlatform(service, undefined, (client) => preparedBlocker(client, database_name));
  if (blocker !== undefined) throw unavailable(blocker);
}

async function describe(
  platform: PostgresPlatform,
  service: StoredService,
  trigger: NewBackup["trigger"],
  label?: string,
): Promise<NewBackup> {
  const { installation } = platform.parts;
  const isDump = service.plan === "shared" && needsDump(installation, service) === undefined;
  return {
    serviceId: service.id,
    trigger,
    method: isDump ? "logical" : "physical",
    label,
    version: versionOf(installation, service),
    databaseName: (await databaseOf(platform.database, service)).database_name,
  };
}
