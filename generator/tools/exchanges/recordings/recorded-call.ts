import { createParser } from "../../../../templates/runtime/item-parser.js";
import { type SequenceRule, hasJsonData } from "../../../../templates/runtime/sequence.js";
import { findContent, readContent, readFacts } from "../../../../templates/runtime/server/body.js";
import { defaultJsonDepth } from "../../../../templates/runtime/server/create-server.js";
import type { ContentRule, FormRule, PartRule } from "../../../../templates/runtime/server/contract.js";
import { ruleAt } from "../../../../templates/runtime/write-parts.js";
import { readFormOrParts, readPartList } from "../../../../templates/runtime/server/part-lists.js";
import { readParameters } from "../../../../templates/runtime/server/read-parameters.js";
import { decodeUtf8, JsonProblem, MalformedText, parseJson } from "../../../../templates/runtime/server/text.js";
import type { JsonValue } from "../../../document/json-value.js";
import { partRules } from "../../../emit/part-rules.js";
import type { Action, ActionError, Contract, Operation, Response } from "../../../model/contract.js";
import { declaredStatusOf } from "../../../model/failures.js";
import { ruleOf, type SentParameter, valueIn } from "../check-parameters.js";
import type { SentRequest } from "../check-request.js";
import { declaredStatus, type SentResponse, undeclaredContent } from "../check-response.js";
import type { Endpoint } from "../exchange-contract.js";
import { findMediaType, isSentAsJson } from "../exchange.js";
import { findSentContent } from "../sent-content.js";
import type { RecordedExchange } from "./har-entry.js";
import type { OperationMatch } from "./read-recording.js";

/** Reads the parts of a recorded request with its operation's parsers. */
export function readRequest(endpoint: Endpoint, { match, query }: OperationMatch, recorded: RecordedExchange): SentRequest {
  const { operation, route } = endpoint;
  const sources = { path: match.parameters, query, headers: recorded.requestHeaders, request: recorded };
  // One by one, so that a malformed parameter doesn't hide the others.
  const parameters = operation.parameters.flatMap((parameter): SentParameter[] => {
    const rule = ruleOf(route, parameter);
    if (!rule) return [];
    const read = readParameters({ ...route, parameters: [rule] }, sources);
    if ("message" in read) return [{ parameter, ...(read.rule !== "required" && { malformed: read.message }) }];
    const value = valueIn(read, rule) as JsonValue | undefined;
    return [{ parameter, ...(value !== undefined && { value }) }];
  });
  return { parameters, ...readRequestBody(endpoint, recorded) };
}

/** Reads the form of a recorded request once its action is known. Other requests stay as they are. */
export function readActionForm(
  endpoint: Endpoint,
  { serviceType, name }: Pick<Action, "serviceType" | "name">,
  request: SentRequest,
  recorded: RecordedExchange,
): SentRequest {
  const formOf = ({ actions }: ContentRule) => actions?.[serviceType]?.[name];
  return endpoint.route.body?.content.some(formOf)
    ? { parameters: request.parameters, ...readRequestBody(endpoint, recorded, formOf) }
    : request;
}

/** Reads a body as the server does. `formOf` returns the fields or parts of the action that is called. */
function readRequestBody(
  endpoint: Endpoint,
  recorded: RecordedExchange,
  formOf: (content: ContentRule) => FormRule | undefined = () => undefined,
): Omit<SentRequest, "parameters"> {
  const { requestHeaders: headers, requestBytes: bytes } = recorded;
  const { body, selector } = endpoint.route;
  // Servers ignore what an operation without a body is sent; and a sequence may have no items.
  if (!body || (bytes.byteLength === 0 && findContent(headers, body)?.as !== "items")) return {};
  const content = findSentContent(endpoint, headers);
  if ("unsupported" in content) return content;
  const { rule, mediaType } = content;
  const read = (): unknown => {
    if (rule.as === "items") return readItems(bytes, rule);
    const form = formOf(rule);
    if (rule.as === "form" && rule.actions && !form) return readFacts(decodeUtf8(bytes), selector);
    const content = { ...rule, ...form };
    const value = readContent(bytes, content, headers["content-type"]!, defaultJsonDepth, readFormOrParts);
    if (rule.as === "multipart") return writtenFiles(value as Record<string, unknown> | unknown[], content.parts);
    return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  };
  return { mediaType, ...readBody(read) };
}

/** Reads a sequence as the list of its items. */
function readItems(bytes: Uint8Array, { sequence }: ContentRule): unknown[] {
  const parser = createParser(sequence!);
  const items = [...parser.push(decodeUtf8(bytes)), ...parser.end()];
  return items.map((item) => parseJson(typeof item === "string" ? item : item.data, defaultJsonDepth));
}

/** Writes files as text, as they are in fixtures; one where the contract has none is no text, but an object, as for the server. */
function writtenFiles(form: Record<string, unknown> | unknown[], parts: ContentRule["parts"] = {}): object {
  const write = (value: unknown, rule: PartRule | undefined): unknown => {
    if (Array.isArray(value)) return rule?.nested ? writtenFiles(value, rule.nested) : value.map((item) => write(item, rule));
    return value instanceof File ? (rule?.as === "file" ? "" : {}) : value;
  };
  if (Array.isArray(form)) return form.map((value, at) => write(value, ruleAt(parts, at)));
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, write(value, Object.hasOwn(parts, name) ? parts[name] : undefined)]),
  );
}

/** Returns an operation whose errors have the status 200, as all responses in a batch have: a code distinguishes them. */
function withMarks(operation: Operation): Operation {
  const responses = operation.responses.map((response) => {
    const { error } = response;
    return error?.code === undefined || error.failureMark
      ? response
      : { ...response, error: { ...error, failureMark: { at: error.code } } };
  });
  return { ...operation, responses };
}

/** Reads the parts of a recorded response; `isPart`: to a call of a batch. */
export function readResponse(
  contract: Contract,
  endpoint: Endpoint,
  recorded: RecordedExchange,
  errors?: readonly ActionError[],
  isPart = false,
): SentResponse {
  const operation = isPart ? withMarks(endpoint.operation) : endpoint.operation;
  const { method, status, responseHeaders, responseBytes, lacksBody } = recorded;
  const declared = declaredStatus(operation.responses, status);
  const isMeant = ({ status: key, error }: Response) => key === declared || (status === 200 && error?.failureMark !== undefined);
  const content = operation.responses.filter(isMeant).flatMap((response) => response.content);
  const contentType = responseHeaders["content-type"];
  const mediaType = findMediaType(content.length > 0 ? content : undeclaredContent(contract), contentType);
  const read = (): unknown => {
    if (mediaType?.items) return readSentItems(decodeUtf8(responseBytes), mediaType.items);
    if (mediaType?.parts) {
      const rules = partRules(mediaType, contract);
      return writtenFiles(readPartList(responseBytes, contentType!, rules, Infinity), rules);
    }
    if (mediaType && isSentAsJson(mediaType, contentType)) return parseAnswer(decodeUtf8(responseBytes));
    return Buffer.from(responseBytes).toString();
  };
  const sent = {
    status,
    headers: responseHeaders,
    isBodyless: lacksBody || method === "HEAD",
    ...(responseBytes.byteLength > 0 && readBody(read)),
  };
  return { ...sent, status: declaredStatusOf(operation, sent, errors) };
}

/** Reads JSON as clients do, which have no limits. */
function parseAnswer(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new JsonProblem("The body is not JSON.");
  }
}

function readSentItems(text: string, rule: SequenceRule): JsonValue[] {
  const parser = createParser(rule);
  return [...parser.push(text), ...parser.end()].map((item): JsonValue => {
    if (typeof item === "string") return parseAnswer(item);
    return { ...item, data: hasJsonData(rule, item.event) ? parseAnswer(item.data) : item.data };
  });
}

/** A recorded body as a value, or the reason why it can't be parsed. */
interface RecordedBody {
  readonly body?: JsonValue;
  readonly malformedBody?: string;
}

/** The value that a function reads, or the server's reason for not reading it. */
function readBody(read: () => unknown): RecordedBody {
  try {
    return { body: read() as JsonValue };
  } catch (error) {
    if (error instanceof MalformedText) return { malformedBody: `is a form that ${error.message}` };
    if (!(error instanceof JsonProblem)) throw error;
    // "The body is not JSON.", "The body nests more than 64 levels deep."
    return { malformedBody: error.message.replace(/^The body | *\.$/g, "").replace("is not JSON", "is not valid JSON") };
  }
}
