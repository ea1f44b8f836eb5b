import { quote } from "../diagnostics/escape.js";
import { compare, type Location } from "../diagnostics/diagnostic.js";
import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { closeMapping, type MappingContext } from "./bundle-mapping.js";
import { BundleTargets } from "./bundle-targets.js";
import { describeValue } from "./describe-value.js";
import { actionsType } from "./extension.js";
import { copyEntries, createDataCopier, sortedMerge, withoutReference, type CopyData } from "./copy-data.js";
import { createCopyGuard, type CopyGuard } from "./copy-guard.js";
import type { Definition } from "./definition.js";
import { current, declaredDialect, dialectAt, extendAllOf, modernize, type FindMetaschema } from "./dialects.js";
import { createDocumentFinder, type FindDocument } from "./document-uri.js";
import { DynamicScopes } from "./dynamic-scopes.js";
import { createFollower, type FollowReference } from "./follow-reference.js";
import { isObject, own, ownString, setSorted, type JsonObject, type JsonValue } from "./json-value.js";
import { maxInstances } from "./limits.js";
import type { PrototypeProperties } from "./prototype-properties.js";
import type { ParsedFile, SourceReader } from "./read-source.js";
import { createRebase } from "./operation-references.js";
import { reportRebased } from "./rebased-references.js";
import { createIdentifierReader, dynamicKeywords, type Identifiers } from "./schema-identifiers.js";
import type { Locations } from "./locations.js";
import {
  kindNames,
  mapChildren,
  structure,
  subschemaKeywords,
  type Container,
  type IsActions,
  type Kind,
  type Slot,
} from "./visitor.js";

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
  prototypes: PrototypeProperties,
): JsonObject {
  return new Bundler(entry, reader, locations, extensionPrefix, problems, prototypes).bundle();
}

class Bundler {
  readonly #entry: ParsedFile;
  readonly #locations: Locations;
  readonly #problems: Report;
  readonly #isActions: IsActions;
  readonly #follow: FollowReference;
  readonly #targets: BundleTargets;
  readonly #scopes: DynamicScopes;
  #hasTooManyInstances = false;
  readonly #modernized = new Set<JsonObject>();
  /** The dialect in which the visited schema is written. */
  #dialect = current;
  readonly #misplaced = new Set<JsonObject>();
  /** OpenAPI 3.0 schemas have no $id. */
  readonly #isJsonSchema: boolean;
  readonly #identifiersOf: (file: ParsedFile) => Identifiers;
  readonly #findDocument: FindDocument;
  readonly #mayReferToMediaTypes: boolean;
  readonly #guard: CopyGuard;
  readonly #copyData: CopyData;
  readonly #mappings: MappingContext;
  readonly #prototypes: PrototypeProperties;

  constructor(
    entry: ParsedFile,
    reader: SourceReader,
    locations: Locations,
    extensionPrefix: string,
    problems: Report,
    prototypes: PrototypeProperties,
  ) {
    this.#prototypes = prototypes;
    this.#entry = entry;
    this.#locations = locations;
    this.#problems = problems;
    this.#isActions = (key) => actionsType(key, extensionPrefix) !== undefined;
    this.#targets = new BundleTargets(entry);
    this.#isJsonSchema = ownString(entry.value, "openapi")?.startsWith("3.0") === false;
    this.#mayReferToMediaTypes = ownString(entry.value, "openapi")?.startsWith("3.2") === true;
    this.#identifiersOf = createIdentifierReader(this.#isJsonSchema, this.#isActions);
    this.#findDocument = createDocumentFinder(entry, (holder, file) => this.#identifiersOf(file).resources.get(holder)?.base);
    const sources = [reader, locations, this.#isActions, this.#identifiersOf, this.#findDocument, prototypes] as const;
    const follow = (this.#follow = createFollower(...sources, problems));
    this.#scopes = new DynamicScopes(this.#identifiersOf, createFollower(...sources, []));
    const guard = (this.#guard = createCopyGuard(locations, problems));
    this.#copyData = createDataCopier({
      follow,
      guard,
      locations,
      isMisplaced: (value, what) => this.#isMisplaced(value, what),
      rebase: createRebase(entry, this.#findDocument),
      reportKind: (holder, key, expected, found) => this.#reportKind(holder, key, expected, found),
    });
    this.#mappings = {
      entry,
      locations,
      problems,
      follow,
      followTo: (holder, key, kind, file) => this.#followTo(holder, key, kind, file),
      refer: (holder, key, kind, definition) => this.#refer(holder, key, kind, definition),
    };
  }

  bundle(): JsonObject {
    const document = this.#walk(this.#entry.value!, "root", this.#entry, this.#entry) as JsonObject;
    this.#targets.copyEach((target) => {
      const { value, file, segments } = target.definition;
      this.#dialect = this.#isJsonSchema ? dialectAt(file.value, segments, this.#metaschemasOf(file)) : current;
      return this.#scopes.from(target.instance?.scope, () => this.#walk(value, target.kind, file, target));
    });
    return this.#targets.place(document, this.#locations);
  }

  /** Returns the copy of a part; `holder` and `key` are where it is written. */
  #walk(value: JsonValue, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue {
    if (kind === "schema" && typeof value === "boolean") return value;
    if (kind === "schema" && value === null) return this.#walkNull(holder, key);
    if (!isObject(value)) {
      if (value === null && mayBeEmpty.has(kind))
        report(
          this.#problems,
          "null-value",
          { what: kindNames[kind], treatment: "treated as empty" },
          this.#locations.value(holder, key),
        );
      else {
        this.#reportShape(kind, kindNames[kind], "a map", value, this.#locations.value(holder, key));
        return this.#locations.standIn(holder, key, {});
      }
      const empty: JsonObject = {};
      this.#locations.borrow(holder, empty);
      return empty;
    }
    return kind === "schema"
      ? this.#scopes.within(value, file, () => this.#walkSchema(value, file, holder, key))
      : this.#walkObject(value, kind, file, holder, key);
  }

  #walkObject(value: JsonObject, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue {
    if (!Object.hasOwn(value, "$ref")) return this.#walkFields(value, kind, file);
    const mayRefer = kind !== "mediaType" || this.#mayReferToMediaTypes;
    if (isCopied(kind) && mayRefer) return this.#walkCopied(value, kind, file, holder, key);
    if (structure[kind].section !== undefined && mayRefer) return this.#walkReference(value, kind, file, holder, key);
    return kind !== "root" && this.#isMisplaced(value, kindNames[kind])
      ? this.#walkCopied(value, kind, file, holder, key)
      : this.#walkFields(value, kind, file);
  }

  /** Returns an empty part in place of a reference that leads nowhere. */
  #standIn(reference: JsonObject, holder: object, key: string | undefined): JsonObject {
    return this.#locations.span(holder)
      ? this.#locations.standIn(holder, key, {})
      : this.#locations.standIn(reference, undefined, {});
  }

  /** Reports a part of the wrong type; documentation-only parts are ignored. */
  #reportShape(kind: Kind, what: string, expected: string, found: JsonValue, location: Location | undefined): void {
    const isIgnored = kind === "example" || kind === "link";
    const parameters = { what, expected, found: describeValue(found), isIgnored };
    report(this.#problems, "structure", parameters, location, isIgnored ? { severity: "warning" } : {});
  }

  /** Replaces a null schema: a parameter becomes a string, anything else accepts any value. */
  #walkNull(holder: object, key: string | undefined): JsonObject {
    const isText = key === "schema" && ownString(holder as JsonObject, "in") !== undefined && !Object.hasOwn(holder, "style");
    const treatment = isText ? "treated as a string" : "any value is accepted";
    report(this.#problems, "null-value", { what: kindNames.schema, treatment }, this.#locations.value(holder, key));
    const schema: JsonObject = isText ? { type: "string" } : {};
    this.#locations.borrow(holder, schema);
    return schema;
  }

  /** A schema that is a whole file is identified by its `$id`, or everything it refers to has moved along with it. */
  #mayRebase(value: JsonObject, kind: Kind, file: ParsedFile): boolean {
    return kind === "schema" && this.#isJsonSchema && value !== file.value && Object.hasOwn(value, "$id");
  }

  #walkFields(value: JsonObject, kind: Kind, file: ParsedFile): JsonObject {
    if (this.#guard.isOneTooMany(value)) return {};
    if (this.#mayRebase(value, kind, file))
      reportRebased(value, file, this.#identifiersOf(file), this.#findDocument, this.#locations, this.#problems);
    const walkChild = (child: JsonValue, childKind: Kind, { holder, key, name }: Slot) =>
      name === undefined
        ? this.#walk(child, childKind, file, holder, key)
        : this.#walk(child, childKind, file, holder[key] as object, String(name));
    // Definitions are entered through references only.
    const change = (child: JsonValue, childKind: Kind, slot: Slot) =>
      kind === "schema" && subschemaKeywords[slot.key]?.subject === "nothing"
        ? this.#scopes.from(undefined, () => walkChild(child, childKind, slot))
        : walkChild(child, childKind, slot);
    const copy = mapChildren(value, kind, change, {
      isActions: this.#isActions,
      order: compare,
      onCopy: (from, to) => this.#locations.copy(from, to),
      mapData: (item, key) => this.#copyData(item, key, file, kind),
      replace: (item, container, holder, key) => this.#replaceContainer(item, container, file, kind, holder, key),
    });
    // Its references lead to components now, and whatever has its dialect has been read by that.
    if (kind === "schema" && this.#isJsonSchema && Object.hasOwn(copy, "$id"))
      for (const key of ["$id", "$vocabulary"]) delete copy[key];
    if (kind === "discriminator") closeMapping(copy, value, file, this.#mappings);
    return copy;
  }

  /** Inlines the target of a reference. Fields next to the `$ref` override those of the target. */
  #walkCopied(value: JsonObject, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue {
    const found = this.#followTo(value, "$ref", kind, file);
    if (!found) return this.#standIn(value, holder, key);
    if (kind === "components") this.#targets.noteSections(found, value);
    const copy = this.#guard.enter(
      found.value,
      value,
      () => this.#walk(found.value, kind, found.file, value, "$ref") as JsonObject,
    );
    if (!copy) return {};
    const siblings = withoutReference(value, this.#locations);
    return siblings ? sortedMerge(copy, this.#walkFields(siblings, kind, file), this.#locations) : copy;
  }

  /** Replaces an invalid list or map: with the target of its `$ref`, or with an empty one. */
  #replaceContainer(
    item: JsonValue,
    container: Container,
    file: ParsedFile,
    kind: Kind,
    holder: JsonObject,
    key: string,
  ): JsonValue | undefined {
    const expected = "list" in container ? "list" : "map";
    if (isObject(item) && this.#isMisplaced(item, quote(key)))
      return this.#walkContainer(item, container, file, kind, holder, key);
    if (expected === "list" ? Array.isArray(item) : isObject(item)) return undefined;
    // An empty list of schemas would allow everything, or nothing.
    if (item === null && !(kind === "schema" && expected === "list")) {
      report(
        this.#problems,
        "null-value",
        { what: quote(key), treatment: "treated as empty" },
        this.#locations.value(holder, key),
      );
      return expected === "list" ? [] : {};
    }
    const entryKind = "list" in container ? container.list : container.map;
    this.#reportShape(entryKind, quote(key), `a ${expected}`, item, this.#locations.value(holder, key));
    return this.#locations.standIn(holder, key, expected === "list" ? [] : {});
  }

  /** Inlines the list or map that a reference points to. */
  #walkContainer(value: JsonObject, container: Container, file: ParsedFile, kind: Kind, holder: object, key: string): JsonValue {
    const [expected, entryKind] = "list" in container ? (["list", container.list] as const) : (["map", container.map] as const);
    const empty = expected === "list" ? [] : {};
    const found = this.#follow(value, "$ref", file);
    if (!found) return this.#locations.standIn(holder, key, empty);
    const isRight = expected === "list" ? Array.isArray(found.value) : isObject(found.value);
    if (!isRight || (found.child && JSON.stringify(found.child) !== JSON.stringify(container))) {
      this.#reportKind(value, "$ref", `a ${expected} for ${quote(key)}`, found);
      return this.#locations.standIn(holder, key, empty);
    }
    const copy = this.#guard.enter(found.value, value, (): JsonValue => {
      if (Array.isArray(found.value)) {
        const list = found.value.map((entry, index) =>
          this.#walk(entry, entryKind, found.file, found.value as object, String(index)),
        );
        this.#locations.copy(found.value, list);
        return list;
      }
      const map = found.value as JsonObject;
      if (this.#isMisplaced(map, quote(key))) return this.#walkContainer(map, container, found.file, kind, holder, key);
      if (kind === "components") this.#targets.noteComponents(found, entryKind, value);
      return copyEntries(map, this.#locations, (entry, name) => this.#walk(entry, entryKind, found.file, map, name));
    });
    const siblings = withoutReference(value, this.#locations);
    if (!siblings || !isObject(copy)) return copy ?? empty;
    return sortedMerge(
      copy,
      copyEntries(siblings, this.#locations, (entry, name) => this.#walk(entry, entryKind, file, siblings, name)),
      this.#locations,
    );
  }

  #walkReference(value: JsonObject, kind: Kind, file: ParsedFile, holder: object, key?: string): JsonValue {
    const found = this.#followTo(value, "$ref", kind, file);
    if (!found) return this.#standIn(value, holder, key);
    const copy = this.#walkFields(value, kind, file);
    this.#refer(copy, "$ref", kind, found);
    return copy;
  }

  /** Copies a schema as one of 2020-12, with a `$ref` in place of dynamic references: what they lead to depends on the schemas around. */
  #walkSchema(written: JsonObject, file: ParsedFile, holder: object, key?: string): JsonValue {
    // OpenAPI 3.0 has no patterns.
    this.#prototypes.accept(written, this.#isJsonSchema, this.#problems);
    const around = this.#dialect;
    if (this.#isJsonSchema) this.#dialect = declaredDialect(written, this.#metaschemasOf(file)) ?? around;
    const value = this.#modernize(written, file);
    const copy = this.#walkObject(value, "schema", file, holder, key);
    this.#dialect = around;
    if (!isObject(copy)) return copy;
    for (const keyword of dynamicKeywords) {
      const found = Object.hasOwn(value, keyword) ? this.#scopes.targetOf(value, keyword, file) : undefined;
      if (!found) continue;
      delete copy[keyword];
      let reference = copy;
      if (Object.hasOwn(copy, "$ref")) {
        this.#locations.borrow(value, (reference = {}));
        extendAllOf(copy, reference);
      }
      setSorted(reference, "$ref", "");
      this.#refer(reference, "$ref", "schema", found);
    }
    // Nothing refers to them anymore.
    for (const anchor of ["$anchor", "$dynamicAnchor", "$recursiveAnchor"]) delete copy[anchor];
    return copy;
  }

  /** A metaschema of one's own is in the same file, or in the main document. */
  #metaschemasOf(file: ParsedFile): FindMetaschema {
    return (uri) => this.#identifiersOf(file).schema(uri) ?? this.#identifiersOf(this.#entry).schema(uri);
  }

  #modernize(schema: JsonObject, file: ParsedFile): JsonObject {
    const countsItems = this.#dialect.draft === "2019-09" && file.source.text.includes("unevaluatedItems");
    const note = (keyword: string, difference: string) =>
      report(this.#problems, "dialect-difference", { keyword, difference }, this.#locations.key(schema, keyword));
    // A definition that is referred to is copied twice.
    const isFirst = !this.#modernized.has(schema);
    const modern = modernize(schema, this.#dialect, countsItems, this.#locations, isFirst ? note : () => {});
    this.#modernized.add(schema);
    if (modern !== schema) this.#identifiersOf(file).alias(modern, schema);
    return modern;
  }

  #refer(holder: JsonObject, key: string, kind: Kind, definition: Definition): void {
    const instance = kind === "schema" ? this.#scopes.instanceOf(definition) : undefined;
    const isOneTooMany = instance !== undefined && this.#targets.instances >= maxInstances;
    if (isOneTooMany && !this.#hasTooManyInstances) {
      this.#hasTooManyInstances = true;
      report(this.#problems, "dynamic-ref-copies", { limit: maxInstances }, this.#locations.value(holder, key));
    }
    this.#targets.refer(holder, key, kind, definition, isOneTooMany ? undefined : instance);
  }

  /** Follows a reference whose target must be of a certain kind. */
  #followTo(holder: JsonObject, key: string, kind: Kind, file: ParsedFile): Definition | undefined {
    const found = this.#follow(holder, key, file);
    if (!found) return undefined;
    const { value } = found;
    const isRight = (isObject(value) && (found.kind ?? kind) === kind) || (kind === "schema" && typeof value === "boolean");
    if (isRight) return found;
    this.#reportKind(holder, key, kindNames[kind], found);
    return undefined;
  }

  #reportKind(holder: JsonObject, key: string, expected: string, { value, kind, isCorrected }: Definition): void {
    if (isCorrected) return;
    const found = kind && isObject(value) ? kindNames[kind] : describeValue(value);
    const location = isObject(value) ? this.#locations.value(value) : undefined;
    const related = [location && { message: "points here", location }];
    report(this.#problems, "ref-kind", { ref: String(holder[key]), expected, found }, this.#locations.value(holder, key), {
      related,
    });
  }

  /** Returns whether OpenAPI allows no reference here; warns that the reference is followed. */
  #isMisplaced(value: JsonObject, what: string): boolean {
    if (typeof own(value, "$ref") !== "string") return false;
    if (!this.#misplaced.has(value)) report(this.#problems, "ref-misplaced", { what }, this.#locations.value(value, "$ref"));
    this.#misplaced.add(value);
    return true;
  }
}

/** Returns whether references to this kind are inlined, because `components` doesn't have a section for it in every version. */
function isCopied(kind: Kind): boolean {
  return kind === "pathItem" || kind === "mediaType" || kind === "actions" || kind === "action";
}
