import { valueAt } from "../../../templates/runtime/json.js";
import {
  bodyPointer,
  hasNeedlessInput,
  listPointer,
  readAction,
  readActionBody,
  selectorAt,
  sentFacts,
  type RequestParameters,
  type Selector,
} from "../../../templates/runtime/selector.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { actionBodyPointer, selectorOf } from "../../model/action-requests.js";
import type { Action, MediaType } from "../../model/contract.js";
import { checkParameters, type SentParameter } from "./check-parameters.js";
import type { DeclaredAction, ExchangeContract } from "./exchange-contract.js";
import { checkItems, checkValue, finding, type Findings } from "./finding.js";
import type { CallTarget } from "./find-target.js";
import type { Unsupported } from "./sent-content.js";

/** A request in parts. */
export interface SentRequest {
  readonly parameters: readonly SentParameter[];
  /** The declared media type of the body. */
  readonly mediaType?: MediaType;
  /** Why no declared media type describes the body. */
  readonly unsupported?: Unsupported;
  /** Absent if no body was sent. */
  readonly body?: JsonValue;
  /** The reason why the body can't be parsed. */
  readonly malformedBody?: string;
}

/** Validates a request: its parameters, and its body against the schema of the action or the operation. */
export function checkRequest(contract: ExchangeContract, target: CallTarget, request: SentRequest, findings: Findings): void {
  const rule = target.endpoint.operation.body;
  const details = (key: string) => ({ contractPlace: rule && contract.locations.value(rule, key) });
  const { mediaType, unsupported } = request;
  const isSent = request.body !== undefined || request.malformedBody !== undefined || unsupported !== undefined;

  checkParameters(contract, target.endpoint, request.parameters, findings);
  if (!rule) {
    // Clients send an empty object for an action without input, which servers ignore here.
    const isEmpty = target.node !== undefined && isObject(request.body) && Object.keys(request.body).length === 0;
    if (isSent && !isEmpty) findings.push(finding("/request/body", "no-body", "is not allowed: the operation accepts no body"));
    return;
  }
  if (!isSent && rule.required) {
    findings.push(finding("/request/body", "required", "is required", details("required")));
    return;
  }
  if (unsupported) {
    const { header, rule: name, message } = unsupported;
    findings.push(finding(`/request/headers/${header}`, name, message, details("content")));
  } else if (request.malformedBody !== undefined) {
    findings.push(finding("/request/body", "malformed", request.malformedBody));
  } else if (mediaType?.items && request.body !== undefined) {
    checkItems(contract, mediaType.items.schema, request.body, "/request/body", "request", findings);
  } else if (request.body !== undefined || !target.node?.action.mayLackBody) {
    const declared = mediaType && isReadable(mediaType, request) ? mediaType.schema : undefined;
    if (target.node) checkActionBody(contract, target.node, request, declared, findings);
    else if (declared !== undefined && request.body !== undefined)
      checkValue(contract, declared, request.body, "/request/body", "request", findings);
  }
}

/**
 * Validates what is sent to an action, or to each of a list: its own body and the surrounding members. A missing optional body
 * counts as empty.
 */
function checkActionBody(
  contract: ExchangeContract,
  { action, endpoint: { operation } }: DeclaredAction,
  { body }: SentRequest,
  declared: JsonValue | undefined,
  findings: Findings,
): void {
  const selector = selectorOf(operation);
  const { item } = selector;
  const list = item === undefined ? undefined : valueAt(body, listPointer(item));
  const count = Array.isArray(list) ? Math.max(1, list.length) : 1;
  const validities = Array.from({ length: count }, (_, index) => {
    if (index === 0) return checkOwnBody(contract, action, selector, body, findings);
    const at = selectorAt(selector, index);
    const named = contract.actions.get(action.serviceType)?.get(readAction(at, noParameters, body) ?? "");
    if (named) return checkOwnBody(contract, named.action, at, body, findings);
    findings.push(
      finding(`/request/body${at.item}`, "action", `must name one action of services of type "${action.serviceType}"`),
    );
    return false;
  });
  // Like servers, validates the surrounding members only if the body is valid.
  const isOnlyKey = selector.action.in === "key" && item === undefined;
  if (isOnlyKey || actionBodyPointer(operation, action) === "" || !validities.every(Boolean)) return;
  if (declared !== undefined && body !== undefined) checkValue(contract, declared, body, "/request/body", "request", findings);
}

/** Returns the actions of a request that is a list of them, in order, `undefined` for an unknown one; `undefined`: it is none. */
export function listedActions(
  { actions }: ExchangeContract,
  { endpoint, node }: CallTarget,
  body: JsonValue | undefined,
): readonly (DeclaredAction | undefined)[] | undefined {
  const selector = selectorOf(endpoint.operation);
  const list = selector.item === undefined ? undefined : valueAt(body, listPointer(selector.item));
  if (!node || !Array.isArray(list)) return undefined;
  const known = actions.get(node.action.serviceType);
  return list.map((_, index) => known?.get(readAction(selectorAt(selector, index), noParameters, body) ?? ""));
}

/** Validates an action's own body, and that a request names the action. Returns whether it does and the body is valid. */
function checkOwnBody(
  contract: ExchangeContract,
  action: Action,
  selector: Selector,
  body: JsonValue | undefined,
  findings: Findings,
): boolean {
  const pointer = bodyPointer(selector, action.name);
  const isNamed = sentFacts(selector, action.name, action.serviceType).every(([place, text]) => {
    const keyed = selector.item === undefined ? body : (valueAt(body, selector.item) as JsonValue | undefined);
    const isSole = place.in === "key" && (!isObject(keyed) || Object.keys(keyed).join() !== text);
    const isAbsent = place.in === "member" && readAction(selector, noParameters, body) !== action.name;
    const isOther = place.in === "field" && valueAt(body, place.name) !== text;
    const at = `/request/body${selector.item ?? ""}`;
    if (isSole) findings.push(finding(at, "action", `must have the only key ${quote(text)}`));
    if (isAbsent) findings.push(finding(at, "action", `must have the key ${quote(text)}, and that of no other action`));
    if (isOther) findings.push(finding(`/request/body${place.name}`, "action", `must be ${quote(text)}`));
    return !isSole && !isAbsent && !isOther;
  });
  if (!isNamed) return false;
  if (hasNeedlessInput(selector, body, action.name)) {
    findings.push(finding(`/request/body${pointer}`, "const", "must be null"));
    return false;
  }
  const own = body === undefined ? {} : (readActionBody(selector, body, action.name) as JsonValue);
  const schema = contract.contract.schemas.get(action.body);
  const isValid = schema === undefined || contract.evaluate(schema, own, "request").isValid === true;
  if (schema !== undefined && !isValid) checkValue(contract, schema, own, `/request/body${pointer}`, "request", findings);
  return isValid;
}

const noParameters: RequestParameters = { path: {}, query: {}, headers: {} };

/** Fixtures may have a multipart form as one text. */
function isReadable({ kind }: MediaType, { body }: SentRequest): boolean {
  if (kind === "parts") return Array.isArray(body);
  return kind === "multipart" ? isObject(body) : kind === "json" || kind === "form";
}
