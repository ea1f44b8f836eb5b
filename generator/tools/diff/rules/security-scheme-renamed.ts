import { quote } from "../../../diagnostics/escape.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { renamedSchemes, schemeAnchor, usedSchemes } from "../contract/security.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** A security scheme that has another name and is otherwise the same. */
export const securitySchemeRenamed: PairRule<ContractPair> = {
  id: "security-scheme-renamed",
  breaks: "both",
  severity: "warning",
  why: "Nothing changes on the wire, but generated code names the scheme: what uses it doesn't compile.",
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
      report(`the security scheme ${quote(from)} is called ${quote(to)} now`, {
        before: schemeAnchor(pair.before, from),
        after: schemeAnchor(pair.after, to),
      });
    }
  },
};
