import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { quote } from "../diagnostics/escape.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { report, type documentCodes } from "./diagnostics.js";
import { bundleDocument } from "./bundle-document.js";
import { findRoot, type RootOptions } from "./contract-root.js";
import { describeValue } from "./describe-value.js";
import { deriveActions } from "./derive-actions.js";
import { nearestFile } from "./nearest-file.js";
import { actionsType } from "./extension.js";
import { implyObjects, type UntypedObjects } from "./implied-objects.js";
import { isObject, own, type JsonObject } from "./json-value.js";
import type { Memo } from "../memo.js";
import { createSourceReader, displayPath, type ParsedFile } from "./read-source.js";
import { findInPlaceCycles } from "./in-place-cycles.js";
import { resolveListedChildren } from "./listed-children.js";
import { locationAt, Locations, type TextFile } from "./locations.js";
import { applyOverlays } from "./overlay/apply-overlays.js";
import { nameOperations, type RenamedOperation } from "./operation-ids.js";
import { PrototypeProperties } from "./prototype-properties.js";
import { upgradeSwagger } from "./swagger/upgrade-swagger.js";
import { findWrittenIntegers, type WrittenIntegers } from "./written-integers.js";

/** A contract as one bundled document. */
export interface LoadedContract {
  /** Every `$ref` in it points into its own `components`; keys are sorted by code unit. */
  readonly document: JsonObject;
  /** The document before deriving actions from operations, if a binding specifies it; else the same. */
  readonly written: JsonObject;
  /** The source locations of all objects and arrays of `document`. */
  readonly locations: Locations;
  readonly entry: TextFile;
  /** Every file of the contract, the main document first, overlays last. */
  readonly files: readonly TextFile[];
  readonly extensionPrefix: string;
  readonly integers: Integers;
  readonly writtenIntegers: WrittenIntegers;
  /** The operations of `document` with an id that is not the one of the contract. */
  readonly renamed: readonly RenamedOperation[];
  /** False if parts are missing or ambiguous, which has been reported. */
  readonly isComplete: boolean;
}

/** Whether `format: int64` rejects integers beyond 2^53, which JSON numbers can't represent exactly, or accepts them rounded. */
export type Integers = "exact" | "rounded";

export interface LoadOptions extends RootOptions {
  /** Displayed paths are relative to it. */
  readonly workingFolder: string;
  /** The `platform` of `x-platform-<type>-actions`. */
  readonly extensionPrefix?: string;
  /** `exact` by default. */
  readonly integers?: Integers;
  /** `object` by default. */
  readonly untypedObjects?: UntypedObjects;
  /** Overlays to apply to the main document, in this order. */
  readonly overlays?: readonly string[];
  /** Receives every file that the contract refers to before it is read, including unreadable ones. */
  readonly onFile?: (absolutePath: string) => void;
  /** The results of earlier runs. */
  readonly memo?: Memo;
}

export interface LoadResult {
  /** Absent if there are errors. */
  readonly contract: LoadedContract | undefined;
  /** The contract for lint: with some errors it has empty parts, for which nothing is reported. Absent with other errors. */
  readonly checkable: LoadedContract | undefined;
  readonly diagnostics: Diagnostic[];
}

/** Errors that leave the rest of a contract checkable (decision 28). */
const contained: ReadonlySet<string> = new Set<keyof typeof documentCodes>([
  "duplicate-key",
  "encoding",
  "merge-conflict",
  "ref-kind",
  "ref-outside-root",
  "ref-remote",
  "ref-syntax",
  "ref-unresolved",
  "structure",
  "syntax",
]);

/** Reads a contract and everything that it refers to. */
export function loadContract(entryPath: string, options: LoadOptions): LoadResult {
  const diagnostics: Diagnostic[] = [];
  const nothing: LoadResult = { contract: undefined, checkable: undefined, diagnostics };
  const { extensionPrefix = "platform", integers = "exact", overlays = [], onFile, memo } = options;
  const absolutePath = path.resolve(options.workingFolder, entryPath);
  if (!existsSync(absolutePath)) {
    onFile?.(absolutePath);
    const shown = displayPath(absolutePath, options.workingFolder);
    const near = nearestFile(absolutePath, options.workingFolder);
    const hint = near === undefined ? undefined : `Did you mean ${quote(displayPath(near, options.workingFolder))}?`;
    report(diagnostics, "file-unreadable", { path: shown, reason: "no such file" }, undefined, { hint });
    return nothing;
  }
  const locations = new Locations();
  // The main document may be a link; its references are relative to the real file, like all others.
  const realPath = realpathSync(absolutePath);
  if (realPath !== absolutePath) onFile?.(absolutePath);
  const home = path.dirname(realPath);
  const workingFolder = realpathSync(options.workingFolder);
  const found = findRoot(home, options, workingFolder);
  if ("problem" in found) {
    report(diagnostics, "root-folder", { root: options.root ?? "", problem: found.problem });
    return nothing;
  }
  const prototypes = new PrototypeProperties(locations);
  const reader = createSourceReader(found.root, workingFolder, locations, diagnostics, { onFile, home, memo, prototypes });
  const entry = reader.read(realPath, entryPath);
  const isActions = (key: string) => actionsType(key, extensionPrefix) !== undefined;
  if (entry && isObject(entry.value) && own(entry.value, "swagger") === "2.0")
    upgradeSwagger(entry.value, locations, isActions, diagnostics);
  const overlayFiles =
    entry && applyOverlays(entry, overlays, { root: reader.root, workingFolder, locations, diagnostics, onFile });
  if (!entry || !overlayFiles || !checkRoot(entry, locations, diagnostics)) return nothing;
  const document = bundleDocument(entry, reader, locations, extensionPrefix, diagnostics, prototypes);
  prototypes.report(diagnostics);
  const renamed = nameOperations(document);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!errors.every(({ code }) => contained.has(code))) return nothing;
  const cycles = settleCycles(document, locations, diagnostics);
  // A corrected reference may close a cycle.
  if (errors.length === 0) diagnostics.push(...cycles);
  if (cycles.length > 0) return nothing;
  // A missing part may state a type.
  if (options.untypedObjects !== "any" && errors.length === 0) implyObjects(document, locations, isActions, diagnostics);
  locations.keepOnly(document);
  const writtenIntegers = findWrittenIntegers(document, locations);
  const isComplete = !locations.hasStandIns && errors.every(({ code }) => code === "ref-unresolved");
  // Problems of derived actions come from comparing parts.
  const derived = deriveActions(document, locations, extensionPrefix, isComplete ? diagnostics : []);
  const checkable: LoadedContract = {
    document: derived,
    written: document,
    locations,
    entry: entry.source,
    files: [...reader.files, ...overlayFiles],
    extensionPrefix,
    integers,
    writtenIntegers,
    renamed,
    isComplete,
  };
  return { contract: errors.length > 0 ? undefined : checkable, checkable, diagnostics };
}

/** The maximum number of times to resolve cycles: nested parents may only be found after others. */
const maxRounds = 8;

/** Resolves the cycles whose meaning is clear, and returns the errors of the others. */
function settleCycles(document: JsonObject, locations: Locations, diagnostics: Diagnostic[]): Diagnostic[] {
  for (let round = 0; ; round++) {
    const cycles: Diagnostic[] = [];
    const names = findInPlaceCycles(document, locations, cycles);
    const isSettled = names.size === 0 || round === maxRounds;
    if (isSettled || !resolveListedChildren(document, names, locations, diagnostics)) return cycles;
  }
}

function checkRoot(entry: ParsedFile, locations: Locations, diagnostics: Diagnostic[]): boolean {
  const start = locationAt(entry.source, 0);
  const { value } = entry;
  if (value === undefined) return false;
  if (value === null) report(diagnostics, "empty-document", {}, start);
  else if (!isObject(value)) report(diagnostics, "root-not-object", { found: describeValue(value) }, start);
  else {
    const version = own(value, "openapi") ?? own(value, "swagger");
    if (typeof version === "string" && Object.hasOwn(value, "openapi") && /^3\.[012]\.[0-9]+$/.test(version)) return true;
    const found = version === undefined || typeof version === "string" ? version && quote(version) : describeValue(version);
    report(
      diagnostics,
      "openapi-version",
      { found },
      locations.value(value, Object.hasOwn(value, "openapi") ? "openapi" : "swagger"),
    );
  }
  return false;
}
