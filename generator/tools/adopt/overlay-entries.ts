import { escapeSegment } from "../../../templates/runtime/json.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { actionsType } from "../../document/extension.js";
import { httpMethods, subschemas } from "../../document/visitor.js";
import { isPassword } from "../../json-schema/secrets.js";
import type { FoundAction, FoundEndpoint } from "./endpoint.js";
import { partsOf } from "./shared-operations.js";

/** What entries are made for. */
export interface EntryContext {
  readonly document: JsonObject;
  readonly extensionPrefix: string;
  /** Whether the document is one file, so that its references may be written anywhere in it. */
  readonly isWhole: boolean;
}

/** Entries for `actions` of an overlay that make an endpoint one with actions, and why some of its actions have none. */
export function overlayEntries(endpoint: FoundEndpoint, context: EntryContext): { entries: JsonObject[]; open: string[] } {
  if (endpoint.actions.some(({ path }) => path !== undefined)) return joinPaths(endpoint, context);
  const { method, path, actions } = endpoint;
  const update = {
    ...extension(endpoint, context),
    [actionsKey(endpoint, context)]: Object.fromEntries(actions.map((action) => [action.name, sharedAction(action, context)])),
  };
  return { entries: [{ target: query("paths", path, method), description: describe(endpoint, actions), update }], open: [] };
}

function describe({ style, certainty }: FoundEndpoint, { length: count }: readonly unknown[]): string {
  return `${count === 1 ? "1 action" : `${count} actions`}, ${style} (${certainty})`;
}

function actionsKey({ type }: FoundEndpoint, { extensionPrefix }: EntryContext): string {
  return `x-${extensionPrefix}-${type}-actions`;
}

function extension({ selector, type }: FoundEndpoint, { extensionPrefix }: EntryContext, response?: JsonValue): JsonObject {
  const binding = {
    action: { ...selector },
    type: { const: type },
    ...(response !== undefined && { response }),
  };
  return { [`x-${extensionPrefix}-action-binding`]: binding };
}

/** An action of an operation that it shares with others. */
function sharedAction({ body }: FoundAction, { document }: EntryContext): JsonObject {
  if (!body) return {};
  const schemas = body.pointers.flatMap((pointer) =>
    body.without === undefined ? { $ref: pointer } : (withoutMember(pointer, body.without, document) ?? []),
  );
  if (schemas.length === 0) return {};
  return { body: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } };
}

/** A schema whose members are those of another but one; nothing where no other is left. */
function withoutMember(pointer: string, without: string, document: JsonObject): JsonObject | undefined {
  const whole = resolveComponent({ $ref: pointer }, document);
  if (!isObject(whole)) return undefined;
  const parts = partsOf(whole, document);
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

/** The pointer to a part of a schema, through `allOf` and the references in it. */
function pointerOf(part: JsonObject, whole: JsonObject, pointer: string, document: JsonObject, depth = 0): string | undefined {
  if (part === whole) return pointer;
  const all = own(whole, "allOf");
  for (const [index, item] of (Array.isArray(all) && depth < 10 ? all : []).entries()) {
    const inner = resolveComponent(item, document);
    const at = isObject(inner)
      ? pointerOf(part, inner, referenceOf(item) ?? `${pointer}/allOf/${index}`, document, depth + 1)
      : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}

/** An action with a path of its own. */
interface JoinedAction {
  readonly name: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly body: Part | undefined;
  readonly result: Part | undefined;
}

/** A value of the document and the query that selects it. */
interface Part {
  readonly value: JsonValue;
  readonly at: string;
}

/** Makes one path of several, takes over what describes their actions, and removes them. */
function joinPaths(endpoint: FoundEndpoint, context: EntryContext): { entries: JsonObject[]; open: string[] } {
  const { document } = context;
  const { method, path } = endpoint;
  const open: string[] = [];
  const actions = endpoint.actions.flatMap(({ name, path: literal = "", operation = {} }): JoinedAction[] => {
    const at = query("paths", literal, method);
    const body = jsonSchema(own(operation, "requestBody"), `${at}.requestBody`, document);
    const success = successOf(operation);
    const result =
      success === undefined
        ? undefined
        : jsonSchema(responseOf(operation, success), `${at}.responses${member(success)}`, document);
    const other = body === "other" ? "request body" : result === "other" ? "response" : undefined;
    if (other !== undefined) open.push(`${name} has a ${other} that is not JSON`);
    return body === "other" || result === "other" ? [] : [{ name, path: literal, operation, body, result }];
  });
  const [first] = actions;
  if (!first) return { entries: [], open };
  // What an overlay has made already, where a person may have given the type another name.
  const existing = own(ownObject(ownObject(document, "paths"), path), method);
  const known = Object.keys(isObject(existing) ? existing : {}).filter(
    (name) => actionsType(name, context.extensionPrefix) !== undefined,
  );
  if (isObject(existing) && known.length !== 1)
    return { entries: [], open: [...open, "there is an operation of this path already"] };
  const key = known[0] ?? actionsKey(endpoint, context);
  const target = query("paths", path, method);
  const written = (part: Part | undefined, name: "body" | "result") =>
    part && { [name]: context.isWhole && isReference(part.value) ? part.value : {} };
  const map = Object.fromEntries(
    actions.map(({ name, operation, body, result }) => [
      name,
      {
        ...facts(operation),
        // The maker returns it, whatever it is.
        ...(reachesSecret(result?.value, document) && { [`x-${context.extensionPrefix}-reveal`]: true }),
        ...written(body, "body"),
        ...written(result, "result"),
      },
    ]),
  );
  const copies = actions.flatMap(({ name, body, result }) =>
    Object.entries({ body, result }).flatMap(([part, from]) =>
      from && !(context.isWhole && isReference(from.value))
        ? [{ target: `${target}${member(key)}${member(name)}.${part}`, copy: from.at }]
        : [],
    ),
  );
  const begin = existing
    ? [{ target: `${target}${member(key)}`, description: describe(endpoint, actions), update: map }]
    : newOperation(endpoint, actions, map, context);
  return {
    entries: [...begin, ...copies, ...removals(actions, method, document)],
    open: [...open, ...leftOut(actions, document)],
  };
}

/** The path and operation that stand for several, with what these have in common. */
function newOperation(
  endpoint: FoundEndpoint,
  actions: readonly JoinedAction[],
  map: JsonObject,
  context: EntryContext,
): JsonObject[] {
  const { document } = context;
  const { method, path, type, selector } = endpoint;
  const first = actions[0]!;
  const [from, to] = [query("paths", first.path), query("paths", path)];
  const selecting = {
    name: selector.name!,
    in: selector.in === "path-suffix" ? "path" : selector.in,
    required: true,
    schema: { type: "string" },
  };
  const shared = own(ownObject(ownObject(document, "paths"), first.path), "parameters");
  const parameters = (own(first.operation, "parameters") as JsonValue[] | undefined) ?? [];
  const kept = parameters.flatMap((parameter, index) =>
    ownString(resolveComponent(parameter, document), "in") === "path" ? [`${from}.${method}.parameters[${index}]`] : [],
  );
  const failures = failuresOf(actions, document);
  const hasResult = actions.some(({ result }) => result);
  const statuses = [...new Set(actions.flatMap(({ operation }) => successOf(operation) ?? []))].sort();
  const media = { "application/json": { schema: { type: "object", additionalProperties: true } } };
  const success = (status: string) =>
    [status, { description: "Done.", ...(hasResult && status !== "204" && { content: media }) }] as const;
  const operation = {
    operationId: operationId(type, document),
    summary: `Invoke an action of a ${type}.`,
    ...common(actions, "tags"),
    ...common(actions, "security"),
    parameters: [selecting],
    ...(actions.some(({ body }) => body) && { requestBody: { content: media } }),
    responses: {
      ...Object.fromEntries((statuses.length > 0 ? statuses : ["200"]).map(success)),
      ...Object.fromEntries([...failures.keys()].map((status) => [status, {}])),
    },
    ...extension(endpoint, context, hasResult ? { result: "" } : null),
    [actionsKey(endpoint, context)]: map,
  };
  const isNewPath = !isObject(own(ownObject(document, "paths"), path));
  const item = { ...(isNewPath && Array.isArray(shared) && { parameters: [] }), [method]: operation };
  return [
    { target: "$.paths", description: describe(endpoint, actions), update: { [path]: item } },
    ...(isNewPath && Array.isArray(shared) ? [{ target: `${to}.parameters`, copy: `${from}.parameters` }] : []),
    ...kept.map((parameter) => ({ target: `${to}.${method}.parameters`, copy: parameter })),
    ...[...failures].map(([status, source]) => ({ target: `${to}.${method}.responses${member(status)}`, copy: source(method) })),
  ];
}

/** The first description of each failure, by its status; not those that allow fixed texts only, which a server can't keep to. */
function failuresOf(actions: readonly JoinedAction[], document: JsonObject): Map<string, (method: string) => string> {
  const found = new Map<string, (method: string) => string>();
  // Some makers number the failures of each operation from 480 on.
  const isNumbered = actions.some(({ operation }) => responseOf(operation, "480") !== undefined);
  for (const { path, operation } of actions)
    for (const status of Object.keys(ownObject(operation, "responses") ?? {}))
      if (
        /^(?:[45]XX|[45]\d\d|default)$/.test(status) &&
        !(isNumbered && Number(status) >= 480) &&
        !found.has(status) &&
        !isFixed(responseOf(operation, status), document)
      )
        found.set(status, (method) => `${query("paths", path, method)}.responses${member(status)}`);
  return found;
}

/** What of the operations the endpoint doesn't have. */
function leftOut(actions: readonly JoinedAction[], document: JsonObject): string[] {
  const parameters = new Set(actions.flatMap(({ operation }) => parameterNames(operation, document)));
  const fixed = new Set(
    actions.flatMap(({ operation }) =>
      Object.entries(ownObject(operation, "responses") ?? {}).flatMap(([status, response]) =>
        !status.startsWith("2") && isFixed(response, document) ? [status] : [],
      ),
    ),
  );
  return [
    ...(parameters.size > 0 ? [`parameters of single actions: ${[...parameters].sort().join(", ")}`] : []),
    ...(fixed.size > 0 ? [`responses that allow fixed texts only: ${[...fixed].sort().join(", ")}`] : []),
  ];
}

/** The parameters in the query and in headers, but the header that names the action. */
function parameterNames(operation: JsonObject, document: JsonObject): string[] {
  const parameters = (own(operation, "parameters") as JsonValue[] | undefined) ?? [];
  return parameters.flatMap((parameter) => {
    const resolved = resolveComponent(parameter, document);
    const name = ownString(resolved, "name");
    return name === undefined || ownString(resolved, "in") === "path" || /^(?:x-amz-target|action)$/i.test(name) ? [] : [name];
  });
}

/** Whether a response has members of which the texts are listed. */
function isFixed(response: JsonValue | undefined, document: JsonObject): boolean {
  const content = Object.values(ownObject(resolveComponent(response, document), "content") ?? {});
  const listsTexts = (value: JsonValue | undefined, depth: number): boolean => {
    const schema = resolveComponent(value, document);
    if (!isObject(schema) || depth > maxFailureDepth) return false;
    const listed = own(schema, "enum");
    if (typeof own(schema, "const") === "string" || (Array.isArray(listed) && listed.some((item) => typeof item === "string")))
      return true;
    const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => own(schema, keyword) ?? []).flat();
    return [...parts, ...Object.values(ownObject(schema, "properties") ?? {})].some((part) =>
      listsTexts(part as JsonValue, depth + 1),
    );
  };
  return content.some((media) => listsTexts(own(media, "schema"), 0));
}

/** Schemas within each other in which a failure's texts are looked for. */
const maxFailureDepth = 6;

function removals(actions: readonly JoinedAction[], method: string, document: JsonObject): JsonObject[] {
  const paths = ownObject(document, "paths");
  return actions.map(({ path }) => {
    const isAlone = httpMethods.every((other) => other === method || !Object.hasOwn(ownObject(paths, path) ?? {}, other));
    return { target: isAlone || path.includes("#") ? query("paths", path) : query("paths", path, method), remove: true };
  });
}

/** Whether a value of a schema may hold something that is marked as a secret. */
function reachesSecret(start: JsonValue | undefined, document: JsonObject): boolean {
  const seen = new Set<JsonValue | undefined>();
  const open = [start];
  while (open.length > 0) {
    const schema = resolveComponent(open.pop(), document);
    if (!isObject(schema) || seen.has(schema)) continue;
    if (isPassword(schema)) return true;
    seen.add(schema);
    open.push(...subschemas(schema));
  }
  return false;
}

/** What an operation says about its action. */
function facts(operation: JsonObject): JsonObject {
  const text = ownString(operation, "summary") ?? ownString(operation, "description") ?? "";
  const plain = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  const summary = sentence.length > 120 ? `${sentence.slice(0, 117).trimEnd()}...` : sentence;
  return { ...(summary !== "" && { summary }), ...(own(operation, "deprecated") === true && { deprecated: true }) };
}

/** A field that all operations have alike. */
function common(actions: readonly JoinedAction[], field: string): JsonObject {
  const values = new Set(actions.map(({ operation }) => JSON.stringify(own(operation, field))));
  const value = own(actions[0]!.operation, field);
  return values.size === 1 && value !== undefined ? { [field]: value } : {};
}

function operationId(type: string, document: JsonObject): string {
  const taken = new Set(
    Object.values(ownObject(document, "paths") ?? {}).flatMap((item) =>
      httpMethods.map((method) => ownString(own(item, method), "operationId")),
    ),
  );
  const id = `invoke${type.replace(/(?:^|[_-])([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())}`;
  let free = `${id}Action`;
  for (let number = 2; taken.has(free); number++) free = `${id}Action${number}`;
  return free;
}

function successOf(operation: JsonObject): string | undefined {
  return Object.keys(ownObject(operation, "responses") ?? {}).find((status) => /^2(?:\d\d|XX)$/.test(status));
}

function responseOf(operation: JsonObject, status: string): JsonValue | undefined {
  return own(ownObject(operation, "responses"), status);
}

/** The schema of JSON that a request body or a response has; `other` where it has another kind of content only. */
function jsonSchema(holder: JsonValue | undefined, at: string, document: JsonObject): Part | "other" | undefined {
  const ref = referenceOf(holder);
  const content = ownObject(resolveComponent(holder, document), "content");
  const types = Object.keys(content ?? {});
  const media = types.find((type) => /[/+](?:json|x-amz-json-[\d.]+)/i.test(type)) ?? types.find((type) => type === "*/*");
  if (types.length === 0) return undefined;
  if (media === undefined) return "other";
  const value = own(own(content, media), "schema");
  const [, section, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(ref ?? "") ?? [];
  const start = section === undefined ? at : query("components", section, name!.replaceAll("~1", "/").replaceAll("~0", "~"));
  return isObject(value) ? { value, at: `${start}.content${member(media)}.schema` } : undefined;
}

function isReference(value: JsonValue): boolean {
  return referenceOf(value) !== undefined && Object.keys(value as JsonObject).length === 1;
}

/** The JSONPath query that selects what some names lead to. */
function query(...names: readonly string[]): string {
  return `$${names.map(member).join("")}`;
}

function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
