import type { Definition } from "./definition.js";
import type { FollowReference } from "./follow-reference.js";
import { isObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { ParsedFile } from "./read-source.js";
import { referenceOf } from "./reference.js";
import {
  dynamicKeywords,
  type DynamicKeyword,
  type DynamicTarget,
  type Identifiers,
  type Resource,
} from "./schema-identifiers.js";
import { forEachSubschema } from "./visitor.js";

/** What dynamic anchors mean at a schema: by name, the schema of the resource that was entered first of those that have it. */
type Scope = ReadonlyMap<string, Definition | undefined>;

const outside: Scope = new Map();

/** A schema whose dynamic references lead elsewhere than if it were used alone: a copy of its own. */
export interface Instance {
  /** Equal for two copies with the same targets. */
  readonly key: string;
  readonly scope: Scope;
  /** What its anchors mean, for its name. */
  readonly bound: readonly Definition[];
}

/** What a schema contains directly, without following references. */
interface Content {
  readonly names: ReadonlySet<string>;
  readonly resources: ReadonlySet<Resource>;
  readonly targets: readonly Definition[];
}

/**
 * The dynamic scope (JSON Schema 2020-12, core, 7.1) of the schema that is visited. Only what is reachable decides about a copy: a schema
 * below which no dynamic reference asks for an anchor is one schema, wherever it is referred to.
 */
export class DynamicScopes {
  readonly #identifiersOf: (file: ParsedFile) => Identifiers;
  readonly #follow: FollowReference;
  #scope: Scope = outside;
  readonly #contents = new Map<JsonValue, Content>();
  /** Schemas below which there is no dynamic reference. */
  readonly #static = new Set<JsonValue>();

  /** `follow` reports nothing. */
  constructor(identifiersOf: (file: ParsedFile) => Identifiers, follow: FollowReference) {
    this.#identifiersOf = identifiersOf;
    this.#follow = follow;
  }

  /** Visits a schema and what it contains. */
  within<Result>(schema: JsonObject, file: ParsedFile, visit: () => Result): Result {
    return this.from(extend(this.#scope, this.#identifiersOf(file).resources.get(schema)), visit);
  }

  /** Visits the target of a reference, in a scope. */
  from<Result>(scope: Scope = outside, visit: () => Result): Result {
    const around = this.#scope;
    this.#scope = scope;
    const result = visit();
    this.#scope = around;
    return result;
  }

  /** Returns what a dynamic reference means here; `undefined` if nothing is its target. */
  targetOf(schema: JsonObject, keyword: DynamicKeyword, file: ParsedFile): Definition | undefined {
    const found = this.#initialTarget(schema, keyword, file);
    if (found?.anchor === undefined) return found?.target;
    return this.#meaning(this.#scope.has(found.anchor) ? this.#scope.get(found.anchor) : found.target);
  }

  /** Returns the copy of a schema to which a reference leads here; `undefined` for the schema itself. */
  instanceOf(target: Definition): Instance | undefined {
    if (this.#scope.size === 0 || !isObject(target.value)) return undefined;
    const resource = this.#identifiersOf(target.file).resources.get(target.value);
    const alone = extend(outside, resource);
    const scope = extend(this.#scope, resource);
    const names = [...this.#namesBelow(target, scope)].filter((name) => scope.has(name)).sort();
    const bound = names.filter((name) => scope.get(name)?.value !== alone.get(name)?.value);
    if (bound.length === 0) return undefined;
    return {
      key: JSON.stringify(names.map((name) => [name, idOf(scope.get(name))])),
      scope: new Map(names.map((name) => [name, scope.get(name)])),
      bound: bound.flatMap((name) => this.#meaning(scope.get(name)) ?? []),
    };
  }

  /** Returns the schema that an anchor stands for: often, the one with the anchor only refers to it. */
  #meaning(anchored: Definition | undefined): Definition | undefined {
    if (!anchored || referenceOf(anchored.value) === undefined) return anchored;
    const others = Object.keys(anchored.value as JsonObject).filter((key) => key !== "$ref" && key !== "$dynamicAnchor");
    const found = others.length > 0 ? undefined : this.#follow(anchored.value as JsonObject, "$ref", anchored.file);
    return found && (found.kind ?? "schema") === "schema" && isObject(found.value) ? found : anchored;
  }

  #initialTarget(schema: JsonObject, keyword: DynamicKeyword, file: ParsedFile): DynamicTarget | undefined {
    const found = this.#identifiersOf(file).dynamicTarget(schema, keyword);
    const ref = ownString(schema, keyword);
    // A pointer, or a schema of another file.
    if (found || ref === undefined || keyword !== "$dynamicRef" || /^#(?!\/)/.test(ref)) return found;
    const target = this.#follow(schema, keyword, file);
    const anchor = ref.slice(ref.indexOf("#") + 1);
    return target && { target, ...(ownString(target.value, "$dynamicAnchor") === anchor && { anchor }) };
  }

  /** Returns the anchors that dynamic references ask for below a schema. */
  #namesBelow(start: Definition, scope: Scope): ReadonlySet<string> {
    const names = new Set<string>();
    const resources = new Set<Resource>();
    const seen = new Set<JsonValue>();
    const queue: Definition[] = [];
    const add = (definition: Definition | undefined) => {
      if (!definition || seen.has(definition.value) || this.#static.has(definition.value)) return;
      seen.add(definition.value);
      queue.push(definition);
    };
    add(start);
    // The queue grows during the iteration.
    for (const definition of queue) {
      const content = this.#contentOf(definition);
      for (const name of content.names) names.add(name);
      for (const resource of content.resources) resources.add(resource);
      for (const target of content.targets) add(target);
      for (const name of names) {
        add(scope.get(name));
        for (const { anchors } of resources) add(anchors.get(name));
      }
    }
    if (names.size === 0) for (const value of seen) this.#static.add(value);
    return names;
  }

  #contentOf({ value, file }: Definition): Content {
    const known = this.#contents.get(value);
    if (known) return known;
    const identifiers = this.#identifiersOf(file);
    const names = new Set<string>();
    const resources = new Set<Resource>();
    const targets: Definition[] = [];
    const visit = (schema: JsonValue): void => {
      if (!isObject(schema)) return;
      const resource = identifiers.resources.get(schema);
      if (resource) resources.add(resource);
      const target = referenceOf(schema) === undefined ? undefined : this.#follow(schema, "$ref", file);
      if (target) targets.push(target);
      for (const keyword of dynamicKeywords) {
        const found = this.#initialTarget(schema, keyword, file);
        if (found) targets.push(found.target);
        if (found?.anchor !== undefined) names.add(found.anchor);
      }
      forEachSubschema(schema, visit);
    };
    visit(value);
    const content: Content = { names, resources, targets };
    this.#contents.set(value, content);
    return content;
  }
}

/** Enters a resource: its anchors count where no earlier one has them. */
function extend(scope: Scope, resource: Resource | undefined): Scope {
  const added = [...(resource?.anchors ?? [])].filter(([name]) => !scope.has(name));
  return added.length === 0 ? scope : new Map([...scope, ...added]);
}

function idOf(definition: Definition | undefined): string {
  return definition ? `${definition.file.source.absolutePath}#${definition.segments.join("/")}` : "";
}
