import { parsePointer } from "../../templates/runtime/json.js";
import type { Definition } from "./definition.js";
import { declaredDraft, ignoresSiblings, type Draft } from "./dialects.js";
import { documentUri, resolveUri } from "./document-uri.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { ParsedFile } from "./read-source.js";
import { referenceOf } from "./reference.js";
import { forEachChild, type IsActions, type Kind, type Slot, subschemaKeywords } from "./visitor.js";

/** The schemas below one `$id`, or a file without: what dynamic references call a schema resource. */
export interface Resource {
  /** The schemas with a dynamic anchor, by its name. `undefined`: several have it. */
  readonly anchors: ReadonlyMap<string, Definition | undefined>;
  /** The URI to which its references are relative. */
  readonly base: string;
}

/** What a `$dynamicRef` or `$recursiveRef` leads to if no schema that was entered earlier redirects it. */
export interface DynamicTarget {
  readonly target: Definition;
  /** The anchor by which others redirect it; absent if none can, so that it is a `$ref`. */
  readonly anchor?: string;
}

/** The keywords whose target depends on the schemas that were entered before. */
export const dynamicKeywords = ["$dynamicRef", "$recursiveRef"] as const;

export type DynamicKeyword = (typeof dynamicKeywords)[number];

/** In place of the name of an anchor: `$recursiveAnchor` of JSON Schema 2019-09. */
const recursive = "#";

/** What the `$id`s and anchors of a file identify (JSON Schema 2020-12, sections 8.2 and 9.1). */
export interface Identifiers {
  /** The targets of references that mean an identified schema, by the schema that has the reference. */
  readonly targets: ReadonlyMap<JsonObject, Definition>;
  /** The resource of each schema. */
  readonly resources: ReadonlyMap<JsonObject, Resource>;
  /** Returns the target of a dynamic reference within the file; `undefined` if an anchor is missing or ambiguous. */
  dynamicTarget(schema: JsonObject, keyword: DynamicKeyword): DynamicTarget | undefined;
  /** Treats a schema as one of the file, in whose place it is. */
  alias(schema: JsonObject, original: JsonObject): void;
  /** Returns the schema with an `$id`; `undefined` if none has it, or several have. */
  schema(uri: string): JsonValue | undefined;
  /** The schemas with an anchor and no `$id` around them, by anchor. */
  readonly anchors: ReadonlyMap<string, Definition>;
}

const none: Identifiers = {
  targets: new Map(),
  resources: new Map(),
  dynamicTarget: () => undefined,
  alias: () => {},
  schema: () => undefined,
  anchors: new Map(),
};

/** Returns what is identified in each file. OpenAPI 3.0 schemas have neither `$id` nor anchors, but some have dynamic references. */
export function createIdentifierReader(isJsonSchema: boolean, isActions: IsActions): (file: ParsedFile) => Identifiers {
  const known = new Map<ParsedFile, Identifiers>();
  return (file) => {
    let found = known.get(file);
    // It is asked at each schema, and the text may be long.
    if (!found) known.set(file, (found = hasIdentifiers(file) ? new IdentifierIndex(file, isJsonSchema, isActions) : none));
    return found;
  };

  function hasIdentifiers({ source }: ParsedFile): boolean {
    const names = isJsonSchema
      ? /\$(?:id|anchor|(?:dynamic|recursive)(?:Anchor|Ref))\b|draft-04\/schema/
      : /\$(?:dynamic|recursive)Ref\b/;
    return names.test(source.text);
  }
}

/** A resource while its file is read. */
interface OpenResource extends Resource {
  readonly anchors: Map<string, Definition | undefined>;
  readonly root: Definition;
  readonly draft: Draft | undefined;
  /** Whether an OpenAPI document contains it without an `$id`. */
  readonly isPart: boolean;
}

class IdentifierIndex implements Identifiers {
  readonly targets = new Map<JsonObject, Definition>();
  readonly resources = new Map<JsonObject, OpenResource>();
  readonly anchors = new Map<string, Definition>();
  readonly #file: ParsedFile;
  readonly #isJsonSchema: boolean;
  readonly #isActions: IsActions;
  /** By URI without a fragment. `undefined`: several schemas have it, so it identifies none. */
  readonly #identified = new Map<string, Definition | undefined>();
  /** By URI and anchor. */
  readonly #anchored = new Map<string, Definition | undefined>();
  readonly #seen = new Set<JsonObject>();

  constructor(file: ParsedFile, isJsonSchema: boolean, isActions: IsActions) {
    this.#file = file;
    this.#isJsonSchema = isJsonSchema;
    this.#isActions = isActions;
    const base = documentUri(file);
    const kind: Kind = ownString(file.value, "openapi") === undefined ? "schema" : "root";
    this.#collect(file.value!, kind, [], base, undefined);
    const parts = [...new Set(this.resources.values())].filter(({ isPart }) => isPart);
    // If several parts of a document have an anchor, it is that of each part; otherwise, it is that of the document.
    for (const [name, parted] of groupAnchors(parts))
      if (parted.length === 1) for (const part of parts) part.anchors.set(name, parted[0]);
    if (!isJsonSchema) return;
    for (const [key, found] of this.#anchored) {
      const { uri, fragment } = split(key);
      if (found && uri === base) this.anchors.set(fragment, found);
    }
    for (const [schema, resource] of this.resources) {
      const ref = referenceOf(schema);
      const found = ref === undefined ? undefined : this.#find(ref, resource.base);
      if (found) this.targets.set(schema, found.target);
    }
  }

  dynamicTarget(schema: JsonObject, keyword: DynamicKeyword): DynamicTarget | undefined {
    const resource = this.resources.get(schema);
    const ref = ownString(schema, keyword);
    if (!resource || ref === undefined) return undefined;
    if (keyword === "$recursiveRef") {
      const target = ref === "#" ? resource.anchors.get(recursive) : undefined;
      if (target) return { target, anchor: recursive };
      return ref === "#" && !resource.isPart ? { target: resource.root } : undefined;
    }
    const found = this.#find(ref, resource.base);
    const anchor = found?.anchor ?? (/^#[^/]/.test(ref) ? ref.slice(1) : undefined);
    // An anchor of several parts of a document.
    const target = found?.target ?? (anchor === undefined ? undefined : resource.anchors.get(anchor));
    const isDynamic = anchor !== undefined && ownString(target?.value, "$dynamicAnchor") === anchor;
    return target && { target, ...(isDynamic && { anchor }) };
  }

  schema(uri: string): JsonValue | undefined {
    return this.#identified.get(uri.replace(/#$/, ""))?.value;
  }

  alias(schema: JsonObject, original: JsonObject): void {
    const target = this.targets.get(original);
    const resource = this.resources.get(original);
    if (target) this.targets.set(schema, target);
    if (resource) this.resources.set(schema, resource);
  }

  #collect(value: JsonValue, kind: Kind, segments: readonly string[], base: string, around: OpenResource | undefined): void {
    if (!isObject(value) || this.#seen.has(value)) return;
    this.#seen.add(value);
    let resource = around;
    if (kind === "schema") {
      const definition: Definition = { value, file: this.#file, segments, kind };
      const declared = declaredDraft(value);
      const draft = declared === undefined ? around?.draft : (declared ?? undefined);
      // Next to a $ref, older drafts ignore it.
      const isIgnored = !this.#isJsonSchema || (ignoresSiblings(draft) && referenceOf(value) !== undefined);
      const id = isIgnored ? undefined : ownString(value, draft === "draft-04" ? "id" : "$id");
      const uri = resolveUri(id, around?.base ?? base);
      // In older drafts, a fragment is an anchor.
      if (ignoresSiblings(draft) && id?.startsWith("#")) put(this.#anchored, `${around?.base ?? base}${id}`, definition);
      const isIdentified = uri !== undefined && !uri.includes("#");
      if (isIdentified) put(this.#identified, uri, definition);
      if (isIdentified || !resource || resource.draft !== draft) {
        const isPart = !isIdentified && this.#file.value !== value;
        resource = { anchors: new Map(), base: isIdentified ? uri : (resource?.base ?? base), root: definition, draft, isPart };
      }
      this.resources.set(value, resource);
      for (const keyword of ["$anchor", "$dynamicAnchor"]) {
        const anchor = ownString(value, keyword);
        if (anchor !== undefined) put(this.#anchored, `${resource.base}#${anchor}`, definition);
      }
      const anchor = ownString(value, "$dynamicAnchor");
      if (anchor !== undefined) put(resource.anchors, anchor, definition);
      if (resource.root.value === value && own(value, "$recursiveAnchor") === true) resource.anchors.set(recursive, definition);
    }
    const visit = (child: JsonValue, childKind: Kind, { key, name }: Slot) =>
      this.#collect(child, childKind, [...segments, key, ...(name === undefined ? [] : [String(name)])], base, resource);
    forEachChild(value, kind, visit, this.#isActions);
    // A file of definitions by name is no schema itself.
    if (kind === "schema" && segments.length === 0 && !Object.keys(value).some((key) => key in subschemaKeywords))
      for (const [name, part] of Object.entries(value)) this.#collect(part, "schema", [name], base, undefined);
  }

  /** Returns what a reference identifies; `undefined` if it leads nowhere, or is a pointer that has no base but the file. */
  #find(ref: string, base: string): { readonly target: Definition; readonly anchor?: string } | undefined {
    const absolute = resolveUri(ref, base);
    if (absolute === undefined) return undefined;
    const { uri, fragment } = split(absolute);
    if (fragment !== "" && !fragment.startsWith("/")) {
      const target = this.#anchored.get(`${uri}#${fragment}`);
      return target && { target, anchor: fragment };
    }
    const resource = this.#identified.get(uri);
    const target = resource && within(resource, fragment);
    const isKnown = ref.startsWith("#") && resource?.value === this.#file.value;
    return target && !isKnown ? { target } : undefined;
  }
}

function split(uri: string): { readonly uri: string; readonly fragment: string } {
  const [before, fragment = ""] = uri.split("#", 2);
  try {
    return { uri: before!, fragment: decodeURIComponent(fragment) };
  } catch {
    return { uri: before!, fragment };
  }
}

/** Returns the schemas with each dynamic anchor, by its name. */
function groupAnchors(resources: readonly Resource[]): Map<string, (Definition | undefined)[]> {
  const found = new Map<string, (Definition | undefined)[]>();
  for (const { anchors } of resources) {
    for (const [name, definition] of anchors) if (name !== recursive) found.set(name, [...(found.get(name) ?? []), definition]);
  }
  return found;
}

function put(index: Map<string, Definition | undefined>, key: string, definition: Definition): void {
  index.set(key, index.has(key) && index.get(key)?.value !== definition.value ? undefined : definition);
}

/** Returns the part of a schema that a pointer from it leads to. */
function within(from: Definition, pointer: string): Definition | undefined {
  const keys = parsePointer(pointer);
  const value = keys.reduce<JsonValue | undefined>((part, key) => own(part, key), from.value);
  return value === undefined ? undefined : { ...from, value, segments: [...from.segments, ...keys] };
}
