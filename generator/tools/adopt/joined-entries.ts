import { actionsType } from "../../document/extension.js";
import { locationOf } from "../../document/fact-places.js";
import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import { bindingKeys } from "../../binding/binding.js";
import { endpointSecurity, scopesBeyond, securityOf } from "../../document/joined-security.js";
import { operationAt, operationFields, operationsOf } from "../../document/path-operations.js";
import { resolveComponent } from "../../document/reference.js";
import type { FoundEndpoint } from "./endpoint.js";
import { findFollowing, type FoundFollowing } from "./long-running.js";
import {
  actionsKey,
  describe,
  extension,
  listNames,
  member,
  operationMember,
  operationQuery,
  query,
  type Entries,
  type EntryContext,
} from "./entry.js";
import { findFailures, unboundFailures, isFailureStatus, type FailureFindings } from "./failures.js";
import { componentQuery, contentOf, isReference, responseOf, successesOf, type Content } from "./operation-parts.js";
import { actionEntries, whileIn } from "./action-entries.js";
import { noBody, type EndpointParts } from "./own-parts.js";
import { unsureMarks } from "./marked-failures.js";
import { commonTo, isUnroutable, leftParts, serversOf } from "./left-parts.js";
import { parameterEntries } from "./parameters.js";
import { addedSuccesses, contentIn, hasContent, returnsAnything, successResponses, type JoinedAction } from "./successes.js";

/** Replaces several paths by one: copies the descriptions of their actions and removes the paths. */
export function joinedEntries(endpoint: FoundEndpoint, context: EntryContext): Entries {
  const { document } = context;
  const { method, path } = endpoint;
  const found = operationAt(ownObject(ownObject(document, "paths"), path), method);
  const existing = isObject(found) ? found : undefined;
  const { sendable, others, unsuccessful, elsewhere } = sendableActions(endpoint, existing, context);
  const { actions, left } = withScopes(sendable, existing && securityOf(existing, document), document);
  const open = [
    ...(left.length > 0 ? [`security other than the endpoint's: ${listNames(left)}`] : []),
    ...(others.length > 0 ? [`not JSON: ${listNames(others)}`] : []),
    ...(elsewhere.length > 0 ? [`its body or result is in another file, bundle the document: ${listNames(elsewhere)}`] : []),
    ...(unsuccessful.length > 0 ? [`its responses are errors or redirects: ${listNames(unsuccessful)}`] : []),
  ];
  if (actions.length === 0) return { entries: [], adopted: 0, open };
  const key = mapKey(endpoint, existing, context);
  if (key === undefined) return { entries: [], adopted: 0, open: [...open, "an operation with this path already exists"] };
  const following = findFollowing({ path, actions }, context);
  // An existing binding belongs to the user.
  const bound = ownObject(ownObject(existing, bindingKeys(context.extensionPrefix).action), "async");
  const isFollowed = !existing || JSON.stringify(bound) === JSON.stringify(following.async);
  const parameters = parameterEntries(endpoint, actions, context);
  const failures = failureEntries(endpoint, actions, context);
  const successes =
    existing && addedSuccesses(endpoint, existing, actions, { ...context, header: isFollowed ? following.header : undefined });
  const known = existing && declaredParts(existing, document);
  const added = successes ? successes.responses : successResponses(actions, document, following.header);
  const common = existing ?? commonFields(actions, document);
  const parts = {
    method,
    tags: common["tags"],
    takes: [...new Set([...(known?.takes ?? []), ...actions.flatMap(({ takes }) => takes)])],
    responses: { ...known?.responses, ...added, ...failures.responses },
  };
  const target = { endpoint, parts, key, asyncNames: isFollowed ? following.names : new Set<string>() };
  return {
    entries: [
      ...(existing && successes
        ? [...addedTypes(endpoint, existing, key, actions, document), ...successes.entries]
        : newOperation(endpoint, actions, following, context)),
      ...parameters.entries,
      ...failures.entries,
      ...actions.flatMap((action, index) => {
        const description = existing && index === 0 ? { description: describe(endpoint, actions) } : {};
        return actionEntries(action, description, { ...target, parameters: parameters.own.get(action.name) ?? [] }, context);
      }),
      ...removals(actions, method, document),
    ],
    adopted: actions.length,
    open: [
      ...open,
      ...following.open,
      ...leftParts(actions, common["servers"], context),
      ...parameters.open,
      ...(successes?.open ?? []),
      ...failures.open,
      ...new Set(actions.flatMap(({ operation }) => unsureMarks(ownObject(operation, "responses") ?? {}, context))),
    ],
    notes: [
      ...following.notes,
      ...(actions.some(({ takes }) => takes.includes(formType)) ? [formNote] : []),
      ...(actions.some(({ isText }) => isText) ? ["results are text, which is not validated"] : []),
    ],
  };
}

/** Returns the media types and the responses of an existing endpoint. */
function declaredParts(operation: JsonObject, document: JsonObject): Pick<EndpointParts, "takes" | "responses"> {
  const body = resolveComponent(own(operation, "requestBody"), document);
  return { takes: Object.keys(ownObject(body, "content") ?? {}), responses: ownObject(operation, "responses") ?? {} };
}

/** Returns the actions that an endpoint can have, and the names of those with bodies or results that it can't, or without a success. */
function sendableActions(
  endpoint: FoundEndpoint,
  existing: JsonObject | undefined,
  context: EntryContext,
): Record<"others" | "unsuccessful" | "elsewhere", readonly string[]> & { readonly sendable: readonly JoinedAction[] } {
  const { document } = context;
  const kindThere = existing && successKind(existing, context);
  // The successes of an endpoint are either all JSON or all text.
  const hasJson =
    kindThere === "json" || endpoint.actions.some(({ operation = {} }) => successKind(operation, context) === "json");
  const others: string[] = [];
  const unsuccessful: string[] = [];
  const elsewhere: string[] = [];
  const sendable = endpoint.actions.flatMap(({ name, path = "", operation = {} }): JoinedAction[] => {
    const at = operationQuery(path, endpoint.method);
    const body = contentOf(own(operation, "requestBody"), `${at}.requestBody`, document);
    const successes = successesOf(operation, context);
    const [status] = successes;
    if (status === undefined && Object.keys(ownObject(operation, "responses") ?? {}).some((one) => /^(?:3|default$)/.test(one))) {
      unsuccessful.push(name);
      return [];
    }
    const holders = [own(operation, "requestBody"), ...successes.map((one) => responseOf(operation, one))];
    if (holders.some((holder) => context.isElsewhere(resolveComponent(holder, document)))) {
      elsewhere.push(name);
      return [];
    }
    const success =
      status === undefined || !hasContent(operation, status, document)
        ? undefined
        : contentOf(responseOf(operation, status), `${at}.responses${member(status)}`, document);
    const takes = requestTypes(body, endpoint);
    const isText = success?.kind === "text";
    const isOther = success?.kind === "other" || success?.kind === "form" || (success?.kind === "json" && kindThere === "text");
    if (!takes || isOther || (isText && hasJson)) {
      others.push(name);
      return [];
    }
    const result = isText ? undefined : success?.part;
    const unlike = [...(body?.unlike ?? []), ...(success?.unlike ?? [])];
    return [
      { name, path, operation, successes, body: body?.part, takes, result, returns: success?.mediaTypes ?? [], isText, unlike },
    ];
  });
  return { sendable, others, unsuccessful, elsewhere };
}

/** Returns the key of the map of actions; `undefined` if the path has an operation of the API. */
function mapKey(endpoint: FoundEndpoint, existing: JsonObject | undefined, context: EntryContext): string | undefined {
  if (!existing) return actionsKey(endpoint, context);
  // What an overlay already contains; the user may have given the type another name.
  const known = Object.keys(existing).filter((name) => actionsType(name, context.extensionPrefix) !== undefined);
  return known.length === 1 ? known[0] : undefined;
}

/**
 * Returns the entry with the media types of requests that an operation doesn't declare yet. If they are its first ones, its
 * earlier actions have no body, so that one that is sent is still not read.
 */
function addedTypes(
  { path, method }: FoundEndpoint,
  existing: JsonObject,
  key: string,
  actions: readonly JoinedAction[],
  document: JsonObject,
): JsonObject[] {
  const declared = ownObject(resolveComponent(own(existing, "requestBody"), document), "content") ?? {};
  const content = contentIn(actions.flatMap(({ takes }) => takes).filter((type) => !Object.hasOwn(declared, type)));
  if (Object.keys(content).length === 0) return [];
  const earlier = Object.keys(declared).length > 0 ? [] : Object.entries(ownObject(existing, key) ?? {});
  const bodiless = earlier.flatMap(([name, action]) =>
    isObject(action) && !Object.hasOwn(action, "requestBody") && !Object.hasOwn(action, "body") ? [name] : [],
  );
  return [
    { target: operationQuery(path, method), update: { requestBody: { content } } },
    ...bodiless.map((name) => ({ target: operationQuery(path, method, key, name), update: { requestBody: noBody } })),
  ];
}

/**
 * Returns the actions with their scopes, so that each requires what its operation did. `left` are actions for which an
 * endpoint with this security can't express that. A new endpoint has the security that fits the most actions.
 */
function withScopes(
  actions: readonly JoinedAction[],
  existing: JsonObject[] | undefined,
  document: JsonObject,
): { readonly actions: readonly JoinedAction[]; readonly left: readonly string[] } {
  const securities = actions.map(({ operation }) => securityOf(operation, document));
  const security = existing ?? endpointSecurity(largestGroup(securities));
  const scopes = securities.map((one) => scopesBeyond(one, security));
  const hasScopes = scopes.some((one) => one !== undefined && one.length > 0);
  return {
    actions: actions.flatMap((action, index) => {
      const mine = scopes[index];
      return mine === undefined ? [] : [{ ...action, ...(hasScopes && { scopes: mine }) }];
    }),
    left: actions.flatMap(({ name }, index) => (scopes[index] === undefined ? [name] : [])),
  };
}

/** Returns the largest group of securities that differ only in scopes; of two equal groups, the first. */
function largestGroup(securities: readonly JsonObject[][]): JsonObject[][] {
  const groups = new Map<string, JsonObject[][]>();
  for (const security of securities) {
    const [only] = security.length === 1 ? security : [];
    const key = JSON.stringify(only ? Object.keys(only).sort() : security);
    groups.set(key, [...(groups.get(key) ?? []), security]);
  }
  return [...groups.values()].reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}

/** Returns whether the successes of an operation are JSON or text, if they have content. */
function successKind(operation: JsonObject, context: EntryContext): Content["kind"] | undefined {
  const { document } = context;
  const [status] = successesOf(operation, context);
  if (status === undefined || !hasContent(operation, status, document)) return undefined;
  return contentOf(responseOf(operation, status), "", document)?.kind;
}

const formType = "application/x-www-form-urlencoded";
const formNote = "forms are serialized as OpenAPI defines: a field for each item of a list, JSON for an object";

/** Returns the media types of an action's requests, none if it has no body; `undefined`: actions don't support them. */
function requestTypes(body: Content | undefined, { style }: FoundEndpoint): readonly string[] | undefined {
  if (!body) return [];
  if (body.kind === "json") return body.mediaTypes;
  // APIs that name actions in the query accept forms, and some documents describe these as the XML of their responses.
  return body.kind === "form" || (body.kind === "text" && style === "query") ? [formType] : undefined;
}

/** Returns the path and operation that replace several, with their common parts. */
function newOperation(
  endpoint: FoundEndpoint,
  actions: readonly JoinedAction[],
  { async, header }: FoundFollowing,
  context: EntryContext,
): JsonObject[] {
  const { document } = context;
  const { method, path, type, selector } = endpoint;
  const selecting = {
    name: selector.name!,
    in: locationOf(selector.in),
    required: true,
    schema: { type: "string" },
  };
  const hasResult = returnsAnything(actions);
  const taken = contentIn(actions.flatMap(({ takes }) => takes));
  const operation = {
    operationId: operationId(type, context.operationIds),
    summary: `Invoke one of the ${type} actions.`,
    ...commonFields(actions, document),
    ...(actions.some((one) => Object.hasOwn(one.operation, "security")) && {
      security: endpointSecurity(actions.map((one) => securityOf(one.operation, document))),
    }),
    parameters: [selecting],
    ...(Object.keys(taken).length > 0 && { requestBody: { content: taken } }),
    responses: successResponses(actions, document, header),
    ...extension(endpoint, context, { response: hasResult ? { result: "" } : null, async }),
    [actionsKey(endpoint, context)]: {},
  };
  return [
    { target: "$.paths", description: describe(endpoint, actions), update: { [path]: operationFields({}, method, operation) } },
  ];
}

/** Returns the failures for the endpoint from the paths of its actions, except existing ones. */
function failureEntries(
  { path, method }: FoundEndpoint,
  actions: readonly JoinedAction[],
  context: EntryContext,
): Omit<Entries, "adopted"> & { readonly responses: JsonObject } {
  const { document, isWhole, extensionPrefix, isElsewhere } = context;
  const known = ownObject(operationAt(ownObject(ownObject(document, "paths"), path), method), "responses") ?? {};
  const unusable = new Map<string, string>();
  let kept = [...failuresOf(actions, document)].filter(([status]) => !Object.hasOwn(known, status));
  let found: FailureFindings;
  for (;;) {
    found = findFailures({ ...known, ...responsesFor(kept) }, context);
    const left = kept.filter(([status]) => !found.unusable.has(status));
    if (left.length === kept.length) break;
    for (const [status] of kept) if (found.unusable.has(status)) unusable.set(status, found.unusable.get(status)!);
    // Other responses now report the failures of the removed ones.
    kept = left;
  }
  const { bindings, open } = found;
  /** The failure stays while one of the other actions declares it, too. */
  const ofOthers = (first: JoinedAction, status: string, update: JsonObject): JsonObject[] => {
    const same = JSON.stringify(responseOf(first.operation, status));
    const others = actions.filter((one) => one !== first && JSON.stringify(responseOf(one.operation, status)) === same);
    if (others.length === 0) return [];
    const [item, at] = [`${member(path)}${operationMember(method)}.responses`, member(status)];
    const exists = others.map((other) => `@${member(other.path)}${operationMember(method)}`).join(" || ");
    const condition = others.length === 1 ? exists : `(${exists})`;
    return [{ target: `$[?${condition} && !@${item}${at}]${item}`, update: { [status]: update } }];
  };
  const entries = kept.flatMap(([status, action]): JsonObject[] => {
    const response = responseOf(action.operation, status)!;
    // A binding next to the reference to another file would have no effect.
    const isBindable = !isElsewhere(resolveComponent(response, document));
    const isKept = isReference(response) && isBindable;
    const at = operationQuery(path, method, "responses", status);
    const evident = isBindable ? bindings.get(status) : undefined;
    const binding = evident && { [bindingKeys(extensionPrefix).error]: evident };
    const target = `${whileIn(action, method)}${member(path)}${operationMember(method)}.responses`;
    const from = `${operationQuery(action.path, method)}.responses${member(status)}`;
    const component = isKept ? componentQuery(response, document) : undefined;
    return [
      { target, update: { [status]: isKept ? response : { ...binding } } },
      ...(isKept ? [] : [{ target: at, copy: from }]),
      ...(component !== undefined && binding ? [{ target: component, update: binding }] : []),
      ...(isWhole ? ofOthers(action, status, { ...(response as JsonObject), ...(!isKept && binding) }) : []),
    ];
  });
  return {
    entries,
    responses: responsesFor(kept),
    open: [
      ...[...unusable].map(([status, reason]) => `the response ${status}: ${reason}`),
      ...unboundFailures(responsesFor(kept), bindings, context),
      ...open,
    ],
  };
}

function responsesFor(failures: readonly (readonly [status: string, action: JoinedAction])[]): JsonObject {
  return Object.fromEntries(failures.map(([status, { operation }]) => [status, responseOf(operation, status)!]));
}

/** Returns the first action that describes each failure, by status; only failures with JSON or without content. */
function failuresOf(actions: readonly JoinedAction[], document: JsonObject): Map<string, JoinedAction> {
  const found = new Map<string, JoinedAction>();
  // Some APIs number the failures of each operation from 480 on.
  const isNumbered = actions.some(({ operation }) => responseOf(operation, "480") !== undefined);
  for (const action of actions)
    for (const status of Object.keys(ownObject(action.operation, "responses") ?? {})) {
      const isSuccess = action.successes.includes(status);
      const isFailure = isFailureStatus(status) && !isSuccess && !(isNumbered && Number(status) >= 480);
      const content = contentOf(responseOf(action.operation, status), "", document);
      if (isFailure && !found.has(status) && (content === undefined || content.kind === "json")) found.set(status, action);
    }
  return found;
}

/** Removes the operations of the actions. Removes a whole path if requests can't distinguish it from others. */
function removals(actions: readonly JoinedAction[], method: string, document: JsonObject): JsonObject[] {
  const paths = ownObject(document, "paths");
  return actions.map((action) => {
    const isAlone = operationsOf(ownObject(paths, action.path) ?? {}).length === 1;
    const isWhole = isAlone || isUnroutable(action);
    return { target: isWhole ? query("paths", action.path) : operationQuery(action.path, method), remove: true };
  });
}

/** Returns the fields of an endpoint that all its actions have alike. */
function commonFields(actions: readonly JoinedAction[], document: JsonObject): JsonObject {
  return {
    ...commonTo(actions, ({ operation }) => own(operation, "tags"), "tags"),
    ...commonTo(actions, (action) => serversOf(action, document), "servers"),
  };
}

function operationId(type: string, taken: EntryContext["operationIds"]): string {
  const id = `invoke${type.replace(/(?:^|[_-])([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())}`;
  let free = `${id}Action`;
  for (let number = 2; taken.has(free); number++) free = `${id}Action${number}`;
  return free;
}
