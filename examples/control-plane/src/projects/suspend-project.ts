import type { Pool } from "pg";
import { all, statement } from "../database/query.js";
import { inTransaction } from "../database/transaction.js";
import { moveService, type ServiceEvent } from "../services/lifecycle.js";

const setStatus = statement<{ id: string }>(
  "set-project-status",
  "update projects set status = $3 where id = $1 and status = $2 returning id",
);
const servicesOf = statement<{ id: string }>("list-service-ids", "select id from services where project_id = $1");

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
    for (const service of await all(client, servicesOf, id)) if (await moveService(client, service.id, event)) moved++;
    return moved;
  });
}
