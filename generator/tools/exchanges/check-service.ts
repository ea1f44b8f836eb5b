import { segmentParameters, servicePath, pathSegments } from "../../emit/server/path-segments.js";
import { ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { isJsonType } from "../../../templates/runtime/server/http.js";
import type { ExchangeResponse } from "./exchange.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { checkValue, finding, type Findings } from "./finding.js";
import type { CallTarget } from "./find-target.js";

/** Checks the service that an exchange is about, and whether the action could run in its state and plan. */
export function checkService(
  contract: ExchangeContract,
  { node }: CallTarget,
  service: JsonObject,
  response: ExchangeResponse | undefined,
  findings: Findings,
): void {
  const schema = serviceSchema(contract);
  if (schema !== undefined) checkValue(contract, schema, service, "/service", "response", findings);
  if (!node || !response || response.status >= 400) return;
  const { action } = node;
  const details = { contractPlace: contract.locations.value(action, "availability") };
  for (const [name, allowed] of [["status", action.states] as const, ["plan", action.plans] as const]) {
    const value = ownString(service, name);
    if (!allowed || value === undefined || allowed.includes(value)) continue;
    const message = `rules the action out, but it was done; the contract allows ${allowed.join(", ")}`;
    findings.push(finding(`/service/${name}`, "availability", message, details));
  }
}

/** How the API represents a service: the response to a GET of the path that leads to one. */
export function serviceSchema({ contract }: ExchangeContract): JsonValue | undefined {
  for (const endpoint of contract.operations) {
    if (endpoint.serviceTypes.length === 0) continue;
    const wanted = JSON.stringify(servicePath(endpoint));
    const read = contract.operations.find(
      ({ method, path }) => method === "GET" && JSON.stringify(pathSegments(path)) === wanted,
    );
    const answer = read?.responses.find(({ status }) => status === "200" || status.toUpperCase() === "2XX");
    const schema = answer?.content.find(({ name }) => isJsonType(name))?.schema;
    if (schema !== undefined) return schema;
  }
  return undefined;
}

/** The path parameter that names the service. */
export function serviceParameter({ contract }: ExchangeContract): string | undefined {
  const endpoint = contract.operations.find(({ serviceTypes }) => serviceTypes.length > 0);
  return endpoint && segmentParameters(servicePath(endpoint)).at(-1);
}
