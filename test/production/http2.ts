import { once } from "node:events";
import http2 from "node:http2";
import { onTestFinished } from "vitest";

/** A request. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the caller writes the body itself. */
  readonly isOpen?: boolean;
}

/** The credentials of a caller with all scopes. */
export const authorization = { authorization: "Bearer all" };

/** Requests on one connection of HTTP/2. */
export function connect(address: string) {
  const session = http2.connect(address, { rejectUnauthorized: false });
  onTestFinished(() => session.destroy());
  return (target: string, { method = "GET", headers = {}, body, isOpen = false }: Sent = {}) => {
    const stream = session.request({ ":path": target, ":method": method, ...authorization, ...headers });
    if (!isOpen) stream.end(body);
    return stream;
  };
}

/** The whole response. */
export async function read(stream: http2.ClientHttp2Stream) {
  const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return { status: headers[":status"], headers, text };
}
