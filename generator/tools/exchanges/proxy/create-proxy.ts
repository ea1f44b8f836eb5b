import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createClientErrorListener, limitConnections, type NodeServer } from "../../../../templates/runtime/server/node.js";
import type { ExchangeContract } from "../exchange-contract.js";
import { forward, type Forwarding } from "./forward.js";
import { Inspector, type InspectorOptions } from "./inspector.js";
import { createUpstream } from "./upstream.js";
import { forwardUpgrade, refuseTunnel } from "./upgrade.js";

/** How a proxy behaves. */
export interface ProxyOptions extends InspectorOptions {
  readonly isEnforcing: boolean;
  /** Whether `Location` and cookies of the API are changed so that they lead to the proxy. */
  readonly rewrites: boolean;
  /** Further connections are closed at once. */
  readonly maxConnections: number;
  /** The time in milliseconds in which the API must begin its response. */
  readonly headTimeout: number;
}

/** A proxy in front of an API. */
export interface Proxy {
  readonly inspector: Inspector;
  /** Starts it; returns its origin. Rejects if the address is not free. */
  listen(port: number, host: string): Promise<string>;
  /** Accepts nothing more, waits for exchanges under way for a while, and validates the last ones. */
  close(): Promise<void>;
}

/** The time in milliseconds for the head of a request. */
const headersTimeout = 20_000;

/** The time in milliseconds for which the end waits for exchanges. */
const graceTime = 2_000;

/** Creates a proxy that forwards to an API and validates what passes. */
export function createProxy(contract: ExchangeContract, url: URL, options: ProxyOptions): Proxy {
  const inspector = new Inspector(contract, options);
  const upstream = createUpstream(url);
  let ownOrigin = "";
  const forwarding: Forwarding = {
    upstream,
    inspector,
    isEnforcing: options.isEnforcing,
    rewriteTo: options.rewrites ? () => ownOrigin : undefined,
    headTimeout: options.headTimeout,
    upgraded: new Set(),
    isClosing: false,
    name: `openapi-actions-${randomBytes(4).toString("hex")}`,
  };
  const server = http.createServer({ insecureHTTPParser: false, connectionsCheckingInterval: 5_000 });
  // Their size is limited. Node.js would drop those beyond a count.
  server.maxHeadersCount = 0;
  server.on("request", (request, response) => void forward(forwarding, request, response));
  server.on("checkContinue", (request, response) => void forward(forwarding, request, response, { expects100: true }));
  server.on("upgrade", (request, socket, head) => void forwardUpgrade(forwarding, server, request, socket, head));
  server.on("connect", (_, socket) => void refuseTunnel(socket));
  server.on("clientError", createClientErrorListener(contract.contract.errorShape) as never);
  const { maxConnections } = options;
  limitConnections(server as unknown as NodeServer, { maxConnections, headersTimeout, requestTimeout: 0 });
  return {
    inspector,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          const { address, family, port: own } = server.address() as AddressInfo;
          ownOrigin = `http://${family === "IPv6" ? `[${address}]` : address}:${own}`;
          resolve(ownOrigin);
        });
      }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const socket of forwarding.upgraded) socket.destroy();
      const timer = setTimeout(() => {
        forwarding.isClosing = true;
        server.closeAllConnections();
      }, graceTime);
      await closed;
      clearTimeout(timer);
      upstream.close();
      await new Promise(setImmediate);
      await inspector.end();
    },
  };
}
