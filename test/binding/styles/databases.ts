import type { Style } from "../style.js";

export const databases: Style = {
  name: "databases",
  template: "/databases/{database_id}/actions/{action}",
  url: (action) => `/databases/d-1/actions/${action}`,
  path: { database_id: "d-1" },
  scopes: ["databases:write"],
  services: {
    postgres: { type: "postgres", status: "ready", plan: "pro" },
    redis: { type: "redis", status: "ready", plan: "hobby" },
  },
  successes: [
    {
      type: "postgres",
      action: "restore",
      body: { at: "2030-01-02T03:04:05Z" },
      returns: { status: "accepted", message: "Wait.", envelope: { operation_id: "o-1" } },
      status: 202,
      sent: { status: "accepted", message: "Wait.", operation_id: "o-1" },
      received: { status: "accepted", message: "Wait.", envelope: { operation_id: "o-1" } },
    },
    {
      type: "postgres",
      action: "rotate_password",
      returns: { status: "done", result: { user: "admin" } },
      status: 200,
      sent: { status: "done", result: { user: "admin" } },
      received: { status: "done", result: { user: "admin" } },
    },
    {
      type: "redis",
      action: "flush",
      body: { confirm: "flush" },
      returns: { status: "accepted", envelope: { operation_id: "o-2" } },
      status: 202,
      sent: { status: "accepted", operation_id: "o-2" },
      received: { status: "accepted", envelope: { operation_id: "o-2" } },
    },
    {
      type: "redis",
      action: "sample",
      returns: { status: "done", result: { keys: 3 } },
      status: 200,
      sent: { status: "done", result: { keys: 3 } },
      received: { status: "done", result: { keys: 3 } },
    },
  ],
  failing: {
    own: { code: "backup_gone", status: 410, text: "There is no backup of that time." },
    busy: { type: "postgres", status: "creating", plan: "pro" },
    reason: "Not possible while the service is creating.",
    invalid: {
      body: { at: "yesterday" },
      details: [{ pointer: "/at", rule: "format", message: 'must match format "date-time"' }],
    },
    malformed: {
      url: "/databases/a-very-long-name-of-a-database/actions/restore",
      detail: { pointer: "database_id", rule: "maxLength", message: "must NOT have more than 20 characters" },
    },
    wrong: { status: "accepted", envelope: {} },
  },
  mediaType: "application/json",
  error: ({ code, message }) => ({ error: `${code}: ${message}` }),
  read: ({ code, message }) => ({ code, text: `${code}: ${message}` }),
  mistakes: [
    "handle.restore({});",
    'handlers.postgres.restore = () => ({ status: "accepted", envelope: {} });',
    'void (await handle.restore({ at: "" })).result;',
    "void (await handle.rotate_password()).message;",
    'handlers.redis.sample = () => ({ status: "accepted", result: { keys: 3 } });',
  ],
  documented: ["202", "backup_gone", "operation_id"],
};
