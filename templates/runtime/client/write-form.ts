import { queryPairs } from "./parameter-styles.js";
import type { FieldEncoding, Route } from "./route.js";
import { isJson, writeAnyBody } from "./write-any-body.js";
import type { SentBody, WriteBody } from "./write-json.js";

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
