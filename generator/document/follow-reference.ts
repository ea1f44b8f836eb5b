import { formatPointer } from "../../templates/runtime/json-pointer.js";
import { quote } from "../diagnostics/escape.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { Report } from "../diagnostics/report.js";
import { suggest } from "../diagnostics/suggest.js";
import { describeValue } from "./describe-value.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { maxNesting } from "./limits.js";
import type { ParsedFile, SourceReader } from "./read-source.js";
import { parseReference } from "./reference.js";
import type { Places } from "./source.js";
import { childAt, type Child, type Kind } from "./visitor.js";

/** What a reference leads to, and where that stands. */
export interface Definition {
  readonly value: JsonValue;
  readonly file: ParsedFile;
  /** The keys below the file's root, none of them inside a reference. */
  readonly segments: readonly string[];
  /** What it is, if its place in an OpenAPI document says so. */
  readonly kind: Kind | undefined;
}

/** Finds what the reference under a key leads to; reports why it can't, and returns `undefined` then. */
export type FollowReference = (holder: JsonObject, key: string, file: ParsedFile) => Definition | undefined;

export function createFollower(
  reader: SourceReader,
  places: Places,
  isActions: (key: string) => boolean,
  problems: Report,
): FollowReference {
  const follow = (holder: JsonObject, key: string, file: ParsedFile, hops: number): Definition | undefined => {
    const at = places.value(holder, key);
    const ref = holder[key]!;
    if (typeof ref !== "string") {
      report(problems, "structure", { what: quote(key), expected: "a string", found: describeValue(ref) }, at);
      return undefined;
    }
    if (hops > maxNesting) {
      report(problems, "ref-depth", { ref, limit: maxNesting }, at);
      return undefined;
    }
    const parsed = parseReference(ref, file.source.absolutePath);
    if ("code" in parsed) {
      report(problems, parsed.code, { ref, reason: parsed.reason }, at);
      return undefined;
    }
    const target = parsed.file === undefined ? file : reader.read(parsed.file, ref, at);
    if (!target || target.value === undefined) return undefined;
    let found: Definition & { child?: Child | undefined } = root(target, target.value);
    for (const segment of parsed.segments) {
      let next = own(found.value, segment);
      // A key that isn't there may stand in what references on the way lead to.
      for (let steps = 1; next === undefined && isObject(found.value) && ownString(found.value, "$ref") !== undefined; steps++) {
        const through = follow(found.value, "$ref", found.file, hops + steps);
        if (!through) return undefined;
        found = { ...through, child: through.kind && { one: through.kind } };
        next = own(found.value, segment);
      }
      if (next === undefined || (Array.isArray(found.value) && !/^[0-9]+$/.test(segment))) {
        reportMissing(ref, found, segment, at);
        return undefined;
      }
      const child = found.child && step(found.child, segment, isActions);
      const kind = child && "one" in child ? child.one : undefined;
      found = { value: next, file: found.file, segments: [...found.segments, segment], kind, child };
    }
    return found;
  };

  const reportMissing = (ref: string, { value, file, segments }: Definition, segment: string, at: Location | undefined) => {
    const holder = `#${formatPointer(segments)}`;
    const what = isObject(value) || Array.isArray(value) ? "" : `, which is ${describeValue(value)}`;
    const reason = `${quote(file.source.path)} has no ${quote(segment)} at ${quote(holder)}${what}`;
    const near = isObject(value) ? suggest(segment, Object.keys(value)) : undefined;
    report(problems, "ref-unresolved", { ref, reason }, at, {
      hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
    });
  };

  return (holder, key, file) => follow(holder, key, file, 0);
}

/** Other files than OpenAPI documents don't say what stands where. */
function root(file: ParsedFile, value: JsonValue): Definition & { child?: Child } {
  const isDocument = ownString(value, "openapi") !== undefined;
  return { value, file, segments: [], kind: isDocument ? "root" : undefined, ...(isDocument && { child: { one: "root" } }) };
}

function step(child: Child, key: string, isActions: (key: string) => boolean): Child | undefined {
  if ("one" in child) return childAt(child.one, key, isActions);
  return { one: "list" in child ? child.list : child.map };
}
