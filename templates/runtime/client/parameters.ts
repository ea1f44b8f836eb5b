import type { Call, ParameterRule, Route } from "./call.js";
import { ClientError } from "./errors.js";
import { type WriteParameters, setHeader } from "./transport.js";

/** For contracts whose parameters are single values, and lists that a query repeats. */
export const writePlain: WriteParameters = (call, headers) => {
  let query = "";
  for (const rule of call.route.parameters ?? []) {
    const value = argumentOf(call, rule);
    if (value === undefined || rule.in === "path") continue;
    if (rule.in === "header") setHeader(headers, rule.name, String(value), call.name);
    else for (const item of [value].flat()) query += `${query ? "&" : "?"}${encode(rule.name)}=${encode(item)}`;
  }
  return fillPath(call, encode) + query;
};

const encode = (value: unknown) => encodeURIComponent(String(value));

/** What a call has for a parameter; `undefined`: nothing. */
function argumentOf({ args }: Call, { name, argument = name }: ParameterRule): unknown {
  return args[argument];
}

/** The path of a call, its parameters written; the template names their arguments. */
function fillPath({ route, args, name }: Call, write: (value: unknown, argument: string) => string): string {
  return route.path.replace(/\{([^{}]+)\}/g, (_, argument: string) => {
    const value = args[argument];
    const text = value === undefined ? "" : write(value, argument);
    // Dots alone would lead to another path, even percent-encoded.
    if (/^(\.|%2e){0,2}$/i.test(text))
      throw new ClientError("InvalidCallError", name, `needs a parameter ${argument} that fits into a path`);
    return text;
  });
}

/** How the argument that a path's template names is written. */
export function pathRule({ parameters = [] }: Route, argument: string): ParameterRule {
  const isMeant = (rule: ParameterRule) => rule.in === "path" && (rule.argument ?? rule.name) === argument;
  return parameters.find(isMeant) ?? { name: argument, in: "path" };
}

/** For contracts with objects, cookies or styles of their own among their parameters, and for paths that have a query. */
export const writeStyled: WriteParameters = (call, headers) => {
  const query: string[] = [];
  const cookies: string[] = [];
  for (const rule of call.route.parameters ?? []) {
    const value = argumentOf(call, rule);
    if (value === undefined || rule.in === "path") continue;
    if (rule.in === "header")
      setHeader(
        headers,
        rule.name,
        styledText(rule, value, (text) => text, call.name),
        call.name,
      );
    else (rule.in === "query" ? query : cookies).push(...queryPairs(rule, value, call.name));
  }
  if (cookies.length > 0) setHeader(headers, "cookie", cookies.join("; "), call.name);
  const path = fillPath(call, (value, argument) => {
    const rule = pathRule(call.route, argument);
    // In the style `label` dots part the values.
    const encodePart = (text: string) => encodeURIComponent(text).replaceAll(".", rule.style === "label" ? "%2E" : ".");
    return styledText(rule, value, encodePart, call.name);
  });
  return query.length > 0 ? `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}` : path;
};

/** The text of a parameter of a path or a header. `encode` is for each part of it, `call` is what messages call it. */
function styledText(rule: ParameterRule, value: unknown, encode: (text: string) => string, call: string): string {
  const { name, style = "simple", explode = false } = rule;
  if (style === "json") return encode(JSON.stringify(value));
  const parts = partsOf(rule, value, explode, encode, call);
  const isSingle = typeof value !== "object" || value === null;
  const join = (separator: string) => (isSingle ? parts[0]! : joinParts(parts, separator, rule, call));
  switch (style) {
    case "label":
      return `.${join(explode ? "." : ",")}`;
    case "matrix":
      if (!explode || isSingle) return `;${encode(name)}=${join(",")}`;
      return parts.map((part) => (Array.isArray(value) ? `;${encode(name)}=${part}` : `;${part}`)).join("");
    default:
      return join(",");
  }
}

const separators: Partial<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** A parameter of a query or of cookies as pairs such as `live=true`. */
export function queryPairs(rule: ParameterRule, value: unknown, call: string): string[] {
  const { name, style = "form", explode = style === "form" } = rule;
  const key = encodeURIComponent(name);
  if (style === "json") return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  const isSingle = typeof value !== "object" || value === null;
  if (!explode && style !== "deepObject" && !isSingle)
    return [`${key}=${joinParts(partsOf(rule, value, false, encodeURIComponent, call), separators[style] ?? ",", rule, call)}`];
  const pair = (of: string, item: unknown) =>
    [item].flat().map((single) => `${encodeURIComponent(of)}=${encodeURIComponent(textOf(single))}`);
  if (isSingle || Array.isArray(value)) return pair(name, value);
  return fieldsOf(value).flatMap(([field, item]) => pair(style === "deepObject" ? `${name}[${field}]` : field, item));
}

/** Parts that whoever splits the text finds again. */
function joinParts(parts: readonly string[], separator: string, rule: ParameterRule, call: string): string {
  const text = parts.join(separator);
  if (parts.some((part) => part.includes(separator)) || (text === "" && parts.length > 0)) throw unrepresentable(rule, call);
  return text;
}

/** The values of a list; names and values of an object, joined by `=` where it is exploded. */
function partsOf(
  rule: ParameterRule,
  value: unknown,
  explode: boolean,
  encode: (text: string) => string,
  call: string,
): string[] {
  if (typeof value !== "object" || value === null) return [encode(textOf(value))];
  const write = (item: unknown) => {
    const text = encode(textOf(item));
    // Blanks around the parts of a header are not theirs.
    if (text !== text.trim()) throw unrepresentable(rule, call);
    return text;
  };
  if (Array.isArray(value)) return value.map(write);
  return fieldsOf(value).flatMap(([field, item]) => {
    const [name, text] = [write(field), write(item)];
    if (!explode) return [name, text];
    if (name.includes("=")) throw unrepresentable(rule, call);
    return [`${name}=${text}`];
  });
}

function unrepresentable({ name }: ParameterRule, call: string): ClientError {
  return new ClientError("InvalidCallError", call, `has a parameter ${name} with an item that its style can't hold`);
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** No style defines how deeper values are written; as JSON they at least arrive. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
