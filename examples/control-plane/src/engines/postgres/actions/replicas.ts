import type { components } from "../../../../../../generated/types.js";
import { listOperations, queueOperation, showOperation, type StoredOperation } from "../../../operations/operation.js";
import { moveService } from "../../../services/lifecycle.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { replicaLag } from "../replica.js";
import { servers, type StoredServer } from "../servers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresParts, PostgresPlatform } from "../parts.js";

type Replica = components["schemas"]["PostgresReplica"];

/** Most replicas of a service. */
const maxReplicas = 3;

/** The only region. */
const region = "local";

/** Lists replicas and how far they are behind. */
export async function listReplicas(
  platform: PostgresPlatform,
  { service }: Call<"postgres", "list_replicas">,
): ActionResponse<"postgres", "list_replicas"> {
  const replicas = await servers.listReplicas(platform.database, service.id);
  const shown = replicas.map((replica) => show(platform.parts, replica));
  return { status: "ok", result: { replicas: await Promise.all(shown), max_replicas: maxReplicas } };
}

/** Queues a new replica. */
export async function addReplica(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "add_replica">,
): ActionResponse<"postgres", "add_replica"> {
  if (body.region !== undefined && body.region !== region) throw fail("region_not_found");
  const { database, worker, parts } = platform;
  const { replica, operation } = await withServiceLock(database, service, async (client) => {
    const there = await servers.listReplicas(client, service.id);
    if (body.name === "primary" || there.some(({ name }) => name === body.name)) throw fail("replica_exists");
    if (there.length >= maxReplicas) throw fail("replica_limit_reached");
    const added = await servers.insert(client, service.id, "replica", body.name);
    const input = { replica_id: added.id };
    const queued = await queueOperation(client, { serviceId: service.id, kind: "add_replica", exclusive: true, input });
    if (!queued) throw fail("operation_in_progress");
    return { replica: added, operation: queued };
  });
  worker.wake();
  return { status: "ok", result: { replica: await show(parts, replica), operation: showOperation(operation) } };
}

/** Queues the removal of a replica. */
export async function deleteReplica(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "delete_replica">,
): ActionResponse<"postgres", "delete_replica"> {
  const { database, worker, parts } = platform;
  const { replica, operation } = await withServiceLock(database, service, async (client) => {
    const found = await servers.find(client, service.id, body.replica_id);
    // One that is being promoted is no longer a replica to delete.
    if (found?.role !== "replica" || found.status === "promoting") throw fail("replica_not_found");
    const input = { replica_id: found.id };
    const begun = (await listOperations(client, service.id)).find(isRemovalOf(found));
    if (begun) return { replica: found, operation: begun };
    await servers.setStatus(client, found.id, "deleting");
    const queued = await queueOperation(client, { serviceId: service.id, kind: "delete_replica", exclusive: false, input });
    return { replica: { ...found, status: "deleting" as const }, operation: queued! };
  });
  worker.wake();
  return { status: "ok", result: { replica: await show(parts, replica), operation: showOperation(operation) } };
}

function isRemovalOf({ id }: StoredServer) {
  return ({ kind, status, input }: StoredOperation) =>
    kind === "delete_replica" && (status === "queued" || status === "running") && input["replica_id"] === id;
}

/** Queues a switchover; the service is in `maintenance` from now on. */
export async function promoteReplica(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "promote_replica">,
): ActionResponse<"postgres", "promote_replica"> {
  const { database, worker, parts } = platform;
  const found = await servers.find(database, service.id, body.replica_id);
  if (found?.role !== "replica") throw fail("replica_not_found");
  const lag = found.status === "online" ? await replicaLag(parts, found) : undefined;
  if (!lag) throw fail("replica_not_online");
  if (lag.bytes !== 0 && body.allow_data_loss !== true) throw fail("replica_lagging");
  const operation = await withServiceLock(database, service, async (client) => {
    // It may have gone while its lag was asked for.
    if ((await servers.find(client, service.id, found.id))?.status !== "online") throw fail("replica_not_online");
    const input = { replica_id: found.id };
    const queued = await queueOperation(client, { serviceId: service.id, kind: "promote_replica", exclusive: true, input });
    if (!queued || !(await moveService(client, service.id, "maintenance_started"))) throw fail("operation_in_progress");
    await servers.setStatus(client, found.id, "promoting");
    return queued;
  });
  worker.wake();
  const replica = await show(parts, { ...found, status: "promoting" });
  return { status: "ok", result: { replica, endpoint_changes: true, operation: showOperation(operation) } };
}

async function show(parts: PostgresParts, replica: StoredServer): Promise<Replica> {
  const { id, name, status, port, created_at } = replica;
  const lag = status === "online" ? await replicaLag(parts, replica) : undefined;
  return {
    replica_id: id,
    name,
    status: status === "online" && (lag?.seconds ?? 0) > 60 ? "lagging" : status,
    region,
    host: port === null ? null : "localhost",
    port,
    lag_bytes: lag?.bytes ?? null,
    lag_seconds: lag?.seconds ?? null,
    created_at: created_at.toISOString(),
  };
}
