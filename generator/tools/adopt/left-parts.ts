import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import { listNames, type EntryContext } from "./entry.js";
import { isFailureStatus } from "./failures.js";
import { contentOf, responseOf } from "./operation-parts.js";
import { keptSuccesses, type JoinedAction } from "./successes.js";

/** Returns the parts of the operations that the endpoint, which has some servers, lacks. */
export function leftParts(
  actions: readonly JoinedAction[],
  servers: JsonValue | undefined,
  { document }: EntryContext,
): string[] {
  const paths = ownObject(document, "paths");
  const read = actions.filter((action) => isUnroutable(action) && own(own(paths, action.path), "get") !== undefined);
  return [
    ...unlikeContent(actions),
    ...leftSuccesses(actions, document),
    ...leftResponses(actions, document),
    ...leftFields(actions, servers, document),
    ...(read.length > 0 ? [`also available by GET, which is removed: ${listNames(read.map(({ name }) => name))}`] : []),
  ];
}

/** Returns responses that actions can't have: redirects and others that report nothing, and failures that aren't JSON. */
function leftResponses(actions: readonly JoinedAction[], document: JsonObject): string[] {
  const withoutOutcome = new Map<string, string[]>();
  const unread = new Set<string>();
  for (const { name, operation, successes } of actions)
    for (const status of Object.keys(ownObject(operation, "responses") ?? {})) {
      if (/^[13]/.test(status)) withoutOutcome.set(status, [...(withoutOutcome.get(status) ?? []), name]);
      if (!isFailureStatus(status) || successes.includes(status)) continue;
      const content = contentOf(responseOf(operation, status), "", document);
      if (content !== undefined && content.kind !== "json") unread.add(status);
    }
  return [
    ...[...withoutOutcome].map(
      ([status, names]) => `the response ${status}, neither a success nor a failure: ${listNames(names)}`,
    ),
    ...(unread.size > 0 ? [`failures that aren't JSON: ${listNames([...unread].sort())}`] : []),
  ];
}

/** Fields of operations that neither actions nor their endpoint keep; extensions are fields, too. */
const lostFields = /^(?:callbacks|externalDocs|x-.+)$/;

/** Returns the fields of operations that actions don't have. */
function leftFields(actions: readonly JoinedAction[], servers: JsonValue | undefined, document: JsonObject): string[] {
  const found = new Set<string>();
  for (const action of actions) {
    for (const field of Object.keys(action.operation)) if (lostFields.test(field)) found.add(field);
    const own = serversOf(action, document);
    if (own !== undefined && JSON.stringify(own) !== JSON.stringify(servers)) found.add("servers");
    const responses = Object.values(ownObject(action.operation, "responses") ?? {});
    if (responses.some((one) => ownObject(resolveComponent(one, document), "links"))) found.add("links");
  }
  return found.size > 0 ? [`fields that actions don't have: ${listNames([...found].sort())}`] : [];
}

/** Returns the servers of an action's operation, if it or its path has servers of its own. */
export function serversOf({ operation, path }: JoinedAction, document: JsonObject): JsonValue | undefined {
  return own(operation, "servers") ?? own(ownObject(ownObject(document, "paths"), path), "servers");
}

/** Returns a field with a value that all actions have alike. */
export function commonTo(
  actions: readonly JoinedAction[],
  valueOf: (action: JoinedAction) => JsonValue | undefined,
  field: string,
): JsonObject {
  const [value, ...others] = actions.map(valueOf);
  const isSame = value !== undefined && others.every((other) => JSON.stringify(other) === JSON.stringify(value));
  return isSame ? { [field]: value } : {};
}

/** Returns media types that actions don't support next to the first one: those of another kind, or with another schema. */
export function unlikeContent(actions: readonly Pick<JoinedAction, "name" | "unlike">[]): string[] {
  const types = new Set(actions.flatMap(({ unlike }) => unlike));
  return [...types].sort().map((type) => {
    const names = actions.flatMap(({ name, unlike }) => (unlike.includes(type) ? [name] : []));
    return `${type} in addition to the first media type: ${listNames(names)}`;
  });
}

/** Returns successes of actions with other content than the first. */
function leftSuccesses(actions: readonly JoinedAction[], document: JsonObject): string[] {
  const left = actions.map((action) => {
    const kept = keptSuccesses(action, document);
    return { name: action.name, statuses: action.successes.filter((status) => !kept.includes(status)) };
  });
  return [...new Set(left.flatMap(({ statuses }) => statuses))].sort().map((status) => {
    const names = left.flatMap(({ name, statuses }) => (statuses.includes(status) ? [name] : []));
    return `the success ${status} besides the first: ${listNames(names)}`;
  });
}

/** Returns whether a path differs only in its fragment, which is never sent. */
export function isUnroutable({ path }: JoinedAction): boolean {
  return path.includes("#");
}
