import http from "node:http";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { createProxy, type Proxy, type ProxyOptions } from "../../../../generator/tools/exchanges/proxy/create-proxy.js";
import { folderOf } from "../validate-texts.js";
import { shopContract } from "../shop-contract.js";

const defaults: ProxyOptions = {
  serviceTypes: new Map([["*", "bakery"]]),
  bodyLimit: 65_536,
  isEnforcing: false,
  rewrites: false,
  maxConnections: 100,
  headTimeout: 5_000,
};

/** A proxy in front of an API, both listening. */
export interface Proxied {
  readonly proxy: Proxy;
  readonly origin: string;
  readonly port: number;
  /** Ends the proxy; returns what it found, one line each. */
  finish(): Promise<string[]>;
}

/** Starts an API and a proxy in front of it, until the test ends. */
export async function startProxied(
  api: http.RequestListener | http.Server,
  options: Partial<ProxyOptions> & { readonly contract?: string; readonly basePath?: string } = {},
): Promise<Proxied> {
  const server = typeof api === "function" ? http.createServer(api) : api;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: apiPort } = server.address() as AddressInfo;
  const { contract = shopContract, basePath = "", ...given } = options;
  const folder = folderOf({ "openapi.yaml": contract });
  const url = new URL(`http://127.0.0.1:${apiPort}${basePath}`);
  const proxy = createProxy(readContract(path.join(folder, "openapi.yaml")), url, { ...defaults, ...given });
  const origin = await proxy.listen(0, "127.0.0.1");
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= proxy.close());
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await close();
  });
  return {
    proxy,
    origin,
    port: Number(new URL(origin).port),
    finish: async () => {
      await close();
      if (proxy.inspector.failure !== undefined) throw proxy.inspector.failure;
      return proxy.inspector.kinds.diagnostics().map(({ code, message, location, count }) => {
        return `${location?.line ?? "-"} ${code} ${message} (${count})`;
      });
    },
  };
}

/** Sends JSON, as an API does. */
export function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Sends bytes as they are and returns all that comes back until the connection ends. */
export function sendRaw(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("latin1").setTimeout(3_000, () => socket.destroy());
    socket.on("data", (chunk: string) => (received += chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
}
