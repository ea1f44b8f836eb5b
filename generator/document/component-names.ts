import path from "node:path";
import { compare } from "../diagnostics/diagnostic.js";
import { structure } from "./visitor.js";

/** A definition outside `components` of the main document that something refers to. */
export interface ForeignTarget {
  readonly absolutePath: string;
  readonly segments: readonly string[];
}

/** Keys that say where a definition stands, not what it is. */
const structural = new Set(["components", "definitions", "$defs", ...Object.keys(structure.components.fields)]);

/**
 * Names for definitions that move into `components`: the last key of the pointer, or the file's name. Where two
 * want the same name, each gets its file's name in front. Depends on the set of targets only, not on their order.
 */
export function nameTargets(targets: readonly ForeignTarget[], taken: ReadonlySet<string>): Map<ForeignTarget, string> {
  const wanted = new Map<string, ForeignTarget[]>();
  for (const target of targets) {
    const name = shortName(target);
    const group = wanted.get(name);
    if (group) group.push(target);
    else wanted.set(name, [target]);
  }
  const used = new Set(taken);
  const names = new Map<ForeignTarget, string>();
  const assign = (target: ForeignTarget, base: string) => {
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base}_${number}`;
    used.add(name);
    names.set(target, name);
  };
  const contested: ForeignTarget[] = [];
  for (const name of [...wanted.keys()].sort(compare)) {
    const group = wanted.get(name)!;
    if (group.length === 1 && !used.has(name)) assign(group[0]!, name);
    else contested.push(...group);
  }
  contested.sort((a, b) => compare(a.absolutePath, b.absolutePath) || compare(a.segments.join("/"), b.segments.join("/")));
  for (const target of contested) assign(target, `${fileName(target)}_${shortName(target)}`);
  return names;
}

function shortName(target: ForeignTarget): string {
  const keys = target.segments.filter((segment) => !structural.has(segment));
  const last = keys.at(-1);
  if (last === undefined) return fileName(target);
  const isOwnDefinition = keys.length === 1 && target.segments.length <= 3;
  return clean(isOwnDefinition ? last : keys.join("_"));
}

function fileName(target: ForeignTarget): string {
  return clean(path.basename(target.absolutePath).replace(/\.(ya?ml|json)$/i, ""));
}

function clean(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9._-]+/g, "_")
      .slice(0, 120)
      .replace(/^_+|_+$/g, "") || "definition"
  );
}
