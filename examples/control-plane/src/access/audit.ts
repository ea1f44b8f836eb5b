import { all, statement, type Database } from "../database/query.js";
import type { Caller } from "./caller.js";

/** One thing that somebody did. Nothing here may hold a secret: there is no place for values. */
export interface AuditEntry {
  readonly caller: Caller;
  readonly requestId: string;
  readonly projectId: string;
  readonly serviceId?: string;
  /** What was done: `service.create`, `credential.reveal`, `postgres.add_ip`. */
  readonly event: string;
  /** `asked`, `done`, or the code of the rejection. */
  readonly outcome: string;
}

const insert = statement(
  "insert-audit",
  `insert into audit (request_id, token_id, org_id, project_id, service_id, event, outcome)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Adds a row to the audit trail. What must not happen unseen waits for this and fails with it. */
export async function record(database: Database, entry: AuditEntry): Promise<void> {
  const { caller, requestId, projectId, serviceId, event, outcome } = entry;
  await all(database, insert, requestId, caller.tokenId, caller.orgId, projectId, serviceId ?? null, event, outcome);
}
