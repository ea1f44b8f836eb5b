import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Codes of errors that a server reports by itself. */
export const serverCode = defineBindingCode({
  code: "binding-server-code",
  messages: {
    unknown: ({ code }: { code: string }) => `${quote(code)} is none of the server's codes`,
  },
  cause: "`codes` renames the codes of errors that a server reports by itself. A mistyped one would rename nothing.",
  bad: 'x-platform-error-binding: { message: /error, codes: { internl: "Internal error" } }',
  good: 'x-platform-error-binding: { message: /error, codes: { internal: "Internal error" } }',
  at: "root",
});
