import { quote } from "../diagnostics/escape.js";
import { compare, type Location } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { suggest } from "../diagnostics/suggest.js";
import { describeValue } from "./describe-value.js";
import { actionsType } from "./extension.js";
import { copyEntries, createDataCopier, sortedMerge, withoutReference } from "./copy-data.js";
import { createCopyGuard } from "./copy-guard.js";
import { createFollower, type Definition } from "./follow-reference.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import { placeComponents, type ComponentTarget, type OpenReference } from "./place-components.js";
import type { ParsedFile, SourceReader } from "./read-source.js";
import { reportRebased } from "./rebased-references.js";
import { componentPointer, referenceOf } from "./reference.js";
import type { Locations } from "./locations.js";
import { kindNames, mapChildren, structure, type Container, type Kind, type Slot } from "./visitor.js";

/** Kinds of objects that may be empty, so that null is treated as an empty one. */
const mayBeEmpty: ReadonlySet<Kind> = new Set([
  "components",
  "encoding",
  "example",
  "header",
  "link",
  "mediaType",
  "pathItem",
  "paths",
  "response",
  "responses",
]);

interface BundleTarget extends ComponentTarget {
  readonly id: string;
  readonly definition: Definition;
}

/**
 * Combines the main file and all files that it refers to into a single document. Every `$ref` of the result points into its
 * own `components`. Path items, media types and actions, which can't be there, are inlined. Keys are sorted by code unit, so
 * that later stages never depend on their order in the source.
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
  const references: (OpenReference & { readonly target: BundleTarget })[] = [];
  /** The pointers of components that were moved into `components` because of a misplaced reference, by the id of the target. */
  const moved = new Map<string, string>();
  const misplaced = new Set<JsonObject>();
  // OpenAPI 3.0 schemas have no $id.
  const isJsonSchema = ownString(entry.value, "openapi")?.startsWith("3.0") === false;
  const mayReferToMediaTypes = ownString(entry.value, "openapi")?.startsWith("3.2") === true;
  const guard = createCopyGuard(locations, problems);

  const walk = (value: JsonValue, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue => {
    if (kind === "schema" && typeof value === "boolean") return value;
    if (kind === "schema" && value === null) return walkNull(holder, key);
    if (!isObject(value)) {
      if (value === null && mayBeEmpty.has(kind))
        report(problems, "null-value", { what: kindNames[kind], treatment: "treated as empty" }, locations.value(holder, key));
      else {
        reportShape(kind, kindNames[kind], "a map", value, locations.value(holder, key));
        return locations.standIn(holder, key, {});
      }
      const empty: JsonObject = {};
      locations.borrow(holder, empty);
      return empty;
    }
    if (!Object.hasOwn(value, "$ref")) return walkFields(value, kind, file);
    const mayRefer = kind !== "mediaType" || mayReferToMediaTypes;
    if (isCopied(kind) && mayRefer) return walkCopied(value, kind, file, holder, key);
    if (structure[kind].section !== undefined && mayRefer) return walkReference(value, kind, file, holder, key);
    return kind !== "root" && isMisplaced(value, kindNames[kind])
      ? walkCopied(value, kind, file, holder, key)
      : walkFields(value, kind, file);
  };

  /** Returns an empty part in place of a reference that leads nowhere. */
  const standIn = (reference: JsonObject, holder: object, key: string | undefined): JsonObject =>
    locations.span(holder) ? locations.standIn(holder, key, {}) : locations.standIn(reference, undefined, {});

  /** Reports a part of the wrong type; documentation-only parts are ignored. */
  const reportShape = (kind: Kind, what: string, expected: string, found: JsonValue, location: Location | undefined): void => {
    const isIgnored = kind === "example" || kind === "link";
    const parameters = { what, expected, found: describeValue(found), isIgnored };
    report(problems, "structure", parameters, location, isIgnored ? { severity: "warning" } : {});
  };

  /** Replaces a null schema: a parameter becomes a string, anything else accepts any value. */
  const walkNull = (holder: object, key: string | undefined): JsonObject => {
    const isText = key === "schema" && ownString(holder as JsonObject, "in") !== undefined && !Object.hasOwn(holder, "style");
    const treatment = isText ? "treated as a string" : "any value is accepted";
    report(problems, "null-value", { what: kindNames.schema, treatment }, locations.value(holder, key));
    const schema: JsonObject = isText ? { type: "string" } : {};
    locations.borrow(holder, schema);
    return schema;
  };

  /** A schema that is a whole file is identified by its `$id`, or everything it refers to has moved along with it. */
  const mayRebase = (value: JsonObject, kind: Kind, file: ParsedFile): boolean =>
    kind === "schema" && isJsonSchema && value !== file.value && Object.hasOwn(value, "$id");

  const walkFields = (value: JsonObject, kind: Kind, file: ParsedFile): JsonObject => {
    if (guard.isOneTooMany(value)) return {};
    if (mayRebase(value, kind, file)) reportRebased(value, locations, problems);
    const change = (child: JsonValue, childKind: Kind, { holder, key, name }: Slot) =>
      name === undefined
        ? walk(child, childKind, file, holder, key)
        : walk(child, childKind, file, holder[key] as object, String(name));
    const copy = mapChildren(value, kind, change, {
      isActions,
      order: compare,
      onCopy: (from, to) => locations.copy(from, to),
      mapData: (item, key) => copyData(item, key, file, kind),
      replace: (item, container, holder, key) => replaceContainer(item, container, file, kind, holder, key),
    });
    if (kind === "discriminator") closeMapping(copy, value, file);
    return copy;
  };

  /** Inlines the target of a reference. Fields next to the `$ref` override those of the target. */
  const walkCopied = (value: JsonObject, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue => {
    const found = followTo(value, "$ref", kind, file);
    if (!found) return standIn(value, holder, key);
    if (kind === "components") noteSections(found, value);
    const copy = guard.enter(found.value, value, () => walk(found.value, kind, found.file, value, "$ref") as JsonObject);
    if (!copy) return {};
    const siblings = withoutReference(value, locations);
    return siblings ? sortedMerge(copy, walkFields(siblings, kind, file), locations) : copy;
  };

  /** Records that the definitions of a map become the components of the same names, except overridden ones. */
  const noteComponents = (definitions: Definition, kind: Kind, replaced: JsonObject = {}): void => {
    for (const name of Object.keys(definitions.value as JsonObject)) {
      if (Object.hasOwn(replaced, name)) continue;
      const id = idOf(kind, definitions.file, [...definitions.segments, name]);
      moved.set(id, componentPointer(structure[kind].section!, name));
    }
  };

  const noteSections = ({ value, file, segments }: Definition, replaced: JsonObject): void => {
    for (const [section, child] of Object.entries(structure.components.fields)) {
      const definitions = ownObject(value, section);
      if (!definitions || !("map" in child) || referenceOf(definitions) !== undefined || Object.hasOwn(replaced, section))
        continue;
      noteComponents({ value: definitions, file, segments: [...segments, section], kind: undefined }, child.map);
    }
  };

  /** Replaces an invalid list or map: with the target of its `$ref`, or with an empty one. */
  const replaceContainer = (
    item: JsonValue,
    container: Container,
    file: ParsedFile,
    kind: Kind,
    holder: JsonObject,
    key: string,
  ): JsonValue | undefined => {
    const expected = "list" in container ? "list" : "map";
    if (isObject(item) && isMisplaced(item, quote(key))) return walkContainer(item, container, file, kind, holder, key);
    if (expected === "list" ? Array.isArray(item) : isObject(item)) return undefined;
    // An empty list of schemas would allow everything, or nothing.
    if (item === null && !(kind === "schema" && expected === "list")) {
      report(problems, "null-value", { what: quote(key), treatment: "treated as empty" }, locations.value(holder, key));
      return expected === "list" ? [] : {};
    }
    const entryKind = "list" in container ? container.list : container.map;
    reportShape(entryKind, quote(key), `a ${expected}`, item, locations.value(holder, key));
    return locations.standIn(holder, key, expected === "list" ? [] : {});
  };

  /** Inlines the list or map that a reference points to. */
  const walkContainer = (
    value: JsonObject,
    container: Container,
    file: ParsedFile,
    kind: Kind,
    holder: object,
    key: string,
  ): JsonValue => {
    const [expected, entryKind] = "list" in container ? (["list", container.list] as const) : (["map", container.map] as const);
    const empty = expected === "list" ? [] : {};
    const found = follow(value, "$ref", file);
    if (!found) return locations.standIn(holder, key, empty);
    const isRight = expected === "list" ? Array.isArray(found.value) : isObject(found.value);
    if (!isRight || (found.child && JSON.stringify(found.child) !== JSON.stringify(container))) {
      reportKind(value, "$ref", `a ${expected} for ${quote(key)}`, found);
      return locations.standIn(holder, key, empty);
    }
    const copy = guard.enter(found.value, value, (): JsonValue => {
      if (Array.isArray(found.value)) {
        const list = found.value.map((entry, index) => walk(entry, entryKind, found.file, found.value as object, String(index)));
        locations.copy(found.value, list);
        return list;
      }
      const map = found.value as JsonObject;
      if (isMisplaced(map, quote(key))) return walkContainer(map, container, found.file, kind, holder, key);
      if (kind === "components") noteComponents(found, entryKind, value);
      return copyEntries(map, locations, (entry, name) => walk(entry, entryKind, found.file, map, name));
    });
    const siblings = withoutReference(value, locations);
    if (!siblings || !isObject(copy)) return copy ?? empty;
    return sortedMerge(
      copy,
      copyEntries(siblings, locations, (entry, name) => walk(entry, entryKind, file, siblings, name)),
      locations,
    );
  };

  const walkReference = (value: JsonObject, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue => {
    const found = followTo(value, "$ref", kind, file);
    if (!found) return standIn(value, holder, key);
    const copy = walkFields(value, kind, file);
    refer(copy, "$ref", kind, found);
    return copy;
  };

  /** Follows a reference whose target must be of a certain kind. */
  const followTo = (holder: JsonObject, key: string, kind: Kind, file: ParsedFile): Definition | undefined => {
    const found = follow(holder, key, file);
    if (!found) return undefined;
    const { value } = found;
    const isRight = (isObject(value) && (found.kind ?? kind) === kind) || (kind === "schema" && typeof value === "boolean");
    if (isRight) return found;
    reportKind(holder, key, kindNames[kind], found);
    return undefined;
  };

  const reportKind = (holder: JsonObject, key: string, expected: string, { value, kind, isCorrected }: Definition): void => {
    if (isCorrected) return;
    const found = kind && isObject(value) ? kindNames[kind] : describeValue(value);
    const location = isObject(value) ? locations.value(value) : undefined;
    const related = [location && { message: "points here", location }];
    report(problems, "ref-kind", { ref: String(holder[key]), expected, found }, locations.value(holder, key), { related });
  };

  /** Redirects a reference to a component, or to a future one. */
  const refer = (holder: JsonObject, key: string, kind: Kind, definition: Definition): void => {
    const { file, segments } = definition;
    const [first, section, name] = segments;
    if (file === entry && segments.length === 3 && first === "components" && section === structure[kind].section) {
      holder[key] = componentPointer(section!, name!);
      return;
    }
    const id = idOf(kind, file, segments);
    let target = targets.get(id);
    if (!target) {
      target = { id, kind, absolutePath: file.source.absolutePath, segments, definition };
      targets.set(id, target);
      queue.push(target);
    }
    references.push({ holder, key, target });
  };

  const closeMapping = (copy: JsonObject, value: JsonObject, file: ParsedFile) => {
    if (own(value, "propertyName") === "__proto__") {
      report(problems, "forbidden-name", { name: "__proto__" }, locations.value(value, "propertyName"));
    }
    if (Object.hasOwn(value, "defaultMapping")) {
      const found = followMapping(value, "defaultMapping", file);
      if (found) refer(copy, "defaultMapping", "schema", found);
      else dropMapping(copy, "defaultMapping", value);
    }
    const mapping = ownObject(value, "mapping");
    const mappingCopy = ownObject(copy, "mapping");
    if (!mapping || !mappingCopy) return;
    for (const key of Object.keys(mapping)) {
      const found = followMapping(mapping, key, file);
      if (found) refer(mappingCopy, key, "schema", found);
      else dropMapping(mappingCopy, key, mapping);
    }
  };

  const dropMapping = (copy: JsonObject, key: string, value: JsonObject): void => {
    delete copy[key];
    locations.standIn(value, key, {});
  };

  /** Returns the schema with a name, of the main document or of another file. */
  const namedSchema = (name: string, file: ParsedFile): Definition | undefined => {
    for (const candidate of [entry, file]) {
      const value = own(schemasIn(candidate), name);
      if (value !== undefined) return { value, file: candidate, segments: ["components", "schemas", name], kind: "schema" };
    }
    return undefined;
  };

  /** A mapping may contain the bare name of a component, of the main document or of its own file. */
  const followMapping = (mapping: JsonObject, key: string, file: ParsedFile): Definition | undefined => {
    const name = mapping[key]!;
    if (typeof name !== "string") return follow(mapping, key, file);
    const named = namedSchema(name, file);
    if (named) return named;
    if (/[./#]/.test(name)) return followTo(mapping, key, "schema", file);
    const near = suggest(
      name,
      [entry, file].flatMap((candidate) => Object.keys(schemasIn(candidate) ?? {})),
    );
    const reason = "there is no schema or file of this name";
    const hint = near === undefined ? undefined : `Did you mean ${quote(near)}?`;
    report(problems, "ref-unresolved", { ref: name, reason }, locations.value(mapping, key), { hint });
    return near === undefined ? undefined : namedSchema(near, file);
  };

  /** Returns whether OpenAPI allows no reference here; warns that the reference is followed. */
  const isMisplaced = (value: JsonObject, what: string): boolean => {
    if (typeof own(value, "$ref") !== "string") return false;
    if (!misplaced.has(value)) report(problems, "ref-misplaced", { what }, locations.value(value, "$ref"));
    misplaced.add(value);
    return true;
  };

  const copyData = createDataCopier({ follow, guard, locations, isMisplaced, reportKind });
  const document = walk(entry.value!, "root", entry, entry) as JsonObject;
  for (let target = queue.shift(); target; target = queue.shift()) {
    const { value, file } = target.definition;
    if (!moved.has(target.id)) target.copy = walk(value, target.kind, file, target);
  }
  for (const { holder, key, target } of references) if (moved.has(target.id)) holder[key] = moved.get(target.id)!;
  const isOpen = ({ id }: BundleTarget) => !moved.has(id);
  const open = references.filter(({ target }) => isOpen(target));
  return placeComponents(document, [...targets.values()].filter(isOpen), open, locations);
}

function schemasIn({ value }: ParsedFile): JsonObject | undefined {
  return ownObject(ownObject(value, "components"), "schemas");
}

/** Returns an id that is equal for two references to the same definition. */
function idOf(kind: Kind, file: ParsedFile, segments: readonly string[]): string {
  return `${kind} ${file.source.absolutePath}#${JSON.stringify(segments)}`;
}

/** Returns whether references to this kind are inlined, because `components` doesn't have a section for it in every version. */
function isCopied(kind: Kind): boolean {
  return kind === "pathItem" || kind === "mediaType" || kind === "actions" || kind === "action";
}
