import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Forwarding } from "./forward.js";
import { filterHeaders, findAmbiguity, pairsOf, type RawHeaders, valuesOf, withoutHopByHop } from "./headers.js";
import { originForm } from "./upstream.js";

/** Lets a connection change its protocol, such as to WebSocket. What follows is passed on as it is, in both directions. */
export function forwardUpgrade(
  { upstream, inspector, name, upgraded }: Forwarding,
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.on("error", () => socket.destroy());
  const { rawHeaders, method = "GET", url = "" } = request;
  const target = originForm(url);
  const protocol = valuesOf(rawHeaders, "upgrade").join(", ");
  const isAmbiguous = findAmbiguity(rawHeaders) !== undefined || valuesOf(rawHeaders, "host").length > 1;
  if (isAmbiguous || target === undefined) return void socket.end(statusLine(400, "Bad Request", closing));
  // A client that offers HTTP/2 continues with HTTP/1.1 if the offer is ignored.
  if (/\bh2c\b/i.test(protocol)) return ignoreUpgrade(server, request, socket, head);
  const hasBody = Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  if (hasBody) return void socket.end(statusLine(400, "Bad Request", closing));
  inspector.counts.passedThrough++;
  upgraded.add(socket);
  socket.on("close", () => upgraded.delete(socket));
  const kept = filterHeaders(withoutHopByHop(rawHeaders), (header) => header !== "host");
  const upgrade = ["connection", "upgrade", "upgrade", protocol, "via", `${request.httpVersion} ${name}`];
  const outgoing = upstream.request(method, target, ["Host", upstream.host, ...kept, ...upgrade], true);
  const fail = () => void (socket.writable ? socket.end(statusLine(502, "Bad Gateway", closing)) : socket.destroy());
  outgoing.on("error", fail);
  socket.on("close", () => outgoing.destroy());
  outgoing.on("upgrade", (incoming, upstreamSocket, first: Buffer) => {
    outgoing.off("error", fail);
    const answer = ["connection", "upgrade", "upgrade", valuesOf(incoming.rawHeaders, "upgrade").join(", ") || protocol];
    const headers = [...withoutHopByHop(incoming.rawHeaders), ...answer];
    socket.write(statusLine(incoming.statusCode ?? 101, incoming.statusMessage ?? "", headers));
    if (first.byteLength > 0) socket.write(first);
    if (head.byteLength > 0) upstreamSocket.write(head);
    join(socket, upstreamSocket);
  });
  outgoing.on("response", (incoming) => {
    const headers = filterHeaders(withoutHopByHop(incoming.rawHeaders), (header) => header !== "content-length");
    // Its end is that of the connection.
    socket.write(statusLine(incoming.statusCode ?? 502, incoming.statusMessage ?? "", [...headers, ...closing]));
    incoming.on("error", () => socket.destroy());
    incoming.pipe(socket);
  });
  outgoing.end();
}

const closing = ["connection", "close"];

function join(one: Duplex, other: Duplex): void {
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

function statusLine(status: number, text: string, headers: RawHeaders): Buffer {
  return Buffer.from(`HTTP/1.1 ${status} ${text}\r\n${headerLines(headers)}\r\n`, "latin1");
}

/** The values were parsed as headers, so they have no line ends. */
function headerLines(headers: RawHeaders): string {
  return pairsOf(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
