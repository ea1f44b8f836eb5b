import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";
import { columns as operationColumns, type StoredOperation } from "../../operations/operation.js";
import type { StoredService } from "../../services/service.js";
import type { Binaries } from "../../postgres-server/binaries.js";
import { majorOf } from "./installation.js";
import type { PostgresParts } from "./parts.js";
import { sharedServers } from "./shared-servers.js";
import { clusterOf, servers } from "./servers.js";

export type Check = components["schemas"]["PostgresCheck"];

/** A rehearsal of an upgrade as it is stored, with the status of its operation. */
export interface StoredPreview {
  readonly operation_id: string;
  readonly source_version: string;
  readonly target_version: string;
  readonly status: StoredOperation["status"];
  readonly finished_at: Date | null;
  readonly checked_at: Date | null;
  readonly estimated_downtime_seconds: number | null;
  readonly checks: Check[];
}

const insert = statement(
  "insert-upgrade-preview",
  `insert into postgres_upgrade_previews (operation_id, service_id, source_version, target_version) values ($1, $2, $3, $4)`,
);
const finish = statement(
  "finish-upgrade-preview",
  `update postgres_upgrade_previews set checked_at = now(), estimated_downtime_seconds = $2, checks = $3 where operation_id = $1`,
);
const latest = statement<StoredPreview>(
  "latest-upgrade-preview",
  `select operation_id, source_version, target_version, status, finished_at, checked_at, estimated_downtime_seconds, checks
   from postgres_upgrade_previews p join operations o on o.id = p.operation_id
   where p.service_id = $1 and target_version = $2 and created_at > now() - interval '24 hours'
   order by created_at desc limit 1`,
);
const planned = statement<StoredOperation>(
  "planned-upgrade",
  `select ${operationColumns} from operations where service_id = $1 and kind in ('upgrade', 'shared_version_migration') and status in ('queued', 'running')
   order by requested_at desc limit 1`,
);
const findUpgrade = statement<StoredOperation>(
  "find-upgrade",
  `select ${operationColumns} from operations where service_id = $1 and kind = 'upgrade' and id = $2`,
);
const cancel = statement<StoredOperation>(
  "cancel-upgrade",
  `update operations set status = 'canceled', finished_at = now()
   where id = $1 and status = 'queued' and attempt = 0 returning ${operationColumns}`,
);
const busy = statement<{ id: string }>(
  "find-exclusive-operation",
  "select id from operations where service_id = $1 and exclusive and status in ('queued', 'running')",
);

export const upgrades = {
  insertPreview: (database: Database, operationId: string, serviceId: string, from: string, to: string) =>
    all(database, insert, operationId, serviceId, from, to),
  finishPreview: (database: Database, operationId: string, seconds: number, checks: readonly Check[]) =>
    all(database, finish, operationId, seconds, JSON.stringify(checks)),
  /** The last rehearsal of the last 24 hours. */
  latestPreview: (database: Database, serviceId: string, target: string) => first(database, latest, serviceId, target),
  /** The upgrade that waits for its time, or runs. */
  planned: (database: Database, serviceId: string) => first(database, planned, serviceId),
  find: (database: Database, serviceId: string, id: string) => first(database, findUpgrade, serviceId, id),
  /** `undefined`: it has begun, or was canceled before. */
  cancel: (database: Database, id: string) => first(database, cancel, id),
  /** Whether work that changes the server waits or runs. */
  isBusy: async (database: Database, serviceId: string) => (await first(database, busy, serviceId)) !== undefined,
};

/** Whether an upgrade may follow a rehearsal: that it is of the present version, and found nothing in the way. */
export function isEligible({ status, source_version, checks }: StoredPreview, present: string): boolean {
  return (
    status === "succeeded" && majorOf(source_version) === majorOf(present) && checks.every(({ outcome }) => outcome !== "fail")
  );
}

/** The version of the server of a service. */
export async function presentVersion(
  { config, installation }: PostgresParts,
  database: Database,
  { id, plan }: Pick<StoredService, "id" | "plan">,
): Promise<string> {
  if (plan === "shared") {
    const server = await sharedServers.ofService(database, id);
    return server ? clusterOf(config, installation.binaries, server).binaries.version : installation.shared.version;
  }
  const primary = await servers.findPrimary(database, id);
  if (!primary) return installation.binaries!.version;
  return clusterOf(config, installation.binaries, primary).binaries.version;
}

/** The versions that a server can move to here, lowest first. */
export function targetsOf({ installation: { binaries } }: PostgresParts, present: string): readonly Binaries[] {
  const known = binaries ? [binaries, ...binaries.others] : [];
  const later = known
    .filter(({ version }) => majorOf(version) > majorOf(present))
    .sort((one, other) => majorOf(one.version) - majorOf(other.version));
  return later.filter(({ version }, index) => index === 0 || majorOf(later[index - 1]!.version) !== majorOf(version));
}
