import { normalizePath } from "../../../../templates/runtime/server/router.js";

/** Ports that a URL needn't name. */
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Returns a key that equivalent URLs share (RFC 3986, section 6.2): in another letter case, with the default port, percent-encoded
 * without need, with segments `.` and `..`, or with a slash at the end, which clients don't send because paths start with one.
 * Variables in braces stay.
 */
export function urlKey(url: string): string {
  const [, scheme, authority, path, rest] = /^(?:([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*))?([^?#]*)(.*)$/is.exec(url.trim())!;
  if (authority === undefined) return (pathKey(path!) || "/") + rest!;
  const protocol = (scheme ?? "").toLowerCase();
  const [, user, host, port] = /^(.*@)?(.*?)(?::(\d*))?$/s.exec(authority)!;
  const shownPort = port === undefined || port === "" || port === defaultPorts[protocol] ? "" : `:${port}`;
  return `${protocol}//${user ?? ""}${lowerCase(host!)}${shownPort}${pathKey(path!)}${rest!}`;
}

/** Names of variables keep their case. */
function lowerCase(host: string): string {
  return host.replace(/\{[^{}]*\}|[^{]+/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
}

function pathKey(path: string): string {
  const segments: string[] = [];
  for (const segment of normalizePath(path).replace(/\/+$/, "").split("/")) {
    if (segment === "..") segments.splice(Math.max(segments.length - 1, 1));
    else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}
