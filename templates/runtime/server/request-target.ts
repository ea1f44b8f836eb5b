/** The path of a request below the base path, and its query; the path is `undefined` if it lies elsewhere. */
export function splitTarget(url: string, basePath: string): { readonly path: string | undefined; readonly query: string } {
  // Proxies get the whole address, with scheme and host.
  const start = url.startsWith("/") ? 0 : pathStart(url);
  const end = cutAt(url, "#", url.length);
  const mark = cutAt(url, "?", end);
  const path = start < 0 ? "/" : url.slice(Math.min(start, mark), mark);
  const query = url.slice(Math.min(mark + 1, end), end);
  if (basePath === "") return { path, query };
  return { path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined, query };
}

function pathStart(url: string): number {
  const scheme = url.indexOf("://");
  return scheme < 0 ? -1 : url.indexOf("/", scheme + 3);
}

function cutAt(url: string, mark: string, end: number): number {
  const at = url.indexOf(mark);
  return at < 0 || at > end ? end : at;
}
