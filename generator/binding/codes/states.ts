import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** The states of a followed resource. */
export const stateCode = defineBindingCode({
  code: "binding-state",
  messages: {
    /** `state` is quoted if it is text. */
    unknown: ({ state, status }: { state: string; status: string }) =>
      `${state} is none of the states that ${quote(status)} can have`,
    twice: ({ state, one, other }: { state: string; one: string; other: string }) =>
      `${state} is in both ${quote(one)} and ${quote(other)}`,
  },
  cause: "Clients stop reading a followed resource at a final state. They would wait forever for one that it can't have.",
  bad: `
      x-platform-action-binding: { async: { header: Location, status: /state, pending: [running], done: [running, ready] } }
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  good: `
      x-platform-action-binding: { async: { header: Location, status: /state, pending: [running], done: [ready] } }
      x-platform-vm-actions: { resize: { async: true } }
      responses:
        "202": { description: Accepted., headers: { Location: { schema: { type: string } } } }`,
  at: "operation",
});
