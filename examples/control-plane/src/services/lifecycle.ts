import { type Database, first, statement } from "../database/query.js";

/** How services move from status to status; the contract's `x-platform-lifecycle`, which a test holds against this. */
export const transitions = [
  { from: "provisioning", event: "ready", to: "active" },
  { from: "provisioning", event: "error", to: "failed" },
  { from: "active", event: "maintenance_started", to: "maintenance" },
  { from: "failed", event: "maintenance_started", to: "maintenance" },
  { from: "maintenance", event: "done", to: "active" },
  { from: "maintenance", event: "error", to: "failed" },
  { from: "active", event: "upgrade_started", to: "upgrading" },
  { from: "upgrading", event: "done_or_rolled_back", to: "active" },
  { from: "upgrading", event: "error", to: "failed" },
  { from: "active", event: "restore_started", to: "restoring" },
  { from: "failed", event: "restore_started", to: "restoring" },
  { from: "restoring", event: "done", to: "active" },
  { from: "restoring", event: "error", to: "failed" },
  { from: "active", event: "migration_started", to: "migrating" },
  { from: "migrating", event: "done_or_aborted", to: "active" },
  { from: "migrating", event: "error", to: "failed" },
  { from: "active", event: "suspend", to: "suspended" },
  { from: "failed", event: "suspend", to: "suspended" },
  { from: "suspended", event: "resume", to: "active" },
  { from: "failed", event: "repaired", to: "active" },
  { from: "provisioning", event: "delete", to: "deleting" },
  { from: "active", event: "delete", to: "deleting" },
  { from: "suspended", event: "delete", to: "deleting" },
  { from: "failed", event: "delete", to: "deleting" },
] as const;

export type ServiceStatus = (typeof transitions)[number]["from"] | "deleting";
export type ServiceEvent = (typeof transitions)[number]["event"];

const move = statement<{ status: ServiceStatus }>(
  "move-service",
  `update services set status = moves."to" from unnest($2::text[], $3::text[]) as moves("from", "to")
   where services.id = $1 and services.status = moves."from" returning services.status`,
);

/**
 * Moves a service along the table, compared and set in one statement: of two that race, one is told `undefined`, as is one
 * whose event has no move from where the service stands.
 */
export async function moveService(database: Database, id: string, event: ServiceEvent): Promise<ServiceStatus | undefined> {
  const moves = transitions.filter((transition) => transition.event === event);
  const row = await first(
    database,
    move,
    id,
    moves.map(({ from }) => from),
    moves.map(({ to }) => to),
  );
  return row?.status;
}
