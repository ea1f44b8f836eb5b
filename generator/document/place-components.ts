import path from "node:path";
import { compare } from "../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue, ownObject } from "./json-value.js";
import type { Locations } from "./locations.js";
import { componentPointer } from "./reference.js";
import { type Kind, structure } from "./visitor.js";

/** A definition outside of the main document's `components` that is the target of a reference. */
export interface ForeignTarget {
  readonly absolutePath: string;
  readonly segments: readonly string[];
  /** The schemas after which a copy for its dynamic references is named. */
  readonly of?: readonly ForeignTarget[];
}

/** A definition that moves into `components`. */
export interface ComponentTarget extends ForeignTarget {
  readonly kind: Kind;
  /** The definition with bundled references; absent until it was visited. */
  copy?: JsonValue;
}

/** A reference whose text is unknown until its target has a name. */
export interface OpenReference {
  readonly holder: JsonObject;
  readonly key: string;
  readonly target: ComponentTarget;
}

/** Names every target, moves it into `components`, and points the references to it. Keys stay sorted. */
export function placeComponents(
  document: JsonObject,
  targets: readonly ComponentTarget[],
  references: readonly OpenReference[],
  locations: Locations,
): JsonObject {
  if (targets.length === 0) return document;
  const targetOf = new Map<JsonValue, ComponentTarget>(references.map(({ holder, target }) => [holder, target]));
  const pointers = new Map<ForeignTarget, string>();
  const written = ownObject(document, "components");
  const components: JsonObject = { ...written };
  for (const section of new Set(targets.map(sectionOf))) {
    const existing: JsonObject = { ...ownObject(written, section) };
    const place = (target: ComponentTarget, name: string) => {
      pointers.set(target, componentPointer(section, name));
      existing[name] = target.copy!;
    };
    // A component that only refers to a definition elsewhere names that definition.
    for (const [name, value] of Object.entries(existing)) {
      const target = isObject(value) && Object.keys(value).length === 1 ? targetOf.get(value) : undefined;
      if (target && !pointers.has(target)) place(target, name);
    }
    const unnamed = targets.filter((target) => sectionOf(target) === section && !pointers.has(target));
    for (const [target, name] of nameTargets(unnamed, new Set(Object.keys(existing)))) place(target as ComponentTarget, name);
    components[section] = sorted(existing, ownObject(written, section), document, locations);
  }
  for (const { holder, key, target } of references) holder[key] = pointers.get(target)!;
  const bundled = { ...document, components: sorted(components, written, document, locations) };
  return sorted(bundled, document, document, locations);
}

function sectionOf({ kind }: ComponentTarget): string {
  return structure[kind].section!;
}

function sorted(value: JsonObject, original: JsonObject | undefined, document: JsonObject, locations: Locations): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(value).sort(compare)) copy[key] = value[key]!;
  if (original) locations.copy(original, copy);
  else locations.borrow(document, copy);
  return copy;
}

/** Keys that describe a definition's location rather than its content. */
const structural = new Set(["components", "definitions", "$defs", ...Object.keys(structure.components.fields)]);

/**
 * Returns names for definitions that move into `components`: the last key of the pointer, or the file's name. If two
 * have the same name, both get their file's name as a prefix. Depends only on the set of targets, not on their order.
 */
export function nameTargets(targets: readonly ForeignTarget[], taken: ReadonlySet<string>): Map<ForeignTarget, string> {
  const wanted = new Map<string, ForeignTarget[]>();
  for (const target of targets) {
    const name = shortName(target);
    const group = wanted.get(name);
    if (group) group.push(target);
    else wanted.set(name, [target]);
  }
  const used = new Set(taken);
  const names = new Map<ForeignTarget, string>();
  const assign = (target: ForeignTarget, base: string) => {
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base}_${number}`;
    used.add(name);
    names.set(target, name);
  };
  const contested: ForeignTarget[] = [];
  for (const name of [...wanted.keys()].sort(compare)) {
    const group = wanted.get(name)!;
    if (group.length === 1 && !used.has(name)) assign(group[0]!, name);
    else contested.push(...group);
  }
  contested.sort((a, b) => compare(a.absolutePath, b.absolutePath) || compare(a.segments.join("/"), b.segments.join("/")));
  for (const target of contested) assign(target, `${fileName(target)}_${shortName(target)}`);
  return names;
}

function shortName({ of = [], ...target }: ForeignTarget): string {
  return of.length === 0 ? plainName(target) : `${plainName(target)}Of${of.map(plainName).join("And")}`.slice(0, 120);
}

function plainName(target: ForeignTarget): string {
  const keys = target.segments.filter((segment) => !structural.has(segment));
  const last = keys.at(-1);
  if (last === undefined) return fileName(target);
  const isOwnDefinition = keys.length === 1 && target.segments.length <= 3;
  return clean(isOwnDefinition ? last : keys.join("_"));
}

function fileName(target: ForeignTarget): string {
  return clean(path.basename(target.absolutePath).replace(/\.(ya?ml|json)$/i, ""));
}

function clean(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9._-]+/g, "_")
      .slice(0, 120)
      .replace(/^_+|_+$/g, "") || "definition"
  );
}
