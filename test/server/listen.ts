import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { respondToClientError, toNodeHandler, type Server } from "../../generated/server/index.js";

/** The response. */
export interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** The request. A body other than text or bytes is sent as JSON. */
export interface Sent {
  readonly token?: string | undefined;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: unknown;
}

/** Sends a request. */
export type Send = (method: string, path: string, sent?: Sent) => Promise<Received>;

/** Serves with node:http on the loopback interface until the test ends. */
export async function listen(server: Pick<Server, "handle">): Promise<{ port: number; send: Send }> {
  const { port } = await serve(http.createServer(toNodeHandler(server)).on("clientError", respondToClientError));
  return { port, send: (method, path, sent) => request(port, method, path, sent) };
}

/** Starts any HTTP server on the loopback interface until the test ends. */
export async function serve(server: http.Server): Promise<{ port: number }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

/** Sends one request over a real socket. */
export function request(
  port: number,
  method: string,
  path: string,
  { token = "all", headers = {}, body }: Sent = {},
): Promise<Received> {
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const payload = isRaw ? body : JSON.stringify(body);
  const all = {
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined ? {} : { "content-type": "application/json" }),
    ...(payload === undefined || "transfer-encoding" in headers ? {} : { "content-length": Buffer.byteLength(payload) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ port, host: "127.0.0.1", method, path, headers: all, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const isJson = incoming.headers["content-type"] === "application/json" && text !== "";
        resolve({
          status: incoming.statusCode!,
          headers: incoming.headers,
          text,
          json: isJson ? (JSON.parse(text) as unknown) : undefined,
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}
