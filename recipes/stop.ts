// Tells load balancers whether this process serves calls, and ends it without breaking off any of them.
//     const stop = createStop({ server: http.createServer(), listener: toNodeHandler(server) });
//     process.once("SIGTERM", () => void stop.run().then(() => process.exit()));
import type http from "node:http";
import type { Socket } from "node:net";

/** What is stopped, and when. Times in milliseconds. */
export interface StopOptions {
  /** With its limits and its listener for `clientError`; it may listen already. */
  readonly server: http.Server;
  /** The API, or an application of a framework. */
  readonly listener: http.RequestListener;
  /** Whether the process can serve calls, for example reach its database. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** How long new connections are accepted after `/ready` has failed: longer than load balancers take to notice; default: 5,000. */
  readonly notice?: number;
  /** How long calls may take afterwards; default: 20,000. */
  readonly grace?: number;
}

/** Ends a server. */
export interface Stop {
  /** Aborted as soon as nothing new is accepted: sequences end then, as `AbortSignal.any([signal, stop.signal])` tells their handlers. */
  readonly signal: AbortSignal;
  /** Resolves when all connections are closed. */
  readonly run: () => Promise<void>;
}

/** Adds `/live` and `/ready` to a server, and returns how to end it. */
export function createStop({ server, listener, isReady = () => true, notice = 5_000, grace = 20_000 }: StopOptions): Stop {
  const closing = new AbortController();
  let stopping: Promise<void> | undefined;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const isServing = async () => stopping === undefined && (await isReady());
  server.on("request", (request, response) => {
    if (closing.signal.aborted) response.setHeader("connection", "close");
    // A connection whose last call began before that waits for another one otherwise.
    response.on("close", () => closing.signal.aborted && setImmediate(() => server.closeIdleConnections()));
    if (request.url === "/live") return void response.writeHead(200).end();
    if (request.url !== "/ready") return void listener(request, response);
    isServing().then(
      (serves) => response.writeHead(serves ? 200 : 503).end(),
      () => response.writeHead(503).end(),
    );
  });
  const run = async () => {
    await new Promise((resolve) => setTimeout(resolve, notice));
    const closed = new Promise((resolve) => server.close(resolve));
    closing.abort();
    // Browsers and load balancers open connections in advance. Node.js waits for their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    await closed;
    clearTimeout(timer);
  };
  return { signal: closing.signal, run: () => (stopping ??= run()) };
}
