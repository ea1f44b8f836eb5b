import { own, ownObject, ownString } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Contract } from "../../model/contract.js";
import type { SecurityScheme } from "../../../templates/runtime/client/authorize.js";

/** The security schemes that the operations of a contract name, and how each shows who calls. */
export function securitySchemes({ operations, document }: Contract): Map<string, SecurityScheme> {
  const declared = ownObject(ownObject(document, "components"), "securitySchemes");
  const names = operations.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement)));
  return new Map([...new Set(names)].map((name) => [name, schemeOf(resolveComponent(own(declared, name), document))]));
}

/** Whether a bearer token is all that a client of the contract can be asked for. */
export function isBearerOnly(contract: Contract): boolean {
  return [...securitySchemes(contract).values()].every(({ type }) => type === "bearer");
}

function schemeOf(scheme: ReturnType<typeof resolveComponent>): SecurityScheme {
  const type = ownString(scheme, "type");
  const http = ownString(scheme, "scheme")?.toLowerCase();
  if (type === "oauth2" || type === "openIdConnect" || http === "bearer") return { type: "bearer" };
  if (http === "basic") return { type: "basic" };
  const place = ownString(scheme, "in");
  const name = ownString(scheme, "name");
  if (type !== "apiKey" || name === undefined) return { type: "none" };
  return place === "header" || place === "query" || place === "cookie" ? { type: "key", in: place, name } : { type: "none" };
}
