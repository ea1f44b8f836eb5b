import {
  responsesOf,
  samePath,
  servicePathOf,
  successSchema,
  type BoundOperation,
  type BoundResponse,
} from "../../binding/binding.js";
import { idPointer, isLongRunning, operationResources, type OperationResource } from "../../binding/following.js";
import { parsePathTemplate } from "../../document/path-template.js";
import { schemasIn } from "../../json-schema/schema.js";
import { inferState } from "../../binding/following-states.js";
import { ownObject, ownString, type JsonObject } from "../../document/json-value.js";
import { listNames, type EntryContext } from "./entry.js";
import type { JoinedAction } from "./successes.js";

/** How callers follow the actions of an endpoint that complete asynchronously, as far as the document defines it. */
export interface FoundFollowing {
  /** `async` of the binding; absent: no action can be followed. */
  readonly async?: JsonObject;
  /** The response header with the URL of the followed resource. */
  readonly header?: string;
  /** The actions that complete asynchronously. */
  readonly names: ReadonlySet<string>;
  readonly open: readonly string[];
  /** Remarks for the user. */
  readonly notes: readonly string[];
}

/** How to follow an action: by an id in its response, or by a header. */
interface Way {
  readonly resource: OperationResource;
  readonly id?: string;
  readonly header?: string;
}

type FollowedAction = Pick<JoinedAction, "name" | "operation" | "successes">;

/** Finds the resources that an endpoint's actions start, and the operation that returns them. */
export function findFollowing(
  { path, actions }: { readonly path: string; readonly actions: readonly FollowedAction[] },
  { document, operations }: Pick<EntryContext, "document" | "operations">,
): FoundFollowing {
  const resources = resourcesFor(path, operations, document);
  const hasAccepted = actions.some(({ successes }) => successes[0] === "202");
  const ways: { readonly name: string; readonly way: Way | undefined }[] = actions.flatMap(({ name, operation, successes }) => {
    const success = responsesOf(operation, document).find(({ status }) => status === successes[0]);
    if (!success) return [];
    // If the endpoint has a 202, servers send it for actions that complete asynchronously.
    const isSent = !hasAccepted || success.status === "202";
    const way = isSent ? readLongRunningOperation(success, resources, document) : undefined;
    return way || success.status === "202" || isLongRunning(schemaOf(success), document) ? [{ name, way }] : [];
  });
  const [first] = ways.flatMap(({ way }) => way ?? []);
  const isSame = (way: Way | undefined) =>
    JSON.stringify(bindingOf(way, document)) === JSON.stringify(bindingOf(first, document));
  const followed = first ? ways.filter(({ way }) => isSame(way)) : [];
  const others = ways.filter((one) => !followed.includes(one)).map(({ name }) => name);
  // A parameter with segments takes the whole name.
  const takesName = first && parsePathTemplate(first.resource.operation.path).segments.has(first.resource.parameter);
  const namedByPath = actions.filter(({ name, operation, successes }) => {
    const success = responsesOf(operation, document).find(({ status }) => status === successes[0]);
    const isOfGoogle = success !== undefined && isNamedOperation(schemaOf(success), document);
    return isOfGoogle && !(takesName && followed.some((one) => one.name === name));
  });
  return {
    ...(first && { async: bindingOf(first, document)! }),
    ...(first?.header !== undefined && { header: first.header }),
    names: new Set(followed.map(({ name }) => name)),
    open: others.length > 0 ? [`how callers follow asynchronous actions ("async" of the binding): ${listNames(others)}`] : [],
    notes: namedByPath.length > 0 ? [pathNote(followed.length > 0 ? first : undefined)] : [],
  };
}

/**
 * Returns operations that return a resource started by an action, but not the service itself; a binding needs their
 * ids.
 */
function resourcesFor(path: string, operations: readonly BoundOperation[], document: JsonObject): OperationResource[] {
  return operationResources({ operations, document }).filter(({ operation }) => {
    const isService =
      samePath(operation.path, servicePathOf(path)) && !isLongRunning(successSchema(operation, document), document);
    return !isService && ownString(operation.operation, "operationId") !== undefined;
  });
}

/** Returns how a response identifies the started resource, if the document is unambiguous. */
function readLongRunningOperation(
  success: BoundResponse,
  resources: readonly OperationResource[],
  document: JsonObject,
): Way | undefined {
  const schema = schemaOf(success);
  const state = inferState(schema, document);
  const found = resources.flatMap((resource): Way[] => {
    const isShown = state !== undefined && JSON.stringify(state) === JSON.stringify(resource.state);
    const id = isShown || success.status === "202" ? idPointer(schema, document, resource.parameter) : undefined;
    return id === undefined ? [] : [{ resource, id }];
  });
  // If several operations could return it, none is certain, unless all return the same.
  const shown = new Set(found.map(({ resource }) => JSON.stringify(successSchema(resource.operation, document))));
  if (found.length > 0) return shown.size === 1 ? found.reduce(shorter) : undefined;
  const [resource, ...others] = resources;
  const headers = Object.keys(ownObject(success.response, "headers") ?? {});
  const header = headers.find((name) => /^(?:operation-)?location$/i.test(name));
  const isCertain = success.status === "202" && header !== undefined && resource !== undefined && others.length === 0;
  return isCertain ? { resource, header } : undefined;
}

function shorter(one: Way, other: Way): Way {
  const lengthOf = ({ resource }: Way) => resource.operation.path.length;
  return lengthOf(other) < lengthOf(one) ? other : one;
}

/** Returns whether a schema describes an operation of Google's style, whose `name` is the path of a resource. */
function isNamedOperation(schema: JsonObject, document: JsonObject): boolean {
  return isLongRunning(schema, document) && schemasIn(document).of(schema).members.has("name");
}

/** Warns of the URL that a name with slashes results in. */
function pathNote(followed: Way | undefined): string {
  const names = 'the name of an operation may be a path ("operations/1")';
  if (!followed) return `${names}: only a parameter such as {name=operations/*} takes it as "id: /name"`;
  const { path } = followed.resource.operation;
  return `${names}, whose slashes ${path} would encode: write its parameter as {${followed.resource.parameter}=**}`;
}

/** Returns `async` of a binding. */
function bindingOf(way: Way | undefined, document: JsonObject): JsonObject | undefined {
  if (!way) return undefined;
  const { resource, id, header } = way;
  const { operation } = resource;
  const isDone = isLongRunning(successSchema(operation, document), document);
  return {
    operation: ownString(operation.operation, "operationId")!,
    ...(id !== undefined && { id }),
    ...(header !== undefined && { header }),
    ...(isDone && { error: "/error" }),
  };
}

function schemaOf({ json }: BoundResponse): JsonObject {
  return { anyOf: json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])) };
}
