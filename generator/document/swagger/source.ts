import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../json-value.js";
import type { Locations } from "../locations.js";
import { referenceOf } from "../reference.js";
import type { IsActions } from "../visitor.js";

/** Reports that a part of a document has another meaning in OpenAPI 3.0, or none. */
export type Differs = (difference: string, holder: JsonObject, key?: string) => void;

/** A Swagger 2.0 document, and what its parts ask about others. */
export class SwaggerSource {
  readonly written: JsonObject;
  readonly locations: Locations;
  readonly differs: Differs;
  readonly isActions: IsActions;
  /** The names of the components of `definitions`. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(written: JsonObject, locations: Locations, isActions: IsActions, differs: Differs) {
    this.written = written;
    this.locations = locations;
    this.isActions = isActions;
    this.differs = differs;
    this.#names = componentNames(Object.keys(ownObject(written, "definitions") ?? {}));
  }

  /** Returns the name of a definition as that of a component, which has fewer characters to choose from. */
  nameOf(definition: string): string {
    return this.#names.get(definition) ?? definition;
  }

  /** Returns the media types of the bodies that an operation takes. */
  consumes(operation: JsonObject | undefined): readonly string[] {
    return this.#types("consumes", operation);
  }

  /** Returns the media types that an operation, or every one, responds with. */
  produces(operation: JsonObject | undefined): readonly string[] {
    return this.#types("produces", operation);
  }

  #types(key: string, operation: JsonObject | undefined): readonly string[] {
    const types = own(operation, key) ?? own(this.written, key);
    const texts = Array.isArray(types) ? types.filter((type) => typeof type === "string") : [];
    return texts.length > 0 ? [...new Set(texts)] : ["application/json"];
  }

  /** Returns what a value is or refers to in a section of the document; `undefined` if that is in another file, or nowhere. */
  resolve(value: JsonValue, section: "parameters" | "responses"): JsonValue | undefined {
    const ref = referenceOf(value);
    if (ref === undefined) return value;
    const [, found, name] = /^#\/(parameters|responses)\/([^/]+)$/.exec(ref) ?? [];
    return found === section && name !== undefined ? own(ownObject(this.written, section), unescape(name)) : undefined;
  }

  /** Returns a reference as OpenAPI 3.0 writes it. */
  reference(ref: string): string {
    const [, section, name, rest = ""] = /^#\/(definitions|parameters|responses)\/([^/]+)(\/.*)?$/.exec(ref) ?? [];
    if (section === undefined || name === undefined) return ref;
    if (section !== "definitions") return `#/components/${section}/${name}${rest}`;
    const known = this.#names.get(unescape(name));
    return `#/components/schemas/${known ?? name}${rest}`;
  }

  /** Returns a copy of a reference. */
  refer(value: JsonObject): JsonObject {
    const copy: JsonObject = { ...value, $ref: this.reference(ownString(value, "$ref")!) };
    this.locations.copy(value, copy);
    return copy;
  }
}

/** Decodes a name in a reference. */
function unescape(name: string): string {
  const text = name.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function componentNames(definitions: readonly string[]): Map<string, string> {
  const isLegal = (name: string) => /^[A-Za-z0-9._-]+$/.test(name);
  const taken = new Set(definitions.filter(isLegal));
  return new Map(
    definitions.map((definition) => {
      if (isLegal(definition)) return [definition, definition];
      const wanted = definition.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/(?<=.)_$/, "");
      let name = wanted;
      for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
      taken.add(name);
      return [definition, name];
    }),
  );
}
