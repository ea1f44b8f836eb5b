import { quote } from "../../diagnostics/escape.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import type { MediaType } from "../../model/contract.js";
import { mediaKind } from "../../model/media-kind.js";
import { checkParameters, type SentParameter } from "./check-parameters.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { checkValue, finding, type Findings } from "./finding.js";
import type { CallTarget } from "./find-target.js";
import { findMediaType } from "./exchange.js";

/** A request in parts. */
export interface SentRequest {
  readonly parameters: readonly SentParameter[];
  readonly contentType: string | undefined;
  /** Absent if no body was sent. */
  readonly body?: JsonValue;
  /** The reason why the body can't be parsed. */
  readonly malformedBody?: string;
}

/** Validates a request: its parameters, and its body against the schema of the action or the operation. */
export function checkRequest(contract: ExchangeContract, target: CallTarget, request: SentRequest, findings: Findings): void {
  const rule = target.endpoint.operation.body;
  const details = (key: string) => ({ contractPlace: rule && contract.locations.value(rule, key) });
  const isSent = request.body !== undefined || request.malformedBody !== undefined;

  checkParameters(contract, target.endpoint, request.parameters, findings);
  if (!rule) {
    if (isSent) findings.push(finding("/request/body", "no-body", "is not allowed: the operation accepts no body"));
    return;
  }
  if (!isSent && rule.required) {
    findings.push(finding("/request/body", "required", "is required", details("required")));
    return;
  }
  const mediaType = findMediaType(rule.content, request.contentType);
  if (isSent && !mediaType) {
    const message = `must be ${rule.content.map(({ name }) => quote(name)).join(" or ")}`;
    findings.push(finding("/request/headers/content-type", "content-type", message, details("content")));
  } else if (request.malformedBody !== undefined) {
    findings.push(finding("/request/body", "malformed", request.malformedBody));
  } else {
    const schema = bodySchema(contract, target, mediaType && isReadable(mediaType, request) ? mediaType.schema : undefined);
    // An action with an optional body gets an empty one.
    const body = isSent || !target.node ? request.body : {};
    if (schema !== undefined && body !== undefined) checkValue(contract, schema, body, "/request/body", "request", findings);
  }
}

/** Recordings contain multipart forms as one text, which can't be split once its bytes were decoded as text. */
function isReadable({ name }: MediaType, { body }: SentRequest): boolean {
  const kind = mediaKind(name);
  return kind === "multipart" ? isObject(body) : kind === "json" || kind === "form";
}

/** Returns the schema of a body; an action's body has a schema of its own. */
function bodySchema(
  { contract }: ExchangeContract,
  { node }: CallTarget,
  declared: JsonValue | undefined,
): JsonValue | undefined {
  return node ? contract.schemas.get(node.action.body) : declared;
}
