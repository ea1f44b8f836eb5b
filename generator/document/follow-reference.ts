import path from "node:path";
import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { Report } from "../diagnostics/report.js";
import { suggest } from "../diagnostics/suggest.js";
import { describeValue } from "./describe-value.js";
import type { Definition } from "./definition.js";
import type { FindDocument } from "./document-uri.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { maxNesting } from "./limits.js";
import type { ParsedFile, SourceReader } from "./read-source.js";
import { prototypeKey, type PrototypeProperties } from "./prototype-properties.js";
import { referenceOf } from "./reference.js";
import type { Locations } from "./locations.js";
import type { Identifiers } from "./schema-identifiers.js";
import { childAt, type Child } from "./visitor.js";

/**
 * Finds the target of the reference under a key. Reports an unresolvable reference, and returns the target that the hint names,
 * or `undefined` without a hint.
 */
export type FollowReference = (holder: JsonObject, key: string, file: ParsedFile) => Definition | undefined;

export function createFollower(
  reader: SourceReader,
  locations: Locations,
  isActions: (key: string) => boolean,
  identifiersOf: (file: ParsedFile) => Identifiers,
  findDocument: FindDocument,
  prototypes: PrototypeProperties,
  problems: Report,
): FollowReference {
  const follow = (holder: JsonObject, key: string, file: ParsedFile, hops: number): Definition | undefined => {
    const at = locations.value(holder, key);
    const ref = holder[key]!;
    if (typeof ref !== "string") {
      report(problems, "structure", { what: quote(key), expected: "a string", found: describeValue(ref) }, at);
      return undefined;
    }
    if (hops > maxNesting) {
      report(problems, "ref-depth", { ref, limit: maxNesting }, at);
      return undefined;
    }
    const identified = key === "$ref" ? identifiersOf(file).targets.get(holder) : undefined;
    if (identified) return identified;
    const named = findDocument(ref, holder, file);
    const parsed = parseReference(named?.fragment ?? ref, file.source.absolutePath);
    if ("code" in parsed) {
      report(problems, parsed.code, { ref, reason: parsed.reason }, at);
      return undefined;
    }
    const target = parsed.file === undefined ? (named?.file ?? file) : reader.read(parsed.file, ref, at);
    if (!target || target.value === undefined) return undefined;
    if (parsed.anchor !== undefined) {
      const anchored = identifiersOf(target).anchors.get(parsed.anchor);
      if (!anchored) report(problems, "ref-syntax", { ref, reason: "names an anchor that no schema has there" }, at);
      return anchored;
    }
    let found = root(target, target.value);
    let isCorrected = false;
    for (const written of parsed.segments) {
      let segment = written;
      const moved = segment === prototypeKey ? prototypes.moved(found.value) : undefined;
      let next = moved ? moved.value : own(found.value, segment);
      // A missing key may be in the target of a reference on the path.
      for (let steps = 1; next === undefined && isObject(found.value) && referenceOf(found.value) !== undefined; steps++) {
        const through = follow(found.value, "$ref", found.file, hops + steps);
        if (!through) return undefined;
        isCorrected ||= through.isCorrected === true;
        found = { ...through, child: through.child ?? found.child };
        next = own(found.value, segment);
      }
      if (next === undefined || (Array.isArray(found.value) && !/^[0-9]+$/.test(segment))) {
        const near = isObject(found.value) ? suggest(segment, Object.keys(found.value)) : undefined;
        if (!isCorrected) reportMissing(ref, found, segment, near, at);
        if (near === undefined) return undefined;
        isCorrected = true;
        segment = near;
        next = own(found.value, near)!;
      }
      const child = found.child && !isIgnored(target.value, found, segment) && step(found.child, segment, isActions);
      const kind = child && "one" in child ? child.one : undefined;
      const segments = moved ? [...found.segments.slice(0, -1), ...moved.keys] : [...found.segments, segment];
      found = { value: next, file: found.file, segments, kind, ...(child && { child }) };
    }
    return isCorrected ? { ...found, isCorrected } : found;
  };

  const reportMissing = (
    ref: string,
    { value, file, segments }: Definition,
    segment: string,
    near: string | undefined,
    at: Location | undefined,
  ) => {
    const holder = `#${formatPointer(segments)}`;
    const what = isObject(value) || Array.isArray(value) ? "" : `, which is ${describeValue(value)}`;
    const reason = `${quote(file.source.path)} has no ${quote(segment)} at ${quote(holder)}${what}`;
    report(problems, "ref-unresolved", { ref, reason }, at, {
      hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
    });
  };

  return (holder, key, file) => follow(holder, key, file, 0);
}

/** In files other than OpenAPI documents, locations don't determine kinds. */
function root(file: ParsedFile, value: JsonValue): Definition {
  const isDocument = ownString(value, "openapi") !== undefined;
  return { value, file, segments: [], kind: isDocument ? "root" : undefined, ...(isDocument && { child: { one: "root" } }) };
}

/** Before OpenAPI 3.2, `components` has no `mediaTypes`: one of that name holds whatever the references to it say. */
function isIgnored(document: JsonValue, { segments: [first, ...others] }: Definition, key: string): boolean {
  const isSection = first === "components" && others.length === 0 && key === "mediaTypes";
  return isSection && !/^3\.[2-9]/.test(ownString(document, "openapi") ?? "");
}

function step(child: Child, key: string, isActions: (key: string) => boolean): Child | undefined {
  if ("one" in child) return childAt(child.one, key, isActions);
  return { one: "list" in child ? child.list : child.map };
}

/** A parsed `$ref`: its target file (absent for the same file) and the keys from that file's root. */
export interface ParsedReference {
  readonly file: string | undefined;
  readonly segments: readonly string[];
  /** The anchor that it names in place of a pointer. */
  readonly anchor?: string;
}

/** The reason why a `$ref` can't be followed. */
export interface BadReference {
  readonly code: "ref-syntax" | "ref-remote" | "ref-outside-root";
  readonly reason: string;
}

/** Parses a `$ref` as an RFC 3986 reference with an RFC 6901 JSON pointer or an anchor as its fragment. Only relative paths are allowed. */
export function parseReference(ref: string, fromFile: string): ParsedReference | BadReference {
  const bad = (reason: string): BadReference => ({ code: "ref-syntax", reason });
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(ref) || ref.startsWith("//")) return { code: "ref-remote", reason: "" };
  const hash = ref.indexOf("#");
  const raw = hash < 0 ? ref : ref.slice(0, hash);
  const filePart = decodeComponent(raw);
  const fragment = decodeComponent(hash < 0 ? "" : ref.slice(hash + 1));
  if (filePart === undefined || fragment === undefined) return bad("has an invalid percent escape");
  if (/[\u0000-\u001f\\]/.test(filePart)) return bad("contains a backslash or control character in its path");
  if (raw.includes("?")) return bad("contains a query");
  // A decoder must not find `..` segments that the text doesn't show.
  if (path.isAbsolute(filePart) || stepsUp(filePart) > stepsUp(raw)) return { code: "ref-outside-root", reason: "" };
  if (filePart === "" && hash < 0) return bad("is empty");
  const file = filePart === "" ? undefined : path.resolve(path.dirname(fromFile), filePart);
  if (fragment !== "" && !fragment.startsWith("/")) return { file, segments: [], anchor: fragment };
  if (/~(?![01])/.test(fragment)) return bad('contains a "~" that is not "~0" (for ~) or "~1" (for /)');
  return { file, segments: parsePointer(fragment) };
}

function stepsUp(file: string): number {
  return file.split("/").filter((segment) => segment === "..").length;
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
