import type { Style } from "../style.js";

const codes: Readonly<Record<string, string>> = {
  unauthenticated: "unauthorized",
  access_denied: "forbidden",
  resource_not_found: "not_found",
  method_not_allowed: "not_found",
  invalid_parameter: "invalid_input",
  invalid_action_body: "invalid_input",
  invalid_request: "invalid_input",
  payload_too_large: "invalid_input",
  unsupported_media_type: "invalid_input",
  action_unavailable: "locked",
  not_implemented: "unsupported",
  internal: "server_error",
};

const times = { started: "2030-01-02T03:04:05Z", finished: null };
const resources = [{ id: 42, type: "server" }];
const action = { id: 13, progress: 0, ...times, resources, error: null };

export const hostingServers: Style = {
  name: "hosting-servers",
  noun: "server",
  template: "/servers/{id}/actions/{action}",
  url: (name) => `/servers/42/actions/${name}`,
  path: { id: 42 },
  scopes: ["write"],
  services: { server: { server: { id: 42, status: "off" } } },
  successes: [
    {
      type: "server",
      action: "change_type",
      body: { server_type: "cx21", upgrade_disk: false },
      returns: { status: "running", envelope: { action } },
      status: 201,
      sent: { action: { ...action, command: "change_type", status: "running" } },
      received: { status: "running", envelope: { action } },
    },
    {
      type: "server",
      action: "enable_rescue",
      body: { type: "linux64" },
      returns: { status: "running", envelope: { action, root_password: "a-b-c" } },
      status: 201,
      sent: { action: { ...action, command: "enable_rescue", status: "running" }, root_password: "a-b-c" },
      received: { status: "running", envelope: { action, root_password: "a-b-c" } },
    },
    {
      type: "server",
      action: "power_off",
      returns: { status: "error", envelope: { action: { ...action, error: { code: "stuck", message: "It hangs." } } } },
      status: 201,
      sent: { action: { ...action, command: "power_off", status: "error", error: { code: "stuck", message: "It hangs." } } },
      received: { status: "error", envelope: { action: { ...action, error: { code: "stuck", message: "It hangs." } } } },
    },
  ],
  failing: {
    own: { code: "placement_error", status: 412, text: "No host has room for it." },
    busy: { server: { id: 42, status: "migrating" } },
    reason: "Not possible while the server is migrating.",
    invalid: {
      body: { server_type: "cx21" },
      details: [{ pointer: "/upgrade_disk", rule: "required", message: "is required" }],
    },
    malformed: {
      url: "/servers/0/actions/change_type",
      detail: { pointer: "id", rule: "minimum", message: "must be >= 1" },
    },
    wrong: { status: "running", envelope: { action: { ...action, progress: 101 } } },
  },
  mediaType: "application/json",
  error: ({ code, message }) => ({ error: { code: codes[code] ?? code, message } }),
  read: ({ code, message }) => ({ code: codes[code] ?? code, text: message }),
  mistakes: [
    'handle.change_type({ server_type: "cx21" });',
    'handlers.server.power_off = () => ({ status: "running" });',
    "void (await handle.power_off()).result;",
    'handlers.server.enable_rescue = () => ({ status: "success", envelope: {} as never });',
  ],
  documented: ["201", "placement_error"],
};
