import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { components } from "../../../../generated/types.js";
import { type Database, all, first, inTransaction, statement } from "../database/query.js";
import { type StoredOperation, queueOperation } from "../operations/operation.js";
import { type ServiceEvent, moveService } from "../services/lifecycle.js";

type Project = components["schemas"]["Project"];

const find = statement<Project>("find-project", "select id, org_id, name, slug, status from projects where id = $1");

/** The project of this id. */
export function findProject(database: Database, id: string): Promise<Project | undefined> {
  return first(database, find, id);
}

const setStatus = statement<{ id: string }>(
  "set-project-status",
  "update projects set status = $3 where id = $1 and status = $2 returning id",
);

/** The provisioning of the service has failed: there is nothing to suspend, and resuming it would call it active. */
const neverWorked = "(status = 'failed' and endpoint is null)";

const servicesOf = statement<{ id: string }>(
  "list-service-ids",
  `select id from services where project_id = $1 and not ${neverWorked}`,
);

/** The kind of the operation that makes the traffic of a service follow its status. Engines that can do so have work for it. */
export const trafficKind = "switch_traffic";

/** Suspends a project, and with it those of its services whose state allows it. Returns how many. */
export function suspendProject(pool: Pool, id: string): Promise<number> {
  return change(pool, id, "active", "suspended", "suspend");
}

/** Takes a suspension back. */
export function resumeProject(pool: Pool, id: string): Promise<number> {
  return change(pool, id, "suspended", "active", "resume");
}

function change(pool: Pool, id: string, from: string, to: string, event: ServiceEvent): Promise<number> {
  return inTransaction(pool, async (client) => {
    if ((await all(client, setStatus, id, from, to)).length === 0)
      throw new RangeError(`There is no such project that is ${from}`);
    let moved = 0;
    for (const service of await all(client, servicesOf, id)) if (await switchService(client, service.id, event)) moved++;
    return moved;
  });
}

type Switch = Pick<StoredOperation, "id" | "service_id" | "status">;

const switchesOf = statement<Switch>(
  "list-traffic-switches",
  `select distinct on (service_id) o.id, service_id, o.status from operations o join services s on s.id = service_id
   where project_id = $1 and kind = '${trafficKind}' order by service_id, requested_at desc`,
);

/**
 * Waits until the traffic of a project's services has followed their status, but not longer than a while in milliseconds.
 * Returns the operations that have failed or have not ended.
 */
export async function waitForTraffic(pool: Pool, id: string, longest: number): Promise<Switch[]> {
  const deadline = performance.now() + longest;
  for (;;) {
    const left = (await all(pool, switchesOf, id)).filter(({ status }) => status !== "succeeded");
    if (left.every(({ status }) => status === "failed") || performance.now() > deadline) return left;
    await sleep(100);
  }
}

const canSwitch = statement("find-service-that-worked", `select id from services where id = $1 and not ${neverWorked}`);

const projectOf = statement<{ status: string }>(
  "share-project-of-service",
  "select p.status from projects p join services s on s.project_id = p.id where s.id = $1 for share of p",
);

/** Moves a service when work on it has ended. In a project that was suspended meanwhile it is suspended too. */
export async function moveAfterWork(client: PoolClient, serviceId: string, events: readonly ServiceEvent[]): Promise<void> {
  // The project first, as a suspension does: the two wait for each other.
  const project = await first(client, projectOf, serviceId);
  for (const event of events) await moveService(client, serviceId, event);
  if (project?.status === "suspended" && (await first(client, canSwitch, serviceId)))
    await switchService(client, serviceId, "suspend");
}

/** Moves a service and lets its traffic follow. False: its state does not allow it. */
async function switchService(client: PoolClient, serviceId: string, event: ServiceEvent): Promise<boolean> {
  if (!(await moveService(client, serviceId, event))) return false;
  await queueOperation(client, { serviceId, kind: trafficKind, exclusive: false });
  return true;
}
