import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** The parts of a document that actions are derived from. */
export const originCode = defineBindingCode({
  code: "binding-from",
  messages: {
    unknown: ({ from }: { from: string }) => `actions can't be derived from ${quote(from)}`,
    pathless: ({ method, path }: { method: string; path: string }) =>
      `no other ${method.toUpperCase()} has the path ${quote(path)} with the name of an action in it`,
    bodiless: () => "the body has no alternative, and no key, for an action",
  },
  cause: "With `from`, the actions of an endpoint are operations, alternatives or keys that the document has. There are none.",
  bad: "x-platform-action-binding: { from: path, type: { const: postgres } }",
  good: "x-platform-action-binding: { type: { const: postgres } }",
  at: "operation",
});
