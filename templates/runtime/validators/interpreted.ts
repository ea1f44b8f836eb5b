import { checkSchema } from "../json-schema/check-schema.js";
import { type Decide, prepareSchema } from "../json-schema/prepare-schema.js";
import { type Violation, type Walk, tooMuch } from "../json-schema/walk.js";
import type { JsonValue } from "../json.js";
import { type SchemaData, createWalk, toErrors } from "./all-errors.js";
import type { Validate } from "./guard.js";

/**
 * A validator that interprets a schema instead of running code made from it, with the same verdicts. It takes as long as the value
 * needs: callers limit the size of values.
 */
export function interpreted(data: SchemaData): Validate {
  let isValid: Decide | undefined;
  return (value) => {
    const violations: Violation[] = [];
    try {
      // Most values are valid, which is faster to determine without reasons.
      if ((isValid ??= prepared(data))(value as JsonValue)) return null;
      const walk = createWalk(data, { errors: violations, maxErrors: 1, steps: Infinity });
      walk.check(data.schema as JsonValue, value as JsonValue);
    } catch (problem) {
      throw problem === tooMuch ? new RangeError("nested too deeply") : problem;
    }
    return toErrors(data, violations);
  };
}

/** The number of nested objects and lists in references that a value may have, as in compiled functions. */
const maxDepth = 1000;

/** The check of a schema that is read once; the target of a reference at the first value that needs it. Throws `tooMuch` if a value nests too deeply. */
function prepared(data: SchemaData): Decide {
  const depth = { count: 0 };
  const walk: Walk = {
    ...createWalk(data, { errors: undefined, maxErrors: 0, steps: Infinity }),
    check: (schema, value, evaluated) => (evaluated ? checkSchema(walk, schema, value, evaluated) : part(schema)(value)),
  };
  const parts = new Map<JsonValue, Decide>();
  const part = (schema: JsonValue): Decide => {
    let known = parts.get(schema);
    if (!known) parts.set(schema, (known = prepareSchema(walk, schema, { part, target })));
    return known;
  };
  const targets = new Map<JsonValue, Remembering>();
  const target = (schema: JsonValue): Decide => {
    let known = targets.get(schema);
    // A schema may refer to itself.
    if (!known) targets.set(schema, (known = remembering((value) => part(schema)(value), depth)));
    return known.decide;
  };
  const whole = part(data.schema as JsonValue);
  return (value) => {
    depth.count = 0;
    try {
      return whole(value);
    } finally {
      walk.known.clear();
      for (const { forget } of targets.values()) forget();
    }
  };
}

interface Remembering {
  readonly decide: Decide;
  readonly forget: () => void;
}

/** The same check, with its verdicts on the parts of a value and on the last scalar. */
function remembering(decide: Decide, depth: { count: number }): Remembering {
  const verdicts = new Map<JsonValue, boolean>();
  let last: JsonValue | undefined;
  let isLastValid = false;
  return {
    decide(value) {
      if (typeof value !== "object" || value === null) {
        if (value !== last) [isLastValid, last] = [decide(value), value];
        return isLastValid;
      }
      let isValid = verdicts.get(value);
      if (isValid !== undefined) return isValid;
      if (++depth.count > maxDepth) throw tooMuch;
      isValid = decide(value);
      depth.count--;
      verdicts.set(value, isValid);
      return isValid;
    },
    forget() {
      if (verdicts.size > 0) verdicts.clear();
      last = undefined;
    },
  };
}
