import {
  ClientError,
  type Middleware,
  type ParameterRule,
  type ReadBody,
  type Route,
  type SentBody,
  type WriteBody,
  type WriteParameters,
} from "./call.js";
import {
  type ContentRoute,
  anyJson,
  essenceOf,
  fillPath,
  isBelow,
  isJson,
  pathRule,
  plainText,
  readJson,
  setHeader,
  writePath,
  writeQuery,
} from "./create-client.js";

/** An operation whose body may be something else than JSON. */
export interface BodyRoute extends ContentRoute {
  /** How fields of its form are written, by name; absent: each as text. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** How the items of bodies that are sequences are separated, by media type. */
  readonly items?: Readonly<Record<string, { readonly format: "lines" | "records" }>>;
}

/** How one field of a form is written. */
export interface FieldEncoding extends Pick<StyledRule, "style" | "explode" | "reserved" | "encode"> {
  /** Whether the part is sent behind all others, for servers that read it while it arrives. */
  readonly isLast?: true;
  /** The media type of a part that is JSON, or of a file that has none itself. */
  readonly contentType?: string;
}

/** A parameter that may be a whole query string, or have reserved characters. */
export interface StyledRule extends ParameterRule {
  /** The reserved characters that are sent as they are, and so are percent-encoded ones. Absent: all are encoded. */
  readonly reserved?: string;
  /** Encodes a part of its values. Absent: all reserved characters are percent-encoded. */
  readonly encode?: (text: string) => string;
  /** How the fields of a query string that is a form are written, by name. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

/** An operation with such parameters. */
export interface StyledRoute extends Route {
  readonly parameters?: readonly StyledRule[];
}

const isFormType = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);

const isTextType = (type: string) => /^text\//i.test(type);

/** For bodies other than JSON. Text, bytes and the platform's forms are sent unchanged with a matching type, all else as JSON. */
export const writeAnyBody: WriteBody = ({ args, route, name }, headers) => {
  const body = args["body"];
  const { content = ["application/json"] }: BodyRoute = route;
  const announce = (type: string) => {
    if (!headers.has("content-type")) headers.set("content-type", type);
  };
  // The platform sets a better type: with the boundary of a form, or a file's own type.
  if (body instanceof FormData || body instanceof URLSearchParams || (body instanceof Blob && body.type !== "")) return body;
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const raw = content.filter((type) => !isJson(type) && !isFormType(type));
  if (isBytes || (typeof body === "string" && raw.length > 0)) {
    if (!headers.has("content-type")) announce(rawType(raw, isBytes, name));
    return body as SentBody; // checked by the conditions above
  }
  const json = content.find(isJson) ?? content.find((type) => anyType.test(type));
  if (json !== undefined) {
    announce(anyType.test(json) ? "application/json" : json);
    return JSON.stringify(body);
  }
  throw new ClientError("InvalidCallError", name, "does not accept this kind of body");
};

/** Returns the media type of text or bytes: a declared one, or the default if a declared range contains it. */
function rawType(declared: readonly string[], isBytes: boolean, name: string): string {
  const fitting = declared.filter((type) => isTextType(type) !== isBytes);
  const types = fitting.length > 0 ? fitting : declared;
  const usual = isBytes ? "application/octet-stream" : "text/plain";
  const type = types.find((candidate) => !candidate.includes("*"));
  if (type !== undefined || types.length === 0 || types.some((range) => isBelow(usual, range))) return type ?? usual;
  throw new ClientError("InvalidCallError", name, `needs a header content-type within ${types.join(" or ")}`);
}

/** A range that includes JSON. */
const anyType = /^(?:\*|application)\/\*$/;

type Fields = Readonly<Record<string, unknown>>;

type Encoding = NonNullable<BodyRoute["encoding"]>;

const isUrlEncoded = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);

const isMultipart = (type: string) => /^multipart\/form-data\b/i.test(type);

/** For forms: sends an object as one if the operation doesn't accept JSON, or if it has files. Lists repeat a field. */
export const writeForm: WriteBody = (call, headers) => {
  const { content = [], encoding = {} }: BodyRoute = call.route;
  const body = call.args["body"] as Fields;
  const type = formType(body, content);
  if (type === undefined) return writeAnyBody(call, headers);
  if (isMultipart(type)) return toFormData(body, encoding);
  headers.set("content-type", type);
  return toUrlEncoded(body, encoding, call.name);
};

/** The media type of the form as which a body is sent; `undefined`: it is not sent as one. */
export function formType(body: unknown, content: readonly string[]): string | undefined {
  if (typeof body !== "object" || !body || ![Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null))
    return undefined;
  const hasFiles = Object.values(body as Fields)
    .flat()
    .some((value) => value instanceof Blob);
  if (!hasFiles && content.some(isJson)) return undefined;
  return content.find((type) => isUrlEncoded(type) && !hasFiles) ?? content.find(isMultipart);
}

function toUrlEncoded(body: Fields, encoding: Encoding, call: string): string {
  const pairs = givenFields(body).flatMap(([name, value]) => {
    const { style, explode, contentType } = encodingOf(name, encoding);
    if (contentType !== undefined) return [new URLSearchParams([[name, JSON.stringify(value)]]).toString()];
    if (style !== undefined || explode !== undefined)
      return queryPairs({ name, in: "query", ...encodingOf(name, encoding) }, value, call);
    return [value].flat().map((item) => new URLSearchParams([[name, textOf(item)]]).toString());
  });
  return pairs.join("&");
}

/** The platform sets the media type, with a boundary. */
function toFormData(body: Fields, encoding: Encoding): SentBody {
  const form = new FormData();
  const isLast = ([name]: [string, unknown]) => Number(encodingOf(name, encoding).isLast ?? false);
  for (const [name, value] of givenFields(body).sort((one, other) => isLast(one) - isLast(other))) {
    const { contentType } = encodingOf(name, encoding);
    const isWhole = contentType !== undefined && isJson(contentType);
    const items: unknown[] = isWhole || !Array.isArray(value) ? [value] : value;
    for (const item of items) {
      if (item instanceof Blob) appendFile(form, name, item, contentType);
      else if (isWhole) form.append(name, new Blob([JSON.stringify(item)], { type: contentType }));
      else form.append(name, textOf(item));
    }
  }
  return form;
}

/** A file without a media type has the declared one. */
function appendFile(form: FormData, name: string, file: Blob, contentType = ""): void {
  if (file.type !== "" || contentType === "") form.append(name, file);
  else form.append(name, file.slice(0, file.size, contentType), file instanceof File ? file.name : undefined);
}

function givenFields(body: Fields): [string, unknown][] {
  return Object.entries(body).filter(([, value]) => value !== undefined);
}

function encodingOf(name: string, encoding: Encoding): FieldEncoding {
  return Object.hasOwn(encoding, name) ? encoding[name]! : {};
}

/** For contracts with other successes: text becomes a string, anything but text and JSON bytes. */
export const readAnyBody: ReadBody = async (call, response, reviver) => {
  const { responses = ["application/json"] } = call.route;
  const type = essenceOf(response.headers);
  const isDeclared = (declared: string) =>
    declared === (type || "application/octet-stream") || (isBelow(type, declared) && (!isJson(declared) || isJson(type)));
  const declared = response.ok ? responses.find(isDeclared) : "";
  const [, kind = isJson(type) ? "json" : type.startsWith("text/") && "text"] = declared?.split("*+") ?? [];
  const isText = kind === "json" || kind === "text";
  const content = isText ? await response.text() : new Uint8Array(await response.arrayBuffer());
  if (content.length === 0 && (!response.ok || responses.includes(""))) return undefined;
  if (declared === undefined) {
    const what = `${content.length === 0 ? "no" : type || "untyped"} content, which the contract does not declare`;
    throw new ClientError("InvalidResponseError", call.name, `returned ${what}`);
  }
  if (typeof content !== "string") return content;
  const { headers, ok } = response;
  if (kind === "json") return readJson(call, { headers, ok, text: () => Promise.resolve(content) }, reviver, anyJson);
  return reviver ? reviver("", content) : content;
};

/** For parameters that are single values in paths and headers. */
export const writeHeaders: WriteParameters = (call, headers) => {
  for (const { in: place, name, argument = name } of call.route.parameters ?? []) {
    const value = call.args[argument];
    if (value !== undefined && place === "header") setParameter(headers, name, plainText(value), call.name);
  }
  return writePath(call, headers);
};

/** For parameters in paths, queries and headers. */
export const writePlain: WriteParameters = (call, headers) => {
  writeHeaders(call, headers);
  return writeQuery(call, headers);
};

/** For contracts with parameters that are objects, cookies or have a style, and for paths that have a query. */
export const writeStyled: WriteParameters = (call, headers) => {
  const query: string[] = [];
  const cookies: string[] = [];
  for (const rule of call.route.parameters ?? []) {
    const value = call.args[rule.argument ?? rule.name];
    if (value === undefined || rule.in === "path") continue;
    if (rule.in === "header")
      setParameter(
        headers,
        rule.name,
        styledText(rule, value, (text) => text, call.name),
        call.name,
      );
    else if (rule.in === "querystring") query.push(...querystringText(rule, value, call.name));
    else {
      const pairs = (rule.style === "cookie" ? cookiePairs : queryPairs)(rule, value, call.name);
      if (rule.required && pairs.length === 0) throw unrepresentable(rule, call.name);
      (rule.in === "query" ? query : cookies).push(...pairs);
    }
  }
  const given = headers.get("cookie");
  if (cookies.length > 0) setHeader(headers, "cookie", [...(given ? [given] : []), ...cookies].join("; "), call.name);
  const path = fillPath(call, (value, argument) => pathText(pathRule(call.route, argument), value, call.name));
  return query.length > 0 ? `${path}${path.includes("?") ? "&" : "?"}${query.join("&")}` : path;
};

/** The whole query string, unless it is empty. */
export function querystringText(rule: StyledRule, value: unknown, call: string): string[] {
  const { style, encoding = {} } = rule;
  if (style === "json") return [encodeURIComponent(JSON.stringify(value))];
  const text = style === "simple" ? encodeURIComponent(plainText(value)) : toUrlEncoded(value as Fields, encoding, call);
  // Without any text there is no query string.
  if (style === "simple" && text === "") throw unrepresentable(rule, call);
  return text === "" ? [] : [text];
}

/** The text of a path parameter; `call` names the call in messages. */
export function pathText(rule: StyledRule, value: unknown, call: string): string {
  const { encode = encodeURIComponent } = rule;
  // The style `label` separates the values by dots.
  const encodePart = (text: string) => encode(text).replaceAll(".", rule.style === "label" ? "%2E" : ".");
  return styledText(rule, value, encodePart, call);
}

/** For contracts with `allowReserved`. */
export const useReserved: Middleware = (call, next) => {
  const { parameters = [], encoding = {} }: StyledRoute & BodyRoute = call.route;
  const fields = Object.entries(encoding).map(([name, field]) => [name, keepReserved(field)]);
  const route = { ...call.route, parameters: parameters.map(keepReserved), encoding: Object.fromEntries(fields) as Encoding };
  return next({ ...call, route });
};

/** Makes a rule keep its reserved characters, and what is percent-encoded already (RFC 6570, section 3.2.3). */
export function keepReserved<Rule extends StyledRule | FieldEncoding>(rule: Rule): Rule {
  const { reserved, encoding } = rule as Partial<StyledRule>;
  const fields = Object.entries(encoding ?? {}).map(([name, field]) => [name, keepReserved(field)]);
  if (encoding) return { ...rule, encoding: Object.fromEntries(fields) as Encoding };
  if (reserved === undefined) return rule;
  const isKept = (part: string) => part.length === 3 || reserved.includes(part);
  const encodePart = (part: string) => (isKept(part) ? part : encodeURIComponent(part));
  return { ...rule, encode: (text: string) => text.replace(/%[\da-f]{2}|[^]/giu, encodePart) };
}

/** The text of a path parameter or a header. `encode` encodes each part, `call` names the call in messages. */
function styledText(rule: ParameterRule, value: unknown, encode: (text: string) => string, call: string): string {
  const { name, style = "simple", explode = false } = rule;
  if (style === "json") return encode(JSON.stringify(value));
  const parts = partsOf(rule, value, explode, encode, call);
  const isSingle = Object(value) !== value;
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
export function queryPairs(rule: StyledRule, value: unknown, call: string): string[] {
  const { name, style = "form", explode = style === "form", encode = encodeURIComponent } = rule;
  const key = encodeURIComponent(name);
  if (style === "json") return [`${key}=${encodeURIComponent(JSON.stringify(value))}`];
  const isSingle = Object(value) !== value;
  if (!explode && style !== "deepObject" && !isSingle)
    return joinedPair(key, partsOf(rule, value, false, encode, call), separators[style] ?? ",", rule, call);
  const pair = (of: string, item: unknown) =>
    [item].flat().map((single) => `${encodeURIComponent(of)}=${encode(scalarText(single, name, call))}`);
  if (isSingle || Array.isArray(value)) return pair(name, value);
  return fieldsOf(value as object).flatMap(([field, item]) => {
    if (style !== "deepObject") return pair(field, item);
    if (/[[\]]/.test(field)) throw unrepresentable(rule, call);
    return pair(`${name}[${field}]`, item);
  });
}

/** The characters that a cookie can contain: those of RFC 6265, and those of tokens in its name. */
const [cookieText, cookieName] = [/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/];

/** A parameter in the style `cookie` as pairs. Nothing is encoded: callers escape what needs it. */
function cookiePairs(rule: ParameterRule, value: unknown, call: string): string[] {
  const { name, explode = true } = rule;
  const write = (item: unknown) => {
    const text = scalarText(item, name, call);
    if (!cookieText.test(text)) throw unrepresentable(rule, call);
    return text;
  };
  if (typeof value !== "object" || value === null) return [`${name}=${write(value)}`];
  if (!explode) return joinedPair(name, partsOf(rule, value, false, write, call), ",", rule, call);
  const fields = Array.isArray(value) ? value.map((item: unknown) => [name, item] as const) : fieldsOf(value);
  return fields.flatMap(([field, item]) => {
    if (!cookieName.test(field)) throw unrepresentable(rule, call);
    return [item].flat().map((one) => `${field}=${write(one)}`);
  });
}

/** A pair with several values; none for an empty list or object, which RFC 6570 sends as nothing. */
function joinedPair(key: string, parts: readonly string[], separator: string, rule: ParameterRule, call: string): string[] {
  return parts.length > 0 ? [`${key}=${joinParts(parts, separator, rule, call)}`] : [];
}

/** Joins parts so that splitting the text returns the same parts. */
function joinParts(parts: readonly string[], separator: string, rule: ParameterRule, call: string): string {
  const text = parts.join(separator);
  if (parts.some((part) => part.includes(separator)) || (text === "" && parts.length > 0)) throw unrepresentable(rule, call);
  return text;
}

/** The values of a list; names and values of an object, joined by `=` if it is exploded. */
function partsOf(
  rule: ParameterRule,
  value: unknown,
  explode: boolean,
  encode: (text: string) => string,
  call: string,
): string[] {
  if (Object(value) !== value) return [encode(String(value))];
  const write = (item: unknown) => {
    const text = encode(scalarText(item, rule.name, call));
    // Blanks around the parts of a header are not preserved.
    if (/^[ \t]|[ \t]$/.test(text)) throw unrepresentable(rule, call);
    return text;
  };
  if (Array.isArray(value)) return value.map(write);
  return fieldsOf(value as object).flatMap(([field, item]) => {
    const [name, text] = [write(field), write(item)];
    if (!explode) return [name, text];
    if (name.includes("=")) throw unrepresentable(rule, call);
    return [`${name}=${text}`];
  });
}

/** Sets a header to a text that HTTP preserves: it drops blanks around a value. */
function setParameter(headers: Headers, name: string, text: string, call: string): void {
  setHeader(headers, name, text, call);
  if (headers.get(name) !== text) throw unrepresentable({ name }, call);
}

/** The error of a parameter whose value has no text. */
export function unrepresentable({ name }: Pick<ParameterRule, "name">, call: string): ClientError {
  return new ClientError("InvalidCallError", call, `has a parameter ${name} with a value that its style can't represent`);
}

/** The text of a single value. No style defines one for nested lists and objects. */
function scalarText(value: unknown, name: string, call: string): string {
  if (Object(value) === value) throw unrepresentable({ name }, call);
  return String(value);
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** The text of a form's field: no style defines the encoding of deeper values, so they are JSON. */
function textOf(value: unknown): string {
  return Object(value) === value ? JSON.stringify(value) : String(value);
}
