import { pathToFileURL } from "node:url";
import { isObject, ownString, type JsonObject } from "./json-value.js";
import type { ParsedFile } from "./read-source.js";

/** The part of a document that a reference names. */
export interface NamedDocument {
  readonly file: ParsedFile;
  /** From `#` on. */
  readonly fragment: string;
}

/** Returns the document that a reference names by its `$self`. */
export type FindDocument = (ref: string, holder: JsonObject, file: ParsedFile) => NamedDocument | undefined;

/**
 * Finds documents by their `$self`: the one with the reference, and the main document. `baseOf` returns the URI of the closest `$id`.
 * Whatever has another URI is looked for on the disk.
 */
export function createDocumentFinder(
  entry: ParsedFile,
  baseOf: (holder: JsonObject, file: ParsedFile) => string | undefined,
): FindDocument {
  return (ref, holder, file) => {
    const named = [file, entry].filter((candidate) => selfOf(candidate) !== undefined);
    if (named.length === 0 || ref.startsWith("#")) return undefined;
    const uri = resolveUri(ref, baseOf(holder, file) ?? documentUri(file))?.replace(/#.*/s, "");
    const found = named.find((candidate) => documentUri(candidate) === uri);
    return found && { file: found, fragment: /#.*/s.exec(ref)?.[0] ?? "#" };
  };
}

/** Returns the base of the references in a file (OpenAPI 3.2, "Establishing the Base URI"): the document's `$self`, else the file's URL. */
export function documentUri(file: ParsedFile): string {
  const url = pathToFileURL(file.source.absolutePath).href;
  return resolveUri(selfOf(file), url)?.replace(/#.*/s, "") ?? url;
}

/** Returns a URI, without an empty fragment; `undefined` for what is none. */
export function resolveUri(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || !URL.canParse(reference, base)) return undefined;
  return new URL(reference, base).href.replace(/#$/, "");
}

/** Before 3.2, the field has no meaning. */
function selfOf({ value }: ParsedFile): string | undefined {
  return isObject(value) && /^3\.[2-9]/.test(ownString(value, "openapi") ?? "") ? ownString(value, "$self") : undefined;
}
