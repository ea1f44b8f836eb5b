import { escapeSegment, valueAt, writeAt, writeConstants } from "./json.js";

/**
 * The locations of the facts of an action call in a request. Without one, the path parameter `action` names the action, the
 * service has its type, and the whole body is the action's.
 */
export interface Selector {
  // Only what is named.
  readonly action: FactLocation;
  /** The location of the rest of the action's name, and the text before it there; absent: `action` contains the whole name. */
  readonly rest?: FactLocation & { readonly separator: string };
  /** The location of the service type. Absent: the service has it, or there is only one. */
  readonly type?: FactLocation;
  /** The JSON pointer to the action's own body; absent: the whole body, without the member that names the action. */
  readonly body?: string;
  /** Constant values of other members of the body, by their pointers. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The id of a request, which its response repeats: a string, or an integer. */
  readonly id?: { readonly at: string; readonly isNumber?: true; readonly only?: "number" | "string" };
  /** Actions without input, whose key in the body has no value. */
  readonly empty?: readonly string[];
  /** The names of actions: if media types or other members name them, all, in any case; at the end of paths, those with the text before them. */
  readonly names?: readonly string[];
  /** The members of the body that all actions have in common, beside their own bodies. */
  readonly others?: readonly string[];
  /** The JSON pointer to the first item of a list, each of which is the call of an action: `/actions/0`. */
  readonly item?: string;
  /** The JSON pointer to the list of their results, in the same order; absent: they have none. */
  readonly results?: string;
}

/** The location of a text in a request. */
export interface FactLocation {
  /** `field`: a member of the body; `key`: its only key; `member`: the key of an action among others; `media-type`: that of the body. */
  readonly in: "path" | "query" | "header" | "field" | "key" | "member" | "media-type";
  /** The name of the parameter, in lower case for headers, or the JSON pointer of the member. */
  readonly name: string;
  /** The text before and after it, in lower case for media types. */
  readonly before?: string;
  readonly after?: string;
}

/** The parameters of a request by location; names of headers are in lower case, and so is the media type of its body. */
export interface RequestParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly mediaType?: string | undefined;
}

/** The facts of an action call. */
export interface CallFacts {
  readonly action: string;
  /** Absent if the request does not contain it. */
  readonly type?: string | undefined;
  /** The action's own body. */
  readonly body: unknown;
  /** The members that all actions have in common. */
  readonly envelope?: object | undefined;
  /** The number of the request, which becomes its id. */
  readonly id?: number;
}

/** The selector of endpoints whose path has `{action}`. */
export const defaultSelector: Selector = { action: { in: "path", name: "action" } };

type Facts = { readonly [Name in "action" | "rest" | "type"]?: FactLocation | undefined };

/** The locations of the name of the action and of the service type. */
export function factLocations({ action, rest, type }: Facts): FactLocation[] {
  return [action, rest, type].filter((place) => place !== undefined);
}

/** The name of an action and the type of its service as sent, each with its location. A name of two parts has one separator. */
export function sentFacts({ action, rest, type }: Selector, name: string, service = ""): (readonly [FactLocation, string])[] {
  const [first, end] = rest ? name.split(rest.separator) : [name];
  const facts = [[action, first] as const, [rest, end] as const, [type, service] as const];
  return facts.flatMap(([place, text = ""]) => (place ? [[place, writtenFact(place, text)] as const] : []));
}

/** Whether a request must be read to its end before its action is known. */
export function isNamedInBody(selector: Facts): boolean {
  return factLocations(selector).some((place) => place.in === "field" || isKey(place));
}

/** The name of the action that a request invokes; `undefined`: none. */
export function readAction(
  { action, rest, names = [], item = "" }: Selector,
  parameters: RequestParameters,
  body: unknown,
): string | undefined {
  const keyed = isKey(action) ? valueAt(body, item) : body;
  const hasKey = (name: string) => isObject(keyed) && Object.hasOwn(keyed, writtenFact(action, name));
  if (action.in === "member") return onlyOf(names.filter(hasKey));
  const text = readText(action, parameters, keyed);
  const end = rest && readText(rest, parameters, body);
  if (text === undefined || (rest && end === undefined)) return undefined;
  if (rest) return `${text}${rest.separator}${end}`;
  return (action.in === "media-type" ? names.find((name) => name.toLowerCase() === text) : undefined) ?? text;
}

/** The service type of a request, if the request contains it. */
export function readType({ type }: Selector, parameters: RequestParameters, body: unknown): string | undefined {
  return type && readText(type, parameters, body);
}

function readText(place: FactLocation, parameters: RequestParameters, body: unknown): string | undefined {
  const { before = "", after = "" } = place;
  const text = sentValue(place, parameters, body);
  if (typeof text !== "string" || text.length <= before.length + after.length) return undefined;
  return text.startsWith(before) && text.endsWith(after) ? text.slice(before.length, text.length - after.length) : undefined;
}

const members = { path: "path", query: "query", header: "headers" } as const;

function sentValue({ in: place, name }: FactLocation, parameters: RequestParameters, body: unknown): unknown {
  switch (place) {
    case "field":
      return valueAt(body, name);
    case "key":
    case "member":
      return onlyOf(isObject(body) ? Object.keys(body) : []);
    case "media-type":
      return parameters.mediaType;
    default:
      return own(parameters[members[place]], name);
  }
}

/** Whether a fact is a parameter, not a part of the body or its media type. */
export function isParameter({ in: place }: FactLocation): boolean {
  return place === "path" || place === "query" || place === "header";
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function onlyOf(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

/** Whether the name of an action is a key of the body, whose value is the action's own body. */
export function isKey({ in: place }: FactLocation): boolean {
  return place === "key" || place === "member";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A fact as written at its location. */
export function writtenFact({ before = "", after = "" }: FactLocation, text: string): string {
  return `${before}${text}${after}`;
}

/** The JSON pointer to the action's own body: `""` is the whole body. */
export function bodyPointer({ action: fact, item = "", body }: Selector, action: string): string {
  const pointer = body ?? `${item}${isKey(fact) ? "/{action}" : ""}`;
  return pointer.replaceAll("{action}", escapeSegment(writtenFact(fact, action)));
}

/** Whether the key of an action without input has a value other than `null`. */
export function hasNeedlessInput(selector: Selector, body: unknown, action: string): boolean {
  return selector.empty?.includes(action) === true && valueAt(body, bodyPointer(selector, action)) !== null;
}

/** The action's own body within that of a request. A missing one and the `null` of a key are `{}`. */
export function readActionBody(selector: Selector, body: unknown, action: string): unknown {
  const pointer = bodyPointer(selector, action);
  const value = pointer === "" ? body : valueAt(body, pointer);
  const isNone = value === null && (selector.action.in === "key" || selector.empty?.includes(action));
  if (pointer !== "" && (value === undefined || isNone)) return {};
  const fields = fieldsIn(selector, pointer);
  if (fields.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}

/** The members of an action's own body that are facts of the call. */
function fieldsIn(selector: Selector, pointer: string): string[] {
  const fields = factLocations(selector).filter(({ in: place, name }) => place === "field" && name.startsWith(`${pointer}/`));
  return fields.map(({ name }) => name.slice(pointer.length + 1));
}

/** The id in the body of a request; `null`: none that can be repeated. */
export function readId({ id }: Selector, body: unknown): string | number | null {
  const value = id && valueAt(body, id.at);
  if (id?.only !== undefined && typeof value !== id.only) return null;
  return typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value)) ? value : null;
}

/** The body of a request that invokes an action. */
export function writeActionBody(selector: Selector, { action, type = "", body, envelope, id: number = 1 }: CallFacts): unknown {
  const { fixed, empty = [], id } = selector;
  const pointer = bodyPointer(selector, action);
  const fields = sentFacts(selector, action, type).filter(([place]) => place.in === "field");
  if (pointer === "" && (fields.length === 0 || !isObject(body))) return body;
  const whole: Record<string, unknown> = { ...(pointer === "" ? (body as object) : envelope) };
  const isAround = fieldsIn(selector, pointer).length > 0;
  if (pointer !== "" && isAround) writeAt(whole, pointer, { ...(body as object) });
  writeConstants(whole, fixed);
  if (id) writeAt(whole, id.at, id.isNumber ? number : `${number}`);
  for (const [place, text] of fields) writeAt(whole, place.name, text);
  if (pointer !== "" && !isAround) writeAt(whole, pointer, empty.includes(action) ? null : body);
  return whole;
}

/** The JSON pointer to a list of actions, from the one to its first item. */
export function listPointer(item: string): string {
  return item.replace(/\/0$/, "");
}

/** The selector of an item of a list; the first one has the number 0. */
export function selectorAt(selector: Selector, index: number): Selector {
  const { action, rest, type, body, item = "" } = selector;
  const at = `${listPointer(item)}/${index}`;
  const move = (pointer: string) => (`${pointer}/`.startsWith(`${item}/`) ? at + pointer.slice(item.length) : pointer);
  const placed = <Place extends FactLocation>(place: Place): Place => ({ ...place, name: move(place.name) });
  return {
    ...selector,
    item: at,
    action: placed(action),
    ...(rest && { rest: placed(rest) }),
    ...(type && { type: placed(type) }),
    ...(body !== undefined && { body: move(body) }),
  };
}
