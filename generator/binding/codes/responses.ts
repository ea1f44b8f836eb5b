import { quote } from "../../diagnostics/escape.js";
import { defineBindingCode } from "../problem.js";

/** Facts in successes that can't contain them. */
export const responseCode = defineBindingCode({
  code: "binding-response",
  messages: {
    bodiless: ({ fact }: { fact: string }) => `no success of the endpoint has a body: ${quote(fact)} has no location`,
    text: () => "the successes of the endpoint are text, which has no members",
    result: ({ action, types, pointer }: { action: string; types: string; pointer: string }) =>
      `the result of ${quote(action)} is ${types}, which ${quote(pointer)} of the response doesn't allow`,
  },
  cause: "A success without JSON has no members, and a server can't put a result where its type is not allowed.",
  bad: `
      x-platform-action-binding: { response: { status: /state } }
      responses: { "200": { description: Done., content: { text/plain: { schema: { type: string } } } } }`,
  good: `
      x-platform-action-binding: { response: { result: "" } }
      responses: { "200": { description: Done., content: { text/plain: { schema: { type: string } } } } }`,
  at: "operation",
});
