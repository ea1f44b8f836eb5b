import type { ts } from "ts-morph";
import type { HandledBy } from "./diagnostics.js";
import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { suggest } from "../../diagnostics/suggest.js";
import { listNotImplemented, locateNode, type UserSource } from "./handler-files.js";
import type { Level, Outline } from "./outline.js";

/** A handler that has no counterpart in the contract. */
export interface Orphan {
  readonly of: HandledBy;
  readonly name: string;
  readonly location: Location;
  /** Its possible new name. */
  readonly renamedTo?: string;
}

/** Finds handlers of removed, renamed or unknown actions. */
export function findOrphans({ levels }: Outline, source: UserSource): Orphan[] {
  return levels.flatMap((level) => {
    const { of } = level;
    if (!of) return [];
    const names = new Set(level.members.map((member) => member.name));
    const orphans = level.keys.filter((key) => key.isPublic && !names.has(key.name));
    if (orphans.length === 0) return [];
    const candidates = unwritten(level, source);
    return orphans.map(({ name, node }: { name: string; node: ts.Node }) => {
      const renamedTo = suggest(name, candidates) ?? sharesWords(name, candidates);
      return { of, name, location: locateNode(source, node), ...(renamedTo !== undefined && { renamedTo }) };
    });
  });
}

/** Reports orphans and suggests a similar new name. */
export function reportOrphans(orphans: readonly Orphan[], diagnostics: Diagnostic[]): void {
  for (const { name, of, location, renamedTo } of orphans) {
    const hint =
      renamedTo === undefined
        ? undefined
        : `Was it renamed to ${JSON.stringify(renamedTo)}? Then move its code there. Otherwise delete it when you no longer need it. It is never deleted automatically.`;
    report(diagnostics, "scaffold-orphan", { name, of }, location, { hint });
  }
}

/**
 * Returns the names that a removed one may have now: missing handlers, which are new to the contract as well. If none is missing, a
 * run has added them already, and they are among the stubs.
 */
function unwritten({ of, keys, members }: Level, source: UserSource): string[] {
  const present = new Set(keys.map(({ name }) => name));
  const missing = members.flatMap(({ name }) => (present.has(name) ? [] : [name]));
  if (missing.length > 0) return missing;
  const type = of?.kind === "action" ? of.type : "operations";
  const stubs = new Set(listNotImplemented([source]).flatMap((stub) => (stub.type === type ? [stub.action] : [])));
  return members.flatMap(({ name }) => (stubs.has(name) ? [name] : []));
}

/** Returns the candidate that shares the most words with a name, and at least half of them: `add_ip` and `add_ip_address`. */
function sharesWords(name: string, candidates: readonly string[]): string | undefined {
  const words = new Set(wordsOf(name));
  let best: string | undefined;
  let bestShare = 0.5;
  for (const candidate of candidates) {
    const others = new Set(wordsOf(candidate));
    const shared = [...others].filter((word) => words.has(word)).length;
    const share = shared / (words.size + others.size - shared);
    if (share > bestShare || (share === bestShare && best === undefined)) {
      best = candidate;
      bestShare = share;
    }
  }
  return best;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
