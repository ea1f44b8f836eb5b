import { listed, type Style } from "../style.js";

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
};

const run = { id: "run-7", requested_at: "2030-01-02T03:04:05Z" };

export const cloudMachines: Style = {
  name: "cloud-machines",
  noun: "machine",
  template: "/projects/{project}/machines/{machine}/do/{action}",
  url: (action) => `/projects/p-1/machines/m-1/do/${action}`,
  path: { project: "p-1", machine: "m-1" },
  scopes: ["machines", "machines:power"],
  services: { vm: { kind: "vm", state: "running" }, gpu: { kind: "gpu", state: "running" } },
  successes: [
    {
      type: "vm",
      action: "reboot",
      body: { mode: "soft" },
      returns: { status: "done", result: { booted_at: "2030-01-02T03:04:05Z" }, envelope: run },
      status: 200,
      sent: { ...run, action: "reboot", state: "done", output: { booted_at: "2030-01-02T03:04:05Z" } },
      received: { status: "done", result: { booted_at: "2030-01-02T03:04:05Z" }, envelope: run },
    },
    {
      type: "vm",
      action: "resize",
      body: { size: "large" },
      returns: { status: "queued", envelope: { id: "run-8" }, headers: { location: "/projects/p-1/machines/m-1" } },
      status: 202,
      headers: { location: "/projects/p-1/machines/m-1" },
      sent: { id: "run-8", action: "resize", state: "queued" },
      received: { status: "queued", envelope: { id: "run-8" }, headers: { location: "/projects/p-1/machines/m-1" } },
    },
    {
      type: "vm",
      action: "resize",
      body: { size: "small" },
      returns: { status: "queued", envelope: { id: "run-9" }, headers: { location: "../m-1", "retry-after": 5 } },
      status: 202,
      headers: { location: "../m-1", "retry-after": "5" },
      sent: { id: "run-9", action: "resize", state: "queued" },
      received: { status: "queued", envelope: { id: "run-9" }, headers: { location: "../m-1", "retry-after": 5 } },
    },
    {
      type: "vm",
      action: "console",
      returns: { status: "done", result: { url: "wss://console.cloud.test/1" }, envelope: { id: "run-1" } },
      status: 200,
      sent: { id: "run-1", action: "console", state: "done", output: { url: "wss://console.cloud.test/1" } },
      received: { status: "done", result: { url: "wss://console.cloud.test/1" }, envelope: { id: "run-1" } },
    },
    {
      type: "gpu",
      action: "reset_cards",
      returns: { status: "done", result: { cards: 4 }, envelope: { id: "run-2" } },
      status: 200,
      sent: { id: "run-2", action: "reset_cards", state: "done", output: { cards: 4 } },
      received: { status: "done", result: { cards: 4 }, envelope: { id: "run-2" } },
    },
  ],
  failing: {
    own: { code: "maintenance_window", status: 409, text: "The machine is under maintenance." },
    busy: { kind: "vm", state: "stopped" },
    reason: "Not possible while the machine is stopped.",
    invalid: {
      body: { mode: "warm", delay: 601, extra: 1 },
      details: [
        { pointer: "/extra", rule: "additionalProperties", message: "is not allowed" },
        { pointer: "/delay", rule: "maximum", message: "must be <= 600" },
        { pointer: "/mode", rule: "enum", message: 'must be one of "soft", "hard"' },
      ],
    },
    malformed: {
      url: "/projects/x-1/machines/m-1/do/reboot",
      detail: { pointer: "project", rule: "pattern", message: 'must match pattern "^p-[0-9]{1,8}$"' },
    },
    wrong: { status: "done", result: { booted_at: "2030-01-02T03:04:05Z" }, envelope: { id: "7" } },
  },
  mediaType: "application/problem+json",
  error: ({ status, code, message, requestId, details }) => ({
    type: "about:blank",
    title: titles[status],
    status,
    code,
    detail: message,
    trace_id: requestId,
    ...listed(
      "errors",
      details.map(({ pointer, message: detail }) => ({ pointer, detail })),
    ),
  }),
  read: ({ code, message, details }) => ({
    code,
    text: message,
    ...listed(
      "details",
      details.map((detail) => ({ ...detail, rule: "" })),
    ),
  }),
  mistakes: [
    'handle.reboot({ mode: "warm" });',
    'handlers.vm.resize = () => ({ status: "queued", envelope: { id: "run-1" } });',
    'handlers.vm.reboot = () => ({ status: "running", result: { booted_at: "" }, envelope: { id: "run-1" } });',
    'handlers.vm.reboot = () => ({ status: "done", result: { booted_at: "" }, envelope: {} });',
  ],
  documented: ["200", "requested_at", "maintenance_window", "machines:power"],
};
