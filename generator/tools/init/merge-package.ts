import { locationText } from "../../diagnostics/escape.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import { parseJson } from "../../document/parse-json.js";
import { Places } from "../../document/source.js";
import { applyEdits, insertEntries, type Edit } from "./insert-entries.js";
import type { PackageParts } from "./package-parts.js";

/** A package.json with what was missing in it. */
export interface MergedPackage {
  readonly text: string;
  readonly added: PackageParts;
  /** Scripts that have a name of ours and do something else. */
  readonly keptScripts: readonly string[];
}

/** What `npm init` writes; it stands for no script. */
const placeholder = 'echo "Error: no test specified" && exit 1';

const dependencyKinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Adds scripts and packages to the text of a package.json and changes no other byte of it. A script of the same name stays,
 * and so does a package that is listed under any kind of dependencies. The reason where it is no package.json.
 */
export function mergePackage(text: string, parts: PackageParts): MergedPackage | { readonly reason: string } {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const places = new Places();
  const problems: Diagnostic[] = [];
  const file = { path: "package.json", absolutePath: "package.json", text: text.slice(mark.length) };
  const root = parseJson(file, places, problems);
  const [problem] = problems;
  if (problem) return { reason: `${locationText(problem.location!)} ${problem.message}` };
  if (!isObject(root)) return { reason: "package.json must be a map" };
  const wrong = ["scripts", ...dependencyKinds].find((name) => own(root, name) !== undefined && !ownObject(root, name));
  if (wrong !== undefined) return { reason: `package.json: ${JSON.stringify(wrong)} must be a map` };

  const scripts = ownObject(root, "scripts") ?? {};
  const isFree = (name: string) => !Object.hasOwn(scripts, name) || scripts[name] === placeholder;
  const isListed = (name: string) => dependencyKinds.some((kind) => own(ownObject(root, kind), name) !== undefined);
  const added = {
    scripts: pick(parts.scripts, isFree),
    devDependencies: pick(parts.devDependencies, (name) => !isListed(name)),
  };
  return {
    text: mark + applyEdits(file.text, editsFor(root, places, added)),
    added,
    keptScripts: Object.keys(parts.scripts).filter((name) => !isFree(name) && scripts[name] !== parts.scripts[name]),
  };
}

function editsFor(root: JsonObject, places: Places, added: PackageParts): Edit[] {
  const edits: Edit[] = [];
  const missing: JsonObject = {};
  for (const name of ["scripts", "devDependencies"] as const) {
    const section = ownObject(root, name);
    const origin = section && places.origin(section)!;
    const [replaced, inserted] = split(Object.entries(added[name]), ([key]) => origin?.entries.has(key) ?? false);
    for (const [key, value] of replaced) {
      const [start, end] = origin!.entries.get(key)!.value;
      edits.push({ start, end, text: JSON.stringify(value) });
    }
    if (inserted.length === 0) continue;
    if (origin) edits.push(insertEntries(origin, Object.fromEntries(inserted)));
    else missing[name] = Object.fromEntries(inserted);
  }
  if (Object.keys(missing).length > 0) edits.push(insertEntries(places.origin(root)!, missing));
  return edits;
}

function pick(map: Readonly<Record<string, string>>, isWanted: (key: string) => boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => isWanted(key)));
}

function split<T>(items: readonly T[], belongsFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(belongsFirst), items.filter((item) => !belongsFirst(item))];
}
