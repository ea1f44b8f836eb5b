import { quote } from "../../diagnostics/escape.js";
import { isSecret } from "../../json-schema/secrets.js";
import { findSentInTheOpen } from "../revealing.js";
import { defineRule } from "../rule.js";

/**
 * A secret leaves the service only if a caller requested it explicitly. `writeOnly` values are omitted anyway
 * (`write-only-sent`).
 */
export const secretOnlyOnReveal = defineRule({
  code: "secret-only-on-reveal",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ secret, response }: { secret: string; response: string }) => `${secret} can be read in ${response}`,
  hint: "Remove it from the response. Only 2xx responses of operations with `x-<prefix>-reveal: true`, or with a scope that ends in `:reveal`, may contain secrets.",
  cause:
    "A response, or the request of a webhook or callback, contains a readable value that is marked as a secret (`format: password`, even mistyped). It ends up in the logs and caches of everybody who receives it.",
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
      if (isLeftOut || !isSecret(schema)) continue;
      const secret = key === undefined ? "a secret" : `the secret ${quote(key)}`;
      report({ secret, response: sent }, entry ? locations.key(entry.map, entry.name) : locations.value(schema), { related });
    }
  },
});
