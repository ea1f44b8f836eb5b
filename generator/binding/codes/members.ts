import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Members that no binding has, or of the wrong kind. */
export const memberCode = defineBindingCode({
  code: "binding-member",
  messages: {
    unknown: ({ name }: { name: string }) => `unknown member ${quote(name)} of a binding`,
    /** `kind` completes `must be`: `a JSON pointer`. */
    kind: ({ name, kind }: { name: string; kind: string }) => `${quote(name)} must be ${kind}`,
    batch: () => "only requests of JSON-RPC have a batch",
  },
  cause: "A member that a binding doesn't have, or with a value that it can't have, would have no effect.",
  bad: "x-platform-action-binding: { response: { reslut: /result } }",
  good: "x-platform-action-binding: { response: null }",
  at: "operation",
});
