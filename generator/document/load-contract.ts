import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { quote } from "../diagnostics/escape.js";
import { hasErrors, type Diagnostic } from "../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { bundleDocument } from "./bundle-document.js";
import { findRoot, type RootOptions } from "./contract-root.js";
import { describeValue } from "./describe-value.js";
import { deriveActions } from "./derive-actions.js";
import { resolveDynamicReferences } from "./dynamic-references.js";
import { actionsType } from "./extension.js";
import { isObject, own, type JsonObject } from "./json-value.js";
import type { Memo } from "../memo.js";
import { createSourceReader, displayPath, type ParsedFile } from "./read-source.js";
import { findInPlaceCycles } from "./in-place-cycles.js";
import { locationAt, Locations, type TextFile } from "./locations.js";
import { applyOverlays } from "./overlay/apply-overlays.js";
import { findWrittenIntegers, type WrittenIntegers } from "./written-integers.js";

/** A contract as one bundled document. */
export interface LoadedContract {
  /** Every `$ref` in it points into its own `components`; keys are sorted by code unit. */
  readonly document: JsonObject;
  /** The document before operations became actions of an endpoint, where a binding asks for that; else the same. */
  readonly written: JsonObject;
  /** The source locations of all objects and arrays of `document`. */
  readonly locations: Locations;
  readonly entry: TextFile;
  /** Every file of the contract, the main document first, overlays last. */
  readonly files: readonly TextFile[];
  readonly extensionPrefix: string;
  readonly integers: Integers;
  readonly writtenIntegers: WrittenIntegers;
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
  /** Overlays to apply to the main document, in this order. */
  readonly overlays?: readonly string[];
  /** Receives every file that the contract refers to before it is read, including unreadable ones. */
  readonly onFile?: (absolutePath: string) => void;
  /** What earlier runs have read. */
  readonly memo?: Memo;
}

/** Reads a contract and everything that it refers to. Returns no contract if a problem makes it meaningless. */
export function loadContract(
  entryPath: string,
  options: LoadOptions,
): { contract: LoadedContract | undefined; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const { extensionPrefix = "platform", integers = "exact", overlays = [], onFile, memo } = options;
  const absolutePath = path.resolve(options.workingFolder, entryPath);
  if (!existsSync(absolutePath)) {
    onFile?.(absolutePath);
    report(diagnostics, "file-unreadable", {
      path: displayPath(absolutePath, options.workingFolder),
      reason: "no such file",
    });
    return { contract: undefined, diagnostics };
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
    return { contract: undefined, diagnostics };
  }
  const reader = createSourceReader(found.root, workingFolder, locations, diagnostics, { onFile, home, memo });
  const entry = reader.read(realPath, entryPath);
  const overlayFiles =
    entry && applyOverlays(entry, overlays, { root: reader.root, workingFolder, locations, diagnostics, onFile });
  if (!entry || !overlayFiles || !checkRoot(entry, locations, diagnostics)) return { contract: undefined, diagnostics };
  const document = bundleDocument(entry, reader, locations, extensionPrefix, diagnostics);
  resolveDynamicReferences(document, locations, (key) => actionsType(key, extensionPrefix) !== undefined);
  if (!hasErrors(diagnostics)) findInPlaceCycles(document, locations, diagnostics);
  if (hasErrors(diagnostics)) return { contract: undefined, diagnostics };
  locations.keepOnly(document);
  const writtenIntegers = findWrittenIntegers(document, locations);
  const derived = deriveActions(document, locations, extensionPrefix, diagnostics);
  return {
    contract: {
      document: derived,
      written: document,
      locations,
      entry: entry.source,
      files: [...reader.files, ...overlayFiles],
      extensionPrefix,
      integers,
      writtenIntegers,
    },
    diagnostics,
  };
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
