import { listed, type Style } from "../style.js";

export const tickets: Style = {
  name: "tickets",
  prefix: "acme",
  noun: "ticket",
  template: "/desk/{ticket}/{action}",
  url: (action) => `/desk/7/${action}`,
  path: { ticket: 7 },
  scopes: ["desk"],
  services: {
    incident: { meta: { class: "incident", phase: "open", tier: "gold" } },
    question: { meta: { class: "question", phase: "open" } },
  },
  successes: [
    {
      type: "incident",
      action: "escalate",
      body: { to: "ops", priority: 1 },
      returns: { status: "open", message: "On it.", result: { team: "ops" } },
      status: 200,
      sent: { verb: "escalate", note: "On it.", payload: { phase: "open", value: { team: "ops" } } },
      received: { status: "open", message: "On it.", result: { team: "ops" } },
    },
    {
      type: "incident",
      action: "move",
      returns: { status: "moving", result: {} },
      status: 200,
      sent: { verb: "move", payload: { phase: "moving", value: {} } },
      received: { status: "moving", result: {} },
    },
    {
      type: "question",
      action: "answer",
      body: { text: "Yes." },
      returns: { status: "solved", result: { sent: true } },
      status: 200,
      sent: { verb: "answer", payload: { phase: "solved", value: { sent: true } } },
      received: { status: "solved", result: { sent: true } },
    },
  ],
  failing: {
    own: { code: "nobody_there", status: 503, text: "Nobody is on call." },
    busy: { meta: { class: "incident", phase: "open", tier: "silver" } },
    reason: "The plan silver does not include it.",
    invalid: {
      body: { to: "ops", priority: 1.5, why: 1 },
      details: [
        { pointer: "/why", rule: "additionalProperties", message: "is not allowed" },
        { pointer: "/priority", rule: "type", message: "must be integer" },
      ],
    },
    malformed: {
      url: "/desk/seven/escalate",
      detail: { pointer: "ticket", rule: "type", message: "must be integer" },
    },
    wrong: { status: "closed", result: { team: "ops" } },
  },
  mediaType: "application/vnd.desk+json",
  error: ({ status, code, message, requestId, details }) => ({
    ok: false,
    trace: requestId,
    fault: { id: code, reason: message, http: status },
    ...listed(
      "fields",
      details.map(({ pointer, rule, message: why }) => ({ at: pointer, broken: rule, why })),
    ),
  }),
  read: ({ code, message, details }) => ({ code, text: message, ...listed("details", details) }),
  mistakes: [
    'handle.escalate({ to: "ops" });',
    'handlers.question.answer = () => ({ status: "open", result: { sent: true } });',
    "void (await handle.move()).envelope;",
    'handlers.incident.move = () => ({ status: "moving" });',
  ],
  documented: ["200", "nobody_there", "desk"],
};
