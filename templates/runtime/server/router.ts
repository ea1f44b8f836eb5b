import type { Route, Router, Segment } from "./contract.js";

interface Node {
  readonly fixed: Map<string, Node>;
  /** Segments with more fixed text come first. */
  readonly patterns: { readonly pattern: readonly string[]; readonly node: Node }[];
  parameter: Node | undefined;
  /** By method; those that require more of a query come first. */
  readonly routes: Map<string, Entry[]>;
}

interface Entry {
  readonly route: Route;
  /** The names of the path's parameters, in order. */
  readonly names: readonly string[];
  /** Whether a parameter occurs in the path more than once. */
  readonly repeats: boolean;
}

/** The rest of the request: its path and its query. */
interface Target {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/**
 * Finds the route of a path, segment by segment. Fixed text takes precedence over text with parameters, more of it over
 * less, and both over a parameter; a path with the method takes precedence over one without. HEAD falls back to GET. A parameter that occurs more
 * than once in a path must have one value.
 */
export function createRouter(routes: readonly Route[]): Router {
  const root = createNode();
  for (const route of routes) addRoute(root, route);
  return (method, path, query = "") => {
    const target: Target = { method, path, query };
    const start = cutAt(path, "/", path.length);
    const values: string[] = [];
    const found =
      find(root, target, start, values) ??
      (method === "HEAD" ? find(root, { ...target, method: "GET" }, start, values) : undefined);
    if (!found) {
      const methods = new Set<string>();
      addMethods(root, target, start, methods);
      return methods.size > 0 ? { methods: [...methods].sort() } : undefined;
    }
    const { route, names, repeats } = found;
    const parameters: Record<string, string> = {};
    for (let index = 0; index < names.length; index++) {
      const [name, value] = [names[index]!, values[index]!];
      if (repeats && Object.hasOwn(parameters, name) && !isSameText(parameters[name]!, value)) return undefined;
      parameters[name] = value;
    }
    return { route, parameters };
  };
}

/** Gives equivalent spellings of a path one form (RFC 3986, section 6.2.2): `/a%7Eb` is `/a~b`, `%2f` is `%2F` and stays data. */
export function normalizePath(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const text = String.fromCharCode(parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(text) ? text : code.toUpperCase();
  });
}

function createNode(): Node {
  return { fixed: new Map(), patterns: [], parameter: undefined, routes: new Map() };
}

function addRoute(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.path) node = childFor(node, segment);
  const names = route.path.flatMap(namesOf);
  const entries = [...(node.routes.get(route.method) ?? []), { route, names, repeats: new Set(names).size < names.length }];
  const needs = ({ route: { query = [] } }: Entry) => query.length;
  node.routes.set(
    route.method,
    entries.sort((a, b) => needs(b) - needs(a)),
  );
}

/** The first of some routes whose pairs a query has. */
function entryFor(entries: readonly Entry[] | undefined, query: string): Entry | undefined {
  return entries?.find(({ route: { query: needed } }) => {
    if (!needed) return true;
    const sent = new URLSearchParams(query);
    return needed.every(([name, value]) => sent.getAll(name).includes(value));
  });
}

/** Whether two texts of a path are the same apart from percent-encoding. */
function isSameText(one: string, other: string): boolean {
  try {
    return one === other || decodeURIComponent(one) === decodeURIComponent(other);
  } catch {
    return false;
  }
}

function childFor(node: Node, segment: Segment): Node {
  if (typeof segment === "string") {
    const child = node.fixed.get(segment) ?? createNode();
    node.fixed.set(segment, child);
    return child;
  }
  if ("parameter" in segment) return (node.parameter ??= createNode());
  const same = node.patterns.find(({ pattern }) => textsOf(pattern) === textsOf(segment.pattern));
  if (same) return same.node;
  const child = createNode();
  node.patterns.push({ pattern: segment.pattern, node: child });
  node.patterns.sort((a, b) => textsOf(b.pattern).length - textsOf(a.pattern).length);
  return child;
}

function namesOf(segment: Segment): readonly string[] {
  if (typeof segment === "string") return [];
  return "parameter" in segment ? [segment.parameter] : segment.pattern.filter((_, index) => index % 2 === 1);
}

function textsOf(pattern: readonly string[]): string {
  return pattern.filter((_, index) => index % 2 === 0).join("/");
}

/**
 * Visits each node of the tree at most once, and only along the path, whose next segment follows the slash at `at`. Adds the
 * values found to `values`.
 */
function find(node: Node, target: Target, at: number, values: string[]): Entry | undefined {
  if (at === target.path.length) return entryFor(node.routes.get(target.method), target.query);
  const end = endOfSegment(target.path, at);
  const segment = target.path.slice(at + 1, end);
  // The lookup of an id, a new text in each call, takes longer than the rest of this function.
  const fixed = node.fixed.size > 0 ? node.fixed.get(normalizePath(segment)) : undefined;
  const found = fixed && find(fixed, target, end, values);
  if (found) return found;
  for (const { pattern, node: child } of node.patterns) {
    const matched = matchPattern(pattern, segment);
    if (!matched) continue;
    values.push(...matched);
    const deeper = find(child, target, end, values);
    if (deeper) return deeper;
    values.length -= matched.length;
  }
  if (!node.parameter || segment === "") return undefined;
  values.push(segment);
  const last = find(node.parameter, target, end, values);
  if (!last) values.pop();
  return last;
}

function endOfSegment(path: string, slash: number): number {
  const end = path.indexOf("/", slash + 1);
  return end < 0 ? path.length : end;
}

/** Adds the methods of all matching paths. */
function addMethods(node: Node, target: Target, at: number, methods: Set<string>): void {
  if (at === target.path.length) {
    for (const [method, entries] of node.routes) {
      if (!entryFor(entries, target.query)) continue;
      methods.add(method).add("OPTIONS");
      if (method === "GET") methods.add("HEAD");
    }
    return;
  }
  const end = endOfSegment(target.path, at);
  const segment = target.path.slice(at + 1, end);
  const children = node.patterns.filter(({ pattern }) => matchPattern(pattern, segment)).map((entry) => entry.node);
  for (const child of [node.fixed.get(normalizePath(segment)), ...children, segment === "" ? undefined : node.parameter]) {
    if (child) addMethods(child, target, end, methods);
  }
}

/** Matches a segment in its normal form, in which encoded dots are data if the pattern matches so. */
function matchPattern(pattern: readonly string[], segment: string): string[] | undefined {
  if (!segment.includes("%")) return matchText(pattern, segment);
  const withDots = segment.split(/%2e/i).map(normalizePath);
  return matchText(pattern, withDots.join("%2E")) ?? matchText(pattern, withDots.join("."));
}

/** Each parameter matches the shortest text up to the next fixed one; the last one matches the rest. */
function matchText(pattern: readonly string[], segment: string): string[] | undefined {
  const [start = ""] = pattern;
  if (!segment.startsWith(start)) return undefined;
  const values: string[] = [];
  let at = start.length;
  for (let index = 2; index < pattern.length; index += 2) {
    const text = pattern[index]!;
    const isLast = index === pattern.length - 1;
    const end = isLast ? segment.length - text.length : segment.indexOf(text, at + 1);
    if (end <= at || !segment.startsWith(text, end)) return undefined;
    values.push(segment.slice(at, end));
    at = end + text.length;
  }
  return values;
}

/** The path of a request below the base path, and its query; the path is `undefined` if it is not below it. */
export function splitTarget(url: string, basePath: string): { readonly path: string | undefined; readonly query: string } {
  // Proxies receive the whole URL, with scheme and host.
  const start = url.startsWith("/") ? 0 : pathStart(url);
  const end = cutAt(url, "#", url.length);
  const mark = cutAt(url, "?", end);
  const path = start < 0 ? "/" : url.slice(Math.min(start, mark), mark);
  const query = url.slice(Math.min(mark + 1, end), end);
  if (basePath === "") return { path, query };
  return { path: dropPrefix(path, basePath), query };
}

/** The rest of a path below a prefix, with the slash; `undefined` if its first segments are not equivalent to those of the prefix. */
function dropPrefix(path: string, prefix: string): string | undefined {
  if (path.startsWith(`${prefix}/`)) return path.slice(prefix.length);
  const start = firstSegments(path, prefix);
  return start.length < path.length && normalizePath(start) === normalizePath(prefix) ? path.slice(start.length) : undefined;
}

/** The start of a path that has as many segments as another path. */
export function firstSegments(path: string, like: string): string {
  return path.split("/", like.split("/").length).join("/");
}

function pathStart(url: string): number {
  const scheme = url.indexOf("://");
  return scheme < 0 ? -1 : url.indexOf("/", scheme + 3);
}

function cutAt(url: string, mark: string, end: number): number {
  const at = url.indexOf(mark);
  return at < 0 || at > end ? end : at;
}

/** The path of a route with its parameters in braces. */
export function templateOf({ path }: Route): string {
  const segments = path.map((segment) => {
    if (typeof segment === "string") return segment;
    if ("parameter" in segment) return `{${segment.parameter}}`;
    return segment.pattern.map((text, index) => (index % 2 === 1 ? `{${text}}` : text)).join("");
  });
  return `/${segments.join("/")}`;
}
