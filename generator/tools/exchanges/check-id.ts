import { valueAt } from "../../../templates/runtime/json.js";
import { readId } from "../../../templates/runtime/selector.js";
import type { JsonValue } from "../../document/json-value.js";
import { responseFor } from "../../model/failures.js";
import type { Operation } from "../../model/contract.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { finding, type Findings } from "./finding.js";

/** Returns whether a request is a notification of JSON-RPC, which gets no response: it has no id, but could have one. */
export function isNotification({ binding }: Operation, request: JsonValue | undefined): boolean {
  const { rpc, selector } = binding ?? {};
  return rpc?.notifications !== undefined && request !== undefined && valueAt(request, selector!.id!.at) === undefined;
}

/** Checks that a response has the id of its request; that of a failure may be null, as the request may be unread. */
export function checkId(
  { contract }: ExchangeContract,
  operation: Operation,
  request: JsonValue | undefined,
  { status, body }: { readonly status: number; readonly body?: JsonValue | undefined },
  findings: Findings,
): void {
  const { selector, envelope } = operation.binding ?? {};
  if (!selector?.id || request === undefined || body === undefined) return;
  const isFailure = status >= 400;
  const isSilent = isNotification(operation, request);
  if (isSilent && !isFailure)
    return void findings.push(
      finding("/response/body", "notification", "is not allowed: a request without an id is a notification"),
    );
  const at = isFailure ? (responseFor(operation, status)?.error ?? contract.errorShape).id : envelope?.id;
  const found = at === undefined ? undefined : (valueAt(body, at) as JsonValue | undefined);
  if (found === undefined || (isFailure && found === null)) return;
  const sent = readId(selector, request);
  // One that can't be repeated is a problem of the request.
  if (found === sent || (sent === null && !isSilent)) return;
  findings.push(
    finding(`/response/body${at}`, "id", isSilent ? "must be null: the request has no id" : "must be that of the request"),
  );
}
