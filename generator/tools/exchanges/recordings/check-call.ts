import { parsePointer } from "../../../../templates/runtime/json.js";
import { suggest } from "../../../diagnostics/suggest.js";
import { isObject, type JsonValue, own, ownString } from "../../../document/json-value.js";
import { maxNesting } from "../../../document/limits.js";
import { checkRequest } from "../check-request.js";
import { checkResponse, declaredStatus } from "../check-response.js";
import { factOf, serviceParameter, serviceViews, typeOfService } from "../service-views.js";
import { type Endpoint, type ExchangeContract, onlyTypeWith } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import { type Finding, finding, type Findings } from "../finding.js";
import { collectSecrets, findSecrets, isRevealing } from "../secrets/find-secrets.js";
import type { CallEntry, OperationMatch } from "./read-recording.js";
import { readRequest, readResponse } from "./recorded-call.js";
import type { EntryRange } from "./split-entries.js";

/** What is known of a recording so far. */
export interface Recording {
  readonly contract: ExchangeContract;
  readonly types: ServiceTypes;
  /** In the order in which they were met. */
  readonly secrets: Set<string>;
}

/** What came of a call; without its bodies, as there may be many. */
export interface CheckedCall {
  readonly span: EntryRange;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly lacksBody: boolean;
  /** Absent where the type of the service is not known. */
  readonly target: CallTarget | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Learns from a call what services are of which type, and what is secret; then validates it against the contract. `isLast`: no
 * entry is left that could show the type of its service.
 */
export function checkCall({ contract, types, secrets }: Recording, entry: CallEntry, isLast: boolean): CheckedCall {
  const { endpoint, matched, recorded, span } = entry;
  const { method, url, status, lacksBody } = recorded;
  const findings: Finding[] = [];
  const response = readResponse(contract.contract, endpoint, recorded);
  const isRepresentation = endpoint.operation.serviceTypes.length === 0 && status < 300;
  if (isRepresentation && response.body !== undefined) types.learn(response.body);
  const target = findRecordedTarget(contract, endpoint, matched, status, types, isLast, findings);
  if (target) {
    const request = readRequest(endpoint, matched, recorded);
    const headers = recorded.requestHeaders;
    const sent = { headers, ...(request.body !== undefined && { body: request.body }) };
    collectSecrets(contract, target, { request: sent, response }, secrets);
    checkRequest(contract, target, request, findings);
    checkResponse(contract, target, response, findings);
    const { body } = response;
    if (body !== undefined && !isRevealing(target, status)) findSecrets(body, contract.secrets, secrets, findings);
  }
  return { span, method, url, status, lacksBody: lacksBody && hasContent(endpoint, status), target, findings };
}

/** Whether the contract declares a body for a status. Of a status that it doesn't declare nobody knows. */
function hasContent({ operation }: Endpoint, status: number): boolean {
  const declared = declaredStatus(operation.responses, status);
  return operation.responses.find((response) => response.status === declared)?.content.length !== 0;
}

/**
 * What a recorded call is about: for actions, by the type of the service that its path names, at last by the action's name where
 * one type only has it. `undefined` where the type is not known. If it will never be, a call that failed is only validated
 * against the operation.
 */
function findRecordedTarget(
  contract: ExchangeContract,
  endpoint: Endpoint,
  { match }: OperationMatch,
  status: number,
  types: ServiceTypes,
  isLast: boolean,
  findings: Findings,
): CallTarget | undefined {
  const { operation } = endpoint;
  if (operation.serviceTypes.length === 0) return { endpoint };
  const [id, action] = [decode(match.parameters[serviceParameter(operation) ?? ""]), decode(match.parameters["action"])];
  const only = typeOfService(undefined, serviceViews(contract.contract, operation))?.type;
  const known = (id === undefined ? undefined : types.of(id)) ?? only;
  const type = known ?? (isLast && action !== undefined ? onlyTypeWith(contract, action, operation) : undefined);
  const actions = type === undefined ? undefined : contract.actions.get(type);
  const node = action === undefined ? undefined : actions?.get(action);
  if (node) return { endpoint, node };
  if (actions && action !== undefined) {
    const details = { suggestion: suggest(action, actions.keys()) };
    findings.push(finding("/request/params/action", "action", `is no action of services of type "${type}"`, details));
  }
  return actions || (isLast && status >= 400) ? { endpoint } : undefined;
}

/** A broken escape is found when the parameters are checked. */
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The types of services that a caller names: `*` is for all others. */
export type GivenTypes = ReadonlyMap<string, string>;

/** Knows the types of the services of a recording. */
interface ServiceTypes {
  /** Learns from a response that represents services. */
  learn(answer: JsonValue): void;
  /** The type of a service by its identifier in the path. */
  of(id: string): string | undefined;
}

/** A service is an object with a type that has actions, and an `id` or one named like the path's parameter, around its type. */
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
  return { learn: (answer) => learn(answer, 0), of: (id) => given.get(id) ?? types.get(id) ?? given.get("*") };
}

/** A value and what is in it on the way to what a pointer names. */
function holdersOf(value: JsonValue, pointer: string): JsonValue[] {
  const holders = [value];
  for (const key of parsePointer(pointer).slice(0, -1)) holders.push(own(holders.at(-1)!, key)!);
  return holders;
}
