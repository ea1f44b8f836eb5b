import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** The action's own body in requests, and what is next to it. */
export const bodyCode = defineBindingCode({
  code: "binding-body",
  messages: {
    key: () => "the action's body is the value of its key",
    whole: ({ pointer }: { pointer: string }) => `the whole body can't be the action's: its name is at ${quote(pointer)}`,
    overlap: ({ pointer }: { pointer: string }) => `the action's body and its name can't both be at ${quote(pointer)}`,
    ignored: ({ action }: { action: string }) => `the body of ${quote(action)} can't be ignored: it names the action`,
    id: () => "the id of a request must be next to the action's own body",
  },
  cause: "A request may contain more than the action's own body, such as the name of the action or an id. These can't overlap.",
  bad: "x-platform-action-binding: { id: /id }",
  good: "x-platform-action-binding: { id: null }",
  at: "operation",
});
