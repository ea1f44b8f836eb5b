import { listed, type Style } from "../style.js";

const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const fields = (details: readonly { pointer: string; rule: string; message: string }[]) =>
  details.map(({ pointer, rule, message }) => ({ field: pointer, rule, message }));

export const bankAccounts: Style = {
  name: "bank-accounts",
  noun: "account",
  template: "/accounts/{account_id}/commands/{action}",
  url: (action) => `/accounts/${id}/commands/${action}`,
  path: { account_id: id },
  scopes: ["accounts.move"],
  services: {
    checking: { data: { id, type: "checking", status: "open", plan: "premium" } },
    savings: { data: { id, type: "savings", status: "open" } },
  },
  successes: [
    {
      type: "checking",
      action: "transfer",
      body: { to: { iban: "DE00" }, amount: "10.00" },
      returns: { result: { reference: "T-1" }, envelope: { meta: { took_ms: 7 } } },
      status: 200,
      sent: { data: { reference: "T-1" }, meta: { took_ms: 7 } },
      received: { result: { reference: "T-1" }, envelope: { meta: { took_ms: 7 } } },
    },
    {
      type: "checking",
      action: "freeze",
      body: { reason: "lost" },
      returns: { result: { frozen: true }, envelope: { meta: { took_ms: 1, cursor: null } } },
      status: 200,
      sent: { data: { frozen: true }, meta: { took_ms: 1, cursor: null } },
      received: { result: { frozen: true }, envelope: { meta: { took_ms: 1, cursor: null } } },
    },
    {
      type: "savings",
      action: "withdraw",
      body: { amount: "5.00" },
      returns: { result: { balance: "0.00" }, envelope: { meta: { took_ms: 1 } } },
      status: 200,
      sent: { data: { balance: "0.00" }, meta: { took_ms: 1 } },
      received: { result: { balance: "0.00" }, envelope: { meta: { took_ms: 1 } } },
    },
  ],
  failing: {
    own: { code: "limit_exceeded", status: 403, text: "The limit of the day is reached." },
    busy: { data: { id, type: "checking", status: "open", plan: "basic" } },
    reason: "The plan basic does not include it.",
    invalid: {
      body: { to: { name: "Kim" }, amount: 5 },
      details: [
        { pointer: "/amount", rule: "type", message: "must be string" },
        { pointer: "/to/iban", rule: "required", message: "is required" },
        { pointer: "/to/name", rule: "additionalProperties", message: "is not allowed" },
      ],
    },
    malformed: {
      url: "/accounts/1/commands/transfer",
      detail: { pointer: "account_id", rule: "format", message: 'must match format "uuid"' },
    },
    wrong: { result: { reference: 5 }, envelope: { meta: { took_ms: 7 } } },
  },
  mediaType: "application/json",
  error: ({ code, message, details }) => ({ error: { code, message, ...listed("details", fields(details)) } }),
  read: ({ code, message, details }) => ({ code, text: message, ...listed("details", details) }),
  mistakes: [
    'handle.transfer({ amount: "10.00" });',
    "handlers.checking.transfer = () => ({ result: { reference: 1 }, envelope: { meta: { took_ms: 1 } } });",
    'void (await handle.freeze({ reason: "lost" })).status;',
    'handlers.savings.withdraw = () => ({ result: { balance: "" } });',
  ],
  documented: ["200", "insufficient_funds", "limit_exceeded", "accounts.move"],
};
