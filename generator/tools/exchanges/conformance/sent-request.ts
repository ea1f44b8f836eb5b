import { checkRequest } from "../check-request.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import type { Finding } from "../finding.js";
import { createMatchRoute } from "../recordings/read-recording.js";
import { readActionForm, readRequest } from "../recordings/recorded-call.js";
import type { HttpExchange } from "./http.js";

/** What is wrong with a call as it was sent; `undefined`: its path is another one. */
export type SentFindings = (target: CallTarget, exchange: HttpExchange) => readonly Finding[] | undefined;

/**
 * Reads what was sent as a server does: not every invalid value can be written. An empty list in a query is no parameter at all, and
 * another text in a path may be another path, of which the contract says nothing.
 */
export function createSentFindings(contract: ExchangeContract): SentFindings {
  const matchRoute = createMatchRoute(contract, []);
  return (target, exchange) => {
    const matched = matchRoute(exchange.method, exchange.url);
    if (matched.kind !== "operation" || matched.match.route.operation !== target.endpoint.operation.id) return undefined;
    const sent = readRequest(target.endpoint, matched, exchange);
    const { node } = target;
    const findings: Finding[] = [];
    checkRequest(contract, target, node ? readActionForm(target.endpoint, node.action, sent, exchange) : sent, findings);
    return findings.filter(({ rule }) => rule !== "unchecked");
  };
}
