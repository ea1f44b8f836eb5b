import { ownStrings, own, type JsonValue } from "../../../document/json-value.js";
import { isPlaceholder } from "../../../json-schema/secret.js";
import { isJsonType } from "../../../../templates/runtime/server/http.js";
import { declaredStatus } from "../check-response.js";
import type { Exchange } from "../exchange.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { Target } from "../find-target.js";
import { headerText } from "../media-types.js";
import { shortestSecret, urlPassword } from "./secret-text.js";

/** Adds the secrets that an exchange has a right to: revealed ones, those that were sent as secrets, and its token. */
export function collectSecrets(contract: ExchangeContract, target: Target, exchange: Exchange, secrets: Set<string>): void {
  const add = (text: string) => {
    for (const secret of [text, urlPassword(text) ?? ""]) {
      if (secret.length >= shortestSecret && !isPlaceholder(secret)) secrets.add(secret);
    }
  };
  const { request } = exchange;
  const token = headerText(request?.headers, "authorization");
  if (token !== undefined) add(token.replace(/^\S+ +/, ""));
  const { node, endpoint } = target;
  const media = endpoint.operation.body?.content.find(({ name }) => isJsonType(name));
  const schema = node ? contract.contract.schemas.get(node.action.body) : media?.schema;
  if (request && contract.secrets.mayHold(schema)) contract.secrets.visit(schema, request.body ?? null, add);
  if (!mayReveal(contract, target)) return;
  const { response } = exchange;
  if (response?.body === undefined || response.status >= 400) return;
  if (node) contract.secrets.visit(contract.contract.schemas.get(node.action.result), own(response.body, "result") ?? null, add);
  contract.secrets.visit(answerSchema(target, response.status), response.body, add);
}

/** Whether an answer may hold secrets: a successful one of an operation or action that is there to reveal them. */
export function isRevealing(contract: ExchangeContract, target: Target, status: number): boolean {
  return status < 400 && mayReveal(contract, target);
}

function mayReveal({ extensionPrefix }: ExchangeContract, { endpoint, node }: Target): boolean {
  if (endpoint.operation.reveals) return true;
  if (!node) return false;
  const isMarked = own(node.source, `x-${extensionPrefix}-reveal`) === true;
  return isMarked || ownStrings(node.source, "scopes").some((scope) => scope.endsWith(":reveal"));
}

function answerSchema({ endpoint }: Target, status: number): JsonValue | undefined {
  const { responses } = endpoint.operation;
  const declared = declaredStatus(responses, status);
  const content = responses.find((response) => response.status === declared)?.content;
  return content?.find(({ name }) => isJsonType(name))?.schema;
}
