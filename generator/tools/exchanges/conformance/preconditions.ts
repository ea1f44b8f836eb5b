import type { Operation, Parameter } from "../../../model/contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { HttpRequest } from "./http.js";
import type { Trial } from "./trial.js";
import type { World } from "./world.js";

/**
 * A request that names the ETag of what it is about, where the operation has the header `If-Match` and the request a value for it that the
 * contract allows: only the server knows which one is right.
 */
export async function withCurrentETag(
  { evaluate }: ExchangeContract,
  world: World,
  trial: Trial,
  target: CallTarget,
  request: ExchangeRequest,
): Promise<ExchangeRequest> {
  const { operation } = target.endpoint;
  const parameter = headerParameter(operation, "if-match");
  const planned = parameter && request.headers?.[parameter.name];
  if (!parameter || planned === undefined || evaluate(parameter.schema, planned).isValid !== true) return request;
  const etag = (await world.view(trial, operation, request.params ?? {}))?.headers["etag"];
  return etag === undefined ? request : { ...request, headers: { ...request.headers, [parameter.name]: etag } };
}

type Condition = "if-match" | "if-none-match";

/** The parameter of an operation that is a condition. */
export function headerParameter({ parameters }: Operation, wanted: Condition): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === "header" && name.toLowerCase() === wanted);
}

/** Sets a header of a request after it is written. */
export function withHeader(name: Condition, value: string): (request: HttpRequest) => HttpRequest {
  return (request) => ({ ...request, headers: { ...request.headers, [name]: value } });
}

/** Whether two ETags are the same by the weak comparison (RFC 9110, section 8.8.3.2). */
export function isSameETag(one: string, other: string | undefined): boolean {
  const opaque = (etag: string | undefined) => etag?.replace(/^W\//, "");
  return opaque(one) === opaque(other);
}
