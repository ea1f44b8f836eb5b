import { isObject, type JsonObject, type JsonValue } from "./json-value.js";
import { referencedSchema, type SchemasByName } from "./reference.js";
import { subschemasAt } from "./visitor.js";

/** A keyword whose schemas are alternatives. */
export type UnionKeyword = "anyOf" | "oneOf";

/** The keywords whose schemas are alternatives. */
export const unionKeywords: readonly UnionKeyword[] = ["anyOf", "oneOf"];

/**
 * A question about the values of a schema. What a schema and everything that it applies to the same value answer is combined:
 *
 *     all([own keywords, target of the reference, ...each part of allOf, any([...each alternative])])
 */
export interface Question<Answer> {
  /** Answers for the schema's own keywords, without those that apply other schemas to the same value. */
  own(schema: JsonObject): Answer;
  /** Combines the answers of at least two schemas that all apply; the first is that of the schema's own keywords. */
  all(answers: readonly [Answer, ...Answer[]]): Answer;
  /** Combines the answers of the alternatives of one keyword. */
  any(answers: readonly Answer[], keyword: UnionKeyword): Answer;
  /** Whether an alternative counts; by default all do. Keywords without alternatives that count say nothing. */
  counts?(alternative: JsonValue): boolean;
  /** The answer for `true`, and for a missing schema. */
  readonly anything: Answer;
  /** The answer for `false`. */
  readonly nothing: Answer;
  /** The answer for a schema that applies itself again, and for those nested deeper than `maxInPlaceDepth`. */
  readonly unknown: Answer;
}

/** The objects that apply to all values: those of the schema itself, of its target, and of the parts of `allOf`. */
export const conjuncts: Question<readonly JsonObject[]> = {
  own: (schema) => [schema],
  all: (lists) => [...new Set(lists.flat())],
  any: () => [],
  anything: [],
  nothing: [],
  unknown: [],
};

/** The objects that apply to some values: these, and those of the alternatives. */
export const pieces: Question<readonly JsonObject[]> = { ...conjuncts, any: (lists) => lists.flat() };

/** The maximum nesting of schemas that apply to the same value. The loader rejects documents with deeper references. */
export const maxInPlaceDepth = 500;

/**
 * The only walk through the schemas that apply to one value: references, `allOf`, `anyOf` and `oneOf`. Visits each schema once,
 * regardless of the number of paths to it, so it is linear in the size of the document.
 */
export function foldSchemas<Answer>(
  question: Question<Answer>,
  schemas: SchemasByName | undefined,
): (schema: JsonValue | undefined) => Answer {
  const known = new Map<JsonObject, Answer>();
  let depth = 0;
  const ask = (schema: JsonValue | undefined): Answer => {
    if (!isObject(schema)) return schema === false ? question.nothing : question.anything;
    if (known.has(schema)) return known.get(schema)!;
    if (depth === maxInPlaceDepth) return question.unknown;
    known.set(schema, question.unknown);
    depth++;
    const target = referencedSchema(schema, schemas);
    const applied = [...(target === undefined ? [] : [target]), ...subschemasAt(schema, "allOf")].map(ask);
    for (const keyword of unionKeywords) {
      const alternatives = subschemasAt(schema, keyword).filter((alternative) => question.counts?.(alternative) ?? true);
      if (alternatives.length > 0) applied.push(question.any(alternatives.map(ask), keyword));
    }
    const itself = question.own(schema);
    const answer = applied.length === 0 ? itself : question.all([itself, ...applied]);
    depth--;
    known.set(schema, answer);
    return answer;
  };
  return ask;
}
