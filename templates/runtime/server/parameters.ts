import { type ValidationError, parsePointer } from "../json.js";
import type { Awaitable } from "./application.js";
import type { Call, Defaults, FormRule, ParameterRule, Parameters, Route } from "./contract.js";
import { type Explanation, type Rejection, explainErrors, reject } from "./errors.js";
import { type RequestHeaders, type ServerRequest, headerOf } from "./http.js";
import {
  JsonProblem,
  MalformedText,
  decodeFormText,
  decodeText,
  isList,
  isObjectShape,
  parseJson,
  parseList,
  parseObject,
  parsePairs,
  parseText,
} from "./text.js";

const groups = ["path", "query", "querystring", "headers", "cookies"] as const;

/** Reads the parameters and validates them against the contract. */
export function checkParameters(call: Call): Awaitable<Rejection | undefined> {
  const { route, pathText, queryText, request } = call;
  const read = readParameters(route, { path: pathText, query: queryText, headers: request.headers, request });
  if ("message" in read) {
    const { name, message, rule = "style" } = read;
    return malformed({ text: `${name} ${message}`, details: [{ pointer: name, rule, message }] });
  }
  call.parameters = read;
  const guards = call.server.contract.validators.operations[call.route.operation];
  const fits = !guards || groups.every((place) => isMissing(place, read) || (guards[place]?.(read[place]) ?? true));
  if (!fits) return rejectParameters(call);
  fillParameters(call);
  return undefined;
}

/** An optional query string that was not sent. */
function isMissing(place: (typeof groups)[number], { querystring }: Parameters): boolean {
  return place === "querystring" && querystring === undefined;
}

async function rejectParameters({ route, server, parameters }: Call): Promise<Rejection> {
  const { operations } = await server.contract.loadAllErrors();
  const errors = groups.flatMap((place): readonly ValidationError[] => {
    const found = isMissing(place, parameters) ? [] : (operations[route.operation]?.[place]?.(parameters[place]) ?? []);
    if (place !== "querystring") return found;
    return found.map((error) => ({ ...error, instancePath: `/querystring${error.instancePath}` }));
  });
  return malformed(explainErrors(errors, "parameters"));
}

function malformed({ text, details }: Explanation): Rejection {
  return reject(400, "invalid_parameter", `${text}.`, undefined, details);
}

/** The problem of a parameter's text. */
export interface ParameterProblem {
  readonly name: string;
  readonly message: string;
  /** Absent: its style. */
  readonly rule?: "required";
}

interface Sources {
  /** Percent-encoded, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The text after the question mark. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** Returns how often a header was sent. */
  readonly request?: Pick<ServerRequest, "countHeaders">;
}

/** Names and undecoded texts. */
export type Pairs = readonly (readonly [string, string])[];

/** Reads the parameters that the contract declares; missing ones are absent. */
export function readParameters(route: Route, sources: Sources): Parameters | ParameterProblem {
  const parameters: Parameters = { path: {}, query: {}, querystring: undefined, headers: {}, cookies: {} };
  let query: Pairs | undefined;
  let name = "query";
  try {
    for (const rule of route.parameters) {
      name = rule.name;
      let value: unknown;
      switch (rule.in) {
        case "path":
          value = parseStyled(sources.path[rule.name]!, rule);
          break;
        case "query":
          name = "query";
          query ??= parsePairs(sources.query);
          name = rule.name;
          value = readPairs(rule, query, decodeFormText);
          break;
        case "querystring":
          parameters.querystring = readQuerystring(sources.query, rule);
          if (parameters.querystring === undefined && rule.required) return { name, message: "is required", rule: "required" };
          continue;
        case "header": {
          const text = headerText(rule, sources);
          value = text === undefined ? undefined : parseStyled(text, rule, trim);
          break;
        }
        case "cookie":
          value = readPairs(rule, readCookies(sources.headers), rule.style === "cookie" ? keep : decodeText);
          break;
        default:
          rule.in satisfies never;
      }
      if (value !== undefined) parameters[places[rule.in]][rule.name] = value;
    }
  } catch (error) {
    if (error instanceof MalformedText) return { name, message: error.message };
    throw error;
  }
  return parameters;
}

/** The value of a whole query string. Without text, an object of fields is empty if it must not be missing. */
function readQuerystring(text: string, rule: ParameterRule): unknown {
  const { style, as, fields, required } = rule;
  if (style === "json") return text === "" ? undefined : parseJsonText(decodeText(text));
  return text === "" && !required ? undefined : readForm(text, { form: as, ...(fields && { fields }) });
}

/** The text of a header. Several with one name form a list; all others may be sent once. */
function headerText({ name, as }: ParameterRule, { headers, request }: Sources): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const count = typeof value === "object" ? value.length : value === undefined ? 0 : (request?.countHeaders?.(name) ?? 1);
  if (count > 1 && !isList(as) && !isObjectShape(as)) throw new MalformedText("is given more than once");
  return typeof value === "object" ? value.join(", ") : value;
}

const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** A parameter of a query or of cookies, or a field of a form. Texts are split before they are decoded. */
export function readPairs(rule: ParameterRule, pairs: Pairs, decode: (text: string) => string): unknown {
  const { name, as, style = "form", explode = style === "form" || style === "cookie" || style === "deepObject" } = rule;
  const decoded = (own: Pairs) => own.map(([key, text]) => [key, decode(text)] as const);
  if (isObjectShape(as) && style === "deepObject") {
    const own = deepProperties(name, pairs);
    return own.length > 0 ? parseObject(decoded(own), as) : undefined;
  }
  if (isObjectShape(as) && (style === "form" || style === "cookie") && explode) {
    const own = pairs.filter(([key]) => Object.hasOwn(as.properties, key));
    return own.length > 0 ? parseObject(decoded(own), as) : undefined;
  }
  const texts = pairs.filter(([key]) => key === name).map(([, text]) => text);
  if (texts.length === 0) return undefined;
  if (isList(as) && explode) return parseList(texts.map(decode), as);
  if (texts.length > 1) throw new MalformedText("is given more than once");
  // Browsers also encode the separators.
  const text = style === "spaceDelimited" || style === "pipeDelimited" ? decode(texts[0]!) : texts[0]!;
  return parseStyled(text, { ...rule, style, explode: false }, text === texts[0] ? decode : keep);
}

/** Reads the text of a URL-encoded form as an object. Throws `MalformedText`. */
export function readForm(text: string, { form, fields = [] }: FormRule): Record<string, unknown> {
  const pairs = parsePairs(text);
  const others = fields.length > 0 ? pairs.filter(([key]) => !fields.some((field) => isOf(field, key))) : pairs;
  const value = parseObject(
    others.map(([name, item]) => [name, decodeFormText(item)]),
    form && isObjectShape(form) ? form : { properties: {} },
  );
  for (const field of fields) {
    const item = readPairs(field, pairs, decodeFormText);
    if (item !== undefined) value[field.name] = item;
  }
  return value;
}

/** Whether a name is that of a field, or of a property of it: `filter` has `filter[state]`. */
function isOf({ name, style, explode, as }: ParameterRule, key: string): boolean {
  if (style === "deepObject") return key.startsWith(`${name}[`);
  const isSpread = isObjectShape(as) && style === "form" && explode !== false;
  return isSpread ? Object.hasOwn(as.properties, key) : key === name;
}

/** The properties of `filter` in `filter[state]=on&filter[tags][]=a`. */
function deepProperties(name: string, pairs: Pairs): Pairs {
  return pairs.flatMap(([key, text]) => {
    if (!key.startsWith(`${name}[`)) return [];
    if (!key.endsWith("]")) throw new MalformedText("has a property without a closing bracket");
    return [[key.slice(name.length + 1, -1).replace(/\]\[$/, ""), text] as const];
  });
}

function readCookies(headers: RequestHeaders): Pairs {
  return (headerOf(headers, "cookie") ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? []
      : [
          [
            pair.slice(0, at).trim(),
            pair
              .slice(at + 1)
              .trim()
              .replace(/^"(.*)"$/, "$1"),
          ] as const,
        ];
  });
}

const trim = (text: string): string => text.trim();

const keep = (text: string): string => text;

/** Reads a parameter that is a single text, by its style. Path parameters are still percent-encoded. */
export function parseStyled(text: string, rule: ParameterRule, decode: (part: string) => string = decodeText): unknown {
  if (rule.style === "json") return parseJsonText(decode(text));
  const { as } = rule;
  if (!isList(as) && !isObjectShape(as)) return parseText(decode(unprefix(text, rule)), as);
  const parts = splitStyled(text, rule);
  if (isList(as)) return parseList(parts.map(decode), as);
  return parseObject(rule.explode === true ? parts.map((part) => splitPair(part, decode)) : pairUp(parts.map(decode)), as);
}

const separators = {
  simple: ",",
  form: ",",
  cookie: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  label: ",",
  matrix: ",",
  deepObject: ",",
  json: ",",
} as const;

function splitStyled(text: string, rule: ParameterRule): string[] {
  const { style = "simple", explode = false } = rule;
  const rest = unprefix(text, rule);
  if (rest === "") return [];
  if (style === "label" && explode) return rest.split(".");
  if (style === "matrix" && explode) {
    const parts = rest.split(";");
    return isList(rule.as) ? parts.map((part) => unprefixMatrix(`;${part}`, rule)) : parts;
  }
  return rest.split(separators[style]);
}

/** Removes the prefix of `label` and `matrix`. */
function unprefix(text: string, rule: ParameterRule): string {
  if (rule.style === "label") {
    if (!text.startsWith(".")) throw new MalformedText("does not begin with a dot");
    return text.slice(1);
  }
  if (rule.style !== "matrix") return text;
  if (rule.explode === true && (isList(rule.as) || isObjectShape(rule.as))) {
    if (!text.startsWith(";")) throw new MalformedText("does not begin with a semicolon");
    return text.slice(1);
  }
  return unprefixMatrix(text, rule);
}

function unprefixMatrix(text: string, rule: ParameterRule): string {
  if (text === `;${rule.name}`) return "";
  if (!text.startsWith(`;${rule.name}=`)) throw new MalformedText("does not begin with its name");
  return text.slice(rule.name.length + 2);
}

function splitPair(part: string, decode: (part: string) => string): readonly [string, string] {
  const at = part.indexOf("=");
  if (at < 0) throw new MalformedText("has a property without a value");
  return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
}

function pairUp(parts: readonly string[]): (readonly [string, string])[] {
  if (parts.length % 2 === 1) throw new MalformedText("has a property without a value");
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1]!] as const] : []));
}

/** The maximum nesting of JSON in a parameter. */
const maxDepth = 32;

function parseJsonText(text: string): unknown {
  try {
    return parseJson(text, maxDepth);
  } catch (error) {
    if (error instanceof JsonProblem) throw new MalformedText("is not acceptable JSON");
    throw error;
  }
}

/** Fills in missing parameters, once the others have been validated. */
export function fillParameters({ route, parameters }: Call): void {
  if (!route.defaults) return;
  for (const place of ["query", "querystring", "headers", "cookies"] as const) fill(parameters[place], route.defaults[place]);
}

/** Fills in missing properties in a valid body of JSON or a form. */
export function fillBody({ route, action, body }: Call): void {
  if (!route.defaults) return;
  fill(body, action ? route.defaults.actions?.[action.type]?.[action.name] : route.defaults.body);
}

function fill(target: unknown, defaults: Defaults = {}): void {
  for (const [pointer, value] of Object.entries(defaults)) {
    const keys = parsePointer(pointer);
    const name = keys.pop()!;
    let holder = target;
    for (const key of keys) holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (!isObject(holder) || Object.hasOwn(holder, name)) continue;
    // The handler may change the value, and a name such as `__proto__` must become an own property.
    const copy: unknown = JSON.parse(JSON.stringify(value));
    Object.defineProperty(holder, name, { value: copy, writable: true, enumerable: true, configurable: true });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
