import type { Style } from "../style.js";

export const doorLocks: Style = {
  name: "door-locks",
  noun: "lock",
  template: "/locks/{lock_id}/{action}",
  isBodyOptional: true,
  url: (action) => `/locks/l-1/${action}`,
  path: { lock_id: "l-1" },
  scopes: ["doors:open"],
  services: { door: { kind: "door", state: "closed" } },
  successes: [
    {
      type: "door",
      action: "open",
      body: { pin: "1234" },
      returns: undefined,
      status: 204,
      sent: undefined,
      received: undefined,
    },
    { type: "door", action: "close", returns: undefined, status: 204, sent: undefined, received: undefined },
    { type: "door", action: "identify", returns: undefined, status: 204, sent: undefined, received: undefined },
  ],
  failing: {
    own: { code: "wrong_pin", status: 403, text: "The PIN is wrong." },
    busy: { kind: "door", state: "open" },
    reason: "Not possible while the lock is open.",
    invalid: {
      body: { pin: "12", seconds: 61 },
      details: [
        { pointer: "/pin", rule: "pattern", message: 'must match pattern "^[0-9]{4,8}$"' },
        { pointer: "/seconds", rule: "maximum", message: "must be <= 60" },
      ],
    },
    malformed: {
      url: "/locks/lock-number-one-of-many/open",
      detail: { pointer: "lock_id", rule: "maxLength", message: "must NOT have more than 16 characters" },
    },
    wrong: { result: {} },
  },
  statuses: { action_unavailable: 423 },
  mediaType: "application/json",
  error: ({ code, message }) => ({ code, message }),
  read: ({ code, message }) => ({ code, text: message }),
  mistakes: ["handle.open({});", "handlers.door.close = () => ({ result: {} });"],
  documented: ["204", "423", "wrong_pin"],
};
