import { bindingKeys } from "../../binding/binding.js";
import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import type { FoundEndpoint } from "./endpoint.js";
import { listNames, operationQuery, type EntryContext } from "./entry.js";
import { contentOf, responseOf, successesOf, successOf, type Part } from "./operation-parts.js";

/** An action with a path of its own. */
export interface JoinedAction {
  readonly name: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly body: Part | undefined;
  /** The media types of its requests: JSON or a form; none: it has no body. */
  readonly takes: readonly string[];
  readonly result: Part | undefined;
  /** The media types of its success, if that has content. */
  readonly returns: readonly string[];
  /** Whether that is text. */
  readonly isText: boolean;
  /** Media types of its requests and its success that have another schema and are left out. */
  readonly unlike: readonly string[];
  /** The scopes that it needs in addition to the endpoint's; absent if no action needs any. */
  readonly scopes?: readonly string[];
}

/** The schema of content that each action describes itself. */
export const anyObject = { schema: { type: "object", additionalProperties: true } };

/** Returns content that each action describes itself. */
export function contentIn(mediaTypes: readonly string[]): JsonObject {
  return Object.fromEntries([...new Set(mediaTypes)].sort().map((type) => [type, anyObject]));
}

/** Returns whether a success of an action has described content. */
export function returnsAnything(actions: readonly JoinedAction[]): boolean {
  return actions.some(({ result, isText }) => result || isText);
}

/** Returns the successes of an endpoint: the first one of each action, and further ones that all of them have. */
export function successResponses(
  actions: readonly JoinedAction[],
  document: JsonObject,
  header: string | undefined,
): Record<string, JsonObject> {
  const [text] = actions.flatMap(({ isText, returns }) => (isText ? returns : []));
  const contentOfStatus = (status: string) => {
    if (text !== undefined) return { [text]: { schema: { type: "string" } } };
    const types = actions.flatMap(({ operation, returns }) => (successOf(operation) === status ? returns : []));
    return contentIn(types.length > 0 ? types : actions.flatMap(({ returns }) => returns));
  };
  const first = actions.flatMap(({ operation }) => successOf(operation) ?? []);
  const statuses = [...new Set([...first, ...commonSuccesses(actions, document)])].sort();
  const isEmpty = (status: string) =>
    status === "204" || status === "205" || (!first.includes(status) && !hasContent(actions, status, document));
  const success = (status: string) =>
    [
      status,
      {
        description: "Done.",
        ...(status === "202" && header !== undefined && { headers: { [header]: { schema: { type: "string" } } } }),
        ...(returnsAnything(actions) && !isEmpty(status) && { content: contentOfStatus(status) }),
      },
    ] as const;
  return Object.fromEntries((statuses.length > 0 ? statuses : ["200"]).map(success));
}

/**
 * Returns statuses that are a second or later success of all actions, with the same content as the first or with none.
 */
function commonSuccesses(actions: readonly JoinedAction[], document: JsonObject): string[] {
  const [first, ...others] = actions;
  return successesOf(first?.operation ?? {}).filter(
    (status) =>
      others.every(({ operation }) => successesOf(operation).includes(status)) &&
      (!hasContent(actions, status, document) || actions.every((action) => hasItsResult(action, status, document))),
  );
}

function hasContent(actions: readonly JoinedAction[], status: string, document: JsonObject): boolean {
  return actions.some(({ operation }) => contentOf(responseOf(operation, status), "", document) !== undefined);
}

function hasItsResult({ operation, result, isText }: JoinedAction, status: string, document: JsonObject): boolean {
  const content = contentOf(responseOf(operation, status), "", document);
  if (isText) return content?.kind === "text";
  return content?.kind === "json" && JSON.stringify(content.part?.value) === JSON.stringify(result?.value);
}

/** Returns successes that only some actions have, which a new endpoint lacks. */
export function leftSuccesses(actions: readonly JoinedAction[], document: JsonObject): string[] {
  const kept = Object.keys(successResponses(actions, document, undefined));
  const left = new Set(actions.flatMap(({ operation }) => successesOf(operation)).filter((status) => !kept.includes(status)));
  return [...left].sort().map((status) => {
    const names = actions.flatMap(({ name, operation }) => (successesOf(operation).includes(status) ? [name] : []));
    return `the success ${status} besides the first: ${listNames(names)}`;
  });
}

/** Returns successes and media types that an endpoint lacks for new actions; existing ones are kept. */
export function addedSuccesses(
  { path, method }: FoundEndpoint,
  operation: JsonObject,
  actions: readonly JoinedAction[],
  { document, extensionPrefix, header }: EntryContext & { readonly header: string | undefined },
): { readonly entries: readonly JsonObject[]; readonly open: readonly string[] } {
  const open: string[] = [];
  const responses = Object.entries(successResponses(actions, document, header)).flatMap(([status, wanted]) => {
    const known = responseOf(operation, status);
    if (known === undefined) return [[status, wanted] as const];
    const declared = Object.keys(ownObject(resolveComponent(known, document), "content") ?? {});
    const types = Object.entries(ownObject(wanted, "content") ?? {}).filter(([type]) => !declared.includes(type));
    if (types.length === 0) return [];
    if (referenceOf(known) === undefined) return [[status, { content: Object.fromEntries(types) }] as const];
    // Other references to the response would be affected, too.
    open.push(`the response ${status}, which is a reference, lacks ${listNames(types.map(([type]) => type))}`);
    return [];
  });
  const target = operationQuery(path, method);
  const key = bindingKeys(extensionPrefix).action;
  const binding = ownObject(operation, key);
  const isUnread = binding !== undefined && own(binding, "response") === null && returnsAnything(actions);
  return {
    entries: [
      ...(responses.length > 0 ? [{ target, update: { responses: Object.fromEntries(responses) } }] : []),
      // No action has had a result so far.
      ...(isUnread ? [{ target, update: { [key]: { response: { result: "" } } } }] : []),
    ],
    open,
  };
}
