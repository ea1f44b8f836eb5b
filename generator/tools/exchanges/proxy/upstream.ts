import http from "node:http";
import https from "node:https";
import { splitTarget } from "../../../../templates/runtime/server/router.js";

/** The API behind the proxy: the only address that is ever contacted. */
export interface Upstream {
  readonly url: string;
  /** As in a `host` header. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path below which the API is, without a slash at its end. */
  readonly basePath: string;
  /** Creates a request to the API. Headers are sent as they are. */
  readonly request: (method: string, path: string, headers: readonly string[], isUpgrade?: boolean) => http.ClientRequest;
  /** Closes unused connections. */
  readonly close: () => void;
}

/** The time in milliseconds to connect. */
const connectTimeout = 10_000;

/** Unused connections are closed before the usual servers close theirs, so that no request meets a closed one. */
const idleTimeout = 1_000;

/** Reads the URL of the API. Returns the reason if it can't be one. */
export function parseUpstream(text: string): URL | string {
  if (!/^https?:\/\//i.test(text)) return "it must begin with http:// or https://";
  if (!URL.canParse(text)) return "it is not a URL";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "it must not contain a user name or a password";
  if (url.search !== "" || url.hash !== "") return "it must have no query and no fragment";
  return url;
}

/** Connects to the API at a URL. */
export function createUpstream(url: URL): Upstream {
  const isSecure = url.protocol === "https:";
  const client = isSecure ? https : http;
  const agent = new client.Agent({ keepAlive: true, scheduling: "lifo", timeout: idleTimeout, maxFreeSockets: 64 });
  const basePath = url.pathname.replace(/\/+$/, "");
  const address = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
  };
  return {
    url: `${url.origin}${basePath}`,
    host: url.host,
    origin: url.origin,
    basePath,
    request: (method, path, headers, isUpgrade = false) => {
      // Node.js accepts headers as a flat list, which keeps their order and case; its types don't know.
      const list = headers as unknown as http.OutgoingHttpHeaders;
      const request = client.request({
        ...address,
        agent: isUpgrade ? false : agent,
        method,
        path: path === "*" ? path : `${basePath}${path}`,
        headers: list,
        insecureHTTPParser: false,
      });
      request.maxHeadersCount = 0;
      limitConnecting(request);
      return request;
    },
    close: () => agent.destroy(),
  };
}

function limitConnecting(request: http.ClientRequest): void {
  const timer = setTimeout(() => request.destroy(timeoutError("the connection took too long")), connectTimeout).unref();
  const clear = () => clearTimeout(timer);
  request.on("socket", (socket) => {
    if (!socket.connecting) return clear();
    socket.once("connect", clear);
  });
  request.on("close", clear);
}

/** The error of a limit of time. */
export function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/**
 * Returns the path and query of a request. Only they are used of a whole URL: neither it nor `host` chooses another server. Returns
 * `undefined` for a target that is neither. A target has no fragment: the API could take for the path what the validation doesn't.
 */
export function originForm(target: string): string | undefined {
  if (target.includes("#")) return undefined;
  if (target.startsWith("/")) return target;
  if (!/^https?:\/\//i.test(target)) return undefined;
  const { path, query } = splitTarget(target, "");
  return `${path?.startsWith("/") ? path : "/"}${query === "" ? "" : `?${query}`}`;
}
