import { unavailable } from "../../../../../../generated/server/index.js";
import { inTransaction } from "../../../database/query.js";
import { queueOperation, showOperation } from "../../../operations/operation.js";
import { moveService } from "../../../services/lifecycle.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { type SearchPlatform, engineVersion, limits } from "../parts.js";
import { showSnapshot, snapshots } from "../snapshots.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lists snapshots, newest first. */
export async function listSnapshots(
  { database }: SearchPlatform,
  { service, body }: Call<"search", "list_snapshots">,
): ActionResponse<"search", "list_snapshots"> {
  const { limit = 20, cursor } = body;
  const rows = await snapshots.list(database, service.id, readCursor(cursor, [isInstant, isUuid]), limit + 1);
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const next_cursor = rows.length > limit && end ? makeCursor([end.created_at.toISOString(), end.id]) : null;
  return { status: "ok", result: { snapshots: page.map(showSnapshot), next_cursor } };
}

/** Queues a snapshot. */
export async function createSnapshot(
  { database, worker }: SearchPlatform,
  { service, body, fail }: Call<"search", "create_snapshot">,
): ActionResponse<"search", "create_snapshot"> {
  const result = await withServiceLock(database, service, async (client) => {
    const kept = await snapshots.countManual(client, service.id);
    const snapshot = await snapshots.insert(client, service.id, "manual", body.description ?? null);
    if (!snapshot) throw fail("snapshot_in_progress");
    if (kept >= limits.snapshots) throw fail("snapshot_limit_reached");
    const input = { snapshot_id: snapshot.id };
    const operation = (await queueOperation(client, { serviceId: service.id, kind: "snapshot", exclusive: false, input }))!;
    return { snapshot: showSnapshot(snapshot), operation: showOperation(operation) };
  });
  worker.wake();
  return { status: "ok", result };
}

/** Queues a restore; the service is `restoring` from now on. */
export async function restoreSnapshot(
  { database, worker }: SearchPlatform,
  { service, body, fail }: Call<"search", "restore_snapshot">,
): ActionResponse<"search", "restore_snapshot"> {
  if (body.confirm !== service.name) throw fail("confirmation_mismatch");
  const snapshot = await snapshots.find(database, service.id, body.snapshot_id);
  if (!snapshot) throw fail("snapshot_not_found");
  if (snapshot.status !== "completed" || minorOf(snapshot.engine_version) !== minorOf(engineVersion))
    throw fail("snapshot_not_restorable");
  // The indexes of a failed service may not exist.
  const wantsSafety = body.safety_snapshot !== false && service.status === "active";
  const result = await inTransaction(database, async (client) => {
    const safety = wantsSafety ? (await snapshots.insert(client, service.id, "pre_restore", null))! : undefined;
    const input = { snapshot_id: snapshot.id, safety_snapshot_id: safety?.id ?? null };
    const operation = await queueOperation(client, { serviceId: service.id, kind: "restore", exclusive: true, input });
    if (!operation || !(await moveService(client, service.id, "restore_started")))
      throw unavailable("Another operation that changes the service is queued or running.");
    return { snapshot_id: snapshot.id, safety_snapshot_id: safety?.id ?? null, operation: showOperation(operation) };
  });
  worker.wake();
  return { status: "ok", result };
}

/** `1.0` of `1.0.3`. */
function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}
