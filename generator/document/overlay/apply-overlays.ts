import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { hasErrors, type Diagnostic, type Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isInside } from "../contract-root.js";
import { describeValue } from "../describe-value.js";
import { report as reportReading } from "../diagnostics.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../json-value.js";
import { maxNesting } from "../limits.js";
import type { Locations, TextFile } from "../locations.js";
import { createSourceReader, type ParsedFile } from "../read-source.js";
import { report } from "./diagnostics.js";
import { DocumentEditor, kindOf, maxAddedValues, TooDeep, TooMuch, type WrittenEntry } from "./document-editor.js";
import { isForAbsence, type Query } from "./jsonpath/query.js";
import { runQuery, TooCostly, type Budget, type SelectedNode } from "./jsonpath/run-query.js";
import { readOverlay, type OverlayAction, type OverlayVersion } from "./read-overlay.js";

/** The number of values that the queries of all overlays of a contract may visit. */
const maxSteps = 50_000_000;

export interface OverlayContext {
  /** The root folder of the contract; overlays may be outside of it. */
  readonly root: string;
  /** A real path; paths of overlays are relative to it. */
  readonly workingFolder: string;
  readonly locations: Locations;
  readonly diagnostics: Diagnostic[];
  readonly onFile: ((absolutePath: string) => void) | undefined;
}

/**
 * Applies overlays to the main document in order. Changes the document's value in place, so that files that refer back
 * to it see the result. Returns the files of the overlays, or nothing after an error, which is reported.
 */
export function applyOverlays(entry: ParsedFile, paths: readonly string[], context: OverlayContext): TextFile[] | undefined {
  const { locations, diagnostics } = context;
  const found: Diagnostic[] = [];
  const files: TextFile[] = [];
  const applier = isObject(entry.value) ? new OverlayApplier(entry.value, locations, found) : undefined;
  for (const named of paths) {
    const file = readFile(named, { ...context, diagnostics: found });
    if (!file) continue;
    files.push(file.source);
    const overlay = readOverlay(file, entry.source, locations, found);
    for (const action of overlay?.actions ?? []) if (!applier?.apply(action, overlay!.version)) break;
  }
  diagnostics.push(...found);
  return hasErrors(found) ? undefined : files;
}

/** The user specifies the overlays, so they may be anywhere; links are followed. */
function readFile(
  named: string,
  { root, workingFolder, locations, diagnostics, onFile }: OverlayContext,
): ParsedFile | undefined {
  const absolutePath = path.resolve(workingFolder, named);
  const real = existsSync(absolutePath) ? realpathSync(absolutePath) : absolutePath;
  if (real !== absolutePath) onFile?.(absolutePath);
  const folder = path.dirname(real);
  const shownFrom = isInside(root, real) ? root : folder;
  return createSourceReader(shownFrom, workingFolder, locations, diagnostics, { onFile, home: folder }).read(real, named);
}

/** The maximum number of names to compare with missing ones: an overlay of another document has thousands of those. */
const maxSuggestions = 200_000;

class OverlayApplier {
  readonly #document: JsonObject;
  readonly #locations: Locations;
  readonly #problems: Diagnostic[];
  readonly #editor: DocumentEditor;
  readonly #budget: Budget = { steps: maxSteps };
  /** The remaining comparisons with missing names. */
  #suggestions = maxSuggestions;
  /** A value that doesn't merge with one of several targets usually merges with none of them. */
  readonly #unmerged = new Set<string>();

  constructor(document: JsonObject, locations: Locations, problems: Diagnostic[]) {
    this.#document = document;
    this.#locations = locations;
    this.#problems = problems;
    this.#editor = new DocumentEditor(locations);
  }

  /** Applies an action; returns false if no other action can follow. */
  apply(action: OverlayAction, version: OverlayVersion): boolean {
    const at = this.#locations.value(action.action, "target");
    try {
      const nodes = this.#select(action.target);
      if (nodes.length === 0 && !isForAbsence(action.target)) this.#reportUnmatched(action, "target", action.target);
      else if (nodes.length === 0) return true;
      else if (action.change.kind === "remove") this.#remove(nodes, version, at);
      else this.#merge(nodes, action, version, at);
      return true;
    } catch (error) {
      if (error instanceof TooDeep) reportReading(this.#problems, "nesting-limit", { limit: maxNesting }, at);
      else if (error instanceof TooMuch)
        report(
          this.#problems,
          "overlay-limit",
          { problem: `overlays add more than ${maxAddedValues} values to the document` },
          at,
          { hint: "Add fewer values, or refer to one copy with `$ref`: copies of copies grow quickly." },
        );
      else if (error instanceof TooCostly)
        report(this.#problems, "overlay-limit", { problem: "the queries of overlays visit too many values" }, at);
      else throw error;
      return false;
    }
  }

  /** Returns the values that a query selects, each once. */
  #select(query: Pick<Query, "segments">): readonly SelectedNode[] {
    const seen = new Map<object | undefined, Set<string | number | undefined>>();
    return runQuery(query, this.#document, this.#budget).filter(({ holder, key }) => {
      const keys = seen.get(holder) ?? new Set();
      seen.set(holder, keys);
      return !keys.has(key) && keys.add(key);
    });
  }

  #remove(nodes: readonly SelectedNode[], version: OverlayVersion, at: Location | undefined): void {
    const keysOf = new Map<JsonObject | JsonValue[], Set<string>>();
    for (const { holder, key } of nodes) {
      if (!holder) return report(this.#problems, "overlay-target", { problem: "the whole document can't be removed" }, at);
      const keys = keysOf.get(holder) ?? new Set();
      keysOf.set(holder, keys.add(String(key)));
    }
    this.#checkKinds(nodes, version, at);
    for (const [holder, keys] of keysOf) this.#editor.remove(holder, keys);
  }

  #merge(
    nodes: readonly SelectedNode[],
    { action, change }: OverlayAction,
    version: OverlayVersion,
    at: Location | undefined,
  ): void {
    const isMixed = new Set(nodes.map(({ value }) => kindOf(value))).size > 1;
    if (isMixed && version !== "1.0") {
      const problem = "the target selects maps, lists and plain values together; all must be of one kind";
      return report(this.#problems, "overlay-target", { problem }, at);
    }
    this.#checkKinds(nodes, version, at);
    const source = change.kind === "copy" ? this.#copySource(change.from, action) : undefined;
    if (change.kind === "copy" && !source) return;
    const key = source ? "copy" : "update";
    const value = source ? source.value : action["update"]!;
    const written = source?.written ?? this.#editor.written(action, key);
    for (const node of nodes) {
      if (Array.isArray(node.value)) this.#append(node, node.value, value, action, version, written);
      else if (isObject(node.value) && isObject(value)) this.#mergeObjects(node.value, value, node.depth);
      else if (!isObject(node.value) && node.holder && (kindOf(value) === "a plain value" || node.value === null))
        this.#editor.set(node.holder, node.key!, value, node.depth, written);
      else
        this.#reportKind(key, kindOf(node.value), value, this.#locations.value(action, key), locationOf(node, this.#locations));
    }
  }

  /** Returns the value to copy, before any copy changes it. Reports a query that doesn't select exactly one value. */
  #copySource(
    from: Query,
    action: JsonObject,
  ): { readonly value: JsonValue; readonly written: WrittenEntry | undefined } | undefined {
    const found = this.#select(from);
    const [source] = found;
    if (!source) {
      this.#reportUnmatched({ action }, "copy", from);
      return undefined;
    }
    if (found.length > 1) {
      report(this.#problems, "overlay-copy", { count: found.length }, this.#locations.value(action, "copy"));
      return undefined;
    }
    const { value, holder, key } = source;
    return { value: this.#editor.copy(value, 0), written: holder && this.#editor.written(holder, key!) };
  }

  #append(
    { depth }: SelectedNode,
    list: JsonValue[],
    value: JsonValue,
    action: JsonObject,
    version: OverlayVersion,
    written: WrittenEntry | undefined,
  ): void {
    const isCopy = Object.hasOwn(action, "copy");
    if (Array.isArray(value) && (version !== "1.0" || isCopy)) return this.#concatenate(list, value, depth);
    if (Array.isArray(value)) {
      const problem = "Overlay 1.0 appends this list as one entry, and 1.1 its entries";
      report(this.#problems, "overlay-newer-feature", { problem }, this.#locations.value(action, "update"), {
        hint: "Write `overlay: 1.1.0`, or an action for each entry.",
      });
    }
    this.#editor.append(list, value, depth + 1, written);
  }

  #concatenate(list: JsonValue[], added: JsonValue[], depth: number): void {
    added.forEach((item, index) => this.#editor.append(list, item, depth + 1, this.#editor.written(added, index)));
  }

  #mergeObjects(target: JsonObject, update: JsonObject, depth: number): void {
    for (const [key, value] of Object.entries(update)) {
      const existing = own(target, key);
      if (isObject(existing) && isObject(value)) this.#mergeObjects(existing, value, depth + 1);
      else if (Array.isArray(existing) && Array.isArray(value)) this.#concatenate(existing, value, depth + 1);
      else if (
        existing === undefined ||
        existing === null ||
        (kindOf(existing) === "a plain value" && kindOf(value) === "a plain value")
      )
        this.#editor.set(target, key, value, depth + 1, this.#editor.written(update, key));
      else if (value === null) {
        const parameters = { what: quote(key), treatment: "the target keeps its value" };
        reportReading(this.#problems, "null-value", parameters, this.#locations.value(update, key));
      } else {
        const [at, atTarget] = [this.#locations.value(update, key), this.#locations.value(target, key)];
        this.#reportKind(quote(key), kindOf(existing), value, at, atTarget);
      }
    }
  }

  #reportKind(what: string, expected: string, value: JsonValue, at: Location | undefined, target: Location | undefined): void {
    const place = `${at?.path}:${at?.line}:${at?.column}`;
    if (this.#unmerged.has(place)) return;
    this.#unmerged.add(place);
    const related = [target && { message: "the target", location: target }];
    report(this.#problems, "overlay-update", { what, expected, found: describeValue(value) }, at, { related });
  }

  /** Plain values are targets since Overlay 1.1. */
  #checkKinds(nodes: readonly SelectedNode[], version: OverlayVersion, at: Location | undefined): void {
    if (version !== "1.0" || nodes.every(({ value }) => kindOf(value) !== "a plain value")) return;
    const problem = "in Overlay 1.0 targets are maps and lists only; this plain value is changed as in 1.1";
    report(this.#problems, "overlay-newer-feature", { problem }, at);
  }

  /** Returns the name in some values that is similar to a missing one; nothing after too many comparisons. */
  #suggest(missing: string, holders: readonly SelectedNode[]): string | undefined {
    if (this.#suggestions <= 0) return undefined;
    const names = new Set(holders.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
    this.#suggestions -= names.size;
    return suggest(missing, names);
  }

  /** Reports the last segment up to which a query matches, and the missing name. */
  #reportUnmatched({ action }: Pick<OverlayAction, "action">, key: "target" | "copy", { segments }: Query): void {
    const at = this.#locations.value(action, key);
    const text = ownString(action, key)!;
    const missing = segments.findIndex((_, index) => this.#select({ segments: segments.slice(0, index + 1) }).length === 0);
    const before = missing > 0 ? text.slice(0, segments[missing - 1]!.end) : "$";
    const { isDescendant, selectors, end } = segments[missing]!;
    const [selector] = selectors;
    if (isDescendant || selectors.length > 1 || selector?.kind !== "name") {
      const reason = `nothing in ${quote(before)} matches ${quote(text.slice(before.length, end))}`;
      return report(this.#problems, "overlay-unmatched", { key, reason }, at);
    }
    const holders = this.#select({ segments: segments.slice(0, missing) });
    const near = this.#suggest(selector.name, holders);
    const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
    const reason = `${quote(before)} has no ${quote(selector.name)}`;
    report(this.#problems, "overlay-unmatched", { key, reason }, at, { hint });
  }
}

function locationOf({ holder, key, value }: SelectedNode, locations: Locations): Location | undefined {
  return holder ? locations.value(holder, key) : locations.value(value as object);
}
