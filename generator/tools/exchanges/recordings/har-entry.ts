import { isObject, type JsonObject, type JsonValue, own, ownObject, ownString } from "../../../document/json-value.js";
import { methodKey, requestMethod } from "../../../document/path-operations.js";
import { bodylessStatuses } from "../exchange.js";

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
  /** Empty if no body was sent. */
  readonly requestBytes: Uint8Array;
  /** Empty if the response has no body, or if the body was not recorded. */
  readonly responseBytes: Uint8Array;
  /** Whether the recording omits a body. */
  readonly lacksBody: boolean;
  /** Whether the body of the request is unknown. */
  readonly lacksRequestBody?: boolean;
  /** The number of headers that the request has with a name. */
  countHeaders(name: string): number;
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
  const isBase64 = own(body, "encoding") === "base64";
  return isBase64 && /[^A-Za-z0-9+/=\s]/.test(ownString(body, "text") ?? "") ? `text of ${name} must be base64` : undefined;
}

function isTextIn(holder: JsonValue, key: string): boolean {
  return typeof (own(holder, key) ?? "") === "string";
}

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
    return (this.#requestHeaders ??= readRequestHeaders(this.#request));
  }

  get responseHeaders(): Readonly<Record<string, string>> {
    return (this.#responseHeaders ??= readHeaders(this.#response, own(this.#response, "content")));
  }

  get requestBytes(): Uint8Array {
    const data = ownObject(this.#request, "postData");
    const params = paramsOf(data);
    if (!params) return bytesOf(data);
    return new TextEncoder().encode(writeForm(params, this.requestHeaders["content-type"] ?? ""));
  }

  get responseBytes(): Uint8Array {
    // A 304 has no body; browsers record that of their cache.
    return bytesOf(this.status === 304 ? undefined : ownObject(this.#response, "content"));
  }

  get lacksBody(): boolean {
    if (bodylessStatuses.has(this.status)) return false;
    const size = own(own(this.#response, "content"), "size");
    return typeof size === "number" && size > 0 && this.responseBytes.byteLength === 0;
  }

  countHeaders(name: string): number {
    return namedValues(this.#request, "headers").filter(([key]) => key.toLowerCase() === name).length;
  }
}

/** The pairs in a list of headers or cookies. */
function namedValues(message: JsonObject, list: "headers" | "cookies"): (readonly [name: string, value: string])[] {
  const found = own(message, list);
  return (Array.isArray(found) ? found : []).flatMap((item) => {
    const [name, value] = [ownString(item, "name"), ownString(item, "value")];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

/** The type of a body is also recorded next to it, and some recorders omit the header. */
function readHeaders(message: JsonObject, body: JsonValue | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [written, value] of namedValues(message, "headers")) {
    const name = written.toLowerCase();
    if (name.startsWith(":") || name === "__proto__") continue;
    // HTTP/2 sends cookies one by one.
    const separator = name === "cookie" ? "; " : ", ";
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}${separator}${value}` : value.trim();
  }
  const type = ownString(body, "mimeType");
  if (!Object.hasOwn(headers, "content-type") && type !== undefined && type !== "" && type !== "x-unknown") {
    headers["content-type"] = type;
  }
  return headers;
}

/** Cookies may be recorded only as a list, and the boundary of a form that is a list not at all. */
function readRequestHeaders(request: JsonObject): Record<string, string> {
  const data = ownObject(request, "postData");
  const headers = readHeaders(request, data);
  const cookies = namedValues(request, "cookies");
  if (!Object.hasOwn(headers, "cookie") && cookies.length > 0)
    headers["cookie"] = cookies.map((pair) => pair.join("=")).join("; ");
  const type = headers["content-type"] ?? "";
  if (paramsOf(data) && isMultipart(type) && boundaryOf(type) === undefined)
    headers["content-type"] = `${type}; boundary=${ownBoundary}`;
  return headers;
}

/** The fields of a form that is only recorded as a list. */
function paramsOf(data: JsonObject | undefined): readonly JsonObject[] | undefined {
  const params = own(data, "params");
  const fields = ownString(data, "text") === undefined && Array.isArray(params) ? params.filter(isObject) : [];
  return fields.length > 0 ? fields : undefined;
}

const ownBoundary = "----openapi-actions-recorded-form";

const isMultipart = (type: string) => /^multipart\//i.test(type);

function boundaryOf(type: string): string | undefined {
  return /;[ \t]*boundary="?([^";]+)/i.exec(type)?.[1]?.trim();
}

/** Writes a form as a client sends it. */
function writeForm(params: readonly JsonObject[], type: string): string {
  const fields = params.map((param) => [ownString(param, "name") ?? "", ownString(param, "value") ?? "", param] as const);
  if (!isMultipart(type)) return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  const boundary = boundaryOf(type) ?? ownBoundary;
  const quoted = (text: string) => `"${text.replace(/["\r\n]/g, encodeURIComponent)}"`;
  const parts = fields.map(([name, value, param]) => {
    const [file, partType] = [ownString(param, "fileName"), ownString(param, "contentType")?.replace(/[\r\n]/g, " ")];
    const disposition = `form-data; name=${quoted(name)}${file === undefined ? "" : `; filename=${quoted(file)}`}`;
    const head = [`content-disposition: ${disposition}`, ...(partType ? [`content-type: ${partType}`] : [])];
    return `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join("")}--${boundary}--\r\n`;
}

/** A recorded body. Bytes that aren't text are in base64, also in requests by recorders that go beyond HAR 1.2. */
function bytesOf(holder: JsonObject | undefined): Uint8Array {
  const text = ownString(holder, "text") ?? "";
  return Buffer.from(text, ownString(holder, "encoding") === "base64" ? "base64" : "utf8");
}
