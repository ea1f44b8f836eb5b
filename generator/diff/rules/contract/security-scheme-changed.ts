import { quote } from "../../../diagnostics/catalog/entry.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../../load/json-value.js";
import type { ContractVersion } from "../../contract/contract-version.js";
import type { ContractPair } from "../../contract/pairs.js";
import { at, type PairRule } from "../../rule.js";

/** A way to prove who one is that works otherwise now. */
export const securitySchemeChanged: PairRule<ContractPair> = {
  id: "security-scheme-changed",
  breaks: "client",
  why: "Clients that prove who they are in the old way are answered 401.",
  check({ before, after }, report) {
    const [old, young] = [schemesOf(before), schemesOf(after)];
    for (const name of Object.keys(old)) {
      const [one, other] = [before.resolve(old[name]), after.resolve(young[name])];
      if (!isObject(one) || !isObject(other)) continue;
      const keys = fields.filter((key) => JSON.stringify(own(one, key)) !== JSON.stringify(own(other, key)));
      if (flowsOf(one) !== flowsOf(other)) keys.push("flows");
      for (const key of keys) {
        report(`${quote(key)} of the security scheme ${quote(name)} changed`, { before: at(one, key), after: at(other, key) });
      }
    }
  },
};

/** What a client has to follow. `bearerFormat` is a hint. */
const fields = ["type", "in", "name", "scheme", "openIdConnectUrl"];

function schemesOf({ document }: ContractVersion): JsonObject {
  return ownObject(ownObject(document, "components"), "securitySchemes") ?? {};
}

/** The addresses of the flows; which scopes exist is seen where they are needed. */
function flowsOf(scheme: JsonObject): string {
  const flows = Object.entries(ownObject(scheme, "flows") ?? {}).map(([name, flow]) => {
    const url = (key: string): JsonValue => ownString(flow, key) ?? null;
    return [name, url("authorizationUrl"), url("tokenUrl"), url("refreshUrl")];
  });
  return JSON.stringify(flows);
}
