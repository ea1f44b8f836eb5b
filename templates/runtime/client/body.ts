import type { Call, FieldEncoding, Route } from "./call.js";
import { ClientError } from "./errors.js";
import { queryPairs } from "./parameters.js";
import type { ReadBody, Reviver, SentBody, WriteBody } from "./transport.js";

/** For contracts whose operations take nothing but JSON. */
export const writeJson: WriteBody = ({ args }, headers) => {
  headers.set("content-type", "application/json");
  return JSON.stringify(args["body"]);
};

const isForm = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);

const isText = (type: string) => /^text\//i.test(type);

/**
 * For contracts with other bodies than JSON. Text, bytes and forms of the platform are sent as they are, with the media type
 * that fits them best; anything else as JSON.
 */
export const writeAnyBody: WriteBody = ({ args, route, name }, headers) => {
  const body = args["body"];
  const { content = ["application/json"] } = route;
  const announce = (type: string) => {
    if (!headers.has("content-type")) headers.set("content-type", type);
  };
  // The platform announces them better: with the boundary of a form, with a file's own type.
  if (body instanceof FormData || body instanceof URLSearchParams || (body instanceof Blob && body.type !== "")) return body;
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const raw = content.filter((type) => !isJson(type) && !isForm(type));
  if (isBytes || (typeof body === "string" && raw.length > 0)) {
    const type = raw.find((candidate) => isText(candidate) !== isBytes) ?? raw[0] ?? "*/*";
    announce(!type.includes("*") ? type : isBytes ? "application/octet-stream" : "text/plain");
    return body as SentBody; // as the conditions above say
  }
  const json = content.find(isJson) ?? content.find((type) => type === "*/*");
  if (json !== undefined) {
    announce(json === "*/*" ? "application/json" : json);
    return JSON.stringify(body);
  }
  throw new ClientError("InvalidCallError", name, "needs a body of another kind");
};

type Fields = Readonly<Record<string, unknown>>;

type Encoding = NonNullable<Route["encoding"]>;

const isUrlEncoded = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);

const isMultipart = (type: string) => /^multipart\/form-data\b/i.test(type);

/**
 * For contracts with forms: an object is sent as one where the operation takes no JSON, or where it holds files. A list is a
 * field for each of its values, an object is JSON, unless the contract says how they are written.
 */
export const writeForm: WriteBody = (call, headers) => {
  const { content = [], encoding = {} } = call.route;
  const body = call.args["body"];
  if (!isFields(body)) return writeAnyBody(call, headers);
  const hasFiles = Object.values(body)
    .flat()
    .some((value) => value instanceof Blob);
  const urlEncoded = hasFiles || content.some(isJson) ? undefined : content.find(isUrlEncoded);
  if (urlEncoded !== undefined) {
    headers.set("content-type", urlEncoded);
    return toUrlEncoded(body, encoding, call.name);
  }
  const isForm = content.some(isMultipart) && (hasFiles || !content.some(isJson));
  return isForm ? toFormData(body, encoding) : writeAnyBody(call, headers);
};

function isFields(body: unknown): body is Fields {
  return typeof body === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null);
}

function toUrlEncoded(body: Fields, encoding: Encoding, call: string): string {
  const pairs = given(body).flatMap(([name, value]) => {
    const { style, explode } = encodingOf(name, encoding);
    if (style !== undefined || explode !== undefined)
      return queryPairs({ name, in: "query", ...encodingOf(name, encoding) }, value, call);
    return [value].flat().map((item) => new URLSearchParams([[name, textOf(item)]]).toString());
  });
  return pairs.join("&");
}

/** The platform announces it, with a boundary. */
function toFormData(body: Fields, encoding: Encoding): SentBody {
  const form = new FormData();
  for (const [name, value] of given(body)) {
    const { contentType } = encodingOf(name, encoding);
    const items: unknown[] = contentType !== undefined || !Array.isArray(value) ? [value] : value;
    for (const item of items) {
      if (item instanceof Blob) form.append(name, item);
      else if (contentType === undefined) form.append(name, textOf(item));
      else form.append(name, new Blob([JSON.stringify(item)], { type: contentType }));
    }
  }
  return form;
}

function given(body: Fields): [string, unknown][] {
  return Object.entries(body).filter(([, value]) => value !== undefined);
}

function encodingOf(name: string, encoding: Encoding): FieldEncoding {
  return Object.hasOwn(encoding, name) ? encoding[name]! : {};
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Whether a media type, or a header that names one, is JSON. */
export const isJson = (type: string | null) => /^[^;]+[/+](?:json|x-amz-json-\d\.\d) *(?:;|$)/i.test(`${type}`);

/** For contracts whose successes are all JSON. Of an error any text will do. */
export const readJson = async (
  { name }: Call,
  response: Pick<Response, "headers" | "ok" | "text">,
  reviver?: Reviver,
): Promise<unknown> => {
  const text = await response.text();
  try {
    if (isJson(response.headers.get("content-type"))) return JSON.parse(text, reviver);
  } catch {
    // What the parser says would show a part of the text.
  }
  if (response.ok) throw new ClientError("InvalidResponseError", name, "was answered text that is no JSON");
  return text || undefined;
};

/** For contracts with other successes than JSON: text is a string, what is neither is bytes. */
export const readAnyBody: ReadBody = async (call, response, reviver) => {
  const { responses = ["application/json"] } = call.route;
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  const isText = isJson(type) || type.startsWith("text/");
  const content = isText ? await response.text() : new Uint8Array(await response.arrayBuffer());
  if (content.length === 0 && (!response.ok || responses.includes(""))) return undefined;
  const isDeclared = (declared: string) =>
    declared === (type || "application/octet-stream") ||
    (isJson(declared) && isJson(type)) ||
    (declared.endsWith("*") && type.startsWith(declared.replace(/\*.*/, "")));
  if (response.ok && !responses.some(isDeclared)) {
    const what = `${type || "untyped"} content, which the contract does not declare`;
    throw new ClientError("InvalidResponseError", call.name, `was answered ${what}`);
  }
  if (typeof content !== "string") return content;
  const { headers, ok } = response;
  if (isJson(type)) return readJson(call, { headers, ok, text: () => Promise.resolve(content) }, reviver);
  return reviver ? reviver("", content) : content;
};
