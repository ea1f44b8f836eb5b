import path from "node:path";
import { escapeSegment, parsePointer, unescapeSegment } from "../../templates/runtime/json-pointer.js";

/** A parsed `$ref`: the file it leads to (absent: the file it stands in) and the keys below that file's root. */
export interface Reference {
  readonly file: string | undefined;
  readonly segments: readonly string[];
}

/** Why a `$ref` can't be followed. */
export interface BadReference {
  readonly code: "ref-syntax" | "ref-remote" | "ref-outside-root";
  readonly reason: string;
}

/** Parses a `$ref` as RFC 3986 reference with an RFC 6901 JSON pointer as fragment; only relative paths are allowed. */
export function parseReference(ref: string, fromFile: string): Reference | BadReference {
  const bad = (reason: string): BadReference => ({ code: "ref-syntax", reason });
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(ref) || ref.startsWith("//")) return { code: "ref-remote", reason: "" };
  const hash = ref.indexOf("#");
  const filePart = decodeComponent(hash < 0 ? ref : ref.slice(0, hash));
  const fragment = decodeComponent(hash < 0 ? "" : ref.slice(hash + 1));
  if (filePart === undefined || fragment === undefined) return bad("has a broken percent escape");
  if (/[\u0000-\u001f\\]/.test(filePart)) return bad("has a backslash or control character in its path");
  if (ref.slice(0, hash < 0 ? ref.length : hash).includes("?")) return bad("has a query");
  if (path.isAbsolute(filePart)) return { code: "ref-outside-root", reason: "" };
  if (fragment !== "" && !fragment.startsWith("/")) return bad("names an anchor; only JSON pointers are supported");
  if (filePart === "" && hash < 0) return bad("is empty");
  if (/~(?![01])/.test(fragment)) return bad('has a "~" that is not "~0" (for ~) or "~1" (for /)');
  return {
    file: filePart === "" ? undefined : path.resolve(path.dirname(fromFile), filePart),
    segments: parsePointer(fragment),
  };
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A local reference to a component. */
export function componentPointer(section: string, name: string): string {
  return `#/components/${section}/${escapeSegment(name)}`;
}

/** The name behind `#/components/<section>/<name>`, or `undefined` for anything else. */
export function componentName(ref: string, section: string): string | undefined {
  const prefix = `#/components/${section}/`;
  if (!ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  return name.includes("/") ? undefined : unescapeSegment(name);
}
