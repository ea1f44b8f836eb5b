import { catalog } from "../../../../generated/actions.js";
import { CallError, type Handlers } from "../../../../generated/server/index.js";
import type { Platform } from "../platform.js";
import type { StoredService } from "../services/service.js";
import { record } from "./audit.js";
import type { Caller } from "./caller.js";

type Actions = Handlers<Caller, StoredService>["actions"];

/** What the wrapper needs of a call. */
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
  // Which type and action it is makes no difference here: the same handlers under the same names, each behind a wrapper.
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
        const answer = await handler(call);
        await note(answer instanceof CallError ? answer.code : "done");
        return answer;
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
