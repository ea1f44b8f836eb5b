import { ClientError } from "./errors.js";
import type { SentBody, WriteBody } from "./write-json.js";

const isJson = (type: string) => /^[^;]+[/+]json *(?:;|$)/i.test(type);
const isForm = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
const isText = (type: string) => /^text\//i.test(type);

/**
 * For contracts with other bodies than JSON. Text, bytes and forms are sent as they are, with the media type that fits
 * them best; anything else as JSON or, where the operation takes none, as fields of a form.
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
  if (typeof body !== "object" || body === null) throw new ClientError("InvalidCallError", name, "needs a body of another kind");
  return new URLSearchParams(fieldsOf(body));
};

/** The fields of a form: a list is a field for each of its values, an object is JSON. */
function fieldsOf(body: object): [string, string][] {
  return Object.entries(body).flatMap(([field, value]) =>
    [value].flat().flatMap((item: unknown): [string, string][] => {
      if (item === undefined) return [];
      return [[field, typeof item === "object" && item !== null ? JSON.stringify(item) : String(item)]];
    }),
  );
}
