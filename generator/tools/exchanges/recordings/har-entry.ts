import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { methodKey, requestMethod } from "../../../document/path-operations.js";

/** A request and its response, as recorded by a browser or proxy. Parts are parsed on demand, as most are never needed. */
export interface RecordedExchange {
  /** In upper case, unless it is a method that OpenAPI has no field for: methods are case-sensitive. */
  readonly method: string;
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Absent if no body was sent. */
  readonly requestText: string | undefined;
  /** Absent if the response has no body, or if the body was not recorded. */
  readonly responseText: string | undefined;
  /** Whether the recording omits a body. */
  readonly lacksBody: boolean;
}

/** A problem of an entry, and its location. */
interface BadPart {
  readonly wrong: string;
  readonly pointer: string;
}

/** Reads an entry of HAR 1.2. Returns a problem for an invalid entry. */
export function readEntry(entry: JsonValue): RecordedExchange | BadPart {
  const [request, response] = [ownObject(entry, "request"), ownObject(entry, "response")];
  const [method, url] = [ownString(request, "method"), ownString(request, "url")];
  const status = own(response, "status");
  if (!request || !response) return { wrong: "an entry must have a request and a response", pointer: "" };
  if (method === undefined || url === undefined) return { wrong: "a request must have a method and a url", pointer: "/request" };
  if (!Number.isInteger(status)) return { wrong: "the status of a response must be an integer", pointer: "/response" };
  const wrong = checkMessage(request, "/request") ?? checkMessage(response, "/response");
  if (wrong) return wrong;
  return new HarEntry(request, response, requestMethod(methodKey(method)), url, Math.max(status as number, 0));
}

/** Returns the problem of a message, if any, in the parts that are used. Recorders omit unknown values, or write null. */
function checkMessage(message: JsonObject, pointer: string): BadPart | undefined {
  const headers = own(message, "headers") ?? [];
  const isHeader = (item: JsonValue) => ownString(item, "name") !== undefined && isTextIn(item, "value");
  if (!Array.isArray(headers) || !headers.every(isHeader))
    return { wrong: "headers must be a list of names and values", pointer: `${pointer}/headers` };
  const name = pointer === "/request" ? "postData" : "content";
  const body = own(message, name) ?? {};
  const wrong = checkBody(body, name);
  return wrong === undefined ? undefined : { wrong, pointer: `${pointer}/body` };
}

function checkBody(body: JsonValue, name: "postData" | "content"): string | undefined {
  if (!isObject(body)) return `${name} must be an object`;
  const notText = ["text", "mimeType", "encoding"].find((key) => !isTextIn(body, key));
  if (notText !== undefined) return `${notText} of ${name} must be a string`;
  if (!Array.isArray(own(body, "params") ?? [])) return `params of ${name} must be a list`;
  const isBase64 = name === "content" && own(body, "encoding") === "base64";
  return isBase64 && /[^A-Za-z0-9+/=\s]/.test(ownString(body, "text") ?? "") ? "text of content must be base64" : undefined;
}

function isTextIn(holder: JsonValue, key: string): boolean {
  return typeof (own(holder, key) ?? "") === "string";
}

/** Statuses whose responses have no body, although recorders may report a size. */
const bodylessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

class HarEntry implements RecordedExchange {
  readonly #request: JsonObject;
  readonly #response: JsonObject;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  #requestHeaders: Readonly<Record<string, string>> | undefined;
  #responseHeaders: Readonly<Record<string, string>> | undefined;

  constructor(request: JsonObject, response: JsonObject, method: string, url: string, status: number) {
    this.#request = request;
    this.#response = response;
    this.method = method;
    this.url = url;
    this.status = status;
  }

  get requestHeaders(): Readonly<Record<string, string>> {
    return (this.#requestHeaders ??= readHeaders(this.#request, own(this.#request, "postData")));
  }

  get responseHeaders(): Readonly<Record<string, string>> {
    return (this.#responseHeaders ??= readHeaders(this.#response, own(this.#response, "content")));
  }

  get requestText(): string | undefined {
    return readPostData(own(this.#request, "postData"));
  }

  get responseText(): string | undefined {
    const text = readContent(ownObject(this.#response, "content"));
    return text === "" ? undefined : text;
  }

  get lacksBody(): boolean {
    if (bodylessStatuses.has(this.status)) return false;
    const size = own(own(this.#response, "content"), "size");
    return typeof size === "number" && size > 0 && this.responseText === undefined;
  }
}

/** The type of a body is also recorded next to it, and some recorders omit the header. */
function readHeaders(message: JsonObject, body: JsonValue | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  const list = own(message, "headers");
  for (const header of Array.isArray(list) ? list : []) {
    const [name, value] = [ownString(header, "name")?.toLowerCase(), ownString(header, "value")];
    if (name === undefined || value === undefined || name.startsWith(":") || name === "__proto__") continue;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  const type = ownString(body, "mimeType");
  if (!Object.hasOwn(headers, "content-type") && type !== undefined && type !== "" && type !== "x-unknown") {
    headers["content-type"] = type;
  }
  return headers;
}

/** Forms may be recorded only as a list. */
function readPostData(data: JsonValue | undefined): string | undefined {
  const text = ownString(data, "text");
  const params = own(data, "params");
  if (text !== undefined || !Array.isArray(params)) return text;
  const pairs = params.filter(isObject).map((param) => [ownString(param, "name") ?? "", ownString(param, "value") ?? ""]);
  return pairs.length === 0 ? undefined : new URLSearchParams(pairs).toString();
}

function readContent(content: JsonObject | undefined): string | undefined {
  const text = ownString(content, "text");
  if (text === undefined || ownString(content, "encoding") !== "base64") return text;
  return Buffer.from(text, "base64").toString("utf8");
}
