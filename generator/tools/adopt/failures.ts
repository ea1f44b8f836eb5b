import { escapeSegment } from "../../../templates/runtime/json.js";
import { bindingKeys, responsesOf, type BoundResponse } from "../../binding/binding.js";
import { responseError } from "../../binding/error-binding.js";
import { failuresWith, unfitFailures, type UnfitFailures } from "../../binding/unfit-failures.js";
import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import { createInstanceCheck, type InstanceCheck } from "../../json-schema/interpreter.js";
import { schemasIn } from "../../json-schema/schema.js";
import { listNames, operationQuery, type EntryContext } from "./entry.js";
import { evidentCode } from "./failure-codes.js";
import { componentQuery, isFixed, responseOf } from "./operation-parts.js";

/** Findings about the error responses of an endpoint. */
export interface FailureFindings {
  /** Statuses whose errors a server can't create, each with the reason. */
  readonly unusable: ReadonlyMap<string, string>;
  /**
   * Evident bindings by status: the API's codes for the failures of the server, or the locations of an error's facts.
   */
  readonly bindings: ReadonlyMap<string, JsonObject>;
  /** Decisions that are left to the user. */
  readonly open: readonly string[];
}

/** Compares the errors that a server creates itself with the responses that the document describes, by status. */
export function findFailures(
  responses: JsonObject,
  { document, extensionPrefix }: Pick<EntryContext, "document" | "extensionPrefix">,
): FailureFindings {
  const key = bindingKeys(extensionPrefix).error;
  const check = checkOf(document);
  const unusable = new Map<string, string>();
  const bindings = new Map<string, JsonObject>();
  const open: string[] = [];
  const declared = Object.keys(responses);
  for (const found of responsesOf({ responses }, document)) {
    const { status } = found;
    if (!isFailureStatus(status)) continue;
    const isListing = isFixed(own(responses, status), document);
    const evident = isListing ? undefined : evidentPlaces(found, document, key);
    if (evident) bindings.set(status, evident);
    const bound = evident ? { ...found, response: { ...found.response, [key]: evident } } : found;
    const error = responseError(bound, document, key);
    if (!error) {
      if (isListing) unusable.set(status, "no code or message found");
      else if (found.json.length > 0) open.push(`the response ${status}: no code or message found; name them in ${key}`);
      continue;
    }
    const { shape, schema } = error;
    const response = { status, declared, error, isCommon: true };
    const member = shape.code === undefined ? undefined : schemasIn(document).at(schema, shape.code);
    const texts = member?.schema.texts ?? [];
    const unnamed = failuresWith(response).filter(
      ({ code }) => texts.length > 0 && !texts.includes(code) && !Object.hasOwn(shape.codes ?? {}, code),
    );
    const named = unnamed.flatMap((failure) => {
      const text = evidentCode(failure.code, failure.status, status, texts);
      return text === undefined ? [] : [[failure.code, text] as const];
    });
    const any = Object.fromEntries(unnamed.map(({ code }) => [code, texts[0]!]));
    const assumed = { shape: { ...shape, codes: { ...any, ...shape.codes } }, schema };
    const [unfit] = unfitFailures({ ...response, error: assumed }, check);
    if (unfit && !isListing) open.push(`the response ${status}: ${reasonOf(unfit)}`);
    if (unfit && isListing) {
      unusable.set(status, reasonOf(unfit));
      continue;
    }
    // A binding of the response would replace the one at the root.
    const isBound = error.binding !== undefined && error.binding === ownObject(document, key);
    if (named.length > 0 && !isBound) bindings.set(status, { ...evident, codes: Object.fromEntries(named) });
    const left = unnamed.filter(({ code }) => isBound || !named.some(([one]) => one === code)).map(({ code }) => code);
    if (left.length > 0)
      open.push(`${status} lists the codes ${listNames(texts)}: map ${left.join(", ")} in ${key}: { codes: … }`);
  }
  return { unusable, bindings, open };
}

/** Returns the statuses of failures in another file: an overlay can't add a binding to them. */
export function unboundFailures(
  responses: JsonObject,
  bindings: FailureFindings["bindings"],
  { document, isElsewhere }: EntryContext,
): string[] {
  const statuses = [...bindings.keys()].filter((status) => isElsewhere(resolveComponent(own(responses, status), document)));
  return statuses.map((status) => `the response ${status} is in another file: add ${JSON.stringify(bindings.get(status))} to it`);
}

/** Returns entries that add bindings to the responses of an operation. */
export function bindingEntries(
  { path, method, operation }: { readonly path: string; readonly method: string; readonly operation: JsonObject },
  bindings: FailureFindings["bindings"],
  { document, extensionPrefix, isElsewhere }: EntryContext,
): JsonObject[] {
  const key = bindingKeys(extensionPrefix).error;
  return [...bindings].flatMap(([status, binding]) => {
    const response = responseOf(operation, status);
    if (isElsewhere(resolveComponent(response, document))) return [];
    const target = componentQuery(response, document) ?? operationQuery(path, method, "responses", status);
    return [{ target, update: { [key]: binding } }];
  });
}

/**
 * Returns the locations of an error's facts, if the contract has a shape that needs a binding: AWS's `{ __type, message
 * }`, and OpenStack's `{ badRequest: { code: 400, message } }`. An existing binding is kept.
 */
function evidentPlaces({ response, json }: BoundResponse, document: JsonObject, key: string): JsonObject | undefined {
  const [media] = json;
  if (!media || ownObject(response, key) || ownObject(document, key)) return undefined;
  const at = (pointer: string) => schemasIn(document).at(media.schema, pointer);
  const isTextAt = (pointer: string) => {
    const member = at(pointer);
    return member !== undefined && member.schema.isOnly("string");
  };
  const error = responseError({ response, json: [media] }, document, key);
  if (error) return error.shape.code === undefined && isTextAt("/__type") ? { code: "/__type" } : undefined;
  const [name, ...others] = schemasIn(document).of(media.schema).members.keys();
  if (name === undefined || others.length > 0) return undefined;
  const owner = `/${escapeSegment(name)}`;
  const code = at(`${owner}/code`);
  if (!isTextAt(`${owner}/message`) || code === undefined || !code.schema.isOnly("integer")) return undefined;
  return { code: null, status: `${owner}/code`, message: `${owner}/message` };
}

/** Returns whether a response reports a failure. */
export const isFailureStatus = (status: string) => /^(?:[45]XX|[45]\d\d|default)$/i.test(status);

function reasonOf({ codes: [code], problem: { pointer, message } }: UnfitFailures): string {
  return `${code} does not match: ${`${pointer} ${message}`.trim()}`;
}

const checks = new WeakMap<JsonObject, InstanceCheck>();

/** Returns the check of a document, which caches the schemas that it has read. */
export function checkOf(document: JsonObject): InstanceCheck {
  const known = checks.get(document) ?? createInstanceCheck(document);
  checks.set(document, known);
  return known;
}
