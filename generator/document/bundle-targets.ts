import type { Definition } from "./definition.js";
import type { Instance } from "./dynamic-scopes.js";
import { ownObject, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { placeComponents, type ComponentTarget, type ForeignTarget, type OpenReference } from "./place-components.js";
import type { ParsedFile } from "./read-source.js";
import { componentPointer, referenceOf } from "./reference.js";
import { structure, type Kind } from "./visitor.js";

interface BundleTarget extends ComponentTarget {
  readonly id: string;
  readonly definition: Definition;
  readonly instance: Instance | undefined;
}

/** The definitions that become components of a bundled document, and the references to them. */
export class BundleTargets {
  readonly #entry: ParsedFile;
  readonly #targets = new Map<string, BundleTarget>();
  #instances = 0;
  readonly #queue: BundleTarget[] = [];
  readonly #references: (OpenReference & { readonly target: BundleTarget })[] = [];
  /** The pointers of components that were moved into `components` because of a misplaced reference, by the id of the target. */
  readonly #moved = new Map<string, string>();

  constructor(entry: ParsedFile) {
    this.#entry = entry;
  }

  /** Records that the definitions of a map become the components of the same names, except overridden ones. */
  noteComponents(definitions: Definition, kind: Kind, replaced: JsonObject = {}): void {
    for (const name of Object.keys(definitions.value as JsonObject)) {
      if (Object.hasOwn(replaced, name)) continue;
      const id = idOf(kind, definitions.file, [...definitions.segments, name]);
      this.#moved.set(id, componentPointer(structure[kind].section!, name));
    }
  }

  /** Records this for each section of `components`, except those that are overridden. */
  noteSections({ value, file, segments }: Definition, replaced: JsonObject): void {
    for (const [section, child] of Object.entries(structure.components.fields)) {
      const definitions = ownObject(value, section);
      if (!definitions || !("map" in child) || referenceOf(definitions) !== undefined || Object.hasOwn(replaced, section))
        continue;
      this.noteComponents({ value: definitions, file, segments: [...segments, section], kind: undefined }, child.map);
    }
  }

  /** The number of copies of schemas for their dynamic references. */
  get instances(): number {
    return this.#instances;
  }

  /** Redirects a reference to a component, or to a future one. */
  refer(holder: JsonObject, key: string, kind: Kind, definition: Definition, instance?: Instance): void {
    const { file, segments } = definition;
    const [first, section, name] = segments;
    if (
      !instance &&
      file === this.#entry &&
      segments.length === 3 &&
      first === "components" &&
      section === structure[kind].section
    ) {
      holder[key] = componentPointer(section!, name!);
      return;
    }
    const id = idOf(kind, file, segments) + (instance?.key ?? "");
    let target = this.#targets.get(id);
    if (!target) {
      target = {
        id,
        kind,
        absolutePath: file.source.absolutePath,
        segments,
        definition,
        instance,
        of: instance?.bound.map(foreign) ?? [],
      };
      if (instance) this.#instances++;
      this.#targets.set(id, target);
      this.#queue.push(target);
    }
    this.#references.push({ holder, key, target });
  }

  /** Bundles the definitions, including those that others refer to. */
  copyEach(copy: (target: BundleTarget) => JsonValue): void {
    for (let target = this.#queue.shift(); target; target = this.#queue.shift()) {
      if (!this.#moved.has(target.id)) target.copy = copy(target);
    }
  }

  /** Returns a document with the definitions in its `components`, and points the references to them. */
  place(document: JsonObject, locations: Locations): JsonObject {
    const isOpen = ({ id }: BundleTarget) => !this.#moved.has(id);
    for (const { holder, key, target } of this.#references) if (!isOpen(target)) holder[key] = this.#moved.get(target.id)!;
    const open = this.#references.filter(({ target }) => isOpen(target));
    return placeComponents(document, [...this.#targets.values()].filter(isOpen), open, locations);
  }
}

function foreign({ file, segments }: Definition): ForeignTarget {
  return { absolutePath: file.source.absolutePath, segments };
}

/** Returns an id that is equal for two references to the same definition. */
function idOf(kind: Kind, file: ParsedFile, segments: readonly string[]): string {
  return `${kind} ${file.source.absolutePath}#${JSON.stringify(segments)}`;
}
