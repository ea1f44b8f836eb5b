import type http from "node:http";
import type { S3Error } from "./errors.js";
import { type Markup, element, xmlDocument } from "./xml.js";

/** Content is a tenant's, the origin is shared with services that set cookies: no browser may run what it is sent. */
export const isolation = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
} as const;

/** Responds with a document. */
export function sendXml(response: http.ServerResponse, name: string, inner: readonly Markup[]): void {
  const body = xmlDocument(name, inner);
  response.writeHead(200, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) }).end(body);
}

/** Responds with an error as S3 does. */
export function sendXmlError(
  response: http.ServerResponse,
  { code, message, status, headers }: S3Error,
  request: { readonly isHead: boolean; readonly resource: string; readonly requestId: string },
): void {
  const { isHead, resource, requestId } = request;
  const hasBody = !isHead && status !== 304;
  const error = [
    element("Code", code),
    element("Message", message),
    element("Resource", resource),
    element("RequestId", requestId),
  ];
  const body = hasBody ? xmlDocument("Error", error, false) : "";
  response
    .writeHead(status, {
      ...headers,
      ...(hasBody ? { "content-type": "application/xml", "content-length": Buffer.byteLength(body) } : {}),
    })
    .end(body);
}
