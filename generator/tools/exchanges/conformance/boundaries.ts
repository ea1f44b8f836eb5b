import { escapeSegment } from "../../../../templates/runtime/json.js";
import { type JsonValue, own } from "../../../document/json-value.js";
import { listOf } from "../../../json-schema/samples/conjuncts.js";
import type { Sampling } from "../../../json-schema/samples/sample-value.js";
import { extend } from "../fixtures/sampling/mutate-list.js";
import { lengthen } from "../fixtures/sampling/mutations.js";
import { findPositions, type Position, withPart } from "../fixtures/sampling/positions.js";

/** A valid value that is as far as a rule of its schema allows. */
export interface BoundaryValue {
  /** `name of 120 characters`. */
  readonly name: string;
  readonly value: JsonValue;
}

/** Longer texts and lists are not sent. */
const limits = { text: 10_000, list: 200 } as const;

/** Returns a value for each boundary of each part of a valid one: the shortest and longest, the least and greatest, each of a list. */
export function boundaryValues(sampling: Sampling, schema: JsonValue, valid: JsonValue): readonly BoundaryValue[] {
  const found = new Map<string, BoundaryValue>();
  for (const position of findPositions(sampling, schema, valid, valid)) {
    // The whole of a position in a part that the value lacks has that part.
    for (const [words, part] of [["in addition", position.value] as const, ...boundariesOf(position)]) {
      const value = withPart(position.root, position.pointer, part);
      if (value === undefined || sampling.evaluate(schema, value, sampling.direction).isValid !== true) continue;
      const text = JSON.stringify(value);
      if (text === JSON.stringify(valid) || found.has(text)) continue;
      const path = position.pointer.slice(1);
      found.set(text, { name: path === "" ? words : `${path} ${words}`, value });
    }
  }
  return [...found.values()];
}

type Boundary = readonly [words: string, value: JsonValue];

function boundariesOf({ value, parts }: Position): readonly Boundary[] {
  const listed = parts.flatMap((part) => [...listOf(own(part, "enum"))]).map((one): Boundary => [`with ${shown(one)}`, one]);
  const numbers = (keyword: string) => parts.map((part) => own(part, keyword)).filter((one) => typeof one === "number");
  if (typeof value === "string") {
    const lengths = [...numbers("minLength"), ...numbers("maxLength")].filter((length) => length <= limits.text);
    return [...listed, ...lengths.map((length): Boundary => [`of ${length} characters`, ofLength(value, length)])];
  }
  if (typeof value === "number") {
    const step = numbers("multipleOf")[0] ?? 1;
    const bounds = [
      ...numbers("minimum"),
      ...numbers("maximum"),
      ...numbers("exclusiveMinimum").map((bound) => bound + step),
      ...numbers("exclusiveMaximum").map((bound) => bound - step),
    ];
    return [...listed, ...bounds.map((bound): Boundary => [`of ${bound}`, bound])];
  }
  if (Array.isArray(value)) {
    const lengths = [...numbers("minItems"), ...numbers("maxItems")].filter((length) => length <= limits.list);
    return lengths.map((length): Boundary => [`with ${length} items`, extend(value.length > 0 ? value : [null], length)]);
  }
  if (typeof value === "boolean") return [[`with ${String(!value)}`, !value]];
  return [];
}

function ofLength(text: string, length: number): string {
  return lengthen([...text].slice(0, length).join(""), length);
}

function shown(value: JsonValue): string {
  return typeof value === "object" ? "a listed value" : escapeSegment(String(value));
}
