import { escapeSegment } from "../../../templates/runtime/json-pointer.js";
import { parseStyled } from "../../../templates/runtime/server/parameters.js";
import { MalformedText } from "../../../templates/runtime/server/text.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import { textShape } from "../../emit/server/text-shape.js";
import type { Direction } from "../../../templates/runtime/json-schema/walk.js";
import type { MediaType, Operation } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { mayReveal } from "../../model/variants/separate-variants.js";
import type { DeclaredAction, ExchangeContract } from "./exchange-contract.js";
import { type ExchangeResponse, findMediaType, headerText } from "./exchange.js";
import type { CallTarget } from "./find-target.js";
import { checkValue, finding, type Findings } from "./finding.js";

/** A response whose body was read already. */
export interface SentResponse extends ExchangeResponse {
  /** Why the body can't be read. */
  readonly malformedBody?: string;
  /** Whether it responds to a HEAD request, so that it has no body whatever the contract says. */
  readonly isBodyless?: boolean;
}

/** The body of every failure that is declared without one: what the generated server sends. */
const errorBody: JsonObject = { type: "object", required: ["error"], properties: { error: { type: "string" } } };

/** Checks a response: its status, headers and body; that of an action also against what the action declares. */
export function checkResponse(contract: ExchangeContract, target: CallTarget, response: SentResponse, findings: Findings): void {
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
  { node }: CallTarget,
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
  node: CallTarget["node"],
  { status, body }: SentResponse,
  direction: Direction | undefined,
  schema: JsonValue | undefined,
  findings: Findings,
): void {
  if (schema !== undefined) checkValue(contract, schema, body!, "/response/body", direction, findings);
  if (node && status < 400) checkActionResponse(contract, node, body!, findings);
  if (node && status >= 400) checkActionError(contract, node, status, body!, findings);
}

/** Checks the headers that a Response Object declares. Without any header given, none is missed. */
function checkResponseHeaders(
  contract: ExchangeContract,
  response: JsonObject,
  sent: Readonly<Record<string, JsonValue>> | undefined,
  findings: Findings,
): void {
  const declared = ownObject(response, "headers");
  for (const name of Object.keys(declared ?? {})) {
    // OpenAPI describes the content type elsewhere.
    if (name.toLowerCase() === "content-type") continue;
    const header = resolveComponent(declared![name], contract.contract.document) as JsonObject;
    const pointer = `/response/headers/${escapeSegment(name)}`;
    const text = headerText(sent, name.toLowerCase());
    const schema = own(header, "schema");
    if (text === undefined) {
      const details = { contractPlace: contract.places.value(header, "required") };
      if (sent && own(header, "required") === true) findings.push(finding(pointer, "required", "is required", details));
    } else if (schema !== undefined) {
      const value = readHeader(contract, header, schema, text);
      if (value === undefined) findings.push(finding(pointer, "malformed", "can't be read as the contract describes it"));
      else checkValue(contract, schema, value, pointer, "response", findings);
    }
  }
}

function readHeader({ contract }: ExchangeContract, header: JsonObject, schema: JsonValue, text: string): JsonValue | undefined {
  try {
    const rule = { name: "", in: "header", explode: own(header, "explode") === true, as: textShape(schema, contract) } as const;
    return parseStyled(text, rule, (part) => part.trim()) as JsonValue;
  } catch (error) {
    if (error instanceof MalformedText) return undefined;
    throw error;
  }
}

/** Actions that complete asynchronously return 202, all others 200. */
function checkActionStatus({ places }: ExchangeContract, node: DeclaredAction, status: number, findings: Findings): void {
  const { action, source } = node;
  const expected = action.async ? 202 : 200;
  if (status >= 400 || status === expected) return;
  const why = action.async ? "the action goes on after the answer" : "the action is done with the answer";
  const details = { contractPlace: places.value(source, "async") };
  findings.push(finding("/response/status", "async", `must be ${expected}: ${why}`, details));
}

/** Checks the response of an action beyond its envelope: the action's name, its status and its result. */
function checkActionResponse(contract: ExchangeContract, node: DeclaredAction, body: JsonValue, findings: Findings): void {
  const { action, source } = node;
  const name = ownString(body, "action");
  if (name !== undefined && name !== action.name) {
    findings.push(finding("/response/body/action", "action", `must be ${quote(action.name)}, the action that was invoked`));
  }
  const status = ownString(body, "status");
  const { statuses } = action;
  if (status !== undefined && statuses.length > 0 && !statuses.includes(status)) {
    findings.push(
      finding("/response/body/status", "statuses", `must be one of ${statuses.map(quote).join(", ")}`, {
        suggestion: suggest(status, statuses),
        contractPlace: contract.places.value(source, "statuses"),
      }),
    );
  }
  const result = own(body, "result");
  const schema = contract.contract.schemas.get(action.result);
  if (typeof body !== "object" || body === null || schema === undefined) return;
  if (result !== undefined)
    checkValue(contract, schema, result, "/response/body/result", action.reveals ? undefined : "response", findings);
  else {
    const details = { contractPlace: contract.places.value(source, "result") };
    findings.push(finding("/response/body/result", "required", "is required", details));
  }
}

/** An error that the action declares comes with the status that it declares. The code precedes the colon. */
function checkActionError(
  { places }: ExchangeContract,
  node: DeclaredAction,
  status: number,
  body: JsonValue,
  findings: Findings,
): void {
  const code = /^([^\s:]+)(?::|$)/.exec(ownString(body, "error") ?? "")?.[1];
  const declared = node.action.errors.filter((error) => error.code === code);
  if (declared.length === 0 || declared.some((error) => error.status === status)) return;
  const statuses = [...new Set(declared.map((error) => error.status))].join(" or ");
  const details = { contractPlace: places.value(node.source, "errors") };
  findings.push(finding("/response/status", "error-status", `must be ${statuses} for ${quote(code!)}`, details));
}
