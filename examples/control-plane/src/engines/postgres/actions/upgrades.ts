import { queueOperation, showOperation } from "../../../operations/operation.js";
import { moveService } from "../../../services/lifecycle.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { majorOf } from "../installation.js";
import { blockersOfMove } from "../move-shared.js";
import { sharedServers } from "../shared-servers.js";
import { isEligible, presentVersion, type StoredPreview, targetsOf, upgrades } from "../upgrades.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

const day = 86_400_000;

/** How far ahead an upgrade may be planned. */
const horizon = 14 * day;

/** Returns the last rehearsal of an upgrade, or queues one. */
export async function previewUpgrade(
  { database, worker, parts }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pg_upgrade_preview">,
): ActionResponse<"postgres", "pg_upgrade_preview"> {
  const { target_version: target, refresh = false } = body;
  const { present, preview } = await withServiceLock(database, service, async (client) => {
    const present = await presentVersion(parts, client, service);
    if (!targetsOf(parts, present).some(({ version }) => String(majorOf(version)) === target)) throw fail("version_not_found");
    const last = await upgrades.latestPreview(client, service.id, target);
    const isOpen = last?.status === "queued" || last?.status === "running";
    if (last && (isOpen || !refresh) && majorOf(last.source_version) === majorOf(present)) return { present, preview: last };
    const input = { target_version: target };
    const queued = await queueOperation(client, { serviceId: service.id, kind: "upgrade_preview", exclusive: true, input });
    if (!queued) throw fail("operation_in_progress");
    await upgrades.insertPreview(client, queued.id, service.id, present, target);
    return { present, preview: (await upgrades.latestPreview(client, service.id, target))! };
  });
  worker.wake();
  return showPreview(preview, present);
}

async function showPreview(preview: StoredPreview, present: string): ActionResponse<"postgres", "pg_upgrade_preview"> {
  const { operation_id, target_version, status, checks, checked_at, finished_at } = preview;
  const isOpen = status === "queued" || status === "running";
  const eligible = isOpen ? null : isEligible(preview, present);
  const ended = checked_at ?? finished_at;
  return {
    status: isOpen ? "unknown" : eligible ? "ok" : "error",
    result: {
      preview_id: operation_id,
      state: isOpen ? "running" : status === "succeeded" ? "completed" : "failed",
      target_version,
      eligible,
      estimated_downtime_seconds: preview.estimated_downtime_seconds,
      checks,
      checked_at: ended?.toISOString() ?? null,
      expires_at: eligible && ended ? new Date(ended.getTime() + day).toISOString() : null,
    },
  };
}

/** Plans an upgrade. One that starts at once keeps other work away from now on. */
export async function requestUpgrade(
  { database, worker, parts }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pg_upgrade_request">,
): ActionResponse<"postgres", "pg_upgrade_request"> {
  const { target_version: target } = body;
  const now = new Date();
  const start = body.start === "now" ? now : "start_at" in body ? new Date(body.start_at) : nextWindow(now);
  if (body.start === "at" && (start < now || start.getTime() > now.getTime() + horizon)) throw fail("start_out_of_range");
  const operation = await withServiceLock(database, service, async (client) => {
    const present = await presentVersion(parts, client, service);
    if (!targetsOf(parts, present).some(({ version }) => String(majorOf(version)) === target)) throw fail("version_not_found");
    if (await upgrades.planned(client, service.id)) throw fail("upgrade_planned");
    const preview = await upgrades.latestPreview(client, service.id, target);
    if (!preview || !isEligible(preview, present)) throw fail("preview_required");
    if (await upgrades.isBusy(client, service.id)) throw fail("operation_in_progress");
    const isNow = body.start === "now";
    const wanted = { serviceId: service.id, kind: "upgrade", exclusive: isNow, input: { target_version: target } };
    const queued = await queueOperation(client, { ...wanted, scheduledFor: isNow ? undefined : start });
    if (!queued || (isNow && !(await moveService(client, service.id, "upgrade_started")))) throw fail("operation_in_progress");
    return queued;
  });
  worker.wake();
  return {
    status: "ok",
    result: {
      upgrade_id: operation.id,
      target_version: target,
      scheduled_for: start.toISOString(),
      safety_backup: true,
      operation: showOperation(operation),
    },
  };
}

/** The maintenance window: its day, from Sunday on, and its start, UTC. */
const maintenance = { day: 0, start: "02:00" };

/** The next time that a window of each week begins. */
function nextWindow(now: Date, { day, start } = maintenance): Date {
  const [hours, minutes] = start.split(":").map(Number);
  const window = new Date(now);
  window.setUTCHours(hours!, minutes!, 0, 0);
  while (window.getUTCDay() !== day || window <= now) window.setUTCDate(window.getUTCDate() + 1);
  return window;
}

/** How long a window that callers name is open. */
const windowLength = 7_200_000;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/**
 * Plans the move to the shared server of another version: into the window that is preferred, now if that is open; without one at
 * the time given, and without either into the maintenance window.
 */
export async function requestSharedMigration(
  { database, worker, parts }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "shared_version_migration_request">,
): ActionResponse<"postgres", "shared_version_migration_request"> {
  const { target_version: target, not_before, window, note } = body;
  const earliest = new Date(Math.max(Date.now(), Date.parse(not_before ?? "") || 0));
  const start = window
    ? inWindow(earliest, { day: weekdays.indexOf(window.weekday), start: window.start_utc })
    : not_before === undefined
      ? nextWindow(earliest)
      : earliest;
  const present = await presentVersion(parts, database, service);
  if (!targetsOf(parts, present).some(({ version }) => String(majorOf(version)) === target)) throw fail("version_not_found");
  const [blocker] = await blockersOfMove(parts, service, Number(target));
  if (blocker !== undefined) throw fail("version_blocked", blocker);
  const operation = await withServiceLock(database, service, async (client) => {
    if (await upgrades.planned(client, service.id)) throw fail("request_exists");
    const from = (await sharedServers.ofService(client, service.id))?.version ?? null;
    const input = { target_version: target, from, ...(note === undefined ? {} : { note }) };
    const kind = "shared_version_migration";
    return (await queueOperation(client, { serviceId: service.id, kind, exclusive: false, input, scheduledFor: start }))!;
  });
  worker.wake();
  return {
    status: "ok",
    result: {
      request_id: operation.id,
      state: "planned",
      target_version: target,
      scheduled_for: start.toISOString(),
      operation: showOperation(operation),
    },
  };
}

/** The earliest time in a window that is not before another. */
function inWindow(earliest: Date, window: typeof maintenance): Date {
  const opened = nextWindow(new Date(earliest.getTime() - windowLength), window);
  return opened < earliest ? earliest : opened;
}

/** Cancels an upgrade that waits for its time. */
export async function cancelUpgrade(
  { database }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pg_upgrade_cancel">,
): ActionResponse<"postgres", "pg_upgrade_cancel"> {
  const { upgrade_id: id } = body;
  const found = id === undefined ? await upgrades.planned(database, service.id) : await upgrades.find(database, service.id, id);
  if (!found) throw fail(id === undefined ? "no_upgrade_planned" : "upgrade_not_found");
  if (found.status === "canceled") throw fail("no_upgrade_planned");
  const canceled = await upgrades.cancel(database, found.id);
  if (!canceled) throw fail("upgrade_started");
  const target_version = String(canceled.input["target_version"]);
  return { status: "ok", result: { upgrade_id: canceled.id, target_version, operation: showOperation(canceled) } };
}
