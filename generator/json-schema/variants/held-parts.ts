import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { referencedSchema } from "../../document/reference.js";
import { subschemasAt } from "../../document/visitor.js";
import { isMatch } from "./property-schemas.js";
import type { Schemas } from "./variant.js";

/** What is known of the schemas with a mark. */
export interface Marks {
  readonly schemas: Schemas;
  readonly isMarked: (schema: JsonValue | undefined) => boolean;
  readonly reaches: (schema: JsonValue | undefined) => boolean;
  readonly closureOf: (schema: JsonValue) => ReadonlySet<JsonObject>;
  readonly othersFor: (schema: JsonObject, keyword: string, key: string) => readonly JsonValue[];
}

/** Finds schemas of the values with a part that has a mark. */
export class HeldParts {
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** Returns them for the schemas that apply only to some values of a schema. */
  *byAlternatives(schema: JsonObject, rivals: readonly JsonValue[], outer: readonly JsonValue[]): Generator<JsonObject> {
    const [asked, met, unmet] = ["if", "then", "else"].map((keyword) => subschemasAt(schema, keyword)) as [
      readonly JsonValue[],
      readonly JsonValue[],
      readonly JsonValue[],
    ];
    const groups = [
      ...["anyOf", "oneOf"].map((keyword) => subschemasAt(schema, keyword).map((branch) => [branch])),
      [[...asked, ...met], unmet],
      ...subschemasAt(schema, "dependentSchemas").map((dependent) => [[dependent]]),
    ];
    for (const group of groups) {
      for (const branch of group) {
        const others = group.filter((other) => other !== branch).flat();
        for (const part of branch) yield* this.#within(part, [...rivals, ...others], outer);
      }
    }
    const contained = Object.hasOwn(schema, "maxContains") ? [] : subschemasAt(schema, "contains");
    for (const item of contained) {
      if (this.#marks.isMarked(item)) yield { type: "array", contains: item };
      else for (const held of this.#within(item, [], outer)) yield { type: "array", contains: held };
    }
  }

  /**
   * Returns schemas of the values with a part that a schema marks. `rivals` are its alternatives for the same value: a part that
   * one of them declares without the mark may be present. Recursive schemas are followed once.
   */
  *#within(schema: JsonValue, rivals: readonly JsonValue[], outer: readonly JsonValue[]): Generator<JsonObject> {
    if (!isObject(schema) || !this.#marks.reaches(schema) || outer.includes(schema)) return;
    const inner = [...outer, schema];
    yield* this.#within(referencedSchema(schema, this.#marks.schemas) ?? true, rivals, inner);
    for (const part of subschemasAt(schema, "allOf")) yield* this.#within(part, rivals, inner);
    yield* this.byAlternatives(schema, rivals, inner);
    const parts = rivals.flatMap((rival) => [...this.#marks.closureOf(rival)]);
    const below = (part: JsonValue, others: readonly JsonValue[]) => this.#below(part, others, inner);
    for (const [name, property] of Object.entries(ownObject(schema, "properties") ?? {})) {
      const others = parts.flatMap((part) => own(ownObject(part, "properties"), name) ?? []);
      for (const held of below(property, others)) {
        yield {
          type: "object",
          required: [name],
          ...(held !== true && {
            properties: Object.fromEntries([[name, held]]),
          }),
        };
      }
    }
    for (const [pattern, property] of Object.entries(ownObject(schema, "patternProperties") ?? {})) {
      const matching = (part: JsonObject) =>
        Object.entries(ownObject(part, "properties") ?? {}).filter(([name]) => isMatch(pattern, name));
      const others = parts.flatMap((part) => [
        ...matching(part).map(([, other]) => other),
        ...this.#marks.othersFor(part, "patternProperties", pattern),
      ]);
      for (const held of below(property, others)) {
        yield {
          type: "object",
          not: {
            patternProperties: Object.fromEntries([[pattern, held === true ? false : { not: held }]]),
          },
        };
      }
    }
    for (const items of subschemasAt(schema, "items")) {
      const others = parts.flatMap((part) => subschemasAt(part, "items"));
      for (const held of below(items, others)) {
        yield {
          type: "array",
          ...(held === true ? { minItems: 1 } : { contains: held }),
        };
      }
    }
  }

  /** Returns schemas of the values of a part; `true` if all of them have the mark. */
  *#below(part: JsonValue, others: readonly JsonValue[], outer: readonly JsonValue[]): Generator<JsonObject | true> {
    const { isMarked } = this.#marks;
    if (!isMarked(part)) yield* this.#within(part, others, outer);
    else if (others.every((other) => isMarked(other))) yield true;
  }
}
