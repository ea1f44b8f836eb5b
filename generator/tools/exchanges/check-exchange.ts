import type { Exchange, ExchangeRequest } from "./exchange.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { checkRequest, type SentRequest } from "./check-request.js";
import { checkResponse } from "./check-response.js";
import { checkService } from "./check-service.js";
import type { Finding, Findings } from "./finding.js";
import type { Target } from "./find-target.js";
import { givenParameters } from "./given-parameters.js";
import { headerText } from "./media-types.js";

/** Everything about an exchange that does not fit the contract. */
export function checkExchange(contract: ExchangeContract, target: Target, exchange: Exchange): Finding[] {
  const findings: Finding[] = [];
  const { service, request, response } = exchange;
  if (service) checkService(contract, target, service, response, findings);
  if (request) checkRequest(contract, target, readRequest(target, request, findings), findings);
  if (response) checkResponse(contract, target, response, findings);
  return findings;
}

function readRequest({ endpoint }: Target, request: ExchangeRequest, findings: Findings): SentRequest {
  return {
    parameters: givenParameters(endpoint, request, findings),
    contentType: headerText(request.headers, "content-type"),
    ...(request.body !== undefined && { body: request.body }),
  };
}
