import { escapeSegment, parsePointer } from "../../../../templates/runtime/json.js";
import {
  isNamedInBody,
  readAction,
  readType,
  type RequestParameters,
  type Selector,
} from "../../../../templates/runtime/selector.js";
import { parseMediaType } from "../../../../templates/runtime/server/http.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { isObject, type JsonValue, own, ownString } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { selectorOf } from "../../../model/action-requests.js";
import type { Parameter } from "../../../model/contract.js";
import { checkParameters, parameterMembers } from "../check-parameters.js";
import { checkRequest, listedActions, type SentRequest } from "../check-request.js";
import { checkResponse, declaredStatus } from "../check-response.js";
import { factOf, serviceParameter, serviceViews, typeOfService } from "../service-views.js";
import { type Endpoint, type ExchangeContract, onlyTypeWith } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import { type Finding, finding, type Findings } from "../finding.js";
import { collectSecrets, findSecrets, isRevealing } from "../secrets/find-secrets.js";
import { inBatch } from "./batches.js";
import type { BatchPart, CallEntry, OperationMatch } from "./read-recording.js";
import { readActionForm, readRequest, readResponse } from "./recorded-call.js";
import type { EntryRange } from "./split-entries.js";

/** Facts learned from a recording so far. */
export interface Recording {
  readonly contract: ExchangeContract;
  readonly types: ServiceTypes;
  /** In the order of appearance. */
  readonly secrets: Set<string>;
}

/** The result of validating a call, without bodies, to save memory. */
export interface CheckedCall {
  readonly span: EntryRange;
  readonly part: BatchPart | undefined;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The headers of the response that the contract declares, without their values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly lacksBody: boolean;
  /** Absent if the type of the service is unknown. */
  readonly target: CallTarget | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Learns service types and secrets from a call, then validates it against the contract. `isLast`: no entry is left that could
 * reveal the type of its service.
 */
export function checkCall({ contract, types, secrets }: Recording, entry: CallEntry, isLast: boolean): CheckedCall {
  const { endpoint, recorded, span, part } = entry;
  const { method, url, lacksBody } = recorded;
  const findings: Finding[] = [];
  const read = readResponse(contract.contract, endpoint, recorded, undefined, part !== undefined);
  const isRepresentation = !endpoint.operation.isEndpoint && read.status < 300;
  if (isRepresentation && read.body !== undefined) types.learn(read.body);
  const { target, request } = checkSent({ contract, types }, entry, isLast, findings);
  const response = target?.node
    ? readResponse(contract.contract, target.endpoint, recorded, target.node.action.errors, part !== undefined)
    : read;
  const { status } = response;
  if (target) {
    const headers = recorded.requestHeaders;
    const sent = { headers, ...(request.body !== undefined && { body: request.body }) };
    collectSecrets(contract, target, { request: sent, response }, secrets);
    checkResponse(contract, target, response, findings, {
      request: request.body,
      items: listedActions(contract, target, request.body),
    });
    const { body } = response;
    if (body !== undefined && !isRevealing(target, status)) findSecrets(body, contract.secrets, secrets, findings);
  }
  return {
    span,
    part,
    method,
    url,
    status,
    headers: declaredHeaders(target?.endpoint ?? endpoint, recorded.responseHeaders),
    lacksBody: lacksBody && hasContent(target?.endpoint ?? endpoint, status),
    target,
    findings: inBatch(findings, part),
  };
}

function declaredHeaders({ operation }: Endpoint, sent: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = new Set(operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
  return Object.fromEntries(Object.keys(sent).flatMap((name) => (names.has(name.toLowerCase()) ? [[name, ""]] : [])));
}

/** The target of a call, and its request. */
interface SentCall {
  /** Absent if the type of the service is unknown. */
  readonly target: CallTarget | undefined;
  readonly request: SentRequest;
}

/** Finds the target of a call and validates its request, whose response may not have arrived: then its status is 0. */
export function checkSent(
  { contract, types }: Pick<Recording, "contract" | "types">,
  { endpoint, matched, recorded }: CallEntry,
  isLast: boolean,
  findings: Findings,
): SentCall {
  const first = readRequest(endpoint, matched, recorded);
  const mediaType = parseMediaType(recorded.requestHeaders["content-type"])?.essence;
  const call = {
    match: matched.match,
    request: first,
    mediaType,
    status: recorded.status,
    lacksBody: recorded.lacksRequestBody === true,
  };
  const target = findRecordedTarget(contract, endpoint, call, types, isLast, findings);
  // An action may have parameters and bodies of its own.
  const isOwn = target !== undefined && target.endpoint !== endpoint;
  const sent = isOwn ? readRequest(target.endpoint, matched, recorded) : first;
  const request = target?.node ? readActionForm(target.endpoint, target.node.action, sent, recorded) : sent;
  if (!target) return { target, request };
  if (recorded.lacksRequestBody) checkParameters(contract, target.endpoint, request.parameters, findings);
  else checkRequest(contract, target, request, findings);
  return { target, request };
}

/** Returns whether the contract declares a body for a status; `undefined` for an undeclared status. */
function hasContent({ operation }: Endpoint, status: number): boolean {
  const declared = declaredStatus(operation.responses, status);
  return operation.responses.find((response) => response.status === declared)?.content.length !== 0;
}

/** A recorded call as the operation of its path reads it. */
interface FirstReading extends Pick<OperationMatch, "match"> {
  readonly request: SentRequest;
  /** That of the request's body. */
  readonly mediaType: string | undefined;
  readonly status: number;
  /** Whether the recording lacks the request's body. */
  readonly lacksBody: boolean;
}

/**
 * Returns the target of a recorded call. For an action, uses the type of the service in its path, and finally the action's name
 * if only one type has it. Returns `undefined` if the type is still unknown. If it remains unknown, a failed call is only
 * validated against the operation.
 */
function findRecordedTarget(
  contract: ExchangeContract,
  endpoint: Endpoint,
  { match, request, mediaType, status, lacksBody }: FirstReading,
  types: ServiceTypes,
  isLast: boolean,
  findings: Findings,
): CallTarget | undefined {
  const { operation } = endpoint;
  if (!operation.isEndpoint) return { endpoint };
  const id = decode(match.parameters[serviceParameter(operation) ?? ""]);
  const selector = selectorOf(operation);
  const parameters = { ...sentTexts(request, match.parameters), mediaType };
  const action = readAction(selector, parameters, request.body);
  const only = typeOfService(undefined, serviceViews(contract.contract, operation))?.type;
  const said = readType(selector, parameters, request.body);
  const known = said ?? (id === undefined ? undefined : types.of(id)) ?? only;
  const type = known ?? (isLast && action !== undefined ? onlyTypeWith(contract, action, operation) : undefined);
  const actions = type === undefined ? undefined : contract.actions.get(type);
  const node = action === undefined ? undefined : actions?.get(action);
  if (node) return { endpoint: node.endpoint, node };
  // What is missing or unreadable has a finding of its own.
  const isUnread =
    request.body === undefined && (lacksBody || request.unsupported !== undefined || operation.body?.required === true);
  const isRead =
    request.malformedBody === undefined && !(isUnread && (isNamedInBody(selector) || selector.action.in === "media-type"));
  if (action === undefined && (actions || isLast) && isRead)
    findings.push(finding(pointerTo(selector), "action", "must name one action of the service"));
  if (actions && action !== undefined) {
    const details = { suggestion: suggest(action, actions.keys()) };
    findings.push(finding(pointerTo(selector), "action", `is not an action of services of type "${type}"`, details));
  }
  return actions || (isLast && status >= 400) ? { endpoint } : undefined;
}

/** Returns the parameters of a request by location, including invalid ones of the path. */
function sentTexts({ parameters }: SentRequest, path: Readonly<Record<string, string>>): RequestParameters {
  const valuesIn = (place: Parameter["in"]) =>
    Object.fromEntries(
      parameters.flatMap(({ parameter: { in: where, name }, value }) =>
        where === place && value !== undefined ? [[place === "header" ? name.toLowerCase() : name, value]] : [],
      ),
    );
  const texts = Object.entries(path).map(([name, text]) => [name, decode(text)]);
  return { path: Object.fromEntries(texts) as Record<string, unknown>, query: valuesIn("query"), headers: valuesIn("header") };
}

/** Returns the pointer to the name of the action in an exchange. */
function pointerTo({ action: { in: place, name }, item = "" }: Selector): string {
  if (place === "key" || place === "member") return `/request/body${item}`;
  if (place === "field") return `/request/body${name}`;
  if (place === "media-type") return "/request/headers/content-type";
  return `/request/${parameterMembers[place]}/${escapeSegment(name)}`;
}

/** An invalid escape is reported by the check of the parameters. */
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Service types by id, as specified by the caller: `*` is for all others. */
export type GivenTypes = ReadonlyMap<string, string>;

/** Collects the types of the services in a recording. */
interface ServiceTypes {
  /** Learns from a response that represents services. */
  learn(response: JsonValue): void;
  /** Returns the type of a service by its identifier in the path. */
  of(id: string): string | undefined;
}

/** A service has a type with actions. It, or an object around it, has an `id` or a member named like the path parameter. */
export function createServiceTypes(contract: ExchangeContract, given: GivenTypes): ServiceTypes {
  const types = new Map<string, string>();
  const views = serviceViews(contract.contract).filter(({ facts }) => facts.type !== undefined);
  const idNames = new Set(["id", ...views.map(({ endpoint }) => serviceParameter(endpoint) ?? "id")]);
  const learn = (value: JsonValue, depth: number): void => {
    if (depth > maxNesting) return;
    if (Array.isArray(value)) return value.forEach((item) => learn(item, depth + 1));
    if (!isObject(value)) return;
    for (const { facts } of views) {
      const type = factOf(value, facts.type);
      if (type === undefined || !contract.actions.has(type)) continue;
      for (const holder of holdersOf(value, facts.type!)) {
        for (const name of idNames) {
          const id = ownString(holder, name);
          if (id !== undefined) types.set(id, type);
        }
      }
    }
    for (const part of Object.values(value)) learn(part, depth + 1);
  };
  return { learn: (response) => learn(response, 0), of: (id) => given.get(id) ?? types.get(id) ?? given.get("*") };
}

/** Returns a value and its members on the path of a pointer. */
function holdersOf(value: JsonValue, pointer: string): JsonValue[] {
  const holders = [value];
  for (const key of parsePointer(pointer).slice(0, -1)) holders.push(own(holders.at(-1)!, key)!);
  return holders;
}
