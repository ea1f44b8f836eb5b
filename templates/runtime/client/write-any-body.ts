import { ClientError } from "./errors.js";
import type { SentBody, WriteBody } from "./write-json.js";

/** Whether a media type is JSON, or written like it. */
export const isJson = (type: string) => /^[^;]+[/+]json *(?:;|$)/i.test(type);
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
