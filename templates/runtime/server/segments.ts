import type { Match, Route, Router } from "./contract.js";
import { createRouter } from "./router.js";

/** Routes whose `**` has the same number of segments before and after it. */
interface Group {
  readonly before: number;
  readonly after: number;
  readonly find: Router;
}

/**
 * For contracts with parameters that contain slashes, or that precede the name of an action. A path without a `**` takes precedence over one with it, and of these the one with
 * more other segments, the first ones first; all else is as in `createRouter`. A `**` matches what the other segments leave, so each
 * group of paths is tried once.
 */
export const createSegmentRouter = (routes: readonly Route[]): Router => {
  const groups = groupRoutes(routes);
  return (method, path, query) => {
    const methods = new Set<string>();
    for (const group of groups) {
      const whole = join(path, group);
      const found = whole === undefined ? undefined : group.find(method, whole, query);
      if (!found) continue;
      const match = "route" in found ? withValues(withEnd(found)) : undefined;
      if (match) return match;
      if ("methods" in found) for (const one of found.methods) methods.add(one);
    }
    return methods.size > 0 ? { methods: [...methods].sort() } : undefined;
  };
};

function groupRoutes(routes: readonly Route[]): readonly Group[] {
  const groups = new Map<string, Omit<Group, "find"> & { readonly routes: Route[] }>();
  for (const route of routes) {
    const before = route.restAt ?? Number.POSITIVE_INFINITY;
    const after = route.restAt === undefined ? 0 : route.path.length - route.restAt - 1;
    const key = `${before} ${after}`;
    const group = groups.get(key) ?? { before, after, routes: [] };
    groups.set(key, group);
    group.routes.push(route);
  }
  return [...groups.values()]
    .sort((a, b) => b.before + b.after - (a.before + a.after) || b.before - a.before)
    .map(({ routes: own, ...group }) => ({ ...group, find: createRouter(own) }));
}

/** Stands for a slash within a value. No URL contains it. */
const slash = "\n";

/** The path with the segments that a `**` matches as one segment. */
function join(path: string, { before, after }: Group): string | undefined {
  if (before === Number.POSITIVE_INFINITY) return path;
  const segments = path.split("/").slice(1);
  const end = segments.length - after;
  if (end <= before) return undefined;
  return ["", ...segments.slice(0, before), segments.slice(before, end).join(slash), ...segments.slice(end)].join("/");
}

/** A match in which the name of an action is what follows the last separator, or the longest listed name. */
function withEnd({ route, parameters }: Match): Match {
  const last = route.path.at(-1)!;
  if (!route.ends || typeof last === "string" || "parameter" in last) return { route, parameters };
  const [first, separator, second] = last.pattern.slice(-4) as [string, string, string];
  const text = `${parameters[first]!}${separator}${parameters[second]!}`;
  const listed = route.ends.find((name) => text.length > name.length + separator.length && text.endsWith(`${separator}${name}`));
  const at = listed === undefined ? text.lastIndexOf(separator) : text.length - listed.length - separator.length;
  return { route, parameters: { ...parameters, [first]: text.slice(0, at), [second]: text.slice(at + separator.length) } };
}

/** A match with the whole values of parameters, in which `%2F` stays encoded; `undefined`: one has a segment that no value has. */
function withValues({ route, parameters }: Match): Match | undefined {
  const { joined } = route;
  if (!joined) return { route, parameters };
  const whole: Record<string, string> = {};
  const isPart = new Set<string>();
  for (const [name, texts] of Object.entries(joined)) {
    const parts = texts.slice(1).map((_, index) => `${name}/${index}`);
    for (const part of parts) isPart.add(part);
    const value = texts.map((text, index) => (index === 0 ? text : `${parameters[parts[index - 1]!]!}${text}`)).join("");
    const segments = value.replaceAll(slash, "/").split("/");
    if (segments.some((segment) => /^(?:\.|%2e){0,2}$/i.test(segment))) return undefined;
    whole[name] = segments.join("/").replace(/%2f/gi, "%252F");
  }
  for (const [name, value] of Object.entries(parameters)) if (!isPart.has(name)) whole[name] = value;
  return { route, parameters: whole };
}
