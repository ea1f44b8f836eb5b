import { isJsonType } from "../../templates/runtime/server/http.js";
import { isObject, type JsonObject, type JsonValue, own } from "../document/json-value.js";
import type { ExchangeContract } from "../tools/exchanges/exchange-contract.js";
import type { Exchange, ExchangeResponse } from "../tools/exchanges/exchange.js";
import type { Finding } from "../tools/exchanges/finding.js";
import { serviceViews, typeOfService } from "../tools/exchanges/service-views.js";
import { validateExchange } from "../tools/exchanges/validate-exchange.js";

/** The target; required unless the tested value includes it. */
export type Call = Pick<Exchange, "operation" | "service_type" | "action" | "service" | "request">;

/** The result that vitest and jest expect. */
interface MatchResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * `expect(response).toMatchContract(contract, { operation: "getService" })`. For a response of `fetch`, await the matcher,
 * because it has to read the response. Exchanges and objects with status, headers and body are validated synchronously.
 */
export function toMatchContract(
  received: unknown,
  contract: ExchangeContract,
  call: Call = {},
): MatchResult | Promise<MatchResult> {
  if (contract instanceof Promise) throw new TypeError("toMatchContract takes a contract, not a promise: await readContract()");
  if (isFetchResponse(received)) {
    return readResponse(received).then((response) => matchExchange(contract, { ...call, response }));
  }
  if (!isObject(received)) throw new TypeError("toMatchContract accepts a response, or an exchange with request and response");
  const isExchange = Object.hasOwn(received, "request") || Object.hasOwn(received, "response");
  return matchExchange(
    contract,
    isExchange ? { ...call, ...(received as Exchange) } : { ...call, response: readPlainResponse(received) },
  );
}

function matchExchange(contract: ExchangeContract, exchange: Exchange): MatchResult {
  const findings = validateExchange(contract, exchange);
  const unknownTarget = findings.find(({ rule }) => rule === "target");
  // A typo must not make `.not.toMatchContract` pass.
  if (unknownTarget) throw new TypeError(`toMatchContract: ${unknownTarget.message}${meant(unknownTarget)}`);
  return {
    pass: findings.length === 0,
    message: () =>
      findings.length === 0
        ? `expected ${nameOf(contract, exchange)} not to match the contract, but it does`
        : `${nameOf(contract, exchange)} does not match the contract:\n${findings.map(describe).join("\n")}`,
  };
}

function nameOf({ contract }: ExchangeContract, { operation, service_type, service, action }: Exchange): string {
  const type = service_type ?? typeOfService(service, serviceViews(contract))?.type;
  return action === undefined ? (operation ?? "the exchange") : `${String(type)}.${action}`;
}

function describe(finding: Finding): string {
  const { pointer, rule, message, contractPlace } = finding;
  const place = contractPlace ? `, see ${contractPlace.path}:${contractPlace.line}:${contractPlace.column}` : "";
  return `  ${pointer} ${message} (rule ${rule}${place})${meant(finding)}`;
}

function meant({ suggestion }: Finding): string {
  return suggestion === undefined ? "" : ` Did you mean ${JSON.stringify(suggestion)}?`;
}

/** The relevant members of a `fetch` response, regardless of its implementation. */
interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(visit: (value: string, name: string) => void): void };
  clone(): { text(): Promise<string> };
}

function isFetchResponse(value: unknown): value is FetchResponse {
  if (typeof value !== "object" || value === null) return false;
  const { status, headers, clone } = value as Partial<FetchResponse>;
  return typeof status === "number" && typeof clone === "function" && typeof headers?.forEach === "function";
}

/** Reads a copy of a response, so that the test can still read the original. */
async function readResponse(response: FetchResponse): Promise<ExchangeResponse> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => (headers[name] = value));
  const text = await response.clone().text();
  return { status: response.status, headers, ...readText(text, headers["content-type"]) };
}

/** Reads a response of a test client: with `status` or `statusCode`, and a body that is parsed or still JSON text. */
function readPlainResponse(response: JsonObject): ExchangeResponse {
  const status = own(response, "status") ?? own(response, "statusCode");
  if (typeof status !== "number") throw new TypeError("toMatchContract: the response has no status");
  const headers = (own(response, "headers") ?? {}) as Record<string, JsonValue>;
  const body = own(response, "body");
  const type = headers["content-type"];
  const read = typeof body === "string" ? readText(body, type) : body === undefined ? {} : { body };
  return { status, ...(Object.keys(headers).length > 0 && { headers }), ...read };
}

function readText(text: string, contentType: JsonValue | undefined): { readonly body?: JsonValue } {
  if (text === "") return {};
  if (typeof contentType !== "string" || !isJsonType(contentType)) return { body: text };
  try {
    return { body: JSON.parse(text) as JsonValue };
  } catch {
    // Text in place of JSON is invalid for any schema except that of a string.
    return { body: text };
  }
}
