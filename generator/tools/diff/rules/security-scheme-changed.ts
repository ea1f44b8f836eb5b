import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, ownObject } from "../../../document/json-value.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { objectAnchors } from "../contract/operations.js";
import type { Pair } from "../contract/pairs.js";
import { fieldKey, schemesOf, usedSchemes } from "../contract/security.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A changed security scheme. */
export const securitySchemeChanged: PairRule<ContractPair> = {
  id: "security-scheme-changed",
  breaks: "client",
  why: "Clients that authenticate in the old way receive 401.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            security: [{ bearer: [read] }, { account: [read] }]
            responses: { "200": { description: Done. } }
      components:
        securitySchemes:
    -     bearer: { type: http, scheme: bearer }
    +     bearer: { type: http, scheme: basic }
          account:
            type: oauth2
            flows:
    -         implicit: { authorizationUrl: "https://shop.example/authorize", scopes: {} }
    -         clientCredentials: { tokenUrl: "https://shop.example/token", scopes: { read: Read. } }
    +         clientCredentials: { tokenUrl: "https://shop.example/oauth/token", scopes: { read: Read orders., write: Write. } }
  `),
  check({ before, after, operations }, report) {
    const compareFields = (fields: readonly string[], subject: string, pair: Pair<JsonObject>) => {
      for (const field of fields) {
        if (fieldKey(pair.before, field) === fieldKey(pair.after, field)) continue;
        report(`${quote(field)} of ${subject} changed`, objectAnchors(pair, field));
      }
    };
    const used = usedSchemes(operations.before);
    const schemes = schemesOf(after);
    for (const [name, scheme] of schemesOf(before)) {
      const changed = schemes.get(name);
      // Schemes that no operation requires don't matter to clients.
      if (!changed || !used.has(name)) continue;
      const title = `the security scheme ${quote(name)}`;
      compareFields(fieldsOfScheme, title, { before: scheme, after: changed });
      for (const [name, flow] of flowsOf(scheme)) {
        const subject = `the flow ${quote(name)} of ${title}`;
        const changedFlow = flowsOf(changed).get(name);
        if (changedFlow) compareFields(fieldsOfFlow, subject, { before: flow, after: changedFlow });
        else report(`${subject} was removed`, { before: at(flow), after: at(changed), isGone: true });
      }
    }
  },
};

/** The fields that clients depend on. `bearerFormat` is only a hint. */
const fieldsOfScheme = ["type", "in", "name", "scheme", "openIdConnectUrl"];

/** Scopes are compared in the operations that require them. */
const fieldsOfFlow = ["authorizationUrl", "tokenUrl", "refreshUrl"];

function flowsOf(scheme: JsonObject): ReadonlyMap<string, JsonObject> {
  const flows = Object.entries(ownObject(scheme, "flows") ?? {});
  return new Map(flows.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}
