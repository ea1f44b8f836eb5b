import type { JsonValue } from "../../../document/json-value.js";
import { noWrittenIntegers, type WrittenIntegers } from "../../../document/written-integers.js";
import { createSchemaEvaluator } from "../../../json-schema/interpreter.js";
import { createRandom } from "../../../json-schema/samples/random.js";
import { sampleValue } from "../../../json-schema/samples/sample-value.js";
import type { BodyMaker } from "../../../model/action-bodies.js";
import type { Contract } from "../../../model/contract.js";
import { propertyKey, stringLiteral } from "../../../typescript/encode.js";

/** Generates a valid value for a schema without examples; absent if that would take too long. */
export type MakeValue = (schema: JsonValue | undefined) => JsonValue | undefined;

/** The maximum number of attempts for one value: attempts multiply with nested objects. */
const maxChecks = 400;

const limits = { steps: 5_000, stepsInAll: 1_000_000, errors: 1 };

const tooMuch = new Error("the value takes too much");

export function createMakeValue({ schemas, integers }: Contract): MakeValue {
  const check = createSchemaEvaluator(schemas, limits, integers);
  return (schema) => {
    let left = maxChecks;
    const counted: typeof check = (...question) => {
      if (left-- <= 0) throw tooMuch;
      return check(...question);
    };
    try {
      return sampleValue({ schemas, evaluate: counted, random: createRandom(""), direction: undefined }, schema ?? true);
    } catch (problem) {
      if (problem !== tooMuch) throw problem;
      return undefined;
    }
  };
}

/** Generates values and validates them as responses. */
export function createBodyMaker({ schemas, integers }: Contract, makeValue: MakeValue): BodyMaker {
  const check = createSchemaEvaluator(schemas, limits, integers);
  return { sample: makeValue, isValid: (schema, value) => check(schema, value, "response").isValid === true };
}

/** Longer values take several lines. */
const width = 72;

/** The maximum length of a value that is shown more than once. */
const longest = 2_500;

/** Returns whether a value is too long for the sample that contains it. */
export function isLong(value: JsonValue): boolean {
  return JSON.stringify(value).length > longest;
}

/** Returns a value as JSON, on one line if it is short. */
export function printJson(value: JsonValue, integers = noWrittenIntegers): string {
  return print(value, "", { key: stringLiteral, comma: "", integers });
}

/** Returns a value as a TypeScript literal, with all lines but the first indented. */
export function printLiteral(value: JsonValue, indent = ""): string {
  return print(value, indent, { key: propertyKey, comma: ",", integers: noWrittenIntegers });
}

interface Style {
  readonly key: (name: string) => string;
  /** The comma after the last of several lines, if any. */
  readonly comma: string;
  readonly integers: WrittenIntegers;
}

function print(value: JsonValue, indent: string, style: Style): string {
  const line = printLine(value, style);
  if (typeof value !== "object" || value === null || indent.length + line.length <= width) return line;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item) => print(item, deeper, style))
    : Object.keys(value).map((key) => `${style.key(key)}: ${print(value[key]!, deeper, style)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}${style.comma}\n${indent}${close}`;
}

function printLine(value: JsonValue, style: Style): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "number" ? style.integers.print(value) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => printLine(item, style)).join(", ")}]`;
  const members = Object.keys(value).map((key) => `${style.key(key)}: ${printLine(value[key]!, style)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
