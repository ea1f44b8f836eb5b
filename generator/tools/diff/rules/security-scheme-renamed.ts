import { quote } from "../../../diagnostics/escape.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { renamedSchemes, schemeAnchor, usedSchemes } from "../contract/security.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A renamed security scheme that is otherwise unchanged. */
export const securitySchemeRenamed: PairRule<ContractPair> = {
  id: "security-scheme-renamed",
  breaks: "both",
  severity: "warning",
  why: "The wire format is unchanged, but generated code names the scheme, so code that uses it doesn't compile.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
    -       security: [{ key: [] }]
    +       security: [{ apiKey: [] }]
            responses: { "200": { description: Done. } }
      components:
        securitySchemes:
    -     key: { type: apiKey, in: header, name: X-Key }
    -     basic: { type: http, scheme: basic }
    +     apiKey: { type: apiKey, in: header, name: X-Key }
    +     bearer: { type: http, scheme: basic }
  `),
  check(pair, report) {
    const used = usedSchemes(pair.operations.before);
    for (const [from, to] of renamedSchemes(pair)) {
      if (!used.has(from)) continue;
      report(`the security scheme ${quote(from)} was renamed to ${quote(to)}`, {
        before: schemeAnchor(pair.before, from),
        after: schemeAnchor(pair.after, to),
      });
    }
  },
};
