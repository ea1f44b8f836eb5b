import { operationsOf } from "../document/path-operations.js";
import type { Envelope } from "../../templates/runtime/facts.js";
import { usualSelector, type Selector } from "../../templates/runtime/selector.js";
import { isJsonType } from "../../templates/runtime/server/http.js";
import { quote } from "../diagnostics/escape.js";
import { suggest } from "../diagnostics/suggest.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { actionBindingKey } from "../document/action-endpoint.js";
import { resolveComponent } from "../document/reference.js";

/** The locations of the facts in calls of an action endpoint, as far as the contract defines or shows them. */
export interface ActionBinding {
  /** Where requests have them. Absent: the path parameter `action` names the action, and the whole body is its own. */
  readonly selector?: Selector;
  /** Whether calls are about a service that the application finds. */
  readonly hasService: boolean;
  readonly envelope: Envelope;
  /** Whether the contract says nothing about the body of a success, so that `envelope` is the default one. */
  readonly isAssumed: boolean;
  /** The keys of successes whose body is something else, where the whole body of the others is the result. */
  readonly withoutResult: readonly string[];
  readonly service: ServiceBinding;
  /** Whether successes are text, which is the result as it is. */
  readonly isText?: true;
  /** How actions that go on after their responses are followed, where the contract says it; else it is looked for. */
  readonly following: FollowingBinding | undefined;
  /** The texts that the envelope's status may be; `undefined`: any. */
  readonly statuses: readonly string[] | undefined;
  /** Statuses of successes, without a range: `[200, 202]`; empty: the contract declares none. */
  readonly successes: readonly number[];
}

/** Where a service shows its facts: JSON pointers into what represents it. Absent: not there. */
export interface ServiceBinding {
  /** The operation that returns a service: its path and method are those of the contract. */
  readonly representation: { readonly path: string; readonly method: string } | undefined;
  /** The location of its type. Absent: all services of the endpoint are of one type. */
  readonly type?: string;
  readonly status?: string;
  readonly plan?: string;
  /** The list of its advertised actions. */
  readonly actions?: string;
}

/** How clients find the end of an action that completes asynchronously. */
export type FollowingBinding =
  /** An operation with one more parameter than the endpoint's path, which the response contains. */
  | {
      readonly kind: "operation";
      readonly path: string;
      readonly method: string;
      /** The parameter of that operation that names what is followed. */
      readonly parameter: string;
      /** Pointer into the body of the action's response. */
      readonly id: string;
      readonly state: StateBinding;
    }
  /** A header of the response that contains the URL to follow. */
  | {
      readonly kind: "header";
      readonly header: string;
      /** The operation that the URL leads to, where a binding names it or the contract has only one that it could be. */
      readonly shownBy?: Pick<BoundOperation, "path" | "method">;
      readonly state: StateBinding;
    }
  /** The service itself. */
  | { readonly kind: "service"; readonly path: string; readonly method: string; readonly state: StateBinding };

/** A value of a state: a text, or a boolean such as `done`. */
export type State = string | boolean;

/** The location of a state, and what its values mean. */
export interface StateBinding {
  readonly status: string;
  /** Values that others follow; empty: all that are neither done nor failed. */
  readonly pending: readonly State[];
  readonly done: readonly State[];
  readonly failed: readonly State[];
  /** What it is where it is left out. */
  readonly absent?: State;
  /** What is there only if it has failed, whatever the state. */
  readonly error?: string;
}

/** Something wrong with a binding, or a fact that the contract gives no place. */
export interface BindingProblem {
  /** What the problem is: see the lint rules of these names. */
  readonly kind: "binding-invalid" | "binding-missing" | "async-undeclared";
  readonly text: string;
  readonly hint?: string;
  /** Where: a key of an object of the document that was read. */
  readonly holder: JsonObject;
  readonly key: string;
}

/** One operation with what contains it. */
export interface BoundOperation {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}

/** What a binding is read from. */
export interface BindingSource {
  readonly document: JsonObject;
  readonly endpoint: BoundOperation;
  /** All operations that the API offers. */
  readonly operations: readonly BoundOperation[];
  /** Service types whose actions the endpoint invokes, each with its Action Objects by name. */
  readonly serviceTypes: ReadonlyMap<string, JsonObject>;
  readonly prefix: string;
  /** Where requests have the facts of a call, once that is read. */
  readonly selector?: Selector | undefined;
}

/** Names of the extensions that contain bindings. */
export const bindingKeys = (prefix: string) => ({
  action: actionBindingKey(prefix),
  error: `x-${prefix}-error-binding`,
});

/** Members of responses that are about them, and none of the facts of an action or a service. */
export const asides: ReadonlySet<string> = new Set(
  "_links _meta annotations context extensions labels links meta metadata pagination tags warnings".split(" "),
);

/** A response of an operation with its JSON content. */
export interface BoundResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly response: JsonObject;
  /** JSON media types, schemas absent where the contract has none. */
  readonly json: readonly { readonly mediaType: string; readonly schema: JsonValue | undefined }[];
  /** Whether it has content of other types. */
  readonly hasOther: boolean;
  /** The media type of its text, such as XML. */
  readonly text: string | undefined;
}

/** The responses of an operation, references followed. */
export function responsesOf(operation: JsonObject, document: JsonObject): BoundResponse[] {
  const responses = ownObject(operation, "responses") ?? {};
  return Object.keys(responses).flatMap((status) => {
    const response = resolveComponent(responses[status], document);
    if (status.startsWith("x-") || !isObject(response)) return [];
    const content = Object.entries(ownObject(response, "content") ?? {});
    const json = content
      .filter(([type]) => isJsonType(type))
      .map(([type, media]) => ({ mediaType: essence(type), schema: own(media, "schema") }));
    const text = content.map(([type]) => type).find((type) => isTextType(type));
    return [{ status, response, json, hasOther: json.length < content.length, text }];
  });
}

/** Whether a media type is text that nothing is checked of: XML, plain text. */
export function isTextType(mediaType: string): boolean {
  return /^text\/|[/+]xml$/.test(essence(mediaType));
}

/** The responses of actions that are text: those of an endpoint none of whose successes is JSON. */
export function textResponses(successes: readonly BoundResponse[]): readonly BoundResponse[] {
  return successes.some(({ json }) => json.length > 0) ? [] : successes.filter(({ text }) => text !== undefined);
}

/** Whether a status reports a success. Where no status does, `default` includes successes. */
export const isSuccess = (status: string) => status.startsWith("2");

/** Whether a status reports an error. */
export const isFailure = (status: string) => /^[45]/.test(status) || status === "default";

function essence(mediaType: string): string {
  return mediaType.split(";")[0]!.trim().toLowerCase();
}

/** What an operation returns on success, as one schema. */
export function successSchema(bound: BoundOperation | undefined, document: JsonObject): JsonObject {
  const successes = bound ? responsesOf(bound.operation, document).filter(({ status }) => isSuccess(status)) : [];
  return { anyOf: successes.flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))) };
}

/** Whether two path templates are the same but for the names of their parameters. */
export function samePath(one: string, other: string): boolean {
  const plain = (path: string) => path.replace(/\{[^{}]*\}/g, "{}");
  return plain(one) === plain(other);
}

/** The operations of a document. */
export function collectOperations(document: JsonObject): BoundOperation[] {
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, written]) => {
    const pathItem = resolveComponent(written, document);
    if (path.startsWith("x-") || !isObject(pathItem)) return [];
    return operationsOf(pathItem).map((found) => ({ path, pathItem, ...found }));
  });
}

/** The operation of an id; a problem where there is none. */
export function findOperation(
  { operations }: BindingSource,
  id: string,
  holder: JsonObject,
  problems: BindingProblem[],
): BoundOperation | undefined {
  const found = operations.find(({ operation }) => ownString(operation, "operationId") === id);
  if (found) return found;
  const ids = operations.flatMap(({ operation }) => ownString(operation, "operationId") ?? []);
  const near = suggest(id, ids);
  const all = ids.length === 0 ? "Give the operation an operationId." : `Write one of ${ids.slice(0, 8).map(quote).join(", ")}.`;
  const hint = near === undefined ? all : `Did you mean ${quote(near)}?`;
  problems.push({ kind: "binding-invalid", text: `no operation has the id ${quote(id)}`, holder, key: "operation", hint });
  return undefined;
}

/**
 * The path that leads to the service of an action: up to the last parameter before the action, without one behind it that names
 * the service's type.
 */
export function servicePathOf(path: string, { action, type }: Selector = usualSelector): string {
  const upToLast = (text: string) => text.slice(0, text.lastIndexOf("}") + 1);
  const before = upToLast(action.in === "path" ? path.slice(0, path.indexOf(`{${action.name}}`)) : path);
  const named = type?.in === "path" ? `{${type.name}}` : undefined;
  return named !== undefined && before.endsWith(named) ? upToLast(before.slice(0, -named.length)) : before;
}
