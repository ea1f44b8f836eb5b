import { escapeSegment } from "../../../templates/runtime/json.js";
import { isActionName } from "../../document/extension.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { bodySchema, locate, withWholeBodies, type LocatedSchema } from "./body-schema.js";
import type { Certainty, FoundAction, FoundEndpoint, FoundOperation } from "./endpoint.js";
import { listNames } from "./entry.js";
import { isInvoking } from "./path-notations.js";
import { namedInType } from "./naming-types.js";
import { invokingPath, typeOfPath } from "./words.js";

/** Names of members and parameters that contain the name of an action. */
const actionWords =
  /^(?:op|operation|method)$|(?:^|[_-]|[a-z](?=[A-Z]))(?:[Aa]ction|[Cc]ommand|[Cc]md|[Vv]erb)(?:_?[Nn]ame|_?[Tt]ype)?$/;

/** Those that hardly mean anything else: `user_action` may be a setting. */
const plainWords = /^(?:op|operation|action|command|cmd|verb)(?:[_-]?(?:name|type))?$/i;

/** Names that do so at an endpoint whose path is about invoking. */
const looseWords = /^(?:type|kind|event|name)$/i;

/** Finds operations that have several actions, named by a parameter, a media type, a member of the body, or its only key. */
export function findSharedOperations(operations: readonly FoundOperation[], document: JsonObject): FoundEndpoint[] {
  return operations.flatMap((found) => {
    if (!isInvoking(found.method)) return [];
    const endpoint =
      namedInPath(found, document) ??
      namedInType(found, document) ??
      namedInBody(found, document) ??
      namedInParameter(found, document) ??
      namedInNestedField(found, document);
    return endpoint ? withWholeBodies(endpoint, found, document) : [];
  });
}

function namedInPath({ path, method, operation, pathItem }: FoundOperation, document: JsonObject): FoundEndpoint | undefined {
  const [, before, separator, name] = /^(.*)([/:])\{([^{}/]+)\}$/.exec(path) ?? [];
  const isResource = Object.hasOwn(pathItem, "get");
  if (before === undefined || name === undefined || isResource || !actionWords.test(name)) return undefined;
  const parameter = parametersOf({ operation, pathItem }, document).find(
    (item) => ownString(item, "name") === name && ownString(item, "in") === "path",
  );
  const names = textsOf(own(parameter, "schema"), document);
  const actions = names.filter(isActionName).map((action): FoundAction => ({ name: action }));
  return {
    style: "path parameter",
    certainty: Object.hasOwn(pathItem, "delete") ? "unsure" : names.length > 0 ? "certain" : "likely",
    method,
    path,
    type: typeOfPath(before),
    selector: { in: separator === ":" ? "path-suffix" : "path", name },
    actions,
    open: names.length > 0 ? [] : [`the document doesn't list the values of {${name}}`],
  };
}

function parametersOf(
  { operation, pathItem }: Pick<FoundOperation, "operation" | "pathItem">,
  document: JsonObject,
): (JsonValue | undefined)[] {
  return [operation, pathItem]
    .flatMap((holder) => (own(holder, "parameters") as JsonValue[] | undefined) ?? [])
    .map((item) => resolveComponent(item, document));
}

/** A parameter of the query or a header that lists the names of actions. */
function namedInParameter(found: FoundOperation, document: JsonObject): FoundEndpoint | undefined {
  const { path, method, operation } = found;
  for (const parameter of parametersOf(found, document)) {
    const [name, place] = [ownString(parameter, "name"), ownString(parameter, "in")];
    if (name === undefined || (place !== "query" && place !== "header") || !actionWords.test(name)) continue;
    const names = textsOf(own(parameter, "schema"), document);
    if (names.length === 0) continue;
    const isRequired = own(parameter, "required") === true;
    const hasBody = Object.hasOwn(operation, "requestBody");
    return {
      style: place,
      certainty: isRequired && !hasBody ? "certain" : "unsure",
      method,
      path,
      type: typeOfPath(path),
      selector: { in: place, name },
      actions: names.filter(isActionName).map((action): FoundAction => ({ name: action })),
      open: [
        ...misnamed(names),
        ...(isRequired ? [] : [`"${name}" is optional`]),
        ...(hasBody ? ["the document doesn't say which members belong to which action"] : []),
      ],
    };
  }
  return undefined;
}

/** A member of an object within the body that lists the names of actions, which no binding can say. */
function namedInNestedField(found: FoundOperation, document: JsonObject): FoundEndpoint | undefined {
  const body = bodySchema(found, document);
  if (!body) return undefined;
  for (const outer of membersOf(body.schema, document)) {
    const [inner] = partsWith(outer, body.schema, document).map((member) => resolveComponent(member, document));
    if (!isObject(inner)) continue;
    for (const field of membersOf(inner, document)) {
      const names = plainWords.test(field) ? textsOf(memberOf(inner, field, document), document) : [];
      if (names.length < 2) continue;
      const { path, method } = found;
      return {
        style: "body field",
        certainty: "unsure",
        isUnwritable: true,
        method,
        path,
        type: typeOfPath(path),
        selector: { in: "body-field", name: field },
        actions: names.filter(isActionName).map((name): FoundAction => ({ name })),
        open: [`"${outer}/${field}" is not a member of the body itself`],
      };
    }
  }
  return undefined;
}

function partsWith(name: string, schema: JsonObject, document: JsonObject): JsonValue[] {
  return schemasIn(document)
    .of(schema)
    .all.flatMap((part) => own(ownObject(part, "properties"), name) ?? []);
}

function namedInBody(found: FoundOperation, document: JsonObject): FoundEndpoint | undefined {
  const body = bodySchema(found, document);
  if (!body) return undefined;
  const isDiscriminated = Object.hasOwn(body.schema, "discriminator");
  if (isDiscriminated) return namedByField(found, body, document);
  return (
    namedByKey(found, body, document, onlyKey) ??
    namedByField(found, body, document) ??
    namedByKey(found, body, document, requiredKey)
  );
}

/** Finds an endpoint whose body has alternatives, each with a key that `keyOf` returns, or has one of several keys. */
function namedByKey(
  { path, method }: FoundOperation,
  body: LocatedSchema,
  document: JsonObject,
  keyOf: (schema: JsonObject) => string | undefined,
): FoundEndpoint | undefined {
  const isAtActions = invokingPath.test(path);
  const branches = branchesOf(body, document);
  const keys =
    branches.length > 0 || !isAtActions
      ? branches.map((branch) => ({ ...branch, name: keyOf(branch.schema) }))
      : singleKeys(body.schema).map((name) => ({ ...body, name }));
  const pointers = new Map<string, string[]>();
  for (const { schema, pointer, name } of keys) {
    if (name === undefined) return undefined;
    const member = locate(own(ownObject(schema, "properties"), name), `${pointer}/properties/${escapeSegment(name)}`, document);
    const known = pointers.get(name) ?? [];
    pointers.set(name, member && takesMembers(member.schema) ? [...known, member.pointer] : known);
  }
  const others = branches.filter(({ schema }) => onlyKey(schema) === undefined).flatMap(({ schema }) => keyOf(schema) ?? []);
  const isLoose = others.length > 0;
  // Alternatives that all have other members are the usual bodies of a resource.
  const isPlausible = isLoose
    ? isAtActions && pointers.size > 1 && others.length < branches.length
    : pointers.size > (isAtActions ? 0 : 1);
  if (!isPlausible) return undefined;
  const names = [...pointers.keys()].filter(isActionName);
  return {
    style: "only key of the body",
    certainty: isAtActions && !isLoose ? "certain" : "unsure",
    method,
    path,
    type: typeOfPath(path),
    selector: { in: isLoose ? "body-member" : "body-key" },
    actions: names.map((name): FoundAction => {
      const found = pointers.get(name)!;
      return { name, ...(found.length > 0 && { body: { pointers: found } }) };
    }),
    open: [
      ...misnamed([...pointers.keys()]),
      ...(isLoose ? [`bodies with other members next to the key: ${listNames(others)}`] : []),
    ],
  };
}

/** Returns the keys of an object that must have exactly one of them. */
function singleKeys(schema: JsonObject): string[] {
  const isSingle = own(schema, "minProperties") === 1 && own(schema, "maxProperties") === 1;
  const keys = Object.keys(ownObject(schema, "properties") ?? {});
  return isSingle && keys.length > 1 && ownStrings(schema, "required").length === 0 ? keys : [];
}

function misnamed(names: readonly string[]): string[] {
  return names.flatMap((name) => (isActionName(name) ? [] : [`${JSON.stringify(name)} can't be the name of an action`]));
}

/** Returns the key that an object must have, if it can't have another one. */
function onlyKey(schema: JsonObject): string | undefined {
  const properties = Object.keys(ownObject(schema, "properties") ?? {});
  const required = ownStrings(schema, "required");
  return properties.length === 1 && required.every((name) => name === properties[0]) ? properties[0] : undefined;
}

/** Returns the only key that an object must have, even if it may have others. */
function requiredKey(schema: JsonObject): string | undefined {
  const required = ownStrings(schema, "required");
  const [only] = required.length === 1 ? required : [];
  return only !== undefined && own(ownObject(schema, "properties"), only) !== undefined ? only : onlyKey(schema);
}

/** Returns whether a schema describes an object with members; other alternatives are irrelevant. */
function takesMembers(schema: JsonObject): boolean {
  const type = own(schema, "type");
  const isObjectType = type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
  return isObjectType && ["properties", "allOf", "oneOf", "anyOf"].some((keyword) => Object.hasOwn(schema, keyword));
}

/** Finds an endpoint whose body has a member with one value per alternative, or with listed values. */
function namedByField({ path, method }: FoundOperation, body: LocatedSchema, document: JsonObject): FoundEndpoint | undefined {
  const isAtActions = invokingPath.test(path);
  const isNamed = (name: string) => actionWords.test(name) || (isAtActions && looseWords.test(name));
  const found =
    discriminated(body, isNamed, document) ?? constantMembers(body, isNamed, document) ?? enumerated(body, isNamed, document);
  if (!found || found.actions.length === 0) return undefined;
  return {
    style: "body field",
    certainty:
      found.certainty === "unsure" || isAtActions ? found.certainty : found.certainty === "certain" ? "likely" : "unsure",
    method,
    path,
    type: typeOfPath(path),
    selector: { in: "body-field", name: found.field },
    actions: found.actions.filter(({ name }) => isActionName(name)),
    open: [
      ...misnamed(found.actions.map(({ name }) => name)),
      ...(found.certainty === "unsure" ? [`"${found.field}" is optional`] : []),
      ...(found.certainty === "certain" ? [] : ["the document doesn't say which members belong to which action"]),
    ],
  };
}

interface NamedByField {
  readonly field: string;
  readonly certainty: Certainty;
  readonly actions: readonly FoundAction[];
}

function discriminated(body: LocatedSchema, isNamed: (name: string) => boolean, document: JsonObject): NamedByField | undefined {
  const discriminator = ownObject(body.schema, "discriminator");
  const field = ownString(discriminator, "propertyName");
  if (field === undefined || !isNamed(field)) return undefined;
  const mapping = Object.entries(ownObject(discriminator, "mapping") ?? {});
  const actions = mapping.map(([name, ref]): FoundAction => {
    const pointer = typeof ref === "string" && ref.startsWith("#/") ? ref : `#/components/schemas/${escapeSegment(String(ref))}`;
    return { name, body: { pointers: [pointer], without: field } };
  });
  if (actions.length > 0) return { field, certainty: "certain", actions };
  return constantMembers(body, (name) => name === field, document);
}

/** Returns the members of a `oneOf` that have one or more listed values in each alternative. */
function constantMembers(
  body: LocatedSchema,
  isNamed: (name: string) => boolean,
  document: JsonObject,
): NamedByField | undefined {
  const branches = branchesOf(body, document);
  const [first] = branches;
  if (!first || branches.length < 2) return undefined;
  for (const field of membersOf(first.schema, document)) {
    if (!isNamed(field)) continue;
    const actions = branches.map(({ schema, pointer }) =>
      textsOf(memberOf(schema, field, document), document).map((name): FoundAction => ({
        name,
        body: { pointers: [pointer], without: field },
      })),
    );
    if (actions.every((list) => list.length > 0)) return { field, certainty: "certain", actions: actions.flat() };
  }
  return undefined;
}

/** Handles a single schema for all actions, with a member that lists their names. */
function enumerated(body: LocatedSchema, isNamed: (name: string) => boolean, document: JsonObject): NamedByField | undefined {
  const required = requiredOf(body.schema, document);
  for (const field of membersOf(body.schema, document)) {
    const names = isNamed(field) ? textsOf(memberOf(body.schema, field, document), document) : [];
    const isOptional = !required.includes(field);
    if (isOptional && !plainWords.test(field)) continue;
    // A single value of an optional member is a mark, not a choice.
    if (names.length === 0 || (isOptional && names.length < 2)) continue;
    const actions = names.map((name): FoundAction => ({ name, body: { pointers: [body.pointer], without: field } }));
    return { field, certainty: isOptional ? "unsure" : "likely", actions };
  }
  return undefined;
}

/** Returns the alternatives of a schema, with nested ones flattened, each once. */
function branchesOf(
  { schema, pointer }: LocatedSchema,
  document: JsonObject,
  seen: Set<JsonObject> = new Set(),
): LocatedSchema[] {
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(own(schema, name)));
  if (keyword === undefined || seen.has(schema)) return [];
  seen.add(schema);
  return (own(schema, keyword) as JsonValue[]).flatMap((item, index) => {
    const branch = locate(item, `${pointer}/${keyword}/${index}`, document);
    if (branch && seen.has(branch.schema)) return [];
    const inner = branch ? branchesOf(branch, document, seen) : [];
    return inner.length > 0 ? inner : (branch ?? []);
  });
}

function membersOf(schema: JsonObject, document: JsonObject): string[] {
  return schemasIn(document)
    .of(schema)
    .all.flatMap((part) => Object.keys(ownObject(part, "properties") ?? {}));
}

function memberOf(schema: JsonObject, name: string, document: JsonObject): JsonValue | undefined {
  // The last part is the most specific: it follows the one that it extends.
  return schemasIn(document)
    .of(schema)
    .all.map((part) => own(ownObject(part, "properties"), name))
    .findLast((member) => textsOf(member, document).length > 0);
}

function requiredOf(schema: JsonObject, document: JsonObject): string[] {
  return schemasIn(document)
    .of(schema)
    .all.flatMap((part) => [...ownStrings(part, "required")]);
}

/** Returns the strings that a schema lists. */
function textsOf(value: JsonValue | undefined, document: JsonObject): string[] {
  const schema = resolveComponent(value, document);
  const listed = own(schema, "const") === undefined ? own(schema, "enum") : [own(schema, "const")!];
  return Array.isArray(listed) && listed.every((item) => typeof item === "string") ? [...new Set(listed)] : [];
}
