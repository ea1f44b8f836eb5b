import { quote } from "../../diagnostics/escape.js";
import { isPassword } from "../../json-schema/secrets.js";
import { findSentInTheOpen } from "../revealing.js";
import { defineRule } from "../rule.js";

/**
 * What is marked as a secret leaves the service only where somebody asked for exactly that. What is `writeOnly` is left out by
 * itself (`write-only-sent`).
 */
export const secretOnlyOnReveal = defineRule({
  code: "secret-only-on-reveal",
  severity: "error",
  adjustable: true,
  message: ({ secret, response }: { secret: string; response: string }) => `${secret} can be read in ${response}`,
  hint: "Leave it out of what is returned. Only 2xx responses of operations with `x-<prefix>-reveal: true`, or with a scope that ends in `:reveal`, may have one.",
  cause:
    "A value that is marked as a secret (`format: password`, also mistyped) and can be read is part of a response, or of the request of a webhook or callback. It ends up in the logs and caches of everybody who receives it.",
  bad: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, password: { type: string, format: password } }`,
  good: `
      add_user:
        result:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, has_password: { type: boolean } }`,
  at: "actions",

  check(context, report) {
    const { locations } = context;
    for (const { schema, key, entry, sent, related, isLeftOut } of findSentInTheOpen(context)) {
      if (isLeftOut || !isPassword(schema)) continue;
      const secret = key === undefined ? "a secret" : `the secret ${quote(key)}`;
      report({ secret, response: sent }, entry ? locations.key(entry.map, entry.name) : locations.value(schema), { related });
    }
  },
});
