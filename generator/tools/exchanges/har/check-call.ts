import { checkRequest } from "../check-request.js";
import { checkResponse } from "../check-response.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Finding } from "../finding.js";
import type { Target } from "../find-target.js";
import { findSecrets } from "../secrets/find-secrets.js";
import { collectSecrets, isRevealing } from "../secrets/known-secrets.js";
import type { CallEntry } from "./read-recording.js";
import { readRequest, readResponse } from "./recorded-call.js";
import { findRecordedTarget } from "./recorded-target.js";
import type { ServiceTypes } from "./service-types.js";
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
  readonly target: Target | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Learns from a call what services are of which type, and what is secret; then holds it against the contract. `isLast`: no
 * entry is left that could tell the type of its service.
 */
export function checkCall({ contract, types, secrets }: Recording, entry: CallEntry, isLast: boolean): CheckedCall {
  const { endpoint, matched, recorded, span } = entry;
  const { method, url, status, lacksBody } = recorded;
  const findings: Finding[] = [];
  const response = readResponse(endpoint, recorded);
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
    if (body !== undefined && !isRevealing(contract, target, status)) findSecrets(body, contract.secrets, secrets, findings);
  }
  return { span, method, url, status, lacksBody, target, findings };
}
