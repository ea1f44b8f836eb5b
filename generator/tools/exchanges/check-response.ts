import { escapeSegment, valueAt } from "../../../templates/runtime/json.js";
import type { Envelope, ErrorShape } from "../../../templates/runtime/facts.js";
import { parseStyled } from "../../../templates/runtime/server/read-parameters.js";
import { MalformedText } from "../../../templates/runtime/server/text.js";
import { failureCodes, writtenCode } from "../../binding/failures.js";
import { mediaKind } from "../../document/media-kind.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import type { JsonValue } from "../../document/json-value.js";
import { textShape } from "../../json-schema/text-shape.js";
import type { Direction } from "../../json-schema/interpreter.js";
import type { ActionError, Contract, Header, MediaType, Operation, Response } from "../../model/contract.js";
import { errorSchema } from "../../model/action-bodies.js";
import { actionResponses } from "../../model/action-responses.js";
import { responseFor } from "../../model/failures.js";
import { mayReveal } from "../../model/variants/separate-variants.js";
import { checkId, isNotification } from "./check-id.js";
import type { DeclaredAction, ExchangeContract } from "./exchange-contract.js";
import { bodylessStatuses, type ExchangeResponse, findMediaType, headerText, isSentAsJson } from "./exchange.js";
import type { CallTarget } from "./find-target.js";
import { checkItems, checkValue, type Finding, finding, type Findings } from "./finding.js";

/** A response with a parsed body. */
export interface SentResponse extends ExchangeResponse {
  /** The reason why the body can't be parsed. */
  readonly malformedBody?: string;
  /** True for a response to a HEAD request, which has no body regardless of the contract. */
  readonly isBodyless?: boolean;
}

/** The actions of a request that is a list of them; `undefined` for unknown ones. */
type ListedActions = readonly (DeclaredAction | undefined)[];

/** The body of failures that are declared without content, as sent by the generated server. */
export function undeclaredContent({ errorShape }: Contract): readonly MediaType[] {
  return [{ name: errorShape.mediaType, kind: mediaKind(errorShape.mediaType), schema: errorSchema(errorShape), examples: [] }];
}

/**
 * Validates a response: its status, headers and body; for an action also what the action declares, and the id of the request.
 * `request`: the body of that. `items`: the actions of a request that is a list of them.
 */
export function checkResponse(
  contract: ExchangeContract,
  target: CallTarget,
  response: SentResponse,
  findings: Findings,
  { request, items }: { readonly request?: JsonValue | undefined; readonly items?: ListedActions | undefined } = {},
): void {
  const { endpoint, node } = target;
  const { responses, binding } = endpoint.operation;
  // That of a notification of JSON-RPC.
  const mayBeSilent = request === undefined || isNotification(endpoint.operation, request);
  const isEmpty = response.status === 204 && response.body === undefined && response.malformedBody === undefined;
  if (binding?.rpc?.notifications !== undefined && isEmpty && mayBeSilent) return;
  checkId(contract, endpoint.operation, request, response, findings);
  const declared = declaredStatus(responses, response.status);
  const isOwnError = node?.action.errors.some(({ status }) => status === response.status) === true;
  if (declared === undefined && !isOwnError) {
    if (isServerFailure(contract, target, response)) return;
    const names = responses.map(({ status }) => status).join(", ");
    const details = { contractPlace: contract.locations.value(responses) };
    findings.push(finding("/response/status", "status", `is not declared; the contract declares ${names}`, details));
    return;
  }
  const isExpected = !node || checkActionStatus(contract, node, response.status, findings);
  // `default` describes failures, not the body of an undeclared success.
  if (!isExpected && declared?.toLowerCase() === "default") return;
  const found = responses.find(({ status }) => status === declared);
  if (found) checkResponseHeaders(contract, found, response.headers, findings);
  const direction = declared === undefined ? "response" : responseDirection(endpoint.operation, declared);
  checkBody(contract, target, response, direction, found?.content ?? undeclaredContent(contract.contract), findings, items);
}

/** Returns whether a generated server sends this response itself, for a failure that the operation doesn't declare. */
function isServerFailure(contract: ExchangeContract, target: CallTarget, response: SentResponse): boolean {
  const { errorShape } = contract.contract;
  const statuses = target.endpoint.operation.responses.map(({ status }) => status);
  const codes = failureCodes(response.status, statuses).map((code) => writtenCode(errorShape, code));
  if (codes.length === 0) return false;
  const problems: Finding[] = [];
  checkBody(contract, target, response, "response", undeclaredContent(contract.contract), problems);
  if (problems.length > 0) return false;
  if (response.body === undefined || errorShape.code === undefined) return true;
  return codes.includes(errorCode(errorShape, response.body) ?? "");
}

/** Returns the contract's key for a status: the status itself, its range, or `default`. */
export function declaredStatus(responses: readonly { readonly status: string }[], status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const find = (key: string) => responses.find((response) => response.status.toUpperCase() === key)?.status;
  return find(`${status}`) ?? find(range) ?? find("DEFAULT");
}

/** Returns the direction for the schemas of a response, by its key in the contract. Revealing responses may contain secrets. */
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
  items?: ListedActions,
): void {
  const isSent = response.body !== undefined || response.malformedBody !== undefined;
  if (!isSent) {
    const mayBeEmpty = content.length === 0 || response.isBodyless === true || bodylessStatuses.has(response.status);
    if (!mayBeEmpty) findings.push(finding("/response/body", "required", "is required"));
    return;
  }
  if (content.length === 0) {
    findings.push(finding("/response/body", "no-body", "is not allowed: the contract declares no body for this status"));
    return;
  }
  const contentType = headerText(response.headers, "content-type");
  const mediaType = findMediaType(content, contentType);
  if (!mediaType) {
    const message = `must be ${content.map(({ name }) => quote(name)).join(" or ")}`;
    findings.push(finding("/response/headers/content-type", "content-type", message));
  } else if (response.malformedBody !== undefined) {
    findings.push(finding("/response/body", "malformed", response.malformedBody));
  } else if (mediaType.items) {
    checkItems(contract, mediaType.items.schema, response.body!, "/response/body", direction, findings);
  } else if (mediaType.parts) {
    // Matchers have the text of a response, whose bytes are lost.
    const isUnread = typeof response.body === "string" && /;\s*boundary=/i.test(contentType ?? "");
    if (isUnread) return;
    checkValue(contract, mediaType.schema ?? true, response.body!, "/response/body", direction, findings);
  } else if (isSentAsJson(mediaType, contentType)) {
    checkJson(contract, node, response, direction, mediaType.schema, findings, items);
  }
}

function checkJson(
  contract: ExchangeContract,
  node: CallTarget["node"],
  { status, body }: SentResponse,
  direction: Direction | undefined,
  schema: JsonValue | undefined,
  findings: Findings,
  items?: ListedActions,
): void {
  if (schema !== undefined) checkValue(contract, schema, body!, "/response/body", direction, findings);
  if (node && status < 400) {
    if (items) checkResults(contract, node, items, status, body!, findings);
    else checkActionResponse(contract, node, status, body!, findings);
  }
  if (node && status >= 400) checkActionError(contract, node, status, body!, findings);
}

/** Validates the headers that a response declares. If the exchange has no headers at all, none is required. */
function checkResponseHeaders(
  contract: ExchangeContract,
  response: Response,
  sent: Readonly<Record<string, JsonValue>> | undefined,
  findings: Findings,
): void {
  for (const header of response.headers) {
    const { name, required, mediaType, schema } = header;
    const pointer = `/response/headers/${escapeSegment(name)}`;
    const text = headerText(sent, name.toLowerCase());
    if (text === undefined) {
      const details = { contractPlace: contract.locations.value(header, "required") };
      if (sent && required) findings.push(finding(pointer, "required", "is required", details));
    } else if (schema !== undefined && mediaType === undefined) {
      const value = readHeader(contract, header, schema, text);
      if (value === undefined) findings.push(finding(pointer, "malformed", "can't be parsed as declared in the contract"));
      else checkValue(contract, schema, value, pointer, "response", findings);
    }
  }
}

function readHeader({ contract }: ExchangeContract, header: Header, schema: JsonValue, text: string): JsonValue | undefined {
  try {
    const rule = { name: "", in: "header", explode: header.explode, as: textShape(schema, contract) } as const;
    return parseStyled(text, rule, (part) => part.trim()) as JsonValue;
  } catch (error) {
    if (error instanceof MalformedText) return undefined;
    throw error;
  }
}

/** Checks that an action returned one of its declared successes; for asynchronous actions that is 202 if declared. */
function checkActionStatus(
  { contract, locations }: ExchangeContract,
  node: DeclaredAction,
  status: number,
  findings: Findings,
): boolean {
  const { action, endpoint } = node;
  if (status >= 400) return true;
  const described = actionResponses(endpoint.operation, action, contract);
  const usual = action.async ? 202 : 200;
  const declared = declaredStatus(endpoint.operation.responses, status);
  const isExpected = described.responses.some((response) => {
    if (response.status !== undefined) return response.status === status;
    return described.isDefault ? status === usual : response.key === declared;
  });
  if (isExpected) return true;
  const expected = described.responses.map((response) =>
    String(response.status ?? (response.key === "default" ? usual : response.key)),
  );
  const why = action.async ? "the action completes asynchronously" : "the action completes before the response";
  const details = { contractPlace: locations.value(action, "async") };
  findings.push(finding("/response/status", "async", `must be ${expected.join(" or ")}: ${why}`, details));
  return false;
}

/** Validates the results of a list of actions: there is one for each, which is that of its action. */
function checkResults(
  contract: ExchangeContract,
  node: DeclaredAction,
  items: ListedActions,
  status: number,
  body: JsonValue,
  findings: Findings,
): void {
  const { results } = node.endpoint.operation.binding!.selector ?? {};
  if (results === undefined) return;
  const list = valueAt(body, results);
  const found = Array.isArray(list) ? list.length : 0;
  const expected = `must have ${items.length} ${items.length === 1 ? "item" : "items"}, one for each action of the request`;
  if (found !== items.length) findings.push(finding(`/response/body${results}`, "results", expected));
  for (const [index, item] of items.slice(0, found).entries())
    if (item) checkActionResponse(contract, item, status, body, findings, [`${results}/0`, `${results}/${index}`]);
}

/**
 * Validates the response of an action beyond its envelope: the action's name, its status and its result. `moved`: the location
 * of the first result of a list, and of this one.
 */
function checkActionResponse(
  contract: ExchangeContract,
  node: DeclaredAction,
  httpStatus: number,
  body: JsonValue,
  findings: Findings,
  [first, at]: readonly [string, string] = ["", ""],
): void {
  const { action, endpoint } = node;
  const { responses } = actionResponses(endpoint.operation, action, contract.contract);
  const declared = declaredStatus(endpoint.operation.responses, httpStatus);
  const { envelope: placed } = responses.find(({ key }) => key === declared) ?? endpoint.operation.binding!;
  const move = ([name, pointer]: readonly [string, string]) => [name, `${at}${pointer.slice(first.length)}`] as const;
  const envelope: Envelope = Object.fromEntries(Object.entries(placed as Record<string, string>).map(move));
  const name = envelope.result === "" ? undefined : textAt(body, envelope.action);
  if (name !== undefined && name !== action.name) {
    const message = `must be ${quote(action.name)}, the invoked action`;
    findings.push(finding(`/response/body${envelope.action}`, "action", message));
  }
  const status = envelope.result === "" ? undefined : textAt(body, envelope.status);
  const { statuses } = action;
  if (status !== undefined && statuses.length > 0 && !statuses.includes(status)) {
    findings.push(
      finding(`/response/body${envelope.status}`, "statuses", `must be one of ${statuses.map(quote).join(", ")}`, {
        suggestion: suggest(status, statuses),
        contractPlace: contract.locations.value(action, "statuses"),
      }),
    );
  }
  const schema = contract.contract.schemas.get(action.result);
  if (envelope.result === undefined || schema === undefined) return;
  if (envelope.result !== "" && (typeof body !== "object" || body === null)) return;
  const result = valueAt(body, envelope.result) as JsonValue | undefined;
  const pointer = `/response/body${envelope.result}`;
  if (result !== undefined) checkValue(contract, schema, result, pointer, action.reveals ? undefined : "response", findings);
  else {
    const details = { contractPlace: contract.locations.value(action, "result") };
    findings.push(finding(pointer, "required", "is required", details));
  }
}

/** Checks that an error that the action declares has its declared status. */
function checkActionError(
  contract: ExchangeContract,
  node: DeclaredAction,
  status: number,
  body: JsonValue,
  findings: Findings,
): void {
  const declared = declaredErrors(contract, node, status, body);
  if (declared.length === 0 || declared.some((error) => error.status === status)) return;
  const statuses = [...new Set(declared.map((error) => error.status))].join(" or ");
  const details = { contractPlace: contract.locations.value(node.action, "errors") };
  findings.push(finding("/response/status", "error-status", `must be ${statuses} for ${quote(declared[0]!.code)}`, details));
}

/** Returns the errors of an action whose code the body of a response has. */
export function declaredErrors(
  { contract }: Pick<ExchangeContract, "contract">,
  { action, endpoint }: DeclaredAction,
  status: number,
  body: JsonValue,
): readonly ActionError[] {
  const shape = responseFor(endpoint.operation, status)?.error ?? contract.errorShape;
  const code = errorCode(shape, body);
  return action.errors.filter((error) => writtenCode(shape, error.code) === code);
}

/** Returns the code of an error. If code and message share a string, the code precedes the colon. */
function errorCode({ code, message }: ErrorShape, body: JsonValue): string | undefined {
  const text = textAt(body, code);
  return code === message ? /^([^\s:]+)(?::|$)/.exec(text ?? "")?.[1] : text;
}

function textAt(value: JsonValue, pointer: string | undefined): string | undefined {
  const found = pointer === undefined ? undefined : valueAt(value, pointer);
  return typeof found === "string" || typeof found === "number" ? `${found}` : undefined;
}
