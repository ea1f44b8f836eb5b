import { bindingKeys } from "../../binding/binding.js";
import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { FoundEndpoint } from "./endpoint.js";
import { listNames, operationQuery, type EntryContext } from "./entry.js";
import { contentOf, responseOf, type Part } from "./operation-parts.js";

/** An action with a path of its own. */
export interface JoinedAction {
  readonly name: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** The statuses of its successes. */
  readonly successes: readonly string[];
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

/** Returns the content of responses that each action describes itself. */
export function anyContent(mediaTypes: readonly string[]): JsonObject {
  return Object.fromEntries([...new Set(mediaTypes)].sort().map((type) => [type, { schema: {} }]));
}

/** Returns the key of an endpoint's response for a success: `default` also describes failures, so it is a range. */
export function statusKey(status: string): string {
  return status === "default" ? "2XX" : status;
}

/** Returns the successes that an action keeps: the first one, and others with the same content or none. */
export function keptSuccesses({ operation, successes, result, isText }: JoinedAction, document: JsonObject): string[] {
  return successes.filter((status, index) => {
    if (index === 0 || !hasContent(operation, status, document)) return true;
    const content = contentOf(responseOf(operation, status), "", document);
    if (isText) return content?.kind === "text";
    return content?.kind === "json" && JSON.stringify(content.part?.value) === JSON.stringify(result?.value);
  });
}

/** Returns whether a response has a body: HTTP has none for some statuses, whatever a document says. */
export function hasContent(operation: JsonObject, status: string, document: JsonObject): boolean {
  return !isEmptyStatus(status) && contentOf(responseOf(operation, status), "", document) !== undefined;
}

/** Returns whether responses of a status never have a body. */
export function isEmptyStatus(status: string): boolean {
  return status === "204" || status === "205";
}

/** Returns the successes of an endpoint: those that its actions keep. */
export function successResponses(
  actions: readonly JoinedAction[],
  document: JsonObject,
  header: string | undefined,
): Record<string, JsonObject> {
  const kept = actions.map((action) => ({ action, statuses: keptSuccesses(action, document) }));
  const statuses = [...new Set(kept.flatMap((one) => one.statuses.map(statusKey)))].sort();
  const contentAt = (key: string): JsonObject => {
    const having = kept.flatMap(({ action, statuses: own }) => {
      const status = own.find((one) => statusKey(one) === key);
      return status !== undefined && hasContent(action.operation, status, document) ? [action] : [];
    });
    const [text] = having.flatMap(({ isText, returns }) => (isText ? returns : []));
    if (text !== undefined) return { [text]: { schema: { type: "string" } } };
    const areObjects = having.every(
      ({ result }) => result === undefined || schemasIn(document).of(result.value).isOnly("object"),
    );
    const types = having.flatMap(({ returns }) => returns);
    return areObjects ? contentIn(types) : anyContent(types);
  };
  const success = (key: string) => {
    const content = contentAt(key);
    return [
      key,
      {
        description: "Done.",
        ...(key === "202" && header !== undefined && { headers: { [header]: { schema: { type: "string" } } } }),
        ...(returnsAnything(actions) && Object.keys(content).length > 0 && { content }),
      },
    ] as const;
  };
  return Object.fromEntries((statuses.length > 0 ? statuses : ["200"]).map(success));
}

/** Returns successes and media types that an endpoint lacks for new actions; existing ones are kept. */
export function addedSuccesses(
  { path, method }: FoundEndpoint,
  operation: JsonObject,
  actions: readonly JoinedAction[],
  { document, extensionPrefix, header }: EntryContext & { readonly header: string | undefined },
): { readonly entries: readonly JsonObject[]; readonly open: readonly string[]; readonly responses: JsonObject } {
  const open: string[] = [];
  const wantedResponses = successResponses(actions, document, header);
  const responses = Object.entries(wantedResponses).flatMap(([status, wanted]) => {
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
    responses: { ...wantedResponses, ...ownObject(operation, "responses") },
  };
}
