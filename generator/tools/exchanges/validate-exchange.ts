import { exchangeCodes } from "./diagnostics.js";
import { givenParameters } from "./check-parameters.js";
import { checkRequest, listedActions, type SentRequest } from "./check-request.js";
import { checkResponse } from "./check-response.js";
import { checkService } from "./check-service.js";
import type { Endpoint, ExchangeContract } from "./exchange-contract.js";
import { defaultType } from "../../document/media-kind.js";
import { declaredStatusOf } from "../../model/failures.js";
import { type Exchange, type ExchangeRequest, findMediaType, headerText } from "./exchange.js";
import { findTarget, type CallTarget, type TargetCode } from "./find-target.js";
import { finding, type Finding, type Findings } from "./finding.js";
import { findSentContent } from "./sent-content.js";
import { collectSecrets, findSecrets, isRevealing } from "./secrets/find-secrets.js";

/**
 * Returns all violations of the contract by an exchange, or an empty list. An exchange with an unknown target has a finding
 * with the rule `target`.
 */
export function validateExchange(contract: ExchangeContract, exchange: Exchange): Finding[] {
  const findings: Finding[] = [];
  const target = findTarget(contract, exchange, (code, parameters, pointer, suggestion) => {
    findings.push(finding(pointer, "target", wording(code, parameters), { suggestion }));
  });
  if (!target) return findings;
  findings.push(...checkExchange(contract, target, exchange));
  const { response } = asDeclared(target, exchange);
  if (response?.body === undefined || isRevealing(target, response.status)) return findings;
  const secrets = new Set<string>();
  collectSecrets(contract, target, exchange, secrets);
  findSecrets(response.body, contract.secrets, secrets, findings);
  return findings;
}

/** Uses the wording of the command. */
function wording(code: TargetCode, parameters: unknown): string {
  return (exchangeCodes[code].message as (parameters: unknown) => string)(parameters);
}

/** Returns all violations of the contract by an exchange. */
export function checkExchange(contract: ExchangeContract, target: CallTarget, exchange: Exchange): Finding[] {
  const findings: Finding[] = [];
  const { service, request, response } = asDeclared(target, exchange);
  if (service) checkService(contract, target, service, response, findings);
  if (request) checkRequest(contract, target, readRequest(target, request, findings), findings);
  if (response) {
    const items = listedActions(contract, target, request?.body);
    checkResponse(contract, target, response, findings, { request: request?.body, items });
  }
  return findings;
}

/** Returns an exchange whose response has the status that the contract declares for it: errors may be sent as successes. */
export function asDeclared({ endpoint, node }: CallTarget, exchange: Exchange): Exchange {
  const { response } = exchange;
  if (!response) return exchange;
  const status = declaredStatusOf(endpoint.operation, response, node?.action.errors);
  return status === response.status ? exchange : { ...exchange, response: { ...response, status } };
}

function readRequest({ endpoint }: CallTarget, request: ExchangeRequest, findings: Findings): SentRequest {
  return {
    parameters: givenParameters(endpoint, request, findings),
    ...(request.body !== undefined && { body: request.body, ...contentOf(endpoint, request) }),
  };
}

/** The media type of a body. Without a content type it is JSON or the first, as a fixture need not write what clients add. */
function contentOf(endpoint: Endpoint, { headers }: ExchangeRequest): Pick<SentRequest, "mediaType" | "unsupported"> {
  const { body } = endpoint.operation;
  if (!body) return {};
  const usual = findMediaType(body.content, undefined);
  const type = headerText(headers, "content-type") ?? (usual && (defaultType(usual) ?? usual.name));
  const encoding = headerText(headers, "content-encoding");
  const found = findSentContent(endpoint, { "content-type": type, "content-encoding": encoding });
  return "unsupported" in found ? found : { mediaType: found.mediaType };
}
