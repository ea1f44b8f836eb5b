import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import type { McpServers } from "../../../../templates/runtime/mcp/create-servers.js";
import { UsageError } from "../../exit-codes.js";
import { createAuthorize, type Authorization } from "./authorization.js";
import type { LoadedSdk } from "./load-sdk.js";

/** The only path. */
const path = "/mcp";

/** Pages of browsers, and other machines, can't call a server that has a token: it only listens here. */
const host = "127.0.0.1";

/** A server over HTTP. */
export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves streamable HTTP on this machine. */
export async function serveHttp(
  sdk: LoadedSdk["sdk"],
  { create }: McpServers,
  port: number,
  onError: (error: unknown, method?: string) => void,
  authorization?: Authorization,
): Promise<HttpServer> {
  const handler = sdk.createMcpHandler(create, { onerror: (error) => onError(error) });
  // A proxy on this machine may pass on the name by which callers know the server.
  const known = authorization?.resource ? [authorization.resource.hostname] : [];
  let authorize: ReturnType<typeof createAuthorize> | undefined;
  const respond = async (request: Request): Promise<Response> => {
    // Names that a page of another origin made resolve to this machine, and the pages themselves.
    const rejected =
      sdk.hostHeaderValidationResponse(request, [...sdk.localhostAllowedHostnames(), ...known]) ??
      sdk.originValidationResponse(request, [...sdk.localhostAllowedOrigins(), ...known]);
    if (rejected) return rejected;
    const { pathname } = new URL(request.url);
    const isKnown = pathname === path || (authorize && pathname.startsWith("/.well-known/oauth-protected-resource"));
    if (!isKnown) return new Response(undefined, { status: 404 });
    const authInfo = authorize?.(request);
    if (authInfo instanceof Response) return authInfo;
    return pathname === path ? handler.fetch(request, authInfo && { authInfo }) : new Response(undefined, { status: 404 });
  };
  const server = http.createServer((incoming, outgoing) => {
    exchange(incoming, outgoing, respond).catch((error: unknown) => {
      // Also of callers that are gone.
      if (!outgoing.destroyed) onError(error, incoming.method);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      reject(new UsageError(`can't listen at port ${port}: ${code ?? message}. Choose another one with --port.`)),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address() as { readonly port: number };
  const url = `http://${host}:${address.port}${path}`;
  if (authorization) authorize = createAuthorize(sdk, authorization, authorization.resource ?? new URL(url));
  return {
    url,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  // The header of the host is checked as it was sent: it may be no part of a URL.
  const request = new Request(new URL(incoming.url ?? "/", `http://${host}`), {
    method: incoming.method ?? "GET",
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" }),
  });
  const response = await respond(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing);
}
