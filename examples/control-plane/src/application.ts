import { bearerToken, createServer, type Application, type LogEntry, type Server } from "../../../generated/server/index.js";
import type { Caller } from "./access/caller.js";
import { findCaller } from "./access/tokens.js";
import { auditActions } from "./access/audit-actions.js";
import { createHandlers } from "./handlers/index.js";
import { storableOnly } from "./handlers/storable.js";
import { describeError } from "./log.js";
import type { Platform } from "./platform.js";
import { findService, type StoredService } from "./services/service.js";

/** The API's server: the generated core, and what this control plane tells it. */
export function createApi(platform: Platform): Server<Caller, StoredService> {
  const { database, engines } = platform;
  const handlers = storableOnly(createHandlers(platform));
  const application: Application<Caller, StoredService> = {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      return token === undefined ? undefined : findCaller(database, token);
    },
    isBound: ({ projects }, { project_id }) => projects.includes(project_id),
    findService: ({ project_id, service_id }) => findService(database, project_id, service_id),
    gate(service, action) {
      const reason = engines[service.type].whyOff(service, action);
      return reason === undefined ? "enabled" : { reason };
    },
    handlers: { ...handlers, actions: auditActions(platform, handlers.actions) },
    log: (entry) => logFailure(platform, entry),
  };
  return createServer(application);
}

function logFailure({ log }: Platform, { level, message, requestId, operation, action, error, problems }: LogEntry): void {
  log(level, message, {
    request_id: requestId,
    operation,
    action,
    ...(error === undefined ? {} : describeError(error)),
    // Fields and rules, no values.
    problems: problems?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).join(", "),
  });
}
