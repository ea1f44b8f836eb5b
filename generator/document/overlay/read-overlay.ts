import { realpathSync } from "node:fs";
import path from "node:path";
import { quote } from "../../diagnostics/escape.js";
import type { Location, Severity } from "../../diagnostics/diagnostic.js";
import type { Report } from "../../diagnostics/report.js";
import { suggest } from "../../diagnostics/suggest.js";
import { describeValue } from "../describe-value.js";
import { isObject, own, type JsonObject, type JsonValue } from "../json-value.js";
import { locationAt, type Locations, type TextFile } from "../locations.js";
import type { ParsedFile } from "../read-source.js";
import { report } from "./diagnostics.js";
import { parseQuery } from "./jsonpath/parse-query.js";
import type { Query } from "./jsonpath/query.js";

/** An overlay: an ordered list of changes to a document. */
export interface Overlay {
  readonly version: OverlayVersion;
  readonly actions: readonly OverlayAction[];
}

export type OverlayVersion = "1.0" | "1.1";

export interface OverlayAction {
  /** As written in the file. */
  readonly action: JsonObject;
  readonly target: Query;
  readonly change: { readonly kind: "update" | "remove" } | { readonly kind: "copy"; readonly from: Query };
}

const rootKeys = ["overlay", "info", "extends", "actions"];

const infoKeys = ["title", "version", "description"];

const actionKeys = ["target", "description", "update", "remove", "copy"];

/** Parses an overlay and reports its problems. Absent if the file is no overlay. */
export function readOverlay(
  { source, value }: ParsedFile,
  contract: TextFile,
  locations: Locations,
  problems: Report,
): Overlay | undefined {
  if (value === undefined) return undefined;
  const wrong = (problem: string, at: Location | undefined, hint?: string, severity?: Severity) =>
    report(problems, "overlay-structure", { problem }, at, { hint, severity });

  const checkKeys = (object: JsonObject, known: readonly string[], what: string) => {
    for (const key of Object.keys(object)) {
      if (key.startsWith("x-") || known.includes(key)) continue;
      const near = suggest(key, known);
      const hint = near === undefined ? `Use ${known.join(", ")}, or a key that starts with x-.` : `Did you mean ${quote(near)}?`;
      wrong(`unknown key ${quote(key)} in ${what}`, locations.key(object, key), hint);
    }
  };

  /** Returns the value under a key if it has the type. */
  const read = <Type extends JsonValue>(
    object: JsonObject,
    key: string,
    { is, expected, severity }: { is: (value: JsonValue) => value is Type; expected: string; severity?: Severity },
  ): Type | undefined => {
    const found = own(object, key);
    if (found === undefined) return undefined;
    if (is(found)) return found;
    wrong(
      `${quote(key)} must be ${expected}, but it is ${describeValue(found)}`,
      locations.value(object, key),
      undefined,
      severity,
    );
    return undefined;
  };

  const readQuery = (action: JsonObject, key: "target" | "copy"): Query | undefined => {
    const text = read(action, key, { is: isString, expected: "a string" });
    if (text === undefined) return undefined;
    const query = parseQuery(text);
    if (!("problem" in query)) return query;
    const { problem, at, hint } = query;
    report(problems, "overlay-query", { text, problem }, locationInText(locations, action, key, text, at), { hint });
    return undefined;
  };

  const readAction = (action: JsonValue, holder: JsonValue[], index: number): OverlayAction[] => {
    if (!isObject(action)) {
      wrong(`an action must be a map, but it is ${describeValue(action)}`, locations.value(holder, index));
      return [];
    }
    checkKeys(action, actionKeys, "an action");
    read(action, "description", { is: isString, expected: "a string", severity: "warning" });
    if (!Object.hasOwn(action, "target")) wrong("the action has no target", locations.value(action));
    const target = readQuery(action, "target");
    const isRemoval = read(action, "remove", { is: isBoolean, expected: "true or false" }) === true;
    const from = readQuery(action, "copy");
    const [hasUpdate, hasCopy] = [Object.hasOwn(action, "update"), Object.hasOwn(action, "copy")];
    if (hasCopy && version === "1.0") newer("Overlay 1.0 has no copy; it is applied as in 1.1", locations.key(action, "copy"));
    if (isRemoval) {
      const ignored = hasUpdate ? "update" : "copy";
      if (hasUpdate || hasCopy) modifiers(`${ignored} has no effect together with remove`, locations.key(action, ignored));
    } else if (hasUpdate && hasCopy) {
      modifiers("the action has both update and copy", locations.key(action, "copy"), "error");
    } else if (!hasUpdate && !hasCopy) modifiers("the action changes nothing", locations.value(action));
    if (!target) return [];
    if (isRemoval) return [{ action, target, change: { kind: "remove" } }];
    if (hasUpdate) return [{ action, target, change: { kind: "update" } }];
    return from ? [{ action, target, change: { kind: "copy", from } }] : [];
  };

  const newer = (problem: string, at: Location | undefined) => report(problems, "overlay-newer-feature", { problem }, at);

  const modifiers = (problem: string, at: Location | undefined, severity?: Severity) =>
    report(problems, "overlay-modifiers", { problem }, at, { severity });

  if (!isObject(value)) {
    wrong(`an overlay must be a map, but it is ${describeValue(value)}`, locationAt(source, 0));
    return undefined;
  }
  const version = readVersion(value, locations, problems);
  if (version === undefined) return undefined;
  checkKeys(value, rootKeys, "an overlay");
  const start = locations.value(value);
  const info = read(value, "info", { is: isObject, expected: "a map", severity: "warning" });
  if (!Object.hasOwn(value, "info")) wrong("the overlay has no info", start, undefined, "warning");
  if (info) {
    checkKeys(info, infoKeys, "info");
    for (const key of infoKeys) read(info, key, { is: isString, expected: "a string", severity: "warning" });
    for (const key of ["title", "version"])
      if (!Object.hasOwn(info, key)) wrong(`info has no ${key}`, locations.key(value, "info"), undefined, "warning");
  }
  const extended = read(value, "extends", { is: isString, expected: "a string" });
  if (extended !== undefined && !leadsTo(extended, source, contract))
    report(problems, "overlay-extends", { extended, contract: contract.path }, locations.value(value, "extends"));
  const actions = read(value, "actions", { is: isList, expected: "a list" });
  if (!Object.hasOwn(value, "actions")) wrong("the overlay has no actions", start);
  else if (actions?.length === 0) wrong("the overlay has no actions", locations.value(value, "actions"), undefined, "warning");
  return { version, actions: (actions ?? []).flatMap((action, index) => readAction(action, actions!, index)) };
}

function readVersion(overlay: JsonObject, locations: Locations, problems: Report): OverlayVersion | undefined {
  const version = own(overlay, "overlay");
  const known = typeof version === "string" ? /^1\.[01](?=\.[0-9]+$)/.exec(version)?.[0] : undefined;
  if (known !== undefined) return known as OverlayVersion;
  const found = typeof version === "string" ? quote(version) : version === undefined ? undefined : describeValue(version);
  report(problems, "overlay-version", { found }, locations.value(overlay, "overlay"));
  return undefined;
}

/**
 * Returns whether a URI reference in an overlay refers to a document; an address on another host may be that of the
 * document.
 */
function leadsTo(reference: string, { absolutePath }: TextFile, document: TextFile): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(reference)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "file") return true;
  try {
    const file = decodeURIComponent(reference.replace(/^file:(?:\/\/(?:localhost)?)?/i, "").replace(/[#?].*$/s, ""));
    return realpathSync(path.resolve(path.dirname(absolutePath), file)) === document.absolutePath;
  } catch {
    return false;
  }
}

/** Returns the location of a character in a string, or of the whole string if it has escapes or several lines. */
function locationInText(locations: Locations, holder: JsonObject, key: string, text: string, at: number): Location | undefined {
  const span = locations.span(holder);
  const [start, end] = span?.entry(key)?.value ?? [0, 0];
  const written = span?.file.text.slice(start, end) ?? "";
  const offset = written === text ? 0 : written.slice(1, -1) === text ? 1 : undefined;
  return span && offset !== undefined ? locationAt(span.file, start + offset + at) : locations.value(holder, key);
}

function isString(value: JsonValue): value is string {
  return typeof value === "string";
}

function isBoolean(value: JsonValue): value is boolean {
  return typeof value === "boolean";
}

function isList(value: JsonValue): value is JsonValue[] {
  return Array.isArray(value);
}
