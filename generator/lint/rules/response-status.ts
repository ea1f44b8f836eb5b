import { quote } from "../../diagnostics/escape.js";
import { defineRule } from "../rule.js";

/** Keys of `responses` are statuses, classes of statuses or `default`. */
export const responseStatus = defineRule({
  code: "response-status",
  severity: "error",
  message: ({ status }: { status: string }) => `${quote(status)} is not a response status`,
  hint: "Use a status from 100 to 599, a class such as 4XX, or default.",
  cause: "There is no such HTTP status, so no response can have it.",
  bad: `
      /ping:
        get: { operationId: ping, responses: { "2000": { description: Here. } } }`,
  good: `
      /ping:
        get: { operationId: ping, responses: { "200": { description: Here. } } }`,
  at: "paths",

  check(context, report) {
    for (const { value } of context.partsOf("responses")) {
      for (const status of Object.keys(value)) {
        if (status.startsWith("x-") || /^(?:[1-5](?:[0-9]{2}|XX|xx)|default)$/.test(status)) continue;
        report({ status }, context.locations.key(value, status));
      }
    }
  },
});
