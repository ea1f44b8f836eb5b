import type { components } from "../../../../../../generated/types.js";
import { listOperations, showOperation } from "../../../operations/operation.js";
import { worstOf } from "../../../services/live.js";
import { databaseOf } from "../databases.js";
import { lastBackup } from "../backups.js";
import { type Finding, timeProbe } from "../../time-probe.js";
import { probeDatabase } from "../probe.js";
import { useConsole } from "../pooler.js";
import { poolers, type StoredPooler } from "../poolers.js";
import { replicaLag } from "../replica.js";
import { servers } from "../servers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

type HealthComponent = components["schemas"]["HealthComponent"];

/** Probes what a service consists of, all at once. */
export async function checkHealth(
  platform: PostgresPlatform,
  { service, body }: Call<"postgres", "service_health">,
): ActionResponse<"postgres", "service_health"> {
  const { database, parts } = platform;
  const timeout = body.timeout_ms ?? 2000;
  const isDedicated = service.plan !== "shared";
  const pooler = isDedicated ? await poolers.find(database, service.id) : undefined;
  const probes: Promise<HealthComponent>[] = [
    probeDatabase(parts, service, timeout),
    ...(pooler ? [timeProbe("pooler", timeout, () => probePooler(pooler))] : []),
    ...(isDedicated ? [timeProbe("replicas", timeout, () => probeReplicas())] : []),
    timeProbe("connections", timeout, () => probeConnections()),
    timeProbe("backups", timeout, () => probeBackups()),
  ];
  const found = await Promise.all(probes);
  const operations = (await listOperations(database, service.id)).map(showOperation);
  return { status: worstOf(found), result: { checked_at: new Date().toISOString(), components: found, operations } };

  async function probePooler(stored: StoredPooler): Promise<Finding> {
    if (stored.draining_until) return { status: "healthy", message: "It is being switched off." };
    await useConsole(parts.config, stored, "show version");
    return { status: "healthy", message: null };
  }

  async function probeReplicas(): Promise<Finding> {
    const replicas = await servers.listReplicas(database, service.id);
    const states = await Promise.all(replicas.map((replica) => replicaLag(parts, replica)));
    const isBehind = replicas.some(({ status }) => status !== "online") || states.some((lag) => lag === undefined);
    return isBehind ? { status: "degraded", message: "Not all replicas are online." } : { status: "healthy", message: null };
  }

  async function probeConnections(): Promise<Finding> {
    const { username } = await databaseOf(database, service);
    return parts.connections.asPlatform(service, undefined, async (client) => {
      const { rows } = await client.query<{ used: number; most: number }>(
        `select (select count(*)::int from pg_stat_activity where usename = $1) as used,
           (select case when rolconnlimit < 0 then current_setting('max_connections')::int else rolconnlimit end
            from pg_roles where rolname = $1) as most`,
        [username],
      );
      const { used, most } = rows[0]!;
      if (used < most * 0.9) return { status: "healthy", message: null };
      return { status: "degraded", message: `${used} of ${most} connections in use.` };
    });
  }

  async function probeBackups(): Promise<Finding> {
    const last = await lastBackup(database, service.id);
    if (last?.status === "failed") return { status: "degraded", message: "The last backup failed." };
    return { status: "healthy", message: last ? null : "There is no backup yet." };
  }
}
