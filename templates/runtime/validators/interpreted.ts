import { checkSchema } from "../json-schema/check-schema.js";
import { type Decide, prepareSchema } from "../json-schema/prepare-schema.js";
import { type Violation, type Walk, tooMuch } from "../json-schema/walk.js";
import type { JsonValue } from "../json.js";
import { type SchemaData, createWalk, maxNesting, toErrors } from "./all-errors.js";
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

/** The check of a schema whose parts are read once, at the first value that needs them. Throws `tooMuch` if a value nests too deeply. */
function prepared(data: SchemaData): Decide {
  let nesting = 0;
  const walk: Walk = {
    ...createWalk(data, { errors: undefined, maxErrors: 0, steps: Infinity }),
    check(schema, value, evaluated) {
      if (!evaluated) return part(schema)(value);
      if (++nesting > maxNesting) throw tooMuch;
      const isValid = checkSchema(walk, schema, value, evaluated);
      nesting--;
      return isValid;
    },
  };
  const parts = new Map<JsonValue, Decide>();
  const part = (schema: JsonValue): Decide => {
    const known = parts.get(schema);
    if (known) return known;
    let decide: Decide | undefined;
    const counted: Decide = (value) => {
      if (++nesting > maxNesting) throw tooMuch;
      const isValid = (decide ??= prepareSchema(walk, schema, { part, target }))(value);
      nesting--;
      return isValid;
    };
    parts.set(schema, counted);
    return counted;
  };
  const targets = new Map<JsonValue, Remembering>();
  const target = (schema: JsonValue): Decide => {
    let known = targets.get(schema);
    if (!known) targets.set(schema, (known = remembering(part(schema))));
    return known.decide;
  };
  const whole = part(data.schema as JsonValue);
  return (value) => {
    nesting = 0;
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
function remembering(decide: Decide): Remembering {
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
      if (isValid === undefined) verdicts.set(value, (isValid = decide(value)));
      return isValid;
    },
    forget() {
      if (verdicts.size > 0) verdicts.clear();
      last = undefined;
    },
  };
}
