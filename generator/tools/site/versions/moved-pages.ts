import { fixedPages } from "../page-paths.js";
import { advertisedActions, type Site } from "../site.js";
import type { PartName, VersionChange } from "./site-version.js";

/** Pages with another path in the next version, by their path before. */
export type MovedPages = ReadonlyMap<string, string>;

/** Returns the path of the page about a part of the contract; absent if the site has none. */
export function pageOf(part: PartName | undefined, { contract, paths }: Site): string | undefined {
  if (part === undefined) return undefined;
  if (part.kind === "operation") {
    if (part.role !== "api") return contract.sentRequests.length > 0 ? fixedPages.webhooks : undefined;
    const operation = contract.operations.find(({ method, path }) => method === part.method && path === part.path);
    return operation && paths.operation(operation.id);
  }
  const type = contract.serviceTypes.find(({ name }) => name === part.type);
  if (!type || part.kind === "type") return type && paths.type(type.name);
  const action = advertisedActions(type).find(({ name }) => name === part.action);
  return action && paths.action(type.name, action.name);
}

/** Returns the pages of renamed operations and actions. */
export function findMoved(changes: readonly VersionChange[], before: Site, after: Site): Map<string, string> {
  const moved = new Map<string, string>();
  for (const { before: old, after: now } of changes.flatMap(({ subjects }) => subjects)) {
    if (old?.kind !== now?.kind) continue;
    const [from, to] = [pageOf(old, before), pageOf(now, after)];
    if (from !== undefined && to !== undefined && from !== to) moved.set(from, to);
  }
  return moved;
}

/** The pages of a version, the newest first, and how they were named before. */
export interface VersionMoves {
  readonly paths: ReadonlySet<string>;
  /** Pages that had another path in the version before. */
  readonly moved: MovedPages;
  /** The setting's redirects. */
  readonly redirects: MovedPages;
}

/** Returns the path of a page in another version, by the numbers of the versions. */
export type SamePage = (path: string, from: number, to: number) => string | undefined;

/**
 * Returns a function that finds pages in other versions, also if they were renamed between them. A redirect doesn't say in which
 * version the page moved, so it counts only where a version has no page of the same path.
 */
export function createPageFinder(all: readonly VersionMoves[]): SamePage {
  const redirects = redirectsIn(all);
  return (path, from, to) => {
    let there = path;
    for (let index = from; index < to; index++) {
      const [renamed] = keysOf(all[index]!.moved, there);
      const former = [there, ...keysOf(redirects[index]!, there)];
      there = renamed ?? former.find((one) => all[index + 1]!.paths.has(one)) ?? there;
    }
    for (let index = from - 1; index >= to; index--) {
      const { moved, paths } = all[index]!;
      there = moved.get(there) ?? (paths.has(there) ? there : redirects[index]!.get(there)) ?? there;
    }
    return all[to]!.paths.has(there) ? there : undefined;
  };
}

/** Returns the redirects of the newest version for each version: to the page as that version names it. */
function redirectsIn([newest, ...older]: readonly VersionMoves[]): MovedPages[] {
  const found = [newest!.redirects];
  let { moved } = newest!;
  for (const version of older) {
    found.push(new Map([...found.at(-1)!].map(([from, to]) => [from, keysOf(moved, to)[0] ?? to])));
    ({ moved } = version);
  }
  return found;
}

function keysOf(moved: MovedPages, path: string): string[] {
  return [...moved].filter(([, to]) => to === path).map(([from]) => from);
}

/** Returns the path that a page has after some versions. */
function follow(path: string, steps: readonly MovedPages[]): string {
  return steps.reduce((current, moved) => moved.get(current) ?? current, path);
}

/**
 * Returns the redirects of a version: from each page that an earlier version has and this one hasn't to the page that has
 * its place. `steps` are the moves since the version before, then those before that, and so on.
 */
export function findRedirects(steps: readonly MovedPages[], pages: ReadonlySet<string>): Map<string, string> {
  const redirects = new Map<string, string>();
  // File systems may ignore the case of names.
  const taken = new Set([...pages].map((path) => path.toLowerCase()));
  steps.forEach((moved, index) => {
    const later = steps.slice(0, index + 1).toReversed();
    for (const from of moved.keys()) {
      const to = follow(from, later);
      if (!pages.has(to) || taken.has(from.toLowerCase())) continue;
      taken.add(from.toLowerCase());
      redirects.set(from, to);
    }
  });
  return redirects;
}

/** Returns the redirects of a setting that lead to a page, and the problems of the others. */
export function checkRedirects(setting: Readonly<Record<string, string>>, pages: ReadonlySet<string>) {
  const redirects = new Map<string, string>();
  const problems: { readonly from: string; readonly to: string; readonly reason: string }[] = [];
  const taken = new Set([...pages].map((path) => path.toLowerCase()));
  for (const [from, to] of Object.entries(setting)) {
    const reason = isPath(from)
      ? taken.has(from.toLowerCase())
        ? "the site has that page"
        : undefined
      : "that is not the path of a page";
    const target = reason === undefined ? endOf(from, setting, pages) : undefined;
    if (target === "loop") problems.push({ from, to, reason: "it leads back to itself" });
    else if (target === undefined) problems.push({ from, to, reason: reason ?? "the site has no page to which it leads" });
    else redirects.set(from, target);
    taken.add(from.toLowerCase());
  }
  return { redirects, problems };
}

/** Returns whether a text is a path as pages have it, which can't lead out of the site. */
function isPath(text: string): boolean {
  return /^(?:[A-Za-z0-9_][\w.-]*\/)*[A-Za-z0-9_][\w.-]*$/.test(text) && !/\.(?:html|md)$/.test(text);
}

/** Returns the page at the end of a chain of redirects. */
function endOf(from: string, setting: Readonly<Record<string, string>>, pages: ReadonlySet<string>): string | "loop" | undefined {
  const seen = new Set<string>();
  for (let path = from; ; path = setting[path]!) {
    if (pages.has(path)) return path;
    if (seen.has(path)) return "loop";
    if (!Object.hasOwn(setting, path)) return undefined;
    seen.add(path);
  }
}
