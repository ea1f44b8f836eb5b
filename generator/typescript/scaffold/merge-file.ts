import type { ts } from "ts-morph";
import type { Diagnostic, Location } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { readImports, insertMembers, usedNames } from "./insert-members.js";
import { findOrphans, type Orphan } from "./orphans.js";
import { memberNames, outlineNames, readOutline, type Level, type Outline } from "./outline.js";
import type { ScaffoldFile } from "./scaffold-file.js";
import { splice, detectStyle, findUnwantedChange } from "./text-splice.js";
import { locateNode, parseUserSource, type UserSource } from "./handler-files.js";

/** The missing members of one of a file's containers. */
export interface Lack {
  readonly of: ScaffoldFile["of"];
  readonly names: readonly string[];
  readonly location: Location;
}

/** A user's file and the contract's expectations. */
export interface Merge {
  /** The text with the missing members added; unchanged if none are missing or none can be added. */
  readonly text: string;
  readonly lacks: readonly Lack[];
  readonly orphans: readonly Orphan[];
}

/** Adds missing members to a file and changes nothing else. Reports obstacles. */
export function mergeFile(
  file: ScaffoldFile,
  path: string,
  text: string,
  serverModule: string,
  diagnostics: Diagnostic[],
): Merge {
  const unchanged: Merge = { text, lacks: [], orphans: [] };
  const source = parseUserSource(path, text, diagnostics);
  if (!source) return unchanged;
  const outline = readOutline(source.tree, file);
  if (!outline || "opaque" in outline) {
    reportNotFound(file, source, outline?.opaque, diagnostics);
    return unchanged;
  }
  reportClosed(outline, source, diagnostics);
  const lacking = outline.levels
    .map((level) => ({ level, missing: missingIn(level, source, diagnostics) }))
    .filter(({ missing }) => missing.length > 0);
  const orphans = findOrphans(outline, source);
  const lacks = lacking.map(({ level, missing }) => ({
    of: level.of,
    names: missing.map((member) => member.name),
    location: locateLevel(level, source),
  }));
  if (lacking.length === 0) return { text, lacks, orphans };

  const style = detectStyle(source.tree);
  const imports = readImports(source.tree, style);
  const members = lacking.flatMap(({ level: { container }, missing }) =>
    insertMembers(text, missing, { container, style, imports, serverModule, typeName: file.typeName }),
  );
  const spliced = splice(text, [...imports.insertions(), ...members]);
  const added = lacking.flatMap(({ level, missing }) => memberNames(level.prefix, missing));
  const reason = verify(file, source, spliced, [...outlineNames(outline), ...added]);
  if (reason === undefined) return { text: spliced.text, lacks, orphans };
  report(diagnostics, "scaffold-unverified", { path, reason }, lacks[0]!.location);
  return { text, lacks, orphans };
}

/** Returns the members that a container lacks and can take. */
function missingIn(level: Level, source: UserSource, diagnostics: Diagnostic[]): Level["members"] {
  const present = new Set(level.keys.map((key) => key.name));
  const missing = level.members.filter((member) => !present.has(member.name));
  const [opaque] = level.opaque;
  if (opaque && missing.length > 0) {
    reportOpaque(opaque, missing, source, diagnostics);
    return [];
  }
  if (level.container.form !== "module") return missing;
  const taken = usedNames(source.tree);
  const impossible = missing.map((member) => member.name).filter((name) => taken.has(name) || !isBindingName(name));
  if (impossible.length > 0) report(diagnostics, "scaffold-not-exportable", { names: impossible }, startOf(source));
  return missing.filter((member) => !impossible.includes(member.name));
}

/** Returns whether a name can be that of an exported function. */
function isBindingName(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && parseUserSource("", `export const ${name} = 0;`, []) !== undefined;
}

/** Verifies the merge: the file parses, only additions are new, and the containers have the expected members. */
function verify(
  file: ScaffoldFile,
  source: UserSource,
  spliced: ReturnType<typeof splice>,
  names: readonly string[],
): string | undefined {
  const problems: Diagnostic[] = [];
  const after = parseUserSource(source.path, spliced.text, problems);
  if (!after) return "it would not parse";
  const change = findUnwantedChange(source.tree, after.tree, spliced);
  if (change !== undefined) return change;
  const outline = readOutline(after.tree, file);
  const now = outline && "levels" in outline ? outlineNames(outline) : [];
  return [...now].sort().join("\n") === [...names].sort().join("\n") ? undefined : "it would have unexpected handlers";
}

function reportNotFound(file: ScaffoldFile, source: UserSource, opaque: ts.Node | undefined, diagnostics: Diagnostic[]): void {
  if (file.members.length === 0) return;
  if (opaque) return reportOpaque(opaque, file.members, source, diagnostics);
  const { exportName, typeName } = file;
  const missing = file.members.map((member) => member.name);
  report(diagnostics, "scaffold-not-found", { path: source.path, exportName, typeName, missing }, startOf(source));
}

function reportClosed({ closed }: Outline, source: UserSource, diagnostics: Diagnostic[]): void {
  for (const { group, node } of closed) reportOpaque(node, group.members, source, diagnostics);
}

function reportOpaque(node: ts.Node, missing: Level["members"], source: UserSource, diagnostics: Diagnostic[]): void {
  const what = node.getText(source.tree).replace(/\s+/g, " ");
  report(diagnostics, "scaffold-opaque", { what, missing: missing.map((member) => member.name) }, locateNode(source, node));
}

function locateLevel({ container }: Level, source: UserSource): Location {
  return container.form === "module" ? startOf(source) : locateNode(source, container.node);
}

function startOf({ path }: UserSource): Location {
  return { path, line: 1, column: 1 };
}
