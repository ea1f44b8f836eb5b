import { valueAt } from "../../../templates/runtime/json.js";
import { hasNeedlessInput, readAction, readActionBody, type RequestParameters } from "../../../templates/runtime/selector.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { actionBodyPointer, placedFacts, selectorOf } from "../../model/action-requests.js";
import type { MediaType } from "../../model/contract.js";
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
 * Validates what is sent to an action: its own body and the surrounding members. A missing optional body counts as
 * empty.
 */
function checkActionBody(
  contract: ExchangeContract,
  { action, endpoint: { operation } }: DeclaredAction,
  { body }: SentRequest,
  declared: JsonValue | undefined,
  findings: Findings,
): void {
  const selector = selectorOf(operation);
  const pointer = actionBodyPointer(operation, action);
  const isNamed = placedFacts(operation, action).every(({ place, text }) => {
    const isSole = place.in === "key" && (!isObject(body) || Object.keys(body).join() !== text);
    const isAbsent = place.in === "member" && readAction(selector, noParameters, body) !== action.name;
    const isOther = place.in === "field" && valueAt(body, place.name) !== text;
    if (isSole) findings.push(finding("/request/body", "action", `must have the only key ${quote(text)}`));
    if (isAbsent)
      findings.push(finding("/request/body", "action", `must have the key ${quote(text)}, and that of no other action`));
    if (isOther) findings.push(finding(`/request/body${place.name}`, "action", `must be ${quote(text)}`));
    return !isSole && !isAbsent && !isOther;
  });
  if (!isNamed) return;
  if (hasNeedlessInput(selector, body, action.name)) {
    findings.push(finding(`/request/body${pointer}`, "const", "must be null"));
    return;
  }
  const own = body === undefined ? {} : (readActionBody(selector, body, action.name) as JsonValue);
  const schema = contract.contract.schemas.get(action.body);
  const isOwnValid = schema === undefined || contract.evaluate(schema, own, "request").isValid === true;
  if (schema !== undefined && !isOwnValid) checkValue(contract, schema, own, `/request/body${pointer}`, "request", findings);
  // Like servers, validates the surrounding members only if the body is valid.
  if (pointer !== "" && selector.action.in !== "key" && isOwnValid && declared !== undefined && body !== undefined)
    checkValue(contract, declared, body, "/request/body", "request", findings);
}

const noParameters: RequestParameters = { path: {}, query: {}, headers: {} };

/** Fixtures may have a multipart form as one text. */
function isReadable({ kind }: MediaType, { body }: SentRequest): boolean {
  return kind === "multipart" ? isObject(body) : kind === "json" || kind === "form";
}
