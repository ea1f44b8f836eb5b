import { bindingKeys, responsesOf } from "../../binding/binding.js";
import { responseError } from "../../binding/error-binding.js";
import { failuresWith, unfitFailures, type UnfitFailure } from "../../binding/unfit-failures.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referenceOf } from "../../document/reference.js";
import { createInstanceCheck, type InstanceCheck } from "../../json-schema/interpreter.js";
import { memberAt, textsOf } from "../../json-schema/members.js";
import { listNames, operationQuery, query, type EntryContext } from "./entry.js";
import { evidentCode } from "./failure-codes.js";
import { isFixed, responseOf } from "./operation-parts.js";

/** What is to be said about the responses of an endpoint that report failures. */
export interface FailureFindings {
  /** Statuses of which a server can't make the errors, each with the reason. */
  readonly unusable: ReadonlyMap<string, string>;
  /** The maker's codes for those of the server, by status. */
  readonly codes: ReadonlyMap<string, JsonObject>;
  /** What a person has to decide. */
  readonly open: readonly string[];
}

/** Compares the errors that a server makes by itself with the responses that a maker describes, by their statuses. */
export function findFailures(
  responses: JsonObject,
  { document, extensionPrefix }: Pick<EntryContext, "document" | "extensionPrefix">,
): FailureFindings {
  const key = bindingKeys(extensionPrefix).error;
  const check = checkOf(document);
  const unusable = new Map<string, string>();
  const codes = new Map<string, JsonObject>();
  const open: string[] = [];
  const declared = Object.keys(responses);
  for (const found of responsesOf({ responses }, document)) {
    const { status } = found;
    if (!isFailureStatus(status)) continue;
    const isListing = isFixed(own(responses, status), document);
    const error = responseError(found, document, key);
    if (!error) {
      if (isListing) unusable.set(status, "neither a code nor a message is found");
      continue;
    }
    const { shape, schema } = error;
    const response = { status, declared, error, isCommon: true };
    const member = shape.code === undefined ? undefined : memberAt(schema, shape.code, document);
    const texts = (member && textsOf(member, document)) ?? [];
    const unnamed = failuresWith(response).filter(
      ({ code }) => texts.length > 0 && !texts.includes(code) && !Object.hasOwn(shape.codes ?? {}, code),
    );
    const named = unnamed.flatMap((failure) => {
      const text = evidentCode(failure.code, failure.status, status, texts);
      return text === undefined ? [] : [[failure.code, text] as const];
    });
    const any = Object.fromEntries(unnamed.map(({ code }) => [code, texts[0]!]));
    const assumed = { shape: { ...shape, codes: { ...any, ...shape.codes } }, schema };
    const [unfit] = isListing ? unfitFailures({ ...response, error: assumed }, check) : [];
    if (unfit) {
      unusable.set(status, reasonOf(unfit));
      continue;
    }
    // A binding of the response would take the place of the one at the root.
    const isBound = error.binding !== undefined && error.binding === ownObject(document, key);
    if (named.length > 0 && !isBound) codes.set(status, Object.fromEntries(named));
    const left = unnamed.filter(({ code }) => isBound || !named.some(([one]) => one === code)).map(({ code }) => code);
    if (left.length > 0)
      open.push(`${status} lists the codes ${listNames(texts)}: name those for ${left.join(", ")} in ${key}: { codes: … }`);
  }
  return { unusable, codes, open };
}

/** Entries that name the maker's codes in the responses that an operation has. */
export function codeEntries(
  { path, method, operation }: { readonly path: string; readonly method: string; readonly operation: JsonObject },
  codes: FailureFindings["codes"],
  { document, extensionPrefix, isWhole }: EntryContext,
): JsonObject[] {
  const key = bindingKeys(extensionPrefix).error;
  return [...codes].flatMap(([status, named]) => {
    const component = componentTarget(responseOf(operation, status), document);
    // Of a document in several files, a response elsewhere has no place in the main one.
    if (component !== undefined && !isWhole) return [];
    const target = component ?? operationQuery(path, method, "responses", status);
    return [{ target, update: { [key]: { codes: named } } }];
  });
}

/** The query for the component that a response refers to. */
export function componentTarget(response: JsonValue | undefined, document: JsonObject): string | undefined {
  let target: string | undefined;
  let value = response;
  for (let steps = 0; steps < 100; steps++) {
    const [, name] = /^#\/components\/responses\/([^/]+)$/.exec(referenceOf(value) ?? "") ?? [];
    if (name === undefined) return target;
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    target = query("components", "responses", key);
    value = own(ownObject(ownObject(document, "components"), "responses"), key);
  }
  return undefined;
}

/** Whether a response reports a failure. */
export const isFailureStatus = (status: string) => /^(?:[45]XX|[45]\d\d|default)$/i.test(status);

function reasonOf({ code, problem: { pointer, message } }: UnfitFailure): string {
  return `${code} does not match: ${`${pointer} ${message}`.trim()}`;
}

const checks = new WeakMap<JsonObject, InstanceCheck>();

/** One check for each document, as it keeps what it has read of the schemas. */
function checkOf(document: JsonObject): InstanceCheck {
  const known = checks.get(document) ?? createInstanceCheck(document);
  checks.set(document, known);
  return known;
}
