import path from "node:path";
import type { FindDocument } from "./document-uri.js";
import { parseReference } from "./follow-reference.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { TextFile } from "./locations.js";
import { operationsOf } from "./path-operations.js";
import { withBraces } from "./path-template.js";
import { parseAgain, type ParsedFile } from "./read-source.js";

/** Returns the `operationRef` of a link in a file as one of the main document. Foreign URLs stay as they are. */
export type RebaseReference = (ref: string, file: ParsedFile) => string;

export function createRebase(entry: ParsedFile, findDocument: FindDocument): RebaseReference {
  return (ref, file) => {
    const named = findDocument(ref, {}, file);
    const parsed = parseReference(named?.fragment ?? ref, file.source.absolutePath);
    if ("code" in parsed) return ref;
    const target = parsed.file ?? (named?.file ?? file).source.absolutePath;
    const fragment = fragmentOf(ref);
    if (target === entry.source.absolutePath) return fragment;
    return file === entry ? ref : `${relativeUri(target, entry.source)}${fragment}`;
  };
}

/** The main document of a contract, before deriving actions, and all files. */
interface Description {
  readonly written: JsonObject;
  readonly entry: TextFile;
  readonly files: readonly TextFile[];
}

/** Returns whether a reference of the main document leads to nothing that could be an operation; never for files that are not of the contract. */
export function leadsToNoOperation(ref: string, { written, entry, files }: Description): boolean {
  const parsed = parseReference(ref, entry.absolutePath);
  if ("code" in parsed) return ref.startsWith("#");
  const { file: target, segments, anchor } = parsed;
  const file = target === undefined ? undefined : files.find(({ absolutePath }) => absolutePath === target);
  if (target !== undefined && !file) return false;
  const root = file ? rootOf(file) : written;
  if (root === undefined) return false;
  // Only schemas have anchors.
  if (anchor !== undefined) return true;
  const isPath = segments[0] === "paths" && ownString(root, "openapi") !== undefined;
  return isPath ? isNoPathOperation(root as JsonObject, segments) : isNoObject(root, segments);
}

/** The values of files that references lead to: a file is parsed once for all of them. */
const roots = new WeakMap<TextFile, { readonly value: JsonValue | undefined }>();

function rootOf(file: TextFile): JsonValue | undefined {
  let root = roots.get(file);
  if (!root) roots.set(file, (root = { value: parseAgain(file) }));
  return root.value;
}

/** Returns the reference that a file has to contain for what a fragment means in the main document. */
export function referenceToMain(fragment: string, from: TextFile, entry: TextFile): string {
  return from.absolutePath === entry.absolutePath ? fragment : `${relativeUri(entry.absolutePath, from)}${fragment}`;
}

/** Returns the fragment of a reference, from `#` on. */
export function fragmentOf(ref: string): string {
  return /#.*/s.exec(ref)?.[0] ?? "#";
}

function isNoPathOperation(root: JsonObject, [, name = "", method, ...rest]: readonly string[]): boolean {
  const named = Object.entries(ownObject(root, "paths") ?? {}).find(([key]) => withBraces(key) === withBraces(name));
  const item = isObject(named?.[1]) ? named[1] : {};
  // What is below an operation may be behind references, and so may a path item in another file.
  if (Object.hasOwn(item, "$ref")) return false;
  if (method === "additionalOperations") return own(ownObject(item, method), rest[0] ?? "") === undefined;
  return !operationsOf(item).some((operation) => operation.method === method);
}

function isNoObject(root: JsonValue, segments: readonly string[]): boolean {
  let value: JsonValue | undefined = root;
  for (const segment of segments) {
    const next: JsonValue | undefined = own(value, segment);
    if (next === undefined && own(value, "$ref") !== undefined) return false;
    value = next;
  }
  return !isObject(value);
}

function relativeUri(target: string, from: TextFile): string {
  const names = path.relative(path.dirname(from.absolutePath), target).split(path.sep);
  return names.map(encodeURIComponent).join("/");
}
