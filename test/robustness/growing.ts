import { actionContract, object, reference } from "../../bench/contracts/small-contract.mjs";

/** A kind of document that can be as large as one likes, by its smallest measured size. */
export interface Growing {
  readonly size: number;
  readonly text: (size: number) => string;
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

/** An object with one property, and no rule about others. */
const open = (name: string, schema: Json = text): Json => ({ type: "object", properties: { [name]: schema } });

/** Documents that nest schemas. */
export const growing: Readonly<Record<string, Growing>> = {
  "nested objects": inline(12, (size) => nested(size, (inner) => open("n", inner))),
  "nested required and closed objects": inline(12, (size) => nested(size, (inner) => object({ n: inner, a: text }, ["n"]))),
  "nested objects or null": inline(12, (size) => nested(size, (inner) => ({ ...open("n", inner), type: ["object", "null"] }))),
  "nested lists": inline(12, (size) => nested(size, (items) => ({ type: "array", items }))),
  "nested tuples": inline(12, (size) => nested(size, (inner) => ({ type: "array", prefixItems: [inner], maxItems: 1 }))),
  "nested maps": inline(12, (size) => nested(size, (inner) => ({ type: "object", additionalProperties: inner }))),
  "nested patterns": inline(12, (size) => nested(size, (inner) => ({ type: "object", patternProperties: { "^a": inner } }))),
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
