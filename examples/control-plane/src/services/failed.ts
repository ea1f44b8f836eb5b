import type { Pool, PoolClient } from "pg";
import { type Database, all, inTransaction, statement } from "../database/query.js";
import { queueOperation } from "../operations/operation.js";
import type { Work } from "../operations/work.js";
import { claimCapacity, releaseCapacity } from "./capacity.js";
import { explainRejection } from "./create-service.js";
import { type ServiceEvent, moveService } from "./lifecycle.js";
import { lockService } from "./lock-service.js";
import { type StoredService, findServiceById } from "./service.js";

/** How each engine's provisioning ends, at first or when it is retried. A failure gives the capacity back. */
export const provisioningEnds = {
  moves: { done: ["ready", "done"], failed: ["error"] },
  giveUp: ({ service }, client) => releaseCapacity(client, service.id),
} satisfies Pick<Work, "moves" | "giveUp">;

const remove = statement("delete-service", "delete from services where id = $1");

/** Removes the rows of a service and gives its capacity back. */
export async function removeService(database: Database, id: string): Promise<void> {
  await releaseCapacity(database, id);
  await all(database, remove, id);
}

/** Deletes a service that consists of rows alone. */
export const deleting: Work = { run: ({ service }) => Promise.resolve((client) => removeService(client, service.id)) };

/** Provisions a service again whose provisioning has failed. Throws a `RangeError` that says why it can't. */
export function retryProvisioning(pool: Pool, id: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const service = await lockFailed(client, id);
    if (!(await claimCapacity(client, id))) throw new RangeError(await explainRejection(client, service));
    await begin(client, id, "maintenance_started", "provision");
  });
}

/** Deletes a service whose provisioning has failed. Throws a `RangeError` that says why it can't. */
export function deleteFailed(pool: Pool, id: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockFailed(client, id, "deleting");
    await begin(client, id, "delete", "delete");
  });
}

/** A service that has failed before it had an endpoint, or whose status is another given one. */
async function lockFailed(client: PoolClient, id: string, orStatus?: string): Promise<StoredService> {
  await lockService(client, id);
  const service = await findServiceById(client, id);
  if (!service) throw new RangeError("No service has this id");
  const isFailed = service.status === "failed" && service.endpoint === null;
  if (!isFailed && service.status !== orStatus)
    throw new RangeError(`Only a service whose provisioning has failed can be retried or deleted; this one is ${service.status}`);
  return service;
}

async function begin(client: PoolClient, serviceId: string, event: ServiceEvent, kind: string): Promise<void> {
  await moveService(client, serviceId, event);
  const queued = await queueOperation(client, { serviceId, kind, exclusive: true });
  if (!queued) throw new RangeError("An operation of the service has not ended yet");
}
