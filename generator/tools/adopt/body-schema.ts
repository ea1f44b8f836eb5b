import { escapeSegment } from "../../../templates/runtime/json.js";
import { isJsonType } from "../../../templates/runtime/server/http.js";
import { isInBody, locationOf } from "../../document/fact-places.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { operationKeys } from "../../document/path-operations.js";
import { referenceOf, resolveComponent, valueAt } from "../../document/reference.js";
import type { ActionBody, FoundEndpoint, FoundOperation } from "./endpoint.js";

/** A schema and the reference to it. */
export interface LocatedSchema {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** Returns the target of a schema and the reference to it; `pointer` is the location of the schema itself. */
export function locate(value: JsonValue | undefined, pointer: string, document: JsonObject): LocatedSchema | undefined {
  const ref = referenceOf(value);
  const schema = resolveComponent(value, document);
  if (!isObject(schema)) return undefined;
  return { schema, pointer: ref === undefined ? pointer : (lastReference(value, document) ?? ref) };
}

function lastReference(value: JsonValue | undefined, document: JsonObject): string | undefined {
  let ref = referenceOf(value);
  for (let steps = 0; ref !== undefined && steps < 100; steps++) {
    const next = referenceOf(valueAt(document, ref));
    if (next === undefined) return ref;
    ref = next;
  }
  return ref;
}

/** Returns the schema of an operation's JSON body, else of its form. */
export function bodySchema(
  { path, method, operation }: FoundOperation,
  document: JsonObject,
  mediaTypes: readonly IsMediaType[] = namingTypes,
): LocatedSchema | undefined {
  const requestBody = own(operation, "requestBody");
  const ref = referenceOf(requestBody);
  const content = ownObject(resolveComponent(requestBody, document), "content");
  const media = firstType(content, mediaTypes);
  if (!content || media === undefined) return undefined;
  const at = ref ?? `#/paths/${escapeSegment(path)}/${operationKeys(method).map(escapeSegment).join("/")}/requestBody`;
  return locate(own(own(content, media), "schema"), `${at}/content/${escapeSegment(media)}/schema`, document);
}

type IsMediaType = (mediaType: string) => boolean;

/** The media types of bodies that may name actions, and of those that actions may have, by precedence. */
const namingTypes: readonly IsMediaType[] = [isJsonType, (type) => /^application\/x-www-form-urlencoded/i.test(type)];
const actionTypes: readonly IsMediaType[] = [...namingTypes, (type) => /^multipart\/form-data/i.test(type)];

function firstType(content: JsonObject | undefined, mediaTypes: readonly IsMediaType[]): string | undefined {
  const types = Object.keys(content ?? {});
  return mediaTypes.flatMap((isMediaType) => types.find(isMediaType) ?? [])[0];
}

/**
 * Gives the actions of an operation its whole body, unless the body itself names them: the document describes it for each of
 * them.
 */
export function withWholeBodies(endpoint: FoundEndpoint, found: FoundOperation, document: JsonObject): FoundEndpoint {
  const written = resolveComponent(own(found.operation, "requestBody"), document);
  if (isInBody(locationOf(endpoint.selector.in)) || firstType(ownObject(written, "content"), actionTypes) === undefined)
    return endpoint;
  const schema = bodySchema(found, document, actionTypes);
  const body: ActionBody = {
    pointers: schema ? [schema.pointer] : [],
    isUndescribed: !schema,
    isOptional: own(written, "required") !== true,
  };
  return { ...endpoint, actions: endpoint.actions.map((action) => ({ ...action, body })) };
}
