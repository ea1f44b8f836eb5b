import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, own, ownObject } from "../../../document/json-value.js";
import type { ContractPair } from "../contract/contract-pair.js";
import { objectAnchors } from "../contract/operations.js";
import type { Pair } from "../contract/pairs.js";
import { schemesOf, usedSchemes } from "../contract/security.js";
import { inContract } from "../example.js";
import { at, type PairRule } from "../rule.js";

/** A way to prove who one is that works otherwise now. */
export const securitySchemeChanged: PairRule<ContractPair> = {
  id: "security-scheme-changed",
  breaks: "client",
  why: "Clients that prove who they are in the old way are answered 401.",
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
    const compareFields = (fields: readonly string[], what: string, pair: Pair<JsonObject>) => {
      for (const field of fields) {
        if (own(pair.before, field) === own(pair.after, field)) continue;
        report(`${quote(field)} of ${what} changed`, objectAnchors(pair, field));
      }
    };
    const used = usedSchemes(operations.before);
    const schemes = schemesOf(after);
    for (const [name, scheme] of schemesOf(before)) {
      const changed = schemes.get(name);
      // Nobody proves who they are with a scheme that no operation names.
      if (!changed || !used.has(name)) continue;
      const title = `the security scheme ${quote(name)}`;
      compareFields(fieldsOfScheme, title, { before: scheme, after: changed });
      for (const [name, flow] of flowsOf(scheme)) {
        const what = `the flow ${quote(name)} of ${title}`;
        const changedFlow = flowsOf(changed).get(name);
        if (changedFlow) compareFields(fieldsOfFlow, what, { before: flow, after: changedFlow });
        else report(`${what} is gone`, { before: at(flow), after: at(changed), isGone: true });
      }
    }
  },
};

/** What a client has to follow. `bearerFormat` is a hint. */
const fieldsOfScheme = ["type", "in", "name", "scheme", "openIdConnectUrl"];

/** Which scopes exist is seen where they are needed. */
const fieldsOfFlow = ["authorizationUrl", "tokenUrl", "refreshUrl"];

function flowsOf(scheme: JsonObject): ReadonlyMap<string, JsonObject> {
  const flows = Object.entries(ownObject(scheme, "flows") ?? {});
  return new Map(flows.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}
