import { escapeSegment, valueAt, writeAt, writeConstants } from "./json.js";

/**
 * The locations of the facts of an action call in a request. Without one, the path parameter `action` names the action, the
 * service has its type, and the whole body is the action's.
 */
export interface Selector {
  readonly action: FactLocation;
  /** The location of the service type. Absent: the service has it, or there is only one. */
  readonly type?: FactLocation;
  /** The JSON pointer to the action's own body; absent: the whole body, without the member that names the action. */
  readonly body?: string;
  /** Constant values of other members of the body, by their pointers. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The id of a request, which its response repeats: a string, or an integer. */
  readonly id?: { readonly at: string; readonly isNumber?: true };
  /** Actions without input, whose key in the body has no value. */
  readonly empty?: readonly string[];
}

/** The location of a text in a request. */
export interface FactLocation {
  /** `field`: a member of the body; `key`: the only key of the body. */
  readonly in: "path" | "query" | "header" | "field" | "key";
  /** The name of the parameter, in lower case for headers, or the JSON pointer of the member. */
  readonly name: string;
  /** The text before and after it. */
  readonly before?: string;
  readonly after?: string;
}

/** The parameters of a request by location; names of headers are in lower case. */
export interface RequestParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The facts of an action call. */
export interface CallFacts {
  readonly action: string;
  /** Absent if the request does not contain it. */
  readonly type?: string | undefined;
  /** The action's own body. */
  readonly body: unknown;
  /** The number of the request, which becomes its id. */
  readonly id?: number;
}

/** The selector of endpoints whose path has `{action}`. */
export const defaultSelector: Selector = { action: { in: "path", name: "action" } };

/** Whether a request must be read to its end before its action is known. */
export function isNamedInBody({ action, type }: Selector): boolean {
  return [action, type].some((fact) => fact?.in === "field" || fact?.in === "key");
}

/** The name of the action that a request invokes; `undefined`: none. */
export function readAction({ action }: Selector, parameters: RequestParameters, body: unknown): string | undefined {
  return readText(action, parameters, body);
}

/** The service type of a request, if the request contains it. */
export function readType({ type }: Selector, parameters: RequestParameters, body: unknown): string | undefined {
  return type && readText(type, parameters, body);
}

function readText(
  { in: location, name, before = "", after = "" }: FactLocation,
  parameters: RequestParameters,
  body: unknown,
): string | undefined {
  const text =
    location === "field" ? valueAt(body, name) : location === "key" ? onlyKey(body) : own(parameters[members[location]], name);
  if (typeof text !== "string" || text.length <= before.length + after.length) return undefined;
  return text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, text.length - after.length) : undefined;
}

const members = { path: "path", query: "query", header: "headers" } as const;

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function onlyKey(body: unknown): string | undefined {
  const keys = isObject(body) ? Object.keys(body) : [];
  return keys.length === 1 ? keys[0] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A fact as written at its location. */
export function writtenFact({ before = "", after = "" }: FactLocation, text: string): string {
  return `${before}${text}${after}`;
}

/** The JSON pointer to the action's own body: `""` is the whole body. */
export function bodyPointer({ action: fact, body = fact.in === "key" ? "/{action}" : "" }: Selector, action: string): string {
  return body.replaceAll("{action}", escapeSegment(writtenFact(fact, action)));
}

/** Whether the key of an action without input has a value other than `null`. */
export function hasNeedlessInput(selector: Selector, body: unknown, action: string): boolean {
  const isEmpty = selector.action.in === "key" && selector.empty?.includes(action) === true;
  return isEmpty && valueAt(body, bodyPointer(selector, action)) !== null;
}

/** The action's own body within that of a request. A missing one and the `null` of a key are `{}`. */
export function readActionBody(selector: Selector, body: unknown, action: string): unknown {
  const pointer = bodyPointer(selector, action);
  if (pointer !== "") {
    const value = valueAt(body, pointer);
    return value === undefined || (value === null && selector.action.in === "key") ? {} : value;
  }
  const fields = [selector.action, selector.type].flatMap((fact) => (fact?.in === "field" ? [fact.name.slice(1)] : []));
  if (fields.length === 0 || !isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}

/** The id in the body of a request; `null`: none. */
export function readId({ id }: Selector, body: unknown): string | number | null {
  const value = id && valueAt(body, id.at);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** The body of a request that invokes an action. */
export function writeActionBody(selector: Selector, { action, type = "", body, id: number = 1 }: CallFacts): unknown {
  const { action: fact, type: typeFact, fixed, empty = [], id } = selector;
  const pointer = bodyPointer(selector, action);
  const hasField = fact.in === "field" || typeFact?.in === "field";
  if (pointer === "" && (!hasField || !isObject(body))) return body;
  const whole: Record<string, unknown> = pointer === "" ? { ...(body as object) } : {};
  writeConstants(whole, fixed);
  if (id) writeAt(whole, id.at, id.isNumber ? number : `${number}`);
  if (fact.in === "field") writeAt(whole, fact.name, writtenFact(fact, action));
  if (typeFact?.in === "field") writeAt(whole, typeFact.name, writtenFact(typeFact, type));
  if (pointer !== "") writeAt(whole, pointer, empty.includes(action) ? null : body);
  return whole;
}
