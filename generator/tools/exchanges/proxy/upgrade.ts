import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { forward, type Forwarding } from "./forward.js";
import { filterHeaders, headerLines, messageHead, valuesOf, withoutHopByHop } from "./headers.js";
import { hasBody } from "./outgoing-request.js";
import { finishEarlier } from "./pipeline.js";

/**
 * Lets a connection change its protocol, such as to WebSocket. What follows is passed on as it is, in both directions. Until the API
 * agrees, it is an exchange like others.
 */
export async function forwardUpgrade(
  forwarding: Forwarding,
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const { upgraded } = forwarding;
  socket.on("error", () => socket.destroy());
  if (!(await finishEarlier(socket))) return;
  const protocol = valuesOf(request.rawHeaders, "upgrade").join(", ");
  // A client that offers another protocol continues with HTTP/1.1 if the offer is ignored.
  if (/\bh2c\b/i.test(protocol) || hasBody(request)) return ignoreUpgrade(server, request, socket, head);
  upgraded.add(socket);
  socket.on("close", () => upgraded.delete(socket));
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.on("finish", () => socket.end());
  const join = (incoming: IncomingMessage, upstreamSocket: Duplex, first: Buffer) => {
    response.detachSocket(request.socket);
    // Either side may be silent for long, unlike the client of a request.
    request.socket.setTimeout(0);
    const answer = ["connection", "upgrade", "upgrade", valuesOf(incoming.rawHeaders, "upgrade").join(", ") || protocol];
    const headers = [...withoutHopByHop(incoming.rawHeaders), ...answer];
    socket.write(messageHead(incoming.statusCode ?? 101, incoming.statusMessage ?? "", headers));
    if (first.byteLength > 0) socket.write(first);
    if (head.byteLength > 0) upstreamSocket.write(head);
    connect(socket, upstreamSocket);
  };
  await forward(forwarding, request, response, { join });
}

/** Refuses to connect to anything else: the proxy leads to one API. */
export async function refuseTunnel(socket: Duplex): Promise<void> {
  socket.on("error", () => socket.destroy());
  if (!(await finishEarlier(socket))) return;
  socket.end(messageHead(405, "Method Not Allowed", ["content-length", "0", "connection", "close"]));
}

function connect(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}

/** Lets the server read the request again without the offer. */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { rawHeaders, method, url, httpVersion } = request;
  const dropped = new Set(["upgrade", "http2-settings", "connection"]);
  const headers = filterHeaders(rawHeaders, (header) => !dropped.has(header));
  const text = `${method} ${url} HTTP/${httpVersion}\r\n${headerLines(headers)}\r\n`;
  socket.removeAllListeners("error");
  socket.unshift(Buffer.concat([Buffer.from(text, "latin1"), head]));
  server.emit("connection", socket);
}
