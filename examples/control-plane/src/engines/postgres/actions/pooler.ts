import type { components } from "../../../../../../generated/types.js";
import { queueOperation, showOperation } from "../../../operations/operation.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { findFreePort } from "../../../postgres-server/cluster.js";
import { poolers, type PoolerSettings } from "../poolers.js";
import { callerConnections } from "../servers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

type Pooler = components["schemas"]["PostgresPooler"];

/** The settings that apply by default, as in the contract. */
const usual: PoolerSettings = {
  pool_mode: "transaction",
  default_pool_size: 20,
  max_client_conn: 500,
  reserve_pool_size: 0,
  query_wait_timeout_seconds: 120,
  server_idle_timeout_seconds: 600,
  max_prepared_statements: 200,
};

/** Queues the start of the pooler, or the change of its settings. Its port stays the same while it is on. */
export async function enablePooler(
  { database, worker }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pgbouncer_enable">,
): ActionResponse<"postgres", "pgbouncer_enable"> {
  const settings: PoolerSettings = { ...usual, ...body };
  if (settings.default_pool_size + settings.reserve_pool_size > callerConnections) throw fail("pool_too_large");
  const free = await findFreePort();
  const { port, operation } = await withServiceLock(database, service, async (client) => {
    const port = (await poolers.find(client, service.id))?.port ?? free;
    const input = { ...settings, port };
    const queued = await queueOperation(client, { serviceId: service.id, kind: "pooler_enable", exclusive: true, input });
    if (!queued) throw fail("operation_in_progress");
    return { port, operation: queued };
  });
  worker.wake();
  const { pool_mode, default_pool_size, max_client_conn } = settings;
  const pooler: Pooler = { enabled: true, pool_mode, default_pool_size, max_client_conn, host: "localhost", port };
  return { status: "ok", result: { pooler, operation: showOperation(operation) } };
}

/** Queues the end of the pooler. */
export async function disablePooler(
  { database, worker }: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "pgbouncer_disable">,
): ActionResponse<"postgres", "pgbouncer_disable"> {
  const input = { drain_seconds: body.drain_seconds ?? 30 };
  const operation = await withServiceLock(database, service, async (client) => {
    const queued = await queueOperation(client, { serviceId: service.id, kind: "pooler_disable", exclusive: true, input });
    if (!queued) throw fail("operation_in_progress");
    return queued;
  });
  worker.wake();
  const off = { enabled: false, pool_mode: null, default_pool_size: null, max_client_conn: null, host: null, port: null };
  return { status: "ok", result: { pooler: off, operation: showOperation(operation) } };
}
