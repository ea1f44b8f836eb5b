import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** What clients follow after an action that completes asynchronously. */
export const asyncCode = defineBindingCode({
  code: "binding-async",
  messages: {
    besideHeader: ({ name }: { name: string }) => `${quote(name)} has no effect next to "header", which contains the whole URL`,
    withoutOperation: ({ name }: { name: string }) => `${quote(name)} has no effect without "operation"`,
    header: ({ header }: { header: string }) => `the response declares no header ${quote(header)}`,
    parameter: ({ path, name }: { path: string; name: string }) => `${quote(path)} has no parameter ${quote(name)}`,
    nothing: () =>
      "cannot determine what to follow: there is neither an operation nor a header, and the contract has no GET for the service",
  },
  cause:
    "After a 202, clients read a resource until it is done: an operation with an id from the response, the URL of a header, or the service. It must be declared.",
  bad: `
      x-platform-action-binding: { async: { header: Locaton } }
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  good: `
      x-platform-action-binding: { async: null }
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  at: "operation",
});
