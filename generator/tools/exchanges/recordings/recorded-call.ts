import { MalformedText } from "../../../../templates/runtime/server/text.js";
import { readForm } from "../../../../templates/runtime/server/body.js";
import { readParameters } from "../../../../templates/runtime/server/parameters.js";
import type { Route } from "../../../../templates/runtime/server/contract.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Contract, MediaType } from "../../../model/contract.js";
import { mediaKind } from "../../../model/media-kind.js";
import type { SentParameter } from "../check-parameters.js";
import type { SentRequest } from "../check-request.js";
import { declaredStatus, type SentResponse, undeclaredContent } from "../check-response.js";
import type { Endpoint } from "../exchange-contract.js";
import { findMediaType } from "../exchange.js";
import type { RecordedExchange } from "./har-entry.js";
import type { OperationMatch } from "./read-recording.js";

/** Reads the parts of a recorded request with its operation's parsers. */
export function readRequest(
  { operation, route }: Endpoint,
  { match, query }: OperationMatch,
  { requestHeaders, requestText }: RecordedExchange,
): SentRequest {
  const contentType = requestHeaders["content-type"];
  const sources = { path: match.parameters, query, headers: requestHeaders };
  // One by one, so that a malformed parameter doesn't hide the others.
  const parameters = operation.parameters.flatMap((parameter): SentParameter[] => {
    const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    const rule = route.parameters.find((candidate) => candidate.in === parameter.in && candidate.name === name);
    if (!rule) return [];
    const read = readParameters({ ...route, parameters: [rule] }, sources);
    if ("message" in read) return [{ parameter, malformed: read.message }];
    const values = { path: read.path, query: read.query, header: read.headers, cookie: read.cookies }[parameter.in];
    const value = values[name] as JsonValue | undefined;
    return [{ parameter, ...(value !== undefined && { value }) }];
  });
  return { parameters, contentType, ...readBody(requestText, contentType, operation.body?.content ?? [], route.body) };
}

/** Reads the parts of a recorded response. */
export function readResponse(contract: Contract, { operation }: Endpoint, recorded: RecordedExchange): SentResponse {
  const { method, status, responseHeaders, responseText, lacksBody } = recorded;
  const declared = declaredStatus(operation.responses, status);
  const content = operation.responses.find((response) => response.status === declared)?.content ?? [];
  return {
    status,
    headers: responseHeaders,
    isBodyless: lacksBody || method === "HEAD",
    ...readBody(responseText, responseHeaders["content-type"], content.length > 0 ? content : undeclaredContent(contract)),
  };
}

const anyForm = { mediaType: "application/x-www-form-urlencoded", as: "form" } as const;

/** A recorded body as a value, or the reason why it can't be parsed. */
interface RecordedBody {
  readonly body?: JsonValue;
  readonly malformedBody?: string;
}

/** Parses a body according to its media type. Text that is neither JSON nor a form remains text. */
function readBody(
  text: string | undefined,
  contentType: string | undefined,
  declared: readonly MediaType[],
  form?: Route["body"],
): RecordedBody {
  if (text === undefined) return {};
  const mediaType = findMediaType(declared, contentType);
  const kind = mediaType && mediaKind(mediaType.name);
  try {
    if (kind === "json") return { body: JSON.parse(text) as JsonValue };
    if (kind === "form") return { body: readForm(text, form?.content.find(({ as }) => as === "form") ?? anyForm) as JsonValue };
    return { body: text };
  } catch (error) {
    if (error instanceof SyntaxError) return { malformedBody: "is not valid JSON" };
    if (error instanceof MalformedText) return { malformedBody: `is a form that ${error.message}` };
    throw error;
  }
}
