import { quote } from "../diagnostics/escape.js";
import { compare } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { suggest } from "../diagnostics/suggest.js";
import { describeValue } from "./describe-value.js";
import { actionsType } from "./extension.js";
import { createFollower, type Definition } from "./follow-reference.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { maxCopiedObjects, maxNesting } from "./limits.js";
import { placeComponents, type ComponentTarget, type OpenReference } from "./place-components.js";
import type { ParsedFile, SourceReader } from "./read-source.js";
import { componentPointer } from "./reference.js";
import type { Locations } from "./locations.js";
import { kindNames, mapChildren, structure, type Kind, type MapOptions, type Slot } from "./visitor.js";

interface BundleTarget extends ComponentTarget {
  readonly definition: Definition;
}

/** Fields that hold any data: `$ref` is a key like any other there. Elsewhere OpenAPI never lets a reference stand for a value. */
const dataFields = new Set(["const", "default", "enum", "example", "examples", "mapping", "parameters", "requestBody", "value"]);

/**
 * Makes one document out of the main file and all files it refers to: every `$ref` of the result leads into its own
 * `components`; path items and actions, which cannot stand there, are put in place. Keys are sorted by code unit, so
 * that what follows never depends on their order in the source.
 */
export function bundleDocument(
  entry: ParsedFile,
  reader: SourceReader,
  locations: Locations,
  extensionPrefix: string,
  problems: Report,
): JsonObject {
  const isActions = (key: string) => actionsType(key, extensionPrefix) !== undefined;
  const follow = createFollower(reader, locations, isActions, problems);
  const targets = new Map<string, BundleTarget>();
  const queue: BundleTarget[] = [];
  const references: OpenReference[] = [];
  const copying = new Set<JsonValue>();
  const copied = new Set<JsonValue>();
  let again = 0;
  let copiedAgain = 0;

  const walk = (value: JsonValue, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue => {
    if (kind === "schema" && typeof value === "boolean") return value;
    if (!isObject(value)) {
      const found = describeValue(value);
      report(problems, "structure", { what: kindNames[kind], expected: "a map", found }, locations.value(holder, key));
      return {};
    }
    if (!Object.hasOwn(value, "$ref")) return walkFields(value, kind, file);
    if (isCopied(kind)) return walkCopied(value, kind, file);
    if (structure[kind].section !== undefined) return walkReference(value, kind, file);
    return isMisplaced(value, kindNames[kind]) ? {} : walkFields(value, kind, file);
  };

  const options: MapOptions = {
    isActions,
    order: compare,
    onCopy: (from, to) => locations.copy(from, to),
    mapData(item, key) {
      if (!dataFields.has(key)) checkLiteral(item, key);
      return copyData(item, locations);
    },
    replace(item, expected, holder, key) {
      const isList = expected === "list";
      if (!(isObject(item) && isMisplaced(item, `"${key}"`))) {
        if (isList ? Array.isArray(item) : isObject(item)) return undefined;
        const parameters = { what: `"${key}"`, expected: `a ${expected}`, found: describeValue(item) };
        report(problems, "structure", parameters, locations.value(holder, key));
      }
      return isList ? [] : {};
    },
  };

  const walkFields = (value: JsonObject, kind: Kind, file: ParsedFile): JsonObject => {
    if (isOneCopyTooMany(value)) return {};
    const change = (child: JsonValue, childKind: Kind, { holder, key, name }: Slot) =>
      name === undefined
        ? walk(child, childKind, file, holder, key)
        : walk(child, childKind, file, holder[key] as object, String(name));
    const copy = mapChildren(value, kind, change, options);
    if (kind === "discriminator") closeMapping(copy, value, file);
    return copy;
  };

  /** Puts what a reference leads to in its place. Fields beside the `$ref` replace those of the same name. */
  const walkCopied = (value: JsonObject, kind: Kind, file: ParsedFile): JsonValue => {
    const found = followTo(value, "$ref", kind, file);
    if (!found) return {};
    const parameters = { ref: String(value["$ref"]), limit: maxNesting };
    if (copying.has(found.value) || copying.size >= maxNesting) {
      report(problems, copying.has(found.value) ? "ref-cycle" : "ref-depth", parameters, locations.value(value, "$ref"));
      return {};
    }
    if (isOneCopyTooMany(value)) return {};
    const isAgain = copied.has(found.value) ? 1 : 0;
    copied.add(found.value);
    copying.add(found.value);
    again += isAgain;
    const copy = walk(found.value, kind, found.file, value, "$ref") as JsonObject;
    again -= isAgain;
    copying.delete(found.value);
    const { $ref: _, ...siblings } = value;
    if (Object.keys(siblings).length === 0) return copy;
    locations.copy(value, siblings);
    return sortedMerge(copy, walkFields(siblings, kind, file), locations);
  };

  const isOneCopyTooMany = (value: JsonObject): boolean => {
    if (again === 0 || ++copiedAgain <= maxCopiedObjects) return false;
    if (copiedAgain === maxCopiedObjects + 1) report(problems, "ref-copies", { limit: maxCopiedObjects }, locations.value(value));
    return true;
  };

  const walkReference = (value: JsonObject, kind: Kind, file: ParsedFile): JsonValue => {
    const found = followTo(value, "$ref", kind, file);
    if (!found) return {};
    const copy = walkFields(value, kind, file);
    refer(copy, "$ref", kind, found);
    return copy;
  };

  /** Follows a reference that must lead to a certain kind of object. */
  const followTo = (holder: JsonObject, key: string, kind: Kind, file: ParsedFile): Definition | undefined => {
    const found = follow(holder, key, file);
    if (!found) return undefined;
    const { value } = found;
    const isRight = (isObject(value) && (found.kind ?? kind) === kind) || (kind === "schema" && typeof value === "boolean");
    if (isRight) return found;
    const what = found.kind && isObject(value) ? kindNames[found.kind] : describeValue(value);
    const target = isObject(value) ? locations.value(value) : undefined;
    report(
      problems,
      "ref-kind",
      { ref: String(holder[key]), expected: kindNames[kind], found: what },
      locations.value(holder, key),
      {
        related: [target && { message: "it leads here", location: target }],
      },
    );
    return undefined;
  };

  /** Points a reference to a component, or to what will be one. */
  const refer = (holder: JsonObject, key: string, kind: Kind, definition: Definition): void => {
    const { file, segments } = definition;
    const [first, section, name] = segments;
    if (file === entry && segments.length === 3 && first === "components" && section === structure[kind].section) {
      holder[key] = componentPointer(section!, name!);
      return;
    }
    const id = `${kind} ${file.source.absolutePath}#${JSON.stringify(segments)}`;
    let target = targets.get(id);
    if (!target) {
      target = { kind, absolutePath: file.source.absolutePath, segments, definition };
      targets.set(id, target);
      queue.push(target);
    }
    references.push({ holder, key, target });
  };

  const closeMapping = (copy: JsonObject, value: JsonObject, file: ParsedFile) => {
    if (own(value, "propertyName") === "__proto__") {
      report(problems, "forbidden-name", { name: "__proto__" }, locations.value(value, "propertyName"));
    }
    const mapping = ownObject(value, "mapping");
    const mappingCopy = ownObject(copy, "mapping");
    if (!mapping || !mappingCopy) return;
    for (const key of Object.keys(mapping)) {
      const found = followMapping(mapping, key, file);
      if (found) refer(mappingCopy, key, "schema", found);
    }
  };

  /** A mapping may give the bare name of a component, of the main document or of the file that it stands in. */
  const followMapping = (mapping: JsonObject, key: string, file: ParsedFile): Definition | undefined => {
    const name = mapping[key]!;
    if (typeof name !== "string") return follow(mapping, key, file);
    const known: string[] = [];
    for (const candidate of [entry, file]) {
      const schemas = ownObject(ownObject(candidate.value, "components"), "schemas");
      const value = own(schemas, name);
      if (value !== undefined) return { value, file: candidate, segments: ["components", "schemas", name], kind: "schema" };
      known.push(...Object.keys(schemas ?? {}));
    }
    if (/[./#]/.test(name)) return followTo(mapping, key, "schema", file);
    const near = suggest(name, known);
    const reason = "no schema and no file has this name";
    const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
    report(problems, "ref-unresolved", { ref: name, reason }, locations.value(mapping, key), { hint });
    return undefined;
  };

  const isMisplaced = (value: JsonObject, what: string): boolean => {
    if (typeof own(value, "$ref") !== "string") return false;
    report(problems, "ref-misplaced", { what }, locations.value(value, "$ref"));
    return true;
  };

  const checkLiteral = (value: JsonValue, key: string): void => {
    if (key.startsWith("x-")) return;
    if (Array.isArray(value)) for (const item of value) checkLiteral(item, key);
    else if (isObject(value) && !isMisplaced(value, `"${key}"`))
      for (const [name, item] of Object.entries(value)) checkLiteral(item, name);
  };

  const document = walk(entry.value!, "root", entry, entry) as JsonObject;
  for (let target = queue.shift(); target; target = queue.shift()) {
    const { value, file } = target.definition;
    target.copy = walk(value, target.kind, file, target);
  }
  return placeComponents(document, [...targets.values()], references, locations);
}

/** Kinds that are put in place of the reference, because `components` has no section that every version knows. */
function isCopied(kind: Kind): boolean {
  return kind === "pathItem" || kind === "actions" || kind === "action";
}

function sortedMerge(first: JsonObject, second: JsonObject, locations: Locations): JsonObject {
  const both = { ...first, ...second };
  const merged: JsonObject = {};
  for (const key of Object.keys(both).sort(compare)) merged[key] = both[key]!;
  locations.copy(first, merged);
  return merged;
}

/** Copies plain data with sorted keys. */
function copyData(value: JsonValue, locations: Locations): JsonValue {
  if (Array.isArray(value)) {
    const list = value.map((item) => copyData(item, locations));
    locations.copy(value, list);
    return list;
  }
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value).sort(compare)) copy[key] = copyData(value[key]!, locations);
  locations.copy(value, copy);
  return copy;
}
