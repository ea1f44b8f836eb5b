import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../document/json-value.js";
import { loadContract, type LoadedContract, type LoadOptions } from "../../document/load-contract.js";
import type { TextFile } from "../../document/locations.js";
import type { WrittenChoices } from "./choices.js";
import { addChoices, appendEntries, newOverlay } from "./write-overlay.js";

/** An overlay that is not written yet. */
export interface Draft {
  /** The document, as the user named it. */
  readonly named: string;
  /** The path of the overlay. */
  readonly out: string;
  readonly options: LoadOptions;
  readonly contract: LoadedContract;
  /** The overlay as it is. */
  readonly existing: TextFile | undefined;
  /** The decisions of this run. */
  readonly chosen: WrittenChoices;
}

/** Returns the text of the overlay with some entries; nothing if they can't be added to the existing one. */
export function draftText({ out, contract, existing, chosen }: Draft, entries: readonly JsonObject[]): string | undefined {
  if (!existing) return newOverlay(contract, path.resolve(out), entries, chosen);
  const text = addChoices(existing, chosen);
  return text !== undefined && entries.length > 0 ? appendEntries({ ...existing, text }, entries) : text;
}

/**
 * Returns a function that returns the first error that the document has only with some entries. `isFatal` tells the errors from other
 * problems.
 */
export function draftChecker(
  draft: Draft,
  lint: (contract: LoadedContract) => readonly Diagnostic[],
  isFatal: (problem: Diagnostic) => boolean,
): (entries: readonly JsonObject[]) => string | undefined {
  const { named, out, options } = draft;
  const errorsWith = (overlays: readonly string[]) => {
    const { checkable, diagnostics } = loadContract(named, { ...options, overlays });
    return [...diagnostics, ...(checkable ? lint(checkable) : [])].filter(isFatal);
  };
  const nameOf = ({ code, message }: Diagnostic) => `${code} ${message}`;
  let before: ReadonlySet<string> | undefined;
  return (entries) => {
    const text = entries.length === 0 ? undefined : draftText(draft, entries);
    if (text === undefined) return undefined;
    const folder = mkdtempSync(path.join(tmpdir(), "adopt-"));
    try {
      const file = path.join(folder, path.basename(out));
      writeFileSync(file, text);
      const errors = errorsWith([file]);
      if (errors.length === 0) return undefined;
      before ??= new Set(errorsWith(options.overlays ?? []).map(nameOf));
      return errors.find((error) => !before!.has(nameOf(error)))?.message;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
