import { pairsOf, type RawHeaders } from "./headers.js";
import type { Upstream } from "./upstream.js";

/** Lets links and cookies of the API lead to the proxy: `Location`, `Content-Location`, and the domain and path of cookies. */
export function rewriteHeaders(raw: RawHeaders, upstream: Upstream, ownOrigin: string): string[] {
  return pairsOf(raw).flatMap(([name, value]) => {
    switch (name.toLowerCase()) {
      case "location":
      case "content-location":
        return [name, rewriteUrl(value, upstream, ownOrigin)];
      case "set-cookie":
        return [name, rewriteCookie(value, upstream, ownOrigin)];
      default:
        return [name, value];
    }
  });
}

/** Addresses outside of the API stay. */
function rewriteUrl(value: string, { origin, basePath }: Upstream, ownOrigin: string): string {
  const start = value.slice(0, origin.length).toLowerCase() === origin ? value.slice(origin.length) : value;
  const isAbsolute = start !== value;
  if (isAbsolute ? !/^(?:[/?#]|$)/.test(start) : !/^\/(?!\/)/.test(start)) return value;
  const isInside = basePath === "" || start === basePath || /^[/?#]/.test(start.slice(basePath.length));
  if (!start.startsWith(basePath) || !isInside) return value;
  const rest = start.slice(basePath.length);
  return isAbsolute ? `${ownOrigin}${rest}` : rest.startsWith("/") ? rest : `/${rest}`;
}

/** A cookie for the API's domain, path and scheme becomes one for the proxy's. */
function rewriteCookie(value: string, { basePath }: Upstream, ownOrigin: string): string {
  return value
    .split(";")
    .filter((part, index) => {
      const name = part.trim().split("=", 1)[0]!.toLowerCase();
      return index === 0 || !(name === "domain" || (name === "secure" && ownOrigin.startsWith("http:")));
    })
    .map((part, index) => {
      const path = index === 0 ? undefined : /^\s*path=(.*)$/i.exec(part)?.[1];
      if (path === undefined || basePath === "" || !`${path}/`.startsWith(`${basePath}/`)) return part;
      return ` Path=${path.slice(basePath.length) || "/"}`;
    })
    .join(";");
}
