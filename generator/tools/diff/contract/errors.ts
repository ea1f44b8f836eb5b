import type { ErrorShape } from "../../../../templates/runtime/facts.js";
import { bindingKeys, isFailure, responsesOf } from "../../../binding/binding.js";
import { responseError } from "../../../binding/error-binding.js";
import { declaredKey } from "../../../binding/failures.js";
import { isObject, own, type JsonObject } from "../../../document/json-value.js";
import { essenceOf } from "../../../document/media-kind.js";
import { buildErrors } from "../../../model/build-action.js";
import { at } from "../rule.js";
import { apiOperations, type ContractPair } from "./contract-pair.js";
import type { ActionEndpoint, ContractVersion } from "./contract-version.js";
import type { FactsVersion } from "./facts.js";
import { uncoveredMediaTypes } from "./media-types.js";
import type { OperationPair, OperationVersion } from "./operations.js";
import type { Pair } from "./pairs.js";
import { describeResponse, hasDefaultSuccess, keptResponses, type ResponsePair } from "./responses.js";

/** How a response of one version reports an error. */
export interface ErrorVersion {
  readonly version: ContractVersion;
  readonly response: JsonObject;
  /** `undefined` if neither the schema nor a binding defines it. */
  readonly shape: ErrorShape | undefined;
  readonly facts: FactsVersion;
  /** The binding that defines it. */
  readonly binding: JsonObject | undefined;
}

/** A response of both versions that reports an error; `use` is its name in messages. */
export interface ErrorPair extends Pair<ErrorVersion> {
  readonly use: string;
  /** The codes of the actions' own errors that it reports in both versions. */
  readonly ownCodes: readonly string[];
}

/** Returns the errors of all operations that both versions have, if the version before the change defines their shape. */
export function errorPairs(pair: ContractPair): readonly ErrorPair[] {
  const known = found.get(pair) ?? apiOperations(pair).flatMap((operation) => errorsOf(operation));
  found.set(pair, known);
  return known;
}

/** Cached: several rules use it. */
const found = new WeakMap<ContractPair, readonly ErrorPair[]>();

function errorsOf(pair: OperationPair): ErrorPair[] {
  const isFailing = ({ status }: ResponsePair) =>
    isFailure(status) && !(status === "default" && hasDefaultSuccess(pair.after.responses));
  return keptResponses(pair)
    .filter(isFailing)
    .flatMap((response) => {
      const before = createError(pair.before, response.before);
      // Compares the same media type if it is still present.
      const after = before?.shape && createError(pair.after, response.after, before.shape.mediaType);
      if (!after) return [];
      const codes = { before: ownCodes(pair.before, response.before), after: ownCodes(pair.after, response.after) };
      const both = codes.before.filter((code) => codes.after.includes(code));
      return [{ before, after, use: describeResponse(response.status, pair.after.title), ownCodes: both }];
    });
}

/** Returns the codes of the actions' own errors that a response of their endpoint reports. */
function ownCodes({ endpoint, version, object }: OperationVersion, response: JsonObject): string[] {
  if (!endpoint) return [];
  const declared = responsesOf(object, version.document);
  const keys = declared.filter((one) => one.response === response).map(({ status }) => status);
  const statuses = declared.map(({ status }) => status);
  const actions = endpoint.maps.flatMap(({ actions: map }) => Object.values(map));
  const errors = actions.flatMap((action) => buildErrors(own(action, "errors")));
  const isReported = (status: number) => keys.includes(declaredKey(status, statuses) ?? "");
  return [...new Set(errors.filter(({ status }) => isReported(status)).map(({ code }) => code))];
}

/** How an endpoint sends errors with a status: by which response, and whether with the status 200. */
export function errorResponse({ endpoint }: ActionEndpoint, version: ContractVersion, status: number): string {
  const declared = responsesOf(endpoint.operation, version.document);
  const key = declaredKey(
    status,
    declared.map((response) => response.status),
  );
  const found = declared.find((response) => response.status === key);
  const error = found && responseError(found, version.document, bindingKeys(version.extensionPrefix).error);
  return error?.shape.failureMark ? `200 ${key}` : `${status}`;
}

/** Returns `undefined` for a response without JSON. */
function createError({ object, version }: OperationVersion, response: JsonObject, wanted?: string): ErrorVersion | undefined {
  const { document, extensionPrefix } = version;
  const all = responsesOf(object, document).find((one) => one.response === response)?.json ?? [];
  const same = all.filter(({ mediaType }) => mediaType === wanted);
  const json = same.length > 0 ? same : all;
  if (json.length === 0) return undefined;
  const error = responseError({ response, json }, document, bindingKeys(extensionPrefix).error);
  const { code, message, status, statusText, title, requestId, details } = error?.shape ?? {};
  const names = [
    ["code", "the code", code],
    ["message", "the message", message],
    ["status", "the status", status ?? statusText],
    ["title", "the title", title],
    ["requestId", "the request id", requestId],
    ["details", "the list of details", details?.at],
    ...(["pointer", "rule", "message"] as const).map((name) => {
      const member = details?.[name];
      return ["details", `the ${name} of a detail`, member && `${details!.at}/0/${member}`] as const;
    }),
  ] as const;
  const binding = error?.binding;
  const schema = error?.schema ?? json[0]!.schema;
  return {
    version,
    response,
    shape: error?.shape,
    binding,
    facts: {
      version,
      pointers: new Map(names.flatMap(([, name, pointer]) => (pointer === undefined ? [] : [[name, pointer] as const]))),
      schema: isObject(schema) ? schema : {},
      written: new Map(
        names.flatMap(([member, name]) => (own(binding, member) === undefined ? [] : [[name, at(binding!, member)] as const])),
      ),
      isAssumed: false,
      anchor: at(response, "content"),
    },
  };
}

/** Returns the media types of a response's errors if one replaced another. */
export function replacedErrorType({ before, after }: Pair<ErrorVersion>): Pair<string> | undefined {
  const [was, now] = [before.shape?.mediaType, after.shape?.mediaType];
  if (was === undefined || now === undefined || was === now) return undefined;
  const lists = (first: ErrorVersion, second: ErrorVersion) =>
    uncoveredMediaTypes(first.response, second.response).map(essenceOf);
  return lists(after, before).includes(was) && lists(before, after).includes(now) ? { before: was, after: now } : undefined;
}

/** Returns the replaced media types of an operation's errors, keyed by responses as named in messages. */
export function replacedErrorTypes(pair: OperationPair): ReadonlyMap<string, Pair<string>> {
  return new Map(
    errorsOf(pair).flatMap((error) => {
      const replaced = replacedErrorType(error);
      return replaced ? [[error.use, replaced] as const] : [];
    }),
  );
}
