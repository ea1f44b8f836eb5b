import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import type { components } from "../../../../../../generated/types.js";
import { inTransaction } from "../../../database/query.js";
import { queueOperation, showOperation } from "../../../operations/operation.js";
import { moveService } from "../../../services/lifecycle.js";
import type { StoredService } from "../../../services/service.js";
import { type SourceFindings, allowedAddress, checkSource, sourceConfig } from "../migration-source.js";
import { databaseOf } from "../databases.js";
import { sourceKey } from "../migrate.js";
import { servers } from "../servers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

type Source = components["schemas"]["PostgresMigrationSource"];

/** Looks at a foreign database. */
export async function testSource(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "migration_test_source">,
): ActionResponse<"postgres", "migration_test_source"> {
  const found = await inspect(platform, service, body);
  if (!found) throw fail("source_not_allowed");
  const { reachable, version, sizeBytes, checks, methods } = found;
  const hasFault = !methods.includes(body.method ?? "dump");
  return {
    status: hasFault ? "error" : checks.some(({ outcome }) => outcome === "warn") ? "degraded" : "ok",
    result: { reachable, server_version: version, database_size_bytes: sizeBytes, checks: [...checks], methods },
  };
}

/** Queues the migration; the service is `migrating` from now on. The password of the source is sealed until it is over. */
export async function beginMigration(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "migration_begin">,
): ActionResponse<"postgres", "migration_begin"> {
  const { database, credentials, worker } = platform;
  if (body.confirm !== service.name) throw fail("confirmation_mismatch");
  const cutover = "cutover_at" in body && body.cutover_at !== undefined ? new Date(body.cutover_at) : undefined;
  if (cutover && cutover <= new Date()) throw fail("cutover_in_past");
  const found = await inspect(platform, service, body);
  if (!found) throw fail("source_not_allowed");
  if (!found.methods.includes(body.method)) throw fail("source_check_failed");
  if ((await servers.listReplicas(database, service.id)).length > 0) throw fail("replicas_exist");
  const { password, ...source } = body.source;
  const operation = await inTransaction(database, async (client) => {
    const exclude = "exclude_tables" in body ? (body.exclude_tables ?? []) : [];
    const input = { migration_id: randomUUID(), source, exclude_tables: exclude };
    const queued = await queueOperation(client, { serviceId: service.id, kind: "migrate", exclusive: true, input });
    if (!queued || !(await moveService(client, service.id, "migration_started"))) throw fail("operation_in_progress");
    await credentials.dropPending(client, service.id, sourceKey);
    await credentials.add(client, service.id, sourceKey, password, "pending");
    return queued;
  });
  worker.wake();
  const migration_id = String(operation.input["migration_id"]);
  return { status: "ok", result: { migration_id, method: body.method, cutover_at: null, operation: showOperation(operation) } };
}

interface Wanted {
  readonly source: Source;
  readonly method?: "dump" | "replication";
}

/** `undefined`: the source is not allowed. */
async function inspect(
  { config, database, parts }: PostgresPlatform,
  service: StoredService,
  { source, method = "dump" }: Wanted,
): Promise<SourceFindings | undefined> {
  const { connections, installation } = parts;
  const address = await allowedAddress(source.host, config.migrationSources);
  if (address === undefined) return undefined;
  const own = await databaseOf(database, service);
  const { rows } = await connections.asPlatform(service, own.database_name, (client) =>
    client.query<{ name: string }>("select name from pg_available_extensions"),
  );
  const { bavail, bsize } = await statfs(config.dataDir);
  const offered = new Set(rows.map(({ name }) => name));
  return checkSource(sourceConfig(source, address), method, { installation, offered, freeBytes: bavail * bsize });
}
