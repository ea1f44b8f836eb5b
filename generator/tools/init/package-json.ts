import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { locationText } from "../../diagnostics/escape.js";
import { isObject, type JsonObject, type JsonValue, own, ownObject } from "../../document/json-value.js";
import { parseJson } from "../../document/parse-json.js";
import { type ContainerSpan, Locations } from "../../document/locations.js";
import { version } from "../../package.js";

/** The additions to a package.json. */
export interface PackageParts {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * Returns the parts that the template of a package.json refers to. The version of this package is exact: another one may
 * generate other output, which `generate --check` would reject. Parts that only the test needs are omitted without it.
 */
export function packageParts(template: string, hasTest: boolean): PackageParts {
  const { scripts, devDependencies } = JSON.parse(template) as PackageParts;
  const own = { "openapi-actions": version };
  if (hasTest) return { scripts, devDependencies: { ...devDependencies, ...own } };
  const { test: _, ...others } = scripts;
  return { scripts: others, devDependencies: own };
}

/** Returns the package.json of a folder without one. */
export function newPackage(parts: PackageParts): string {
  return `${JSON.stringify({ private: true, type: "module", ...parts }, null, 2)}\n`;
}

/** A package.json with the missing parts added. */
export interface MergedPackage {
  readonly text: string;
  readonly added: PackageParts;
  /** Scripts with one of the names that have another command. */
  readonly keptScripts: readonly string[];
}

/** The placeholder of `npm init`, which doesn't count as a script. */
const placeholder = 'echo "Error: no test specified" && exit 1';

const dependencyKinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Adds scripts and packages to the text of a package.json and changes no other byte of it. An existing script of the same name
 * is kept, and so is a package that is listed under any kind of dependencies. Returns the reason if it is not a package.json.
 */
export function mergePackage(text: string, parts: PackageParts): MergedPackage | { readonly reason: string } {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const locations = new Locations();
  const problems: Diagnostic[] = [];
  const file = { path: "package.json", absolutePath: "package.json", text: text.slice(mark.length) };
  const root = parseJson(file, locations, problems);
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
    text: mark + applyEdits(file.text, editsFor(root, locations, added)),
    added,
    keptScripts: Object.keys(parts.scripts).filter((name) => !isFree(name) && scripts[name] !== parts.scripts[name]),
  };
}

function editsFor(root: JsonObject, locations: Locations, added: PackageParts): Edit[] {
  const edits: Edit[] = [];
  const missing: JsonObject = {};
  for (const name of ["scripts", "devDependencies"] as const) {
    const section = ownObject(root, name);
    const span = section && locations.span(section)!;
    const [replaced, inserted] = split(Object.entries(added[name]), ([key]) => span?.entries.has(key) ?? false);
    for (const [key, value] of replaced) {
      const [start, end] = span!.entry(key)!.value;
      edits.push({ start, end, text: JSON.stringify(value) });
    }
    if (inserted.length === 0) continue;
    if (span) edits.push(insertEntries(span, Object.fromEntries(inserted)));
    else missing[name] = Object.fromEntries(inserted);
  }
  if (Object.keys(missing).length > 0) edits.push(insertEntries(locations.span(root)!, missing));
  return edits;
}

function pick(map: Readonly<Record<string, string>>, isWanted: (key: string) => boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => isWanted(key)));
}

function split<T>(items: readonly T[], belongsFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(belongsFirst), items.filter((item) => !belongsFirst(item))];
}

/** A piece of a text, by its offsets, and its replacement. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Adds entries at the end of a JSON object in a text, formatted like its other entries. */
function insertEntries({ file, start, end, entries }: ContainerSpan, added: Readonly<Record<string, JsonValue>>): Edit {
  const { text } = file;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = indentUnit(text);
  const print = (indent: string) =>
    Object.entries(added).map(([key, value]) => {
      const lines = JSON.stringify(value, null, unit).split("\n");
      return `${JSON.stringify(key)}: ${lines.join(`${eol}${indent}`)}`;
    });

  const last = [...entries.values()].at(-1);
  if (!last) {
    const outer = indentAt(text, start);
    const lines = print(outer + unit).map((line) => `${outer}${unit}${line}`);
    return { start, end, text: `{${eol}${lines.join(`,${eol}`)}${eol}${outer}}` };
  }
  const at = last.value[1];
  const isOnLineOfItsOwn = text.slice(lineStart(text, last.key[0]), last.key[0]).trim() === "";
  const indent = indentAt(text, last.key[0]);
  const separator = isOnLineOfItsOwn ? `,${eol}${indent}` : ", ";
  const inserted = print(indent).map((line) => `${separator}${line}`);
  return { start: at, end: at, text: inserted.join("") };
}

/** Returns a text with edits that don't overlap. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = edits.toSorted((a, b) => b.start - a.start);
  return fromTheEnd.reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

/** Returns the indentation of the first indented line; two spaces if there is none. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
