import { compare } from "../diagnostics/diagnostic.js";
import { nameTargets, type ForeignTarget } from "./component-names.js";
import { isObject, ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import { componentPointer } from "./reference.js";
import type { Locations } from "./locations.js";
import { structure, type Kind } from "./visitor.js";

/** A definition that moves into `components`. */
export interface ComponentTarget extends ForeignTarget {
  readonly kind: Kind;
  /** The definition with its own references bundled; absent until it has been walked. */
  copy?: JsonValue;
}

/** A reference whose text is known only when its target has a name. */
export interface OpenReference {
  readonly holder: JsonObject;
  readonly key: string;
  readonly target: ComponentTarget;
}

/** Gives every target its name in `components`, puts it there, and points the references to it. Keys stay sorted. */
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
    // A component that only refers to a definition elsewhere lends it its name.
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
