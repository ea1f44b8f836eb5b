import { createParser } from "../../../../templates/runtime/item-parser.js";
import { type SequenceRule, hasJsonData } from "../../../../templates/runtime/sequence.js";
import { MalformedText } from "../../../../templates/runtime/server/text.js";
import { readFacts } from "../../../../templates/runtime/server/body.js";
import { readForm, readParameters } from "../../../../templates/runtime/server/read-parameters.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Action, Contract, MediaType } from "../../../model/contract.js";
import { mediaKind } from "../../../model/media-kind.js";
import { ruleOf, type SentParameter, valueIn } from "../check-parameters.js";
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
    const rule = ruleOf(route, parameter);
    if (!rule) return [];
    const read = readParameters({ ...route, parameters: [rule] }, sources);
    if ("message" in read) return [{ parameter, ...(read.rule !== "required" && { malformed: read.message }) }];
    const value = valueIn(read, rule) as JsonValue | undefined;
    return [{ parameter, ...(value !== undefined && { value }) }];
  });
  const form = route.body?.content.find(({ as }) => as === "form");
  // The name of the action determines how the rest is parsed.
  const read = (text: string) => (form?.actions ? readFacts(text, route.selector) : readForm(text, form ?? {}));
  return { parameters, contentType, ...readBody(requestText, contentType, operation.body?.content ?? [], read) };
}

/** Reads the form of a recorded request once its action is known. Other requests stay as they are. */
export function readActionForm(
  { operation, route }: Endpoint,
  { serviceType, name }: Pick<Action, "serviceType" | "name">,
  request: SentRequest,
  { requestText }: RecordedExchange,
): SentRequest {
  const rule = route.body?.content.find(({ as }) => as === "form")?.actions?.[serviceType]?.[name];
  const content = operation.body?.content ?? [];
  const mediaType = findMediaType(content, request.contentType);
  if (!rule || !mediaType || mediaKind(mediaType.name) !== "form") return request;
  const { body: _body, malformedBody: _malformed, ...others } = request;
  return { ...others, ...readBody(requestText, request.contentType, content, (text) => readForm(text, rule)) };
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

/** A recorded body as a value, or the reason why it can't be parsed. */
interface RecordedBody {
  readonly body?: JsonValue;
  readonly malformedBody?: string;
}

/** Parses a sequence as the list of its items. */
function readItems(text: string, rule: SequenceRule): JsonValue[] {
  const parser = createParser(rule);
  return [...parser.push(text), ...parser.end()].map((item): JsonValue => {
    if (typeof item === "string") return JSON.parse(item) as JsonValue;
    return { ...item, data: hasJsonData(rule, item.event) ? (JSON.parse(item.data) as JsonValue) : item.data };
  });
}

/** Parses a body according to its media type. Text that is neither JSON nor a form remains text. */
function readBody(
  text: string | undefined,
  contentType: string | undefined,
  declared: readonly MediaType[],
  readFields: (text: string) => Record<string, unknown> = (form) => readForm(form, {}),
): RecordedBody {
  if (text === undefined) return {};
  const mediaType = findMediaType(declared, contentType);
  const kind = mediaType && mediaKind(mediaType.name);
  try {
    if (mediaType?.items) return { body: readItems(text, mediaType.items) };
    if (kind === "json") return { body: JSON.parse(text) as JsonValue };
    if (kind === "form") return { body: readFields(text) as JsonValue };
    return { body: text };
  } catch (error) {
    if (error instanceof SyntaxError) return { malformedBody: "is not valid JSON" };
    if (error instanceof MalformedText) return { malformedBody: `is a form that ${error.message}` };
    throw error;
  }
}
