import { actionContract, object, reference } from "../../bench/contracts/small-contract.mjs";
import { shapes, type ShapeName } from "../../bench/contracts/shapes.mjs";

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
const components = (size: number, schemas: (size: number) => Json): Growing => ({
  size,
  text: (count) => contract(reference("Link0"), schemas(count)),
});
const shape = (size: number, name: ShapeName): Growing => ({ size, text: (count) => shapes[name](count)["openapi.json"]! });

/** An object with one property, and no rule about others. */
const open = (name: string, schema: Json = text): Json => ({ type: "object", properties: { [name]: schema } });

/** The next component of a chain, or what stands at its end. */
const next = (index: number, size: number, end: Json): Json => (index + 1 < size ? reference(`Link${index + 1}`) : end);

const chain = (size: number, schema: (index: number, count: number) => Json): Growing =>
  components(size, (count) => map(count, (index) => [`Link${index}`, schema(index, count)]));

/** Every kind of growth, from nested schemas to many actions. Maps and lists may nest 250 levels deep. */
export const growing: Readonly<Record<string, Growing>> = {
  "nested objects": inline(25, (size) => nested(size, (inner) => open("n", inner))),
  "nested required and closed objects": inline(25, (size) => nested(size, (inner) => object({ n: inner, a: text }, ["n"]))),
  "nested objects or null": inline(25, (size) => nested(size, (inner) => ({ ...open("n", inner), type: ["object", "null"] }))),
  "nested objects with thirty members": inline(4, (size) =>
    nested(size, (inner) => object({ ...map(30, (index) => [`m${index}`, text]), n: inner })),
  ),
  "nested read-only members": inline(25, (size) =>
    nested(size, (inner) => ({ type: "object", properties: { n: inner, id: { type: "string", readOnly: true } } })),
  ),
  "nested lists": inline(25, (size) => nested(size, (items) => ({ type: "array", items }))),
  "nested tuples": inline(25, (size) => nested(size, (inner) => ({ type: "array", prefixItems: [inner], maxItems: 1 }))),
  "nested maps": inline(25, (size) => nested(size, (inner) => ({ type: "object", additionalProperties: inner }))),
  "nested patterns": inline(25, (size) => nested(size, (inner) => ({ type: "object", patternProperties: { "^a": inner } }))),
  "nested oneOf": inline(25, (size) =>
    open(
      "v",
      nested(size, (inner, index) => ({ oneOf: [inner, object({ [`k${index}`]: text }, [`k${index}`])] })),
    ),
  ),
  "nested anyOf": inline(25, (size) =>
    open(
      "v",
      nested(size, (inner, index) => ({ anyOf: [inner, object({ [`k${index}`]: text }, [`k${index}`])] })),
    ),
  ),
  "nested allOf": inline(25, (size) => nested(size, (inner, index) => ({ allOf: [inner, open(`k${index}`)] }), open("z"))),
  "nested not": inline(25, (size) =>
    open("v", { type: "string", allOf: [nested(size, (inner) => ({ not: inner }), { type: "string", minLength: 3 })] }),
  ),
  "nested if": inline(25, (size) => ({
    ...open("a"),
    ...nested(size, (inner, index) => ({ if: { ...inner, required: [`a${index}`] }, then: { required: [`b${index}`] } }), {}),
  })),
  "nested then": inline(25, (size) => ({
    ...open("a"),
    ...nested(size, (inner, index) => ({ if: { required: ["a"] }, then: inner, else: { required: [`b${index}`] } }), {}),
  })),
  "nested else": inline(25, (size) => ({
    ...open("a"),
    ...nested(size, (inner, index) => ({ if: { required: [`a${index}`] }, then: { required: [`b${index}`] }, else: inner }), {}),
  })),
  "nested dependentSchemas": inline(25, (size) => ({
    ...open("a"),
    ...nested(size, (inner, index) => ({ dependentSchemas: { [`k${index}`]: inner } }), {}),
  })),
  "nested contains": inline(25, (size) =>
    open(
      "v",
      nested(size, (contains) => ({ type: "array", contains })),
    ),
  ),
  "nested unevaluatedProperties": inline(15, (size) =>
    nested(size, (inner) => ({ type: "object", allOf: [{ properties: { n: inner } }], unevaluatedProperties: false })),
  ),
  "nested unions in objects": inline(15, (size) => nested(size, (inner) => open("n", { oneOf: [inner, text] }), open("z"))),
  "chain of $ref": chain(50, (index, size) => object({ name: text, next: next(index, size, text) })),
  "chain of required $ref": chain(50, (index, size) => object({ name: text, next: next(index, size, text) }, ["next"])),
  "chain of aliases": chain(50, (index, size) => next(index, size, object({ name: text }))),
  "cycle of $ref": chain(50, (index, size) => object({ name: text, next: reference(`Link${(index + 1) % size}`) })),
  "$ref twice each": chain(10, (index, size) => object({ a: next(index, size, text), b: next(index, size, text) })),
  "required $ref twice each": chain(10, (index, size) =>
    object({ a: next(index, size, text), b: next(index, size, text) }, ["a", "b"]),
  ),
  "allOf of $ref twice each": chain(8, (index, size) => ({
    allOf: [next(index, size, open("z")), next(index, size, open("z")), open(`p${index}`)],
  })),
  "allOf tower": chain(30, (index, size) => ({ allOf: [next(index, size, open("z")), open(`p${index}`)] })),
  "closed allOf tower": chain(30, (index, size) => ({
    ...(index === 0 && { type: "object", unevaluatedProperties: false }),
    allOf: [next(index, size, open("z")), open(`p${index}`)],
  })),
  "union tower": chain(30, (index, size) => ({
    oneOf: [next(index, size, open("z")), object({ [`p${index}`]: text }, [`p${index}`])],
  })),
  "wide allOf": inline(50, (size) => ({ type: "object", allOf: times(size, (index) => open(`p${index}`)) })),
  "wide oneOf": inline(30, (size) =>
    open("v", { oneOf: times(size, (index) => object({ [`p${index}`]: text }, [`p${index}`])) }),
  ),
  "wide anyOf": inline(30, (size) =>
    open("v", { anyOf: times(size, (index) => object({ [`p${index}`]: text }, [`p${index}`])) }),
  ),
  "union with a discriminator": shape(30, "union"),
  "many constants": inline(50, (size) =>
    open("v", { oneOf: times(size, (index) => ({ const: `c${index}`, title: `T${index}` })) }),
  ),
  "many conditions": inline(25, (size) => ({
    ...open("a"),
    allOf: times(size, (index) => ({ if: { required: [`f${index}`] }, then: { required: [`g${index}`] } })),
  })),
  "many properties": shape(100, "properties"),
  "many required properties": inline(100, (size) =>
    object(
      map(size, (index) => [`field_${index}`, text]),
      times(size, (index) => `field_${index}`),
    ),
  ),
  "many inline objects": inline(50, (size) => object(map(size, (index) => [`field_${index}`, object({ name: text })]))),
  "a long enum": shape(250, "enumeration"),
  "many examples": shape(100, "examples"),
  "a long description": shape(20_000, "description"),
  "many actions": shape(25, "actions"),
  "many schemas": shape(50, "schemas"),
  "many operations": shape(25, "operations"),
};
