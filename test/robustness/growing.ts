import { shapes, type ShapeName } from "../../bench/contracts/shapes.mjs";
import { actionContract, object, reference } from "../../bench/contracts/small-contract.mjs";

/** A kind of document that can be as large as one likes, by its smallest measured size. */
export interface Growing {
  readonly size: number;
  readonly text: (size: number) => string;
  /** Whether the document says something about each pair of its parts, as alternatives that exclude each other do. */
  readonly hasPairs?: true;
}

type Json = Record<string, unknown>;

const text = { type: "string", maxLength: 100 };
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const map = (count: number, entry: (index: number) => [string, unknown]): Json => Object.fromEntries(times(count, entry));

/** Wraps a schema in so many others. */
const nested = (count: number, wrap: (inner: Json, index: number) => Json, innermost: Json = text): Json =>
  times(count, (index) => index).reduce(wrap, innermost);

const contract = (body: Json, schemas: Json = {}): string =>
  JSON.stringify(actionContract({ act: { label: "Act", summary: "Do the thing.", body, result: body } }, schemas));

const inline = (size: number, schema: (size: number) => Json): Growing => ({ size, text: (count) => contract(schema(count)) });
const shape = (size: number, name: ShapeName): Growing => ({ size, text: (count) => shapes[name](count)["openapi.json"]! });
const pairs = (growing: Growing): Growing => ({ ...growing, hasPairs: true });

/** Components that each refer to the next one. */
const chain = (size: number, schema: (next: Json, index: number) => Json): Growing => ({
  size,
  text: (count) =>
    contract(
      reference("Link0"),
      map(count, (index) => [`Link${index}`, index + 1 < count ? schema(reference(`Link${index + 1}`), index) : open("z")]),
    ),
});

/** An object with one property, and no rule about others. */
const open = (name: string, schema: Json = text): Json => ({ type: "object", properties: { [name]: schema } });

/** An alternative that only objects with a property of its own match. */
const alternative = (index: number): Json => object({ [`k${index}`]: text }, [`k${index}`]);

/** Documents that nest schemas, refer to them, or have many of something. */
export const growing: Readonly<Record<string, Growing>> = {
  "nested objects": inline(12, (size) => nested(size, (inner) => open("n", inner))),
  "nested required and closed objects": inline(12, (size) => nested(size, (inner) => object({ n: inner, a: text }, ["n"]))),
  "nested objects or null": inline(12, (size) => nested(size, (inner) => ({ ...open("n", inner), type: ["object", "null"] }))),
  "nested lists": inline(12, (size) => nested(size, (items) => ({ type: "array", items }))),
  "nested tuples": inline(12, (size) => nested(size, (inner) => ({ type: "array", prefixItems: [inner], maxItems: 1 }))),
  "nested maps": inline(12, (size) => nested(size, (inner) => ({ type: "object", additionalProperties: inner }))),
  // Something changes at each level, and the name of what changes is as long as it is deep.
  "nested tuples with a rest": pairs(
    inline(12, (size) => nested(size, (inner) => ({ type: "array", prefixItems: [text], items: inner }))),
  ),
  "nested maps with a pattern": inline(12, (size) =>
    nested(size, (inner) => ({ type: "object", patternProperties: { "^a": text }, additionalProperties: inner })),
  ),
  "nested patterns": inline(12, (size) => nested(size, (inner) => ({ type: "object", patternProperties: { "^a": inner } }))),
  "nested objects with thirty members": inline(3, (size) =>
    nested(size, (inner) => object({ ...map(30, (index) => [`m${index}`, text]), n: inner })),
  ),
  "nested read-only members": inline(12, (size) =>
    nested(size, (inner) => ({ type: "object", properties: { n: inner, id: { type: "string", readOnly: true } } })),
  ),
  "nested oneOf": pairs(
    inline(8, (size) =>
      open(
        "v",
        nested(size, (inner, index) => ({ oneOf: [inner, alternative(index)] }), open("z")),
      ),
    ),
  ),
  "nested anyOf": pairs(
    inline(8, (size) =>
      open(
        "v",
        nested(size, (inner, index) => ({ anyOf: [inner, alternative(index)] }), open("z")),
      ),
    ),
  ),
  "nested allOf": pairs(inline(12, (size) => nested(size, (inner, index) => ({ allOf: [inner, open(`k${index}`)] }), open("z")))),
  "nested not": inline(12, (size) => ({
    type: "object",
    properties: { v: nested(size, (inner) => ({ not: open("n", inner) })) },
  })),
  "nested conditions": inline(12, (size) => ({
    ...open("a"),
    ...nested(size, (inner, index) => ({ if: { required: ["a"] }, then: inner, else: { required: [`b${index}`] } }), {}),
  })),
  "nested unevaluatedProperties": inline(8, (size) =>
    nested(size, (inner) => ({ type: "object", allOf: [{ properties: { n: inner } }], unevaluatedProperties: false })),
  ),
  "chain of references": chain(25, (next) => object({ name: text, next })),
  "chain of required references": chain(25, (next) => object({ name: text, next }, ["next"])),
  // Each is followed to its end, and no more than 250 are allowed.
  "chain of aliases": pairs(chain(25, (next) => next)),
  // Each has the properties of those below.
  "allOf tower": pairs(chain(15, (next, index) => ({ allOf: [next, open(`p${index}`)] }))),
  "wide allOf": inline(25, (size) => ({ type: "object", allOf: times(size, (index) => open(`p${index}`)) })),
  "wide oneOf": pairs(inline(15, (size) => open("v", { oneOf: times(size, alternative) }))),
  "wide anyOf": pairs(inline(15, (size) => open("v", { anyOf: times(size, alternative) }))),
  // The value that demonstrates a change is validated against each alternative.
  "union with a discriminator": pairs(shape(15, "union")),
  "many properties": shape(50, "properties"),
  "many inline objects": inline(25, (size) => object(map(size, (index) => [`field_${index}`, object({ name: text })]))),
  "a long enum": shape(125, "enumeration"),
  "many examples": shape(50, "examples"),
  "many actions": shape(12, "actions"),
  // In chains of ten.
  "many schemas": shape(30, "schemas"),
  "many operations": shape(12, "operations"),
};

/** Components that each use the next one twice: the documents are small, but have 2 ** size paths. */
const doubled = (schema: (next: Json, index: number) => Json) => (size: number) =>
  contract(
    reference("Link0"),
    map(size, (index) => [`Link${index}`, index + 1 < size ? schema(reference(`Link${index + 1}`), index) : open("z")]),
  );

/** Documents of so many components with a use of each that doubles the paths. */
export const doubling: Readonly<Record<string, (size: number) => string>> = {
  allOf: doubled((next, index) => ({ allOf: [next, next, open(`p${index}`)] })),
  anyOf: doubled((next, index) => ({ anyOf: [next, { allOf: [next, object({ [`q${index}`]: text }, [`q${index}`])] }] })),
  oneOf: doubled((next, index) => ({
    oneOf: [
      { allOf: [next], required: [`k${index}`] },
      { allOf: [next], not: { required: [`k${index}`] } },
    ],
  })),
  conditions: doubled((next, index) => ({
    type: "object",
    if: { required: [`p${index}`] },
    then: next,
    else: { allOf: [next] },
  })),
  "optional members": doubled((next) => object({ a: next, b: next })),
  "required members": doubled((next) => object({ a: next, b: next }, ["a", "b"])),
  "three required members": doubled((next) => object({ a: next, b: next, c: next }, ["a", "b", "c"])),
  tuples: doubled((next) => ({ type: "array", prefixItems: [next, next], minItems: 2, maxItems: 2 })),
  "read-only members": doubled((next) => object({ id: { type: "string", readOnly: true }, a: next, b: { allOf: [next] } })),
};
