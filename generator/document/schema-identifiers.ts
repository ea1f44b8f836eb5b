import { pathToFileURL } from "node:url";
import { parsePointer } from "../../templates/runtime/json.js";
import type { Definition } from "./definition.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { ParsedFile } from "./read-source.js";
import { referenceOf } from "./reference.js";
import { forEachChild, type IsActions, type Kind, type Slot, subschemaKeywords } from "./visitor.js";

/** What the `$id`s and anchors of a file identify (JSON Schema 2020-12, sections 8.2 and 9.1). */
export interface Identifiers {
  /** The targets of references that mean an identified schema, by the schema that has the reference. */
  readonly targets: ReadonlyMap<JsonObject, Definition>;
  /** The targets of each `$dynamicRef` that no caller can redirect, as it doesn't lead to a `$dynamicAnchor` of its name. */
  readonly fixed: ReadonlyMap<JsonObject, Definition>;
  /** The schemas with an anchor and no `$id` around them, by anchor. */
  readonly anchors: ReadonlyMap<string, Definition>;
}

const none: Identifiers = { targets: new Map(), fixed: new Map(), anchors: new Map() };

/** Returns what is identified in each file. OpenAPI 3.0 schemas have neither `$id` nor anchors. */
export function createIdentifierReader(isJsonSchema: boolean, isActions: IsActions): (file: ParsedFile) => Identifiers {
  const known = new Map<ParsedFile, Identifiers>();
  return (file) => {
    if (!isJsonSchema) return none;
    let found = known.get(file);
    // It is asked at each schema, and the text may be long.
    if (!found) known.set(file, (found = hasIdentifiers(file) ? new IdentifierIndex(file, isActions) : none));
    return found;
  };
}

function hasIdentifiers({ source }: ParsedFile): boolean {
  return /\$(?:id|anchor|dynamicAnchor)\b/.test(source.text);
}

class IdentifierIndex implements Identifiers {
  readonly targets = new Map<JsonObject, Definition>();
  readonly fixed = new Map<JsonObject, Definition>();
  readonly anchors = new Map<string, Definition>();
  readonly #file: ParsedFile;
  readonly #isActions: IsActions;
  /** By URI without a fragment. `undefined`: several schemas have it, so it identifies none. */
  readonly #resources = new Map<string, Definition | undefined>();
  /** By URI and anchor. */
  readonly #anchored = new Map<string, Definition | undefined>();
  /** The URIs to which references are relative, by the schema that has the reference. */
  readonly #bases = new Map<JsonObject, string>();
  readonly #seen = new Set<JsonObject>();

  constructor(file: ParsedFile, isActions: IsActions) {
    this.#file = file;
    this.#isActions = isActions;
    const base = pathToFileURL(file.source.absolutePath).href;
    const kind: Kind = ownString(file.value, "openapi") === undefined ? "schema" : "root";
    this.#collect(file.value!, kind, [], base);
    for (const [key, found] of this.#anchored) {
      const { uri, fragment } = split(key);
      if (found && uri === base) this.anchors.set(fragment, found);
    }
    for (const [schema, from] of this.#bases) this.#resolve(schema, from);
  }

  #collect(value: JsonValue, kind: Kind, segments: readonly string[], around: string): void {
    if (!isObject(value) || this.#seen.has(value)) return;
    this.#seen.add(value);
    let base = around;
    if (kind === "schema") {
      const definition: Definition = { value, file: this.#file, segments, kind };
      const uri = resolve(ownString(value, "$id"), around);
      if (uri !== undefined && !uri.includes("#")) put(this.#resources, (base = uri), definition);
      for (const keyword of ["$anchor", "$dynamicAnchor"]) {
        const anchor = ownString(value, keyword);
        if (anchor !== undefined) put(this.#anchored, `${base}#${anchor}`, definition);
      }
      if (referenceOf(value) !== undefined || ownString(value, "$dynamicRef") !== undefined) this.#bases.set(value, base);
    }
    const visit = (child: JsonValue, childKind: Kind, { key, name }: Slot) =>
      this.#collect(child, childKind, [...segments, key, ...(name === undefined ? [] : [String(name)])], base);
    forEachChild(value, kind, visit, this.#isActions);
    // A file of definitions by name is no schema itself.
    if (kind === "schema" && segments.length === 0 && !Object.keys(value).some((key) => key in subschemaKeywords))
      for (const [name, part] of Object.entries(value)) this.#collect(part, "schema", [name], base);
  }

  #resolve(schema: JsonObject, base: string): void {
    const ref = referenceOf(schema);
    if (ref !== undefined) {
      const found = this.#find(ref, base);
      if (found) this.targets.set(schema, found.target);
      return;
    }
    const found = this.#find(ownString(schema, "$dynamicRef")!, base);
    if (found && (found.anchor === undefined || ownString(found.target.value, "$dynamicAnchor") !== found.anchor))
      this.fixed.set(schema, found.target);
  }

  /** Returns what a reference identifies; `undefined` if it leads nowhere, or is a pointer that has no base but the file. */
  #find(ref: string, base: string): { readonly target: Definition; readonly anchor?: string } | undefined {
    const absolute = resolve(ref, base);
    if (absolute === undefined) return undefined;
    const { uri, fragment } = split(absolute);
    if (fragment !== "" && !fragment.startsWith("/")) {
      const target = this.#anchored.get(`${uri}#${fragment}`);
      return target && { target, anchor: fragment };
    }
    const resource = this.#resources.get(uri);
    const target = resource && within(resource, fragment);
    const isKnown = ref.startsWith("#") && resource?.value === this.#file.value;
    return target && !isKnown ? { target } : undefined;
  }
}

/** Returns a URI, without an empty fragment; `undefined` for what is none. */
function resolve(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || !URL.canParse(reference, base)) return undefined;
  return new URL(reference, base).href.replace(/#$/, "");
}

function split(uri: string): { readonly uri: string; readonly fragment: string } {
  const [before, fragment = ""] = uri.split("#", 2);
  try {
    return { uri: before!, fragment: decodeURIComponent(fragment) };
  } catch {
    return { uri: before!, fragment };
  }
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
