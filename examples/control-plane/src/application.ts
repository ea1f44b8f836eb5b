import {
  type Application,
  type Handlers,
  type LogEntry,
  type Server,
  bearerToken,
  createServer,
  invalid,
} from "../../../generated/server/index.js";
import { auditActions } from "./access/audit.js";
import { type Caller, findCaller } from "./access/caller.js";
import { createHandlers } from "./handlers/index.js";
import { asUnavailable } from "./database/connections.js";
import { isStorable } from "./database/storable.js";
import { noteTenant } from "./database/tenant.js";
import { describeError } from "./log.js";
import type { Platform } from "./platform.js";
import { type StoredService, findService } from "./services/service.js";
import { isFull } from "./storage-full.js";

/** The API's server: the generated core and its configuration by this control plane. */
export function createApi(platform: Platform): Server<Caller, StoredService> {
  return createServer(createApplication(platform));
}

/** The application's part of the server. */
export function createApplication(platform: Platform): Application<Caller, StoredService> {
  const { database, engines, metrics } = platform;
  const handlers = wrapEach(createHandlers(platform), storableOnly);
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      return token === undefined ? undefined : findCaller(database, token);
    },
    canAccess({ projects }, { project_id }) {
      const canAccess = projects.includes(project_id);
      if (canAccess) noteTenant(project_id);
      return canAccess;
    },
    findResource: ({ project_id, service_id }) => findService(database, project_id, service_id),
    gate(service, action) {
      const reason = engines[service.type].whyOff(service, action);
      return reason === undefined ? "enabled" : { reason };
    },
    handlers: wrapEach({ ...handlers, actions: auditActions(platform, handlers.actions) }, reportingFull(platform)),
    log: (entry) => logFailure(platform, entry),
    onCall: (call, next) => metrics.observeCall(call, next),
    // Callers rely on every word of the contract. An adopter with older callers starts with "report".
    responses: "enforce",
  };
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

type AllHandlers = Handlers<Caller, StoredService>;

type AnyHandler = (call: { readonly body?: unknown }) => unknown;

type Group = Readonly<Record<string, AnyHandler>>;

/** Wraps every handler of operations and of actions. */
function wrapEach({ operations, actions }: AllHandlers, wrap: (handler: AnyHandler) => AnyHandler): AllHandlers {
  // The wrapper is the same for all of them, so their types are dropped here.
  const wrapGroup = (group: Group) => Object.fromEntries(Object.entries(group).map(([name, handler]) => [name, wrap(handler)]));
  const groups = Object.entries(actions as unknown as Record<string, Group>);
  return {
    operations: wrapGroup(operations as unknown as Group),
    actions: Object.fromEntries(groups.map(([type, group]) => [type, wrapGroup(group)])),
  } as unknown as AllHandlers;
}

/** Rejects text that PostgreSQL can't store with 400, wherever in the body it is. */
function storableOnly(handler: AnyHandler): AnyHandler {
  return (call) => {
    check("", call.body);
    return handler(call);
  };
}

/** Responds 503 to calls that a full disk interrupts, and tells the operator. */
function reportingFull({ log }: Platform): (handler: AnyHandler) => AnyHandler {
  return (handler) => async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (!isFull(error)) throw error;
      log("error", "The storage is full", describeError(error));
      throw asUnavailable(error);
    }
  };
}

function check(pointer: string, value: unknown): void {
  if (typeof value === "string" && !isStorable(value)) throw invalid(pointer, "must not contain NUL or a lone surrogate");
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw invalid(pointer, "must not have a name with NUL or a lone surrogate");
    check(`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, inner);
  }
}
