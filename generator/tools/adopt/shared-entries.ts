import { escapeSegment } from "../../../templates/runtime/json.js";
import { bodyActions } from "../../document/derive-body-actions.js";
import { isActionName } from "../../document/extension.js";
import { isInBody, locationOf } from "../../document/fact-places.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { operationAt } from "../../document/path-operations.js";
import { referenceOf, resolveComponent, valueAt } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { FoundAction, FoundEndpoint } from "./endpoint.js";
import { actionsKey, describe, extension, listNames, operationQuery, type Entries, type EntryContext } from "./entry.js";
import { contentOf, responseOf, successesOf } from "./operation-parts.js";
import { anyObject, hasContent } from "./successes.js";
import { unlikeContent } from "./left-parts.js";
import { bindingEntries, findFailures, unboundFailures } from "./failures.js";
import { unsureMarks } from "./marked-failures.js";

/** Returns the entries that turn an operation with several actions into an endpoint. */
export function sharedEntries(endpoint: FoundEndpoint, context: EntryContext): Entries {
  const { method, path, actions } = endpoint;
  const operation = operationAt(ownObject(ownObject(context.document, "paths"), path), method);
  const body = isObject(operation) ? contentOf(own(operation, "requestBody"), "", context.document) : undefined;
  const isReadable = body === undefined || body.kind === "json" || actions.some((action) => action.body);
  if (!isReadable) {
    return { entries: [], adopted: 0, open: [`not JSON: ${listNames(actions.map(({ name }) => name))}`] };
  }
  const unlike = endpoint.selector.in === "media-type" ? [] : (body?.unlike ?? []);
  const isDerived = isObject(operation) && isDerivable(endpoint, operation, context);
  const update = {
    ...extension(endpoint, context, {
      from: isDerived ? "body" : undefined,
      ...(isObject(operation) && isWholeResult(operation, context) && { response: { result: "" } }),
    }),
    ...(!isDerived && {
      [actionsKey(endpoint, context)]: Object.fromEntries(actions.map((action) => [action.name, sharedAction(action, context)])),
    }),
  };
  const responses = ownObject(operation, "responses") ?? {};
  const { bindings, open } = findFailures(responses, context);
  const pointers = isDerived ? [] : actions.flatMap(({ body: own }) => own?.pointers ?? []);
  if (pointers.some((pointer) => context.isElsewhere(valueAt(context.document, pointer)))) {
    return { entries: [], adopted: 0, open: ["its body is in another file: bundle the document"] };
  }
  return {
    entries: [
      { target: operationQuery(path, method), description: describe(endpoint, actions), update },
      ...(isObject(operation) ? bindingEntries({ path, method, operation }, bindings, context) : []),
    ],
    adopted: actions.length,
    open: [
      ...unlikeContent(actions.map(({ name }) => ({ name, unlike }))),
      ...unboundFailures(responses, bindings, context),
      ...open,
      ...unsureMarks(responses, context),
    ],
  };
}

/**
 * Returns whether the whole success is the result of each action, because there is no envelope: it may be another value than an
 * object, or one whose members depend on a discriminator.
 */
function isWholeResult(operation: JsonObject, context: EntryContext): boolean {
  const { document } = context;
  const [status] = successesOf(operation, context).filter((one) => hasContent(operation, one, document));
  const content = status === undefined ? undefined : contentOf(responseOf(operation, status), "", document);
  const schema = content?.kind === "json" ? content.part?.value : undefined;
  if (schema === undefined) return false;
  const described = schemasIn(document).of(schema);
  if (described.isFreeForm) return false;
  return !described.isOnly("object") || described.pieces.some((piece) => Object.hasOwn(piece, "discriminator"));
}

/** Returns whether the actions can be derived from the body, so that they follow the document. */
function isDerivable({ selector, actions }: FoundEndpoint, operation: JsonObject, { document }: EntryContext): boolean {
  if (!isInBody(locationOf(selector.in))) return false;
  const names = bodyActions(operation, { action: { ...selector } }, document).map(({ name }) => name);
  const derived = new Set(names.filter(isActionName));
  return derived.size === actions.length && actions.every(({ name }) => derived.has(name));
}

/** Returns an action of a shared operation. */
export function sharedAction({ body }: FoundAction, { document }: EntryContext): JsonObject {
  if (!body) return {};
  const optional = body.isOptional && { requestBody: { required: false } };
  if (body.isUndescribed) return { ...optional, body: anyObject.schema };
  const schemas = body.pointers.flatMap((pointer) =>
    body.without === undefined ? { $ref: pointer } : (withoutMember(pointer, body.without, document) ?? []),
  );
  if (schemas.length === 0) return {};
  return { ...optional, body: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } };
}

/** Returns a schema without one of its members; nothing if there is no other member. */
function withoutMember(pointer: string, without: string, document: JsonObject): JsonObject | undefined {
  const whole = resolveComponent({ $ref: pointer }, document);
  if (!isObject(whole)) return undefined;
  const parts = schemasIn(document).of(whole).all;
  const properties: Record<string, JsonValue> = {};
  for (const part of parts) {
    const at = pointerOf(part, whole, pointer, document);
    for (const name of Object.keys(ownObject(part, "properties") ?? {})) {
      if (name !== without && at !== undefined) properties[name] = { $ref: `${at}/properties/${escapeSegment(name)}` };
    }
  }
  if (Object.keys(properties).length === 0) return undefined;
  const required = [...new Set(parts.flatMap((part) => ownStrings(part, "required")))].filter((name) =>
    Object.hasOwn(properties, name),
  );
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    ...(parts.some((part) => own(part, "additionalProperties") === false) && { additionalProperties: false }),
    properties,
  };
}

/** Returns the pointer to a part of a schema, through its `allOf` and references. */
function pointerOf(
  part: JsonObject,
  whole: JsonObject,
  pointer: string,
  document: JsonObject,
  seen: Set<JsonObject> = new Set(),
): string | undefined {
  if (part === whole) return pointer;
  if (seen.has(whole)) return undefined;
  seen.add(whole);
  const all = own(whole, "allOf");
  for (const [index, item] of (Array.isArray(all) ? all : []).entries()) {
    const inner = resolveComponent(item, document);
    const at = isObject(inner)
      ? pointerOf(part, inner, referenceOf(item) ?? `${pointer}/allOf/${index}`, document, seen)
      : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}
