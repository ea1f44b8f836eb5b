import { catalog } from "../../../../generated/actions.js";
import { CallError, type Handlers } from "../../../../generated/server/index.js";
import { type Database, all, statement } from "../database/query.js";
import type { Platform } from "../platform.js";
import type { StoredService } from "../services/service.js";
import type { Caller } from "./caller.js";

/** One event. Nothing here may contain a secret: there is no field for values. */
interface AuditEntry {
  readonly caller: Caller;
  readonly requestId: string;
  readonly projectId: string;
  readonly serviceId?: string;
  /** The event: `service.create`, `credential.reveal`, `postgres.add_ip`. */
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

type Actions = Handlers<Caller, StoredService>["actions"];

/** The part of a call that the wrapper reads. */
interface AuditedCall {
  readonly principal: Caller;
  readonly service: StoredService;
  readonly requestId: string;
}

interface Recordable {
  readonly readOnly: boolean;
  readonly scopes: readonly string[];
}

type AnyHandler = (call: AuditedCall) => unknown;

/**
 * Puts every action that changes something or shows content into the audit trail: that it was asked for, before it runs,
 * and how it ended. An action that can't be recorded does not run.
 */
export function auditActions({ database }: Pick<Platform, "database">, actions: Actions): Actions {
  // The wrapper is the same for all types and actions, so their types are dropped here.
  const groups = actions as unknown as Record<string, Record<string, AnyHandler>>;
  const audited: Record<string, Record<string, AnyHandler>> = {};
  for (const [type, group] of Object.entries(groups)) {
    audited[type] = {};
    for (const [action, handler] of Object.entries(group)) {
      audited[type][action] = isWorthRecording(type, action) ? wrap(`${type}.${action}`, handler) : handler;
    }
  }
  return audited as unknown as Actions;

  function wrap(event: string, handler: AnyHandler): AnyHandler {
    return async (call) => {
      const { principal: caller, service, requestId } = call;
      const note = (outcome: string) =>
        record(database, { caller, requestId, projectId: service.project_id, serviceId: service.id, event, outcome });
      await note("asked");
      try {
        const response = await handler(call);
        await note(response instanceof CallError ? response.code : "done");
        return response;
      } catch (error) {
        await note(error instanceof CallError ? error.code : "failed");
        throw error;
      }
    };
  }
}

function isWorthRecording(type: string, action: string): boolean {
  const infos: Readonly<Record<string, Readonly<Record<string, Recordable>>>> = catalog;
  const { readOnly, scopes } = infos[type]![action]!;
  return !readOnly || scopes.includes("service:data");
}
