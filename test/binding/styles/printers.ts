import type { Style } from "../style.js";

export const printers: Style = {
  name: "printers",
  noun: "printer",
  template: "/printers/{name}/run/{action}",
  url: (action) => `/printers/lobby/run/${action}`,
  path: { name: "lobby" },
  keyHeader: "x-api-key",
  scopes: ["print"],
  services: { printer: { name: "lobby", state: "idle" } },
  successes: [
    {
      type: "printer",
      action: "print",
      body: { document: "a.pdf", pages: [1, 2] },
      returns: { status: "printing", message: "Soon.", result: { job: 3 } },
      status: 200,
      sent: { status: "printing", message: "Soon.", result: { job: 3 } },
      received: { status: "printing", message: "Soon.", result: { job: 3 } },
    },
    {
      type: "printer",
      action: "pause",
      returns: { status: "paused", message: "It waits.", result: {} },
      status: 200,
      sent: { status: "paused", message: "It waits.", result: {} },
      received: { status: "paused", message: "It waits.", result: {} },
    },
    {
      type: "printer",
      action: "resume",
      returns: { status: "printing", message: "On.", result: {} },
      status: 200,
      sent: { status: "printing", message: "On.", result: {} },
      received: { status: "printing", message: "On.", result: {} },
    },
  ],
  failing: {
    own: { code: "out_of_paper", status: 409, text: "There is no paper." },
    busy: { name: "lobby", state: "paused" },
    reason: "Not possible while the printer is paused.",
    invalid: {
      body: { document: "a.pdf", pages: [1, 0] },
      details: [{ pointer: "/pages/1", rule: "minimum", message: "must be >= 1" }],
    },
    malformed: {
      url: "/printers/lobby/run/print?copies=many",
      detail: { pointer: "copies", rule: "type", message: "must be integer" },
    },
    wrong: { status: "printing", message: "", result: { job: "3" } },
  },
  mediaType: "application/json",
  error: ({ status, code, message }) => ({ error: code, message, statusCode: status }),
  read: ({ code, message }) => ({ code, text: message }),
  mistakes: [
    'handlers.printer.pause = () => ({ status: "paused", result: {} });',
    'handle.print({ document: "a.pdf" });',
    'handlers.printer.resume = () => ({ status: "paused", message: "", result: {} });',
    'handle.pause({}, { parameters: { copies: "2" } });',
  ],
  documented: ["200", "copies", "out_of_paper", "X-Api-Key"],
};
