import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Direction } from "../../json-schema/interpreter/walk.js";
import type { MediaType, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { mayReveal } from "../../model/variants/separate-variants.js";
import { checkActionResponse, checkActionError, checkActionStatus } from "./check-action-response.js";
import { checkResponseHeaders } from "./check-response-headers.js";
import type { ExchangeResponse } from "./exchange.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { finding, type Findings } from "./finding.js";
import type { Target } from "./find-target.js";
import { checkValue } from "./instance-findings.js";
import { findMediaType, headerText } from "./media-types.js";

/** A response whose body was read already. */
export interface SentResponse extends ExchangeResponse {
  /** Why the body can't be read. */
  readonly malformedBody?: string;
  /** Whether it answers a HEAD request, so that it has no body whatever the contract says. */
  readonly isBodyless?: boolean;
}

/** The body of every failure that is declared without one: what the generated server sends. */
const errorBody: JsonObject = { type: "object", required: ["error"], properties: { error: { type: "string" } } };

/** Checks a response: its status, headers and body; that of an action also against what the action declares. */
export function checkResponse(contract: ExchangeContract, target: Target, response: SentResponse, findings: Findings): void {
  const { endpoint, node } = target;
  const responses = own(endpoint.document, "responses") as JsonObject;
  const declared = declaredStatus(endpoint.operation.responses, response.status);
  const isOwnError = node?.action.errors.some(({ status }) => status === response.status) === true;
  if (declared === undefined && !isOwnError) {
    const names = endpoint.operation.responses.map(({ status }) => status).join(", ");
    const details = { contractPlace: contract.places.value(responses) };
    findings.push(finding("/response/status", "status", `is not declared; the contract has ${names}`, details));
    return;
  }
  if (node) checkActionStatus(contract, node, response.status, findings);
  const source = declared === undefined ? undefined : resolveComponent(responses[declared], contract.contract.document);
  if (isObject(source)) checkResponseHeaders(contract, source, response.headers, findings);
  const content = endpoint.operation.responses.find(({ status }) => status === declared)?.content;
  const direction = declared === undefined ? "response" : responseDirection(endpoint.operation, declared);
  checkBody(contract, target, response, direction, content ?? [{ name: "application/json", schema: errorBody }], findings);
}

/** The contract's key for a status: itself, its range, or `default`. */
export function declaredStatus(responses: readonly { readonly status: string }[], status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const find = (key: string) => responses.find((response) => response.status.toUpperCase() === key)?.status;
  return find(`${status}`) ?? find(range) ?? find("DEFAULT");
}

/** How the schemas of a response are to be read, by its key in the contract: what reveals secrets has all that is written. */
export function responseDirection(operation: Operation, status: string): Direction | undefined {
  return status.startsWith("2") && mayReveal(operation) ? undefined : "response";
}

function checkBody(
  contract: ExchangeContract,
  { node }: Target,
  response: SentResponse,
  direction: Direction | undefined,
  content: readonly MediaType[],
  findings: Findings,
): void {
  const isSent = response.body !== undefined || response.malformedBody !== undefined;
  if (!isSent) {
    const mayBeEmpty = content.length === 0 || response.isBodyless === true;
    if (!mayBeEmpty) findings.push(finding("/response/body", "required", "is required"));
    return;
  }
  if (content.length === 0) {
    findings.push(finding("/response/body", "no-body", "is not allowed: the contract declares no body for this status"));
    return;
  }
  const mediaType = findMediaType(content, headerText(response.headers, "content-type"));
  if (!mediaType) {
    const message = `must be ${content.map(({ name }) => quote(name)).join(" or ")}`;
    findings.push(finding("/response/headers/content-type", "content-type", message));
  } else if (response.malformedBody !== undefined) {
    findings.push(finding("/response/body", "malformed", response.malformedBody));
  } else if (mediaKind(mediaType.name) === "json") {
    checkJson(contract, node, response, direction, mediaType.schema, findings);
  }
}

function checkJson(
  contract: ExchangeContract,
  node: Target["node"],
  { status, body }: SentResponse,
  direction: Direction | undefined,
  schema: JsonValue | undefined,
  findings: Findings,
): void {
  if (schema !== undefined) checkValue(contract, schema, body!, "/response/body", direction, findings);
  if (node && status < 400) checkActionResponse(contract, node, body!, findings);
  if (node && status >= 400) checkActionError(contract, node, status, body!, findings);
}
