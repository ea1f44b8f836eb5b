import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { createSchemaEvaluator } from "../../json-schema/interpreter.js";
import { createRandom } from "../../json-schema/samples/random.js";
import { sampleValue } from "../../json-schema/samples/sample-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Contract, Example, MediaType } from "../../model/contract.js";

/** Valid values for the schemas of a contract, the same for the same seed. */
export interface Samples {
  /** Returns a valid value, or `undefined` if none was found. The same schema and text return the same value. */
  of(schema: JsonValue, variation?: string): JsonValue | undefined;
  /** Returns an example of a body, by its name if one is given, else a sampled value. */
  ofMedia(media: MediaType, exampleName?: string, variation?: string): JsonValue | undefined;
  isValid(schema: JsonValue, value: JsonValue): boolean;
  /** Returns a value with the members of another one that its schema has, as far as it stays valid. */
  echo(schema: JsonValue, value: JsonValue, given: JsonValue): JsonValue;
}

/** The limits for one value: those of a request or a response. */
const limits = { steps: 1_000_000, stepsInAll: Infinity, errors: 0 };

/** Creates the samples of a contract. */
export function createSamples({ schemas, integers }: Contract, seed: string): Samples {
  const evaluate = createSchemaEvaluator(schemas, limits, integers);
  const known = new Map<JsonValue, Map<string, JsonValue | undefined>>();
  const usableExamples = new WeakMap<readonly Example[], readonly Example[]>();
  const isValid = (schema: JsonValue, value: JsonValue) => evaluate(schema, value).isValid === true;
  const of = (schema: JsonValue, variation = ""): JsonValue | undefined => {
    const variations = known.get(schema) ?? new Map<string, JsonValue | undefined>();
    known.set(schema, variations);
    if (!variations.has(variation)) {
      const random = createRandom(`${seed} ${variation}`);
      variations.set(variation, sampleValue({ schemas, evaluate, random, direction: undefined }, schema));
    }
    return structuredClone(variations.get(variation));
  };
  return {
    of,
    isValid,
    ofMedia({ schema = true, examples }, exampleName, variation) {
      const usable =
        usableExamples.get(examples) ?? examples.filter(({ value }) => value !== undefined && isValid(schema, value));
      usableExamples.set(examples, usable);
      const chosen = exampleName === undefined ? usable[0] : usable.find(({ name }) => name === exampleName);
      return chosen ? structuredClone(chosen.value) : of(schema, variation);
    },
    echo(schema, value, given) {
      return isObject(value) && isObject(given) ? echoMembers(schema, value, given) : value;
    },
  };

  function echoMembers(schema: JsonValue, value: JsonObject, given: JsonObject): JsonObject {
    const described = schemasIn(schemas).of(schema);
    const all: JsonObject = { ...value };
    const accepted: JsonObject = { ...value };
    for (const [name, part] of Object.entries(given)) {
      const member = described.member(name);
      if (!member && !described.isFreeForm) continue;
      const before = value[name];
      const merged =
        member && isObject(before) && isObject(part) && !member.schema.isFreeForm
          ? echoMembers(member.schema.node, before, part)
          : part;
      all[name] = merged;
      if (isValid(schema, { ...accepted, [name]: merged })) accepted[name] = merged;
      else if (part === null) {
        // As a merge patch has it (RFC 7396): null removes a member.
        const { [name]: _, ...without } = accepted;
        if (isValid(schema, without)) delete accepted[name];
      }
    }
    return Object.values(given).includes(null) || !isValid(schema, all) ? accepted : all;
  }
}
