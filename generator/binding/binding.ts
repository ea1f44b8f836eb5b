import { operationIdOf } from "../document/operation-ids.js";
import { operationsOf } from "../document/path-operations.js";
import type { Envelope } from "../../templates/runtime/facts.js";
import { defaultSelector, type Selector } from "../../templates/runtime/selector.js";
import type { JsonRpcRule } from "../../templates/runtime/server/contract.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { actionBindingKey } from "../document/action-endpoint.js";
import { contentOf, defaultType, essenceOf, type KnownMedia } from "../document/media-kind.js";
import { segmentsFor } from "../document/path-template.js";
import { resolveComponent } from "../document/reference.js";
import { operationCode } from "./codes/operations.js";
import type { BindingProblem } from "./problem.js";

/** The locations of the facts in calls of an action endpoint, as defined by a binding or inferred from the contract. */
export interface ActionBinding {
  /**
   * Their locations in requests. Absent: the path parameter `action` names the action, and the whole body is the
   * action's own.
   */
  readonly selector?: Selector;
  /** What its requests have of JSON-RPC 2.0; absent: they are not JSON-RPC. */
  readonly rpc?: JsonRpcRule;
  /** Whether calls target a service that the application finds. */
  readonly hasService: boolean;
  readonly envelope: Envelope;
  /** Whether the contract doesn't describe the body of a success, so that `envelope` is the default. */
  readonly isAssumed: boolean;
  /** The keys of successes whose body is not the result, although the whole body of other successes is. */
  readonly withoutResult: readonly string[];
  readonly service: ServiceBinding;
  /** Whether successes are text, which is the unchanged result. */
  readonly isText?: true;
  /** How asynchronous actions are followed, if a binding defines it; otherwise it is inferred. */
  readonly following: FollowingBinding | undefined;
  /** The possible values of the envelope's status; `undefined`: any string. */
  readonly statuses: readonly string[] | undefined;
  /** The success statuses, without ranges: `[200, 202]`; empty: the contract declares none. */
  readonly successes: readonly number[];
  /** Whether a 202 next to other successes is for asynchronous actions only. */
  readonly reservesAccepted: boolean;
  /** Whether a single action names its successes, so that each is possible whether it completes at once or not. */
  readonly namesSuccesses?: boolean;
}

/** The locations of a service's facts: JSON pointers into its representation. Absent: not included. */
export interface ServiceBinding {
  /** The operation that returns a service, with its path and method in the contract. */
  readonly representation: { readonly path: string; readonly method: string } | undefined;
  /** The location of its type. Absent: all services of the endpoint are of one type. */
  readonly type?: string;
  readonly status?: string;
  readonly plan?: string;
  /** The list of its advertised actions. */
  readonly actions?: string;
}

/** How clients detect the end of an action that completes asynchronously. */
export type FollowingBinding =
  /** An operation that has one parameter more than the endpoint's path; the response contains its value. */
  | {
      readonly kind: "operation";
      readonly path: string;
      readonly method: string;
      /** The parameter of that operation that identifies the followed resource. */
      readonly parameter: string;
      /** Pointer into the body of the action's response. */
      readonly id: string;
      readonly state: StateBinding;
    }
  /** A header of the response that contains the URL to follow. */
  | {
      readonly kind: "header";
      readonly header: string;
      /** The operation that the URL leads to, if a binding names it or the contract has only one candidate. */
      readonly shownBy?: Pick<BoundOperation, "path" | "method">;
      readonly state: StateBinding;
    }
  /** The service itself. */
  | { readonly kind: "service"; readonly path: string; readonly method: string; readonly state: StateBinding };

/** A value of a state: a string, or a boolean such as `done`. */
export type State = string | boolean;

/** The location of a state, and the meaning of its values. */
export interface StateBinding {
  readonly status: string;
  /** The values that are not final; empty: all that are in neither `done` nor `failed`. */
  readonly pending: readonly State[];
  readonly done: readonly State[];
  readonly failed: readonly State[];
  /** The state of a resource that doesn't contain any. */
  readonly absent?: State;
  /** The location of a value that is only present after a failure, whatever the state. */
  readonly error?: string;
}

/** An operation, with its path item. */
export interface BoundOperation {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}

/** The input for determining a binding. */
export interface BindingSource {
  readonly document: JsonObject;
  readonly endpoint: BoundOperation;
  /** All operations that the API offers. */
  readonly operations: readonly BoundOperation[];
  /** Service types whose actions the endpoint invokes, each with its Action Objects by name. */
  readonly serviceTypes: ReadonlyMap<string, JsonObject>;
  readonly prefix: string;
  /** The locations of the facts in requests, once they are known. */
  readonly selector?: Selector | undefined;
}

/** Names of the extensions that contain bindings. */
export const bindingKeys = (prefix: string) => ({
  action: actionBindingKey(prefix),
  error: `x-${prefix}-error-binding`,
});

/** Names of response members that never contain a fact of an action or a service. */
export const asides: ReadonlySet<string> = new Set(
  "_links _meta annotations context extensions labels links meta metadata pagination tags warnings".split(" "),
);

/** A response of an operation with its JSON content. */
export interface BoundResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly response: JsonObject;
  /** JSON media types; a schema is absent if the contract has none. */
  readonly json: readonly { readonly mediaType: string; readonly schema: JsonValue | undefined }[];
  /** Whether it has content of other types. */
  readonly hasOther: boolean;
  /** The media type of its text, such as XML. */
  readonly text: string | undefined;
}

/** Returns the responses of an operation, with references followed. */
export function responsesOf(operation: JsonObject, document: JsonObject): BoundResponse[] {
  const responses = ownObject(operation, "responses") ?? {};
  return Object.keys(responses).flatMap((status) => {
    const response = resolveComponent(responses[status], document);
    if (status.startsWith("x-") || !isObject(response)) return [];
    const content = contentOf(response, document);
    const json = content
      .filter(({ kind }) => kind === "json")
      .map((media) => ({ mediaType: essenceOf(defaultType(media)!), schema: media.schema }));
    const text = content.find(isTextual)?.name;
    return [{ status, response, json, hasOther: json.length < content.length, text }];
  });
}

/** Returns whether a media type is text that is not validated: XML, plain text. */
export function isTextual({ name, kind }: KnownMedia): boolean {
  return kind === "text" || /[/+]xml$/.test(essenceOf(name));
}

/** Returns the responses that are text, if none of an endpoint's successes is JSON. */
export function textResponses(successes: readonly BoundResponse[]): readonly BoundResponse[] {
  return successes.some(({ json }) => json.length > 0) ? [] : successes.filter(({ text }) => text !== undefined);
}

/** Returns whether a status reports a success. Without any success, `default` includes them. */
export const isSuccess = (status: string) => status.startsWith("2");

/** Returns whether a status reports an error. */
export const isFailure = (status: string) => /^[45]/.test(status) || status === "default";

/** Returns one schema of everything that an operation returns on success. */
export function successSchema(bound: BoundOperation | undefined, document: JsonObject): JsonObject {
  const successes = bound ? responsesOf(bound.operation, document).filter(({ status }) => isSuccess(status)) : [];
  return { anyOf: successes.flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))) };
}

/** Returns whether two path templates differ only in the names of their parameters. */
export function samePath(one: string, other: string): boolean {
  const plain = (path: string) => path.replace(/\{[^{}]*\}/g, "{}");
  return plain(one) === plain(other);
}

/** Returns the operations of a document. */
export function collectOperations(document: JsonObject): BoundOperation[] {
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, written]) => {
    const pathItem = resolveComponent(written, document);
    if (path.startsWith("x-") || !isObject(pathItem)) return [];
    return operationsOf(pathItem).map((found) => ({ path, pathItem, ...found }));
  });
}

/** Returns the operation with an id; adds a problem if there is none. */
export function findOperation(
  { operations }: BindingSource,
  id: string,
  holder: JsonObject,
  problems: BindingProblem[],
): BoundOperation | undefined {
  // The document's own id, or one that names can be made from.
  const wanted = [id, operationIdOf(id)];
  const found = operations.find(({ operation }) => wanted.includes(ownString(operation, "operationId")));
  if (found) return found;
  const ids = operations.flatMap(({ operation }) => ownString(operation, "operationId") ?? []);
  const near = suggest(id, ids);
  const all = ids.length === 0 ? "Give the operation an operationId." : `Write one of ${ids.slice(0, 8).map(quote).join(", ")}.`;
  const hint = near === undefined ? all : `Did you mean ${quote(near)}?`;
  problems.push(operationCode.problem("unknown", { id }, { holder, key: "operation" }, hint));
  return undefined;
}

/**
 * Returns the path of an action's service: up to the last parameter before the action, except one after it that names
 * the service's type.
 */
export function servicePathOf(path: string, { action, type }: Selector = defaultSelector): string {
  const upToLast = (text: string) => text.slice(0, text.lastIndexOf("}") + 1);
  const before = upToLast(action.in === "path" ? path.slice(0, path.indexOf(`{${action.name}}`)) : path);
  const named = type?.in === "path" ? `{${type.name}}` : undefined;
  const found = named !== undefined && before.endsWith(named) ? upToLast(before.slice(0, -named.length)) : before;
  return `${found}${segmentsFor(found, path)}`;
}
