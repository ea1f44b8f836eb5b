import { isJsonType } from "../../../../templates/runtime/server/http.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import type { MediaType, Parameter, Response } from "../../../model/contract.js";
import { mediaKind } from "../../../model/media-kind.js";
import { parameterMembers } from "../check-parameters.js";
import type { Exchange, ExchangeRequest } from "../exchange.js";
import type { Endpoint, ExchangeContract } from "../exchange-contract.js";
import { responseDirection } from "../check-response.js";
import { findMediaType } from "../media-types.js";
import { judgePlanned, planValid } from "./check-planned.js";
import { chooseMutations } from "./mutations/choose-mutations.js";
import { examplesOf, planErrorBody, responseExamples } from "./plan-error-body.js";
import { nameOf, planInvalid, planInvalidBodies } from "./plan-invalid.js";
import type { PlannedExchange, PlannedExchanges } from "./planned.js";
import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue, type Sampling } from "../../../json-schema/samples/sample-value.js";

/** Fixtures of an operation: a valid call, invalid ones, and each failure. Of one that invokes actions, the failures only. */
export function planOperation(contract: ExchangeContract, endpoint: Endpoint, seed: number): PlannedExchanges {
  const { operation } = endpoint;
  const random = createRandom(`${seed} ${operation.id}`);
  const sampling: Sampling = { schemas: contract.contract.schemas, judge: contract.judge, random, direction: "request" };
  const missing: string[] = [];
  const exchanges: PlannedExchange[] = [];
  if (operation.serviceTypes.length === 0) {
    const request = planRequest(contract, endpoint, sampling);
    const response = planAnswer(contract, endpoint, sampling);
    const valid = request && response && planValid(contract, { endpoint }, "valid", { request, response });
    if (valid) exchanges.push(valid, ...planInvalidRequests(contract, endpoint, sampling, request));
    else missing.push("no valid request and answer could be made up");
  }
  for (const { status } of operation.responses.filter((response) => /^[45]/.test(response.status))) {
    const number = Number(status.replace(/xx$/i, "00"));
    const body = planErrorBody(contract, endpoint, sampling, number);
    const response = { status: number, ...(body !== undefined && { body }) };
    const planned = planValid(contract, { endpoint }, `error ${status}`, { response });
    if (planned) exchanges.push(planned);
    else missing.push(`no answer with the status ${status} could be made up`);
  }
  return { exchanges, missing };
}

function planRequest(contract: ExchangeContract, endpoint: Endpoint, sampling: Sampling): ExchangeRequest | undefined {
  const parts: Record<string, JsonObject> = {};
  for (const parameter of endpoint.operation.parameters) {
    if (!parameter.required) continue;
    const value = planParameter(contract, endpoint, sampling, parameter);
    if (value === undefined) return undefined;
    (parts[parameterMembers[parameter.in]] ??= {})[parameter.name] = value;
  }
  const mediaType = bodyType(endpoint);
  if (!mediaType || mediaType.schema === undefined) return parts as ExchangeRequest;
  const requestBody = resolveComponent(own(endpoint.document, "requestBody"), contract.contract.document);
  const holder = own(own(requestBody, "content"), mediaType.name);
  const examples = examplesOf(isObject(holder) ? holder : undefined, contract);
  const { schema } = mediaType;
  const body = examples.find((value) => contract.judge(schema, value, "request").fits === true) ?? sampleValue(sampling, schema);
  return body === undefined ? undefined : { ...parts, body };
}

function planParameter(
  contract: ExchangeContract,
  { document }: Endpoint,
  sampling: Sampling,
  parameter: Parameter,
): JsonValue | undefined {
  const list = own(document, "parameters");
  const objects = (Array.isArray(list) ? list : []).map((item) => resolveComponent(item, contract.contract.document));
  const source = objects.find((object) => own(object, "in") === parameter.in && own(object, "name") === parameter.name);
  const examples = examplesOf(isObject(source) ? source : undefined, contract);
  return (
    examples.find((value) => contract.judge(parameter.schema, value).fits === true) ?? sampleValue(sampling, parameter.schema)
  );
}

function planAnswer(contract: ExchangeContract, endpoint: Endpoint, sampling: Sampling): Exchange["response"] | undefined {
  const answer =
    endpoint.operation.responses.find(({ status }) => status.startsWith("2")) ??
    endpoint.operation.responses.find(({ status }) => status === "default");
  if (!answer) return undefined;
  const status = /^\d+$/.test(answer.status) ? Number(answer.status) : 200;
  if (answer.content.length === 0) return { status };
  const body = planAnswerBody(contract, endpoint, sampling, answer);
  return body === undefined ? undefined : { status, body };
}

function planAnswerBody(
  contract: ExchangeContract,
  endpoint: Endpoint,
  sampling: Sampling,
  { status, content }: Response,
): JsonValue | undefined {
  const mediaType = content.find(({ name }) => isJsonType(name));
  if (!mediaType) return "example";
  const { schema } = mediaType;
  if (schema === undefined) return {};
  const examples = responseExamples(contract, endpoint, status, mediaType.name);
  const direction = responseDirection(endpoint.operation, status);
  const fitting = examples.find((value) => contract.judge(schema, value, direction).fits === true);
  return fitting ?? sampleValue({ ...sampling, direction }, schema);
}

/** One for each rule of a parameter, and of the body. */
function planInvalidRequests(
  contract: ExchangeContract,
  endpoint: Endpoint,
  sampling: Sampling,
  request: ExchangeRequest,
): PlannedExchange[] {
  const target = { endpoint };
  const planned: PlannedExchange[] = [];
  for (const parameter of endpoint.operation.parameters) {
    const member = parameterMembers[parameter.in];
    const value = planParameter(contract, endpoint, sampling, parameter);
    if (value === undefined) continue;
    const change = (other: JsonValue) => ({ ...request, [member]: { ...request[member], [parameter.name]: other } });
    const root = `/request/${member}/${parameter.name}`;
    const check = Object.assign((other: JsonValue) => judgePlanned(contract, target, { request: change(other) }), { root });
    for (const { mutation, value: other, findings } of chooseMutations(sampling, parameter.schema, value, check)) {
      planned.push(
        planInvalid(nameOf({ ...mutation, pointer: `/${parameter.name}${mutation.pointer}` }, ""), change(other), findings),
      );
    }
  }
  const { body } = request;
  const schema = bodyType(endpoint)?.schema;
  if (body === undefined || schema === undefined) return planned;
  return [...planned, ...planInvalidBodies(contract, target, sampling, schema, { ...request, body })];
}

/** The media type that a request has without a content type, if its body can be made up. */
function bodyType({ operation }: Endpoint): MediaType | undefined {
  const mediaType = findMediaType(operation.body?.content ?? [], undefined);
  return mediaType && ["json", "form"].includes(mediaKind(mediaType.name)) ? mediaType : undefined;
}
