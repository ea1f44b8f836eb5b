import { bindingKeys, responsesOf } from "../../binding/binding.js";
import { responseError } from "../../binding/error-binding.js";
import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referenceOf, resolveComponent } from "../../document/reference.js";
import { schemasIn } from "../../json-schema/schema.js";
import { member, operationQuery, type EntryContext } from "./entry.js";
import { checkOf, isFailureStatus } from "./failures.js";
import { componentQuery, responseOf } from "./operation-parts.js";
import { anyContent, hasContent, keptSuccesses, statusKey, type JoinedAction } from "./successes.js";

/** What an action declares itself: values for its Action Object, and queries of further ones by their location in it. */
export interface OwnParts {
  readonly facts: JsonObject;
  readonly copies: readonly { readonly to: string; readonly from: string }[];
}

/** What the endpoint declares for all its actions. */
export interface EndpointParts {
  readonly method: string;
  readonly tags: JsonValue | undefined;
  /** The media types of requests. */
  readonly takes: readonly string[];
  /** Its successes and failures, with those that exist. */
  readonly responses: JsonObject;
}

/** Returns the request body that an action declares itself: whether it is optional, its media types, and the encoding of forms. */
export function ownRequestBody(
  { path, operation, takes }: JoinedAction,
  endpoint: EndpointParts,
  { document }: EntryContext,
): OwnParts {
  const written = own(operation, "requestBody");
  const body = resolveComponent(written, document);
  // Other actions have a body: without this, one that is sent would be validated.
  if (takes.length === 0) return endpoint.takes.length > 0 ? { facts: { requestBody: noBody }, copies: [] } : nothing;
  if (!isObject(body)) return nothing;
  const content = ownObject(body, "content");
  const encoded = takes.filter((type) => Object.keys(ownObject(own(content, type), "encoding") ?? {}).length > 0);
  const hasOthers = endpoint.takes.some((type) => !takes.includes(type));
  const media = (type: string) => [type, encoded.includes(type) ? { encoding: {} } : {}] as const;
  const requestBody = {
    ...(own(body, "required") !== true && { required: false }),
    ...((hasOthers || encoded.length > 0) && { content: Object.fromEntries(takes.map(media)) }),
  };
  const at = holderAt(written, `${operationQuery(path, endpoint.method)}.requestBody`, document);
  return {
    facts: Object.keys(requestBody).length > 0 ? { requestBody } : {},
    copies: encoded.map((type) => {
      const place = `content${member(type)}.encoding`;
      return { to: `requestBody.${place}`, from: `${at}.${place}` };
    }),
  };
}

/** Returns the responses that an action declares itself, as far as they differ from those of its endpoint. */
export function ownResponses(action: JoinedAction, endpoint: EndpointParts, context: EntryContext): OwnParts {
  const [successes, failures] = [ownSuccesses(action, endpoint, context), ownFailures(action, endpoint, context)];
  const responses = { ...successes.facts, ...failures.facts };
  return {
    facts: Object.keys(responses).length > 0 ? { responses } : {},
    copies: [...successes.copies, ...failures.copies],
  };
}

function ownSuccesses(action: JoinedAction, { method, responses }: EndpointParts, { document }: EntryContext): OwnParts {
  const { operation, path, returns } = action;
  const kept = keptSuccesses(action, document);
  const all = Object.keys(responses).filter((status) => status.startsWith("2"));
  const copies: { to: string; from: string }[] = [];
  const entries = kept.map((status): [string, JsonObject] => {
    const key = statusKey(status);
    const written = responseOf(operation, status);
    const response = resolveComponent(written, document);
    const headers = Object.keys(ownObject(response, "headers") ?? {});
    const types = hasContent(operation, status, document) ? returns : [];
    const common = Object.keys(ownObject(own(responses, key), "content") ?? {});
    const isSame = common.length === types.length && common.every((type) => types.includes(type));
    if (headers.length > 0)
      copies.push({
        to: `responses${member(key)}.headers`,
        from: `${holderAt(written, `${operationQuery(path, method)}.responses${member(status)}`, document)}.headers`,
      });
    return [key, { ...(headers.length > 0 && { headers: {} }), ...(!isSame && { content: anyContent(types) }) }];
  });
  const isLike = all.length === kept.length && entries.every(([, response]) => Object.keys(response).length === 0);
  return isLike ? nothing : { facts: Object.fromEntries(entries), copies };
}

function ownFailures(
  { operation, path, successes }: JoinedAction,
  { method, responses }: EndpointParts,
  { document, isElsewhere, extensionPrefix }: EntryContext,
): OwnParts {
  const copies: { to: string; from: string }[] = [];
  const facts: Record<string, JsonValue> = {};
  for (const status of failuresIn(operation, successes)) {
    const written = responseOf(operation, status)!;
    const content = contentText(written, document);
    const isJson = content === undefined || content.isJson;
    if (!isJson || content?.text === contentText(own(responses, status), document)?.text) continue;
    const isBindable = !isElsewhere(resolveComponent(written, document));
    const binding = isBindable ? listedCodes(operation, status, document, extensionPrefix)?.binding : undefined;
    const bound = binding && { [bindingKeys(extensionPrefix).error]: binding };
    if (isBindable && referenceOf(written) !== undefined && !bound) facts[status] = written;
    else {
      const own = `${operationQuery(path, method)}.responses${member(status)}`;
      const at = isBindable ? holderAt(written, own, document) : own;
      facts[status] = { ...bound, ...(content === undefined && { content: {} }) };
      copies.push({ to: `responses${member(status)}`, from: at });
    }
  }
  return { facts, copies };
}

/** Returns the failures of an operation; numbered ones belong to a single operation each. */
function failuresIn(operation: JsonObject, successes: readonly string[]): string[] {
  const statuses = Object.keys(ownObject(operation, "responses") ?? {});
  const isNumbered = statuses.includes("480");
  return statuses.filter(
    (status) => isFailureStatus(status) && !successes.includes(status) && !(isNumbered && Number(status) >= 480),
  );
}

/** Returns the content of a response without examples, to compare; `undefined` if it has none. */
function contentText(
  response: JsonValue | undefined,
  document: JsonObject,
): { readonly text: string; readonly isJson: boolean } | undefined {
  const content = Object.entries(ownObject(resolveComponent(response, document), "content") ?? {});
  if (content.length === 0) return undefined;
  const schemas = content.map(([type, media]) => [type, own(media, "schema") ?? null]);
  const isJson = content.some(([type]) => /[/+]json\b/i.test(type) || type === "*/*");
  return { text: JSON.stringify(schemas), isJson };
}

/** Returns the errors of an action: the codes that its failures list. */
export function ownErrors({ operation, successes }: JoinedAction, { document, extensionPrefix }: EntryContext): JsonObject {
  const errors = new Map<string, JsonObject>();
  for (const status of failuresIn(operation, successes)) {
    if (!/^[45]\d\d$/.test(status)) continue;
    const response = resolveComponent(responseOf(operation, status), document);
    const { codes = [] } = listedCodes(operation, status, document, extensionPrefix) ?? {};
    const description = ownString(response, "description")?.trim();
    for (const code of codes)
      if (isCode(code) && !errors.has(code))
        errors.set(code, { code, status: Number(status), description: description || `Failed: ${code}.` });
  }
  return errors.size > 0 ? { errors: [...errors.values()] } : {};
}

/** The names that errors of actions may have. */
const isCode = (code: string) => code.length <= 64 && /^[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)*$/.test(code);

/** Returns the codes that a failure of an operation lists, and a binding if they are all that its text may be. */
function listedCodes(
  operation: JsonObject,
  status: string,
  document: JsonObject,
  extensionPrefix: string,
): { readonly codes: readonly string[]; readonly binding?: JsonObject } | undefined {
  const found = responsesOf({ responses: { [status]: responseOf(operation, status)! } }, document)[0];
  const error = found && responseError(found, document, bindingKeys(extensionPrefix).error);
  const code = error?.shape.code;
  if (!error || code === undefined) return undefined;
  const codes = schemasIn(document).at(error.schema, code)?.schema.texts ?? [];
  if (codes.length === 0) return undefined;
  return { codes, ...(error.shape.message === code && { binding: { code, message: null } }) };
}

/** Returns the texts and the examples of an operation that an Action Object has fields for, and tags that its endpoint lacks. */
export function ownTexts(
  { operation, successes, body, result }: JoinedAction,
  { tags: known }: EndpointParts,
  document: JsonObject,
): JsonObject {
  const description = ownString(operation, "description")?.trim();
  const summary = ownString(operation, "summary")?.trim();
  const tags = ownStrings(operation, "tags");
  const examples = examplesOf({ operation, success: successes[0] }, { body: body?.value, result: result?.value }, document);
  return {
    ...(description && description !== summary && { description }),
    ...(tags.length > 0 && JSON.stringify(tags) !== JSON.stringify(known) && { tags: [...tags] }),
    ...(Object.keys(examples).length > 0 && { examples }),
  };
}

/** Returns the valid examples of the first success and of the request, by their names. */
function examplesOf(
  { operation, success }: { readonly operation: JsonObject; readonly success: string | undefined },
  { body, result }: { readonly body: JsonValue | undefined; readonly result: JsonValue | undefined },
  document: JsonObject,
): JsonObject {
  const found: Record<string, JsonObject> = {};
  const add = (field: "body" | "result", holder: JsonValue | undefined, schema: JsonValue | undefined) => {
    if (schema === undefined) return;
    const check = checkOf(document);
    for (const { name, summary, value } of examplesIn(holder, document)) {
      if (check(schema, value, field === "body" ? "request" : "response").length > 0) continue;
      found[name] = { ...(summary !== undefined && { summary }), ...found[name], [field]: value };
    }
  };
  add("body", own(operation, "requestBody"), body);
  add("result", success === undefined ? undefined : responseOf(operation, success), result);
  return found;
}

interface Example {
  readonly name: string;
  readonly summary?: string | undefined;
  readonly value: JsonValue;
}

function examplesIn(holder: JsonValue | undefined, document: JsonObject): Example[] {
  const [media] = Object.values(ownObject(resolveComponent(holder, document), "content") ?? {});
  const single = own(media, "example");
  const named = Object.entries(ownObject(media, "examples") ?? {}).flatMap(([name, example]): Example[] => {
    const resolved = resolveComponent(example, document);
    const value = own(resolved, "value");
    return value === undefined ? [] : [{ name, summary: ownString(resolved, "summary"), value }];
  });
  return single === undefined ? named : [{ name: "default", value: single }, ...named];
}

/** Returns the query that selects a value, through a reference. */
function holderAt(value: JsonValue | undefined, at: string, document: JsonObject): string {
  return componentQuery(value, document) ?? at;
}

const nothing: OwnParts = { facts: {}, copies: [] };

/** The request body of an action without one: whatever is sent is not read. */
export const noBody: JsonObject = { content: {} };
