import type { ClientRequest, IncomingMessage } from "node:http";
import { filterHeaders, valuesOf, withoutHopByHop } from "./headers.js";

/** What the headers of a forwarded request depend on besides those of its client. */
export interface Outgoing {
  /** The API's host. */
  readonly host: string;
  /** The proxy's name in `via`. */
  readonly name: string;
  /** Whether the client may still have to be told to send its body. */
  readonly needsContinue: boolean;
  readonly isUpgrade: boolean;
}

/** Returns the headers of a request as they are sent to the API. */
export function outgoingHeaders(request: IncomingMessage, { host, name, needsContinue, isUpgrade }: Outgoing): string[] {
  const raw = request.rawHeaders;
  const kept = filterHeaders(withoutHopByHop(raw), (header) => header !== "host" && (header !== "expect" || needsContinue));
  const framing = hasBody(request)
    ? valuesOf(raw, "transfer-encoding").length > 0
      ? ["transfer-encoding", "chunked"]
      : []
    : takesBody(request.method) && valuesOf(raw, "content-length").length === 0
      ? ["content-length", "0"]
      : [];
  const wantsTrailers = valuesOf(raw, "te").some((value) => /(?:^|,)\s*trailers\s*(?:,|$)/i.test(value));
  const te = wantsTrailers && !isUpgrade ? ["te", "trailers", "connection", "keep-alive, te"] : [];
  const upgrade = isUpgrade ? ["connection", "upgrade", "upgrade", valuesOf(raw, "upgrade").join(", ")] : [];
  return ["Host", host, ...kept, ...framing, ...te, ...upgrade, "via", `${request.httpVersion} ${name}`];
}

/** Whether a request has a body, which may turn out to be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether a request may be sent again because the API had closed the connection meanwhile. */
export function canRepeat({ reusedSocket }: ClientRequest, request: IncomingMessage): boolean {
  return reusedSocket && !hasBody(request) && ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].includes(request.method ?? "");
}

function takesBody(method: string | undefined): boolean {
  return method === "POST" || method === "PUT" || method === "PATCH";
}
