import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

/** A schema, and its valid values. */
interface Described {
  readonly schema: object;
  readonly values: fc.Arbitrary<unknown>;
}

const texts = fc.constantFrom(
  "a",
  "bc",
  "5",
  "-1.5",
  "true",
  "null",
  "",
  "x y",
  "ü",
  "a,b",
  "k=v",
  "a.b",
  "a|b",
  "a&b+%2F",
  "[b]",
);
const described = (schema: object, values: fc.Arbitrary<unknown>): fc.Arbitrary<Described> => fc.constant({ schema, values });
const pair = fc.tuple;

const scalar: fc.Arbitrary<Described> = fc.oneof(
  described({ type: "string" }, texts),
  described({ type: "integer", maximum: 10 }, fc.integer({ min: -20, max: 10 })),
  described({ type: "number" }, fc.constantFrom(0, 1.5, -2e21, 1e-7)),
  described({ type: "boolean" }, fc.boolean()),
  described({ type: ["string", "null"] }, fc.option(texts)),
  described({ type: ["integer", "null"] }, fc.option(fc.integer())),
  described({ enum: ["a", 5, true, "5x"] }, fc.constantFrom("a", 5, true, "5x")),
  described({ type: ["integer", "string"], maximum: 10 }, fc.oneof(texts, fc.integer({ max: 10 }), fc.constant("50"))),
  described(
    {
      anyOf: [
        { type: "integer", maximum: 3 },
        { type: "string", pattern: "^[0-9a-z]*$" },
      ],
    },
    fc.constantFrom(1, "1", "9", "a"),
  ),
  described({ anyOf: [{ type: "boolean" }, { type: "string", enum: ["auto"] }] }, fc.constantFrom(true, "auto")),
);

const untyped = described({}, fc.oneof(texts, fc.integer(), fc.constantFrom({ a: 1 }, [1, 2], { a: [1] }, true, null)));

const listOf = (item: fc.Arbitrary<Described>) =>
  item.map(({ schema, values }): Described => ({
    schema: { type: "array", items: schema },
    values: fc.array(values, { maxLength: 3 }),
  }));

const keys = ["k", "l", "a[b]", "x y"] as const;

const objectOf = (property: fc.Arbitrary<Described>) =>
  pair(property, property, fc.option(property), fc.boolean()).map(([first, second, others, isClosed]): Described => {
    const rest = others
      ? fc.dictionary(fc.constantFrom("z", "p", "page", "ö", "z[1]", "__proto__"), others.values, { maxKeys: 2 })
      : fc.constant({});
    return {
      schema: {
        type: "object",
        properties: { [keys[0]]: first.schema, [keys[1]]: second.schema },
        ...(others ? { additionalProperties: others.schema } : isClosed && { additionalProperties: false }),
      },
      values: pair(fc.record({ [keys[0]]: first.values, [keys[1]]: second.values }, { requiredKeys: [] }), rest).map(
        ([own, more]) => ({ ...more, ...own }),
      ),
    };
  });

const unionOf = (one: fc.Arbitrary<Described>, other: fc.Arbitrary<Described>) =>
  pair(one, other).map(([a, b]): Described => ({
    schema: { anyOf: [a.schema, b.schema] },
    values: fc.oneof(a.values, b.values),
  }));

const nested = fc.oneof(listOf(scalar), objectOf(scalar));
const shape: fc.Arbitrary<Described> = fc.oneof(
  scalar,
  untyped,
  listOf(scalar),
  objectOf(scalar),
  listOf(nested),
  objectOf(fc.oneof(scalar, nested)),
  unionOf(objectOf(scalar), scalar),
  unionOf(objectOf(scalar), listOf(scalar)),
  unionOf(listOf(scalar), scalar),
);

const styles = fc.constantFrom(
  ...[
    ["path", ["simple", "label", "matrix"]],
    ["query", ["form", "form", "spaceDelimited", "pipeDelimited", "deepObject"]],
    ["header", ["simple"]],
    ["cookie", ["form"]],
  ].flatMap(([place, list]) =>
    (list as string[]).flatMap((style) => [true, false].map((explode) => ({ in: place as string, style, explode }))),
  ),
);

const samples = fc.sample(pair(styles, shape), { numRuns: 240, seed: 29 });
const operations = samples.map(([{ in: place, style, explode }, { schema }], index) => {
  const parameter = { name: `p${index}`, in: place, style, explode, required: place === "path" || index % 2 === 0, schema };
  const path = `/o${index}${place === "path" ? `/{p${index}}` : ""}`;
  const page = { name: "page", in: "query", schema: { type: "string" } };
  return [path, { get: { operationId: `o${index}`, parameters: [parameter, page], responses: answering({}) } }] as const;
});

/** Without what no text represents: empty lists, and objects without properties. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => !(Array.isArray(item) && item.length === 0));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const isNothing = (value: unknown) => normal(value) === undefined || (Array.isArray(value) && value.length === 0);

/** Texts that a style or a location can't contain, and names that another parameter claims. */
const limits = /[ ,.=|ü[\]&]|""|"(?:null|ö|page|__proto__|p)"/;

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf({ paths: Object.fromEntries(operations) });
});

describe("client and server agree on a parameter", () => {
  let seen: Record<string, unknown> | undefined;

  test.each(samples.map(([form, { schema, values }], index) => [index, JSON.stringify({ ...form, schema }), values] as const))(
    "%i %s",
    async (index, _, values) => {
      const name = `p${index}`;
      const place = { path: "path", query: "query", header: "headers", cookie: "cookies" }[samples[index]![0].in]!;
      const handlers = Object.fromEntries([
        [`o${index}`, (call: Record<string, Record<string, unknown>>) => ((seen = call[place]), { status: 200, body: {} })],
      ]);
      const { client } = await feature.connect(handlers as never);
      const isReported = feature.findings.some((finding) => finding.includes(`parameter-form the parameter "${name}"`));
      for (const value of fc.sample(values, { numRuns: 25, seed: index })) {
        seen = undefined;
        const error = await client[`o${index}`]!({ [name]: value }).then(
          () => undefined,
          (failure: Error) => failure,
        );
        const about = `${JSON.stringify(value)} ${String(error)}`;
        if (!error) {
          const read = seen![place === "headers" ? name.toLowerCase() : name];
          if (isNothing(value)) expect(read === undefined || isNothing(read), about).toBe(true);
          else if ("schema" in samples[index]![1] && Object.keys(samples[index]![1].schema).length === 0)
            expect(String(read), about).toBe(String(value));
          else expect(read, about).toEqual(normal(value));
        } else if (error.name === "InvalidCallError")
          expect(isReported || limits.test(JSON.stringify(value)) || isNothing(value), about).toBe(true);
        else expect(isNothing(value) && place === "path", about).toBe(true);
      }
    },
  );
});
