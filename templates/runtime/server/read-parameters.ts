import type { ObjectShape } from "../facts.js";
import type { FormRule, ParameterRule, Parameters, ReadParameters } from "./contract.js";
import { type RequestHeaders, headerOf } from "./http.js";
import { headerText } from "./parameters.js";
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
  trimBlanks,
} from "./text.js";

/** Names and undecoded texts. */
export type Pairs = readonly (readonly [string, string])[];

/** Reads the parameters that the contract declares; missing ones are absent. */
export const readParameters: ReadParameters = (route, sources) => {
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
          value = text === undefined ? undefined : parseStyled(text, rule, trimBlanks);
          break;
        }
        case "cookie":
          if (rule.style === "cookie") value = readPairs(rule, readCookies(sources.headers), keep);
          else value = readPairs(rule, readCookies(sources.headers).map(decodeName), decodeText);
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
};

/** The value of a whole query string. Without text, an object of fields is empty if it must not be missing. */
function readQuerystring(text: string, rule: ParameterRule): unknown {
  const { style, as, fields, required } = rule;
  if (style === "json") return text === "" ? undefined : parseJsonText(decodeText(text));
  if (style === "simple") return text === "" ? undefined : parseText(decodeText(text), as);
  return text === "" && !required ? undefined : readForm(text, { form: as, ...(fields && { fields }) });
}

const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** A parameter of a query or of cookies, or a field of a form. Texts are split before they are decoded. */
export function readPairs(rule: ParameterRule, pairs: Pairs, decode: (text: string) => string): unknown {
  const { name, as, style = "form" } = rule;
  const explode = style === "deepObject" || (rule.explode ?? (style === "form" || style === "cookie"));
  const decoded = (own: Pairs) => own.map(([key, text]) => [key, decode(text)] as const);
  if (isObjectShape(as) && (style === "deepObject" || (explode && (style === "form" || style === "cookie")))) {
    const direct = as.or && !Object.hasOwn(as.properties, name) ? pairs.filter(([key]) => key === name) : [];
    const own = style === "deepObject" ? deepProperties(name, pairs) : pairs.filter(([key]) => isProperty(rule, as, key));
    if (direct.length === 0) return own.length > 0 ? parseObject(decoded(own), as) : undefined;
    if (own.some(([key]) => key !== name)) throw new MalformedText("is given in two forms");
    return readPairs({ ...rule, as: as.or! }, pairs, decode);
  }
  const isDeepList = style === "deepObject" && isList(as);
  const texts = pairs.filter(([key]) => (isDeepList ? isItem(name, key) : key === name)).map(([, text]) => text);
  if (texts.length === 0) return undefined;
  if (isList(as) && style === "json" && explode) return texts.map((text) => parseJsonText(decode(text)));
  if (isList(as) && explode) return parseList(texts.map(decode), as);
  if (texts.length > 1) throw new MalformedText("is given more than once");
  // Browsers also encode the separators.
  const text = style === "spaceDelimited" || style === "pipeDelimited" ? decode(texts[0]!) : texts[0]!;
  return parseStyled(text, { ...rule, style, explode: false }, text === texts[0] ? decode : keep);
}

/** Whether a name is that of a property: with open keys, every name that nothing else claims. */
function isProperty({ taken = [] }: ParameterRule, { properties, others }: ObjectShape, key: string): boolean {
  if (Object.hasOwn(properties, key)) return true;
  return others !== undefined && !taken.some((name) => (name.endsWith("[") ? key.startsWith(name) : key === name));
}

/** Whether a name is that of a list in the style `deepObject`, or of its item: OpenAPI doesn't say which of these is written. */
function isItem(name: string, key: string): boolean {
  return key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)));
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

/** Whether a name in a form or a query is that of a field or a parameter, or of a property of it: `filter` has `filter[state]`. */
export function isOf(rule: ParameterRule, key: string): boolean {
  const { name, style = "form", explode = true, as } = rule;
  if (style !== "deepObject" && !(isObjectShape(as) && explode && (style === "form" || style === "cookie"))) return key === name;
  if (key === name && (isList(as) || (isObjectShape(as) && as.or !== undefined))) return true;
  return style === "deepObject" ? key.startsWith(`${name}[`) : isObjectShape(as) && isProperty(rule, as, key);
}

/** The properties of `filter` in `filter[state]=on&filter[tags][]=a`. */
function deepProperties(name: string, pairs: Pairs): Pairs {
  return pairs.flatMap(([key, text]) => {
    if (!key.startsWith(`${name}[`)) return [];
    if (!key.endsWith("]")) throw new MalformedText("has a property without a closing bracket");
    const property = key.slice(name.length + 1, -1).replace(/\]\[$/, "");
    if (/[[\]]/.test(property)) throw new MalformedText("has a nested property, which has no defined form");
    return [[property, text] as const];
  });
}

function readCookies(headers: RequestHeaders): Pairs {
  return (headerOf(headers, "cookie") ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [] : [[trimBlanks(pair.slice(0, at)), trimBlanks(pair.slice(at + 1)).replace(/^"(.*)"$/, "$1")] as const];
  });
}

/** Cookies of others may have any name. */
function decodeName([name, text]: Pairs[number]): Pairs[number] {
  try {
    return [decodeText(name), text];
  } catch {
    return [name, text];
  }
}

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
