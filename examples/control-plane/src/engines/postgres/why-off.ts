import type { ActionName } from "../../../../../generated/actions.js";
import type { StoredService } from "../../services/service.js";
import { majorOf, type Installation } from "./installation.js";

type Reason = (installation: Installation, service: Pick<StoredService, "id" | "plan">) => string | undefined;

/** The requirements of actions, in the order of the contract. Actions that are missing here always work. */
const needs: Partial<Record<ActionName<"postgres">, readonly Reason[]>> = {
  prepare_backup_download: [needsFiles, needsDownloads],
  prepare_database_export: [needsDump, needsDownloads],
  migration_begin: [needsClientPrograms],
  pg_upgrade_cancel: [needsSecondVersion, needsClientPrograms],
  shared_version_migration_request: [needsLaterVersion, needsDump],
  query_stats: [needsStatistics],
  postgres_logs: [needsLog],
  pgbouncer_enable: [needsPooler],
  pgbouncer_disable: [needsPooler],
  pg_upgrade_preview: [needsSecondVersion, needsClientPrograms],
  pg_upgrade_request: [needsSecondVersion, needsClientPrograms],
};

/** Why an installation can't do an action for a service; `undefined` if it can. */
export function whyOff(
  installation: Installation,
  service: Pick<StoredService, "id" | "plan">,
  action: string,
): string | undefined {
  for (const need of needs[action as ActionName<"postgres">] ?? []) {
    const reason = need(installation, service);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The version of the server that runs services of a plan. */
export function versionOf(
  { shared, binaries, versions }: Installation,
  { id, plan }: Pick<StoredService, "id" | "plan">,
): string {
  return versions.get(id) ?? (plan === "shared" ? shared.version : (binaries?.version ?? shared.version));
}

function needsClientPrograms({ clientPrograms }: Installation): string | undefined {
  return clientPrograms ? undefined : "This installation has no pg_dump and pg_restore.";
}

/** Why a database can't be dumped here; `undefined` if it can. A dump is only as new as the program that writes it. */
export function needsDump(installation: Installation, service: Pick<StoredService, "id" | "plan">): string | undefined {
  const { clientPrograms } = installation;
  const server = majorOf(versionOf(installation, service));
  if (clientPrograms && majorOf(clientPrograms.version) >= server) return undefined;
  return `This installation has no pg_dump for PostgreSQL ${server}.`;
}

function needsFiles(installation: Installation, service: Pick<StoredService, "id" | "plan">): string | undefined {
  // A service that has moved to a later version keeps earlier dumps, such as the one of the move.
  if (isOfOwnMaking(installation, service) || needsDump(installation, service) === undefined) return undefined;
  return "Without a pg_dump, backups of this service are copies on its server, not files.";
}

function needsDownloads({ hasDownloads }: Installation): string | undefined {
  return hasDownloads ? undefined : "This installation has no address to download from: set PUBLIC_URL, or TLS_CERT and TLS_KEY.";
}

/** Servers of the platform's own making collect statistics and write a log that can be read. */
function isOfOwnMaking({ versions }: Installation, { id, plan }: Pick<StoredService, "id" | "plan">): boolean {
  return plan !== "shared" || versions.has(id);
}

function needsStatistics(installation: Installation, service: Pick<StoredService, "id" | "plan">): string | undefined {
  return isOfOwnMaking(installation, service) || installation.shared.collectsStatistics
    ? undefined
    : "The shared server does not load pg_stat_statements.";
}

function needsLog(installation: Installation, service: Pick<StoredService, "id" | "plan">): string | undefined {
  return isOfOwnMaking(installation, service) || installation.shared.hasReadableLog
    ? undefined
    : "The shared server writes no JSON log.";
}

function needsPooler({ pgBouncer }: Installation): string | undefined {
  return pgBouncer ? undefined : "This installation has no PgBouncer.";
}

function needsLaterVersion({ shared, binaries }: Installation): string | undefined {
  const known = binaries ? [binaries, ...binaries.others] : [];
  if (known.some(({ version }) => majorOf(version) > majorOf(shared.version))) return undefined;
  return "This installation has no later version of PostgreSQL than that of the shared server.";
}

function needsSecondVersion({ binaries }: Installation): string | undefined {
  if (binaries?.others.some(({ version }) => majorOf(version) !== majorOf(binaries.version))) return undefined;
  return "This installation has one version of PostgreSQL.";
}
