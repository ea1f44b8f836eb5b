import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { randomInputs, seed } from "./budget.js";
import { judgesOf } from "./validators-in-memory.js";

/** The schemas that random ones refer to, each with an `$id` of its own. */
const ids = ["r0", "r1", "r2", "r3"] as const;
const names = ["t", "u"] as const;

const leaf = fc.constantFrom<JsonValue>({ type: "string" }, { type: "integer" }, { type: "array" }, { const: null });
const reference = fc.oneof(
  fc.constantFrom(...ids).map(($ref): JsonObject => ({ $ref })),
  fc.constantFrom(...names).map((name): JsonObject => ({ $dynamicRef: `#${name}` })),
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...names))
    .map(([id, name]): JsonObject => ({ $dynamicRef: `${id}#${name}` })),
);
const below = fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 3, arbitrary: reference });
const part: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(below, below).map(([a, b]): JsonObject => ({ properties: { a, b } })),
  below.map((items): JsonObject => ({ items })),
  below.map((a): JsonObject => ({ additionalProperties: a, minProperties: 1 })),
  fc.tuple(below, below).map(([a, b]): JsonObject => ({ anyOf: [{ properties: { a } }, { items: b }] })),
  fc.tuple(fc.constantFrom(...ids), below).map(([$id, a]): JsonObject => ({
    properties: { b: { $id: `in-${$id}`, $ref: $id, $defs: { x: { $dynamicAnchor: "t", properties: { a } } } } },
  })),
);

/** Schemas with all anchors: at the root or below, so that no reference is without a target; later ones may be extended. */
const resources: fc.Arbitrary<JsonObject> = fc
  .tuple(...ids.map(() => fc.tuple(part, part, fc.option(fc.nat(3)), fc.boolean())))
  .map((all) => {
    const used = new Set<string>();
    return Object.fromEntries(
      all.map(([own, other, extended, isRoot], index): [string, JsonObject] => {
        // An identifier is that of one schema.
        const text = JSON.stringify(own)
          .replaceAll('"#u"', '"r0#u"')
          .replace(/"in-r\d"/g, () => `"in-${index}-${used.add(String(used.size)).size}"`);
        const isFollowed = extended !== null && extended > index;
        return [
          ids[index]!,
          {
            $id: ids[index]!,
            ...(JSON.parse(text) as JsonObject),
            ...(isRoot && { $dynamicAnchor: "t" }),
            ...(isFollowed && { $ref: ids[extended]! }),
            $defs: {
              ...(!isRoot && { t: { $dynamicAnchor: "t", type: "string" } }),
              u: { $dynamicAnchor: "u", ...(JSON.stringify(other).includes("$id") ? { type: "array" } : other) },
            },
          },
        ];
      }),
    );
  });

const values: fc.Arbitrary<JsonValue[]> = fc.array(
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<JsonValue>("x", 1, null),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: ["a"], noNullPrototype: true }),
      fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: ["b"], noNullPrototype: true }),
    ),
  })).value,
  { minLength: 20, maxLength: 20 },
);

test("validators are right about dynamic references, as the specification evaluates them", () => {
  const counts = { accepted: 0, values: 0, fit: 0, copies: 0 };
  const runs = randomInputs(400);
  fc.assert(
    fc.property(resources, values, (components, tried) => {
      const outcome = judgesOf({ $ref: "#/components/schemas/r0" }, components);
      if ("refusals" in outcome) {
        // Schemas within themselves.
        expect(outcome.refusals).toEqual(["ref-cycle"]);
        return;
      }
      counts.accepted++;
      const { guard, list, fitsData, interpret } = outcome.judges;
      for (const value of tried) {
        const expected = evaluate(components, components["r0"] as JsonObject, value, []);
        expect({ value, all: [guard(value), list(value).length === 0, fitsData(value), interpret(value)] }).toEqual({
          value,
          all: [expected, expected, expected, expected],
        });
        counts.values++;
        if (expected) counts.fit++;
        if (expected !== evaluate(components, components["r0"] as JsonObject, value, [], true)) counts.copies++;
      }
    }),
    { numRuns: runs, seed },
  );
  expect(counts.accepted).toBeGreaterThan(runs / 2);
  expect(counts.fit / counts.values).toBeGreaterThan(0.1);
  expect(counts.fit / counts.values).toBeLessThan(0.9);
  // Verdicts that depend on the schemas around: without them, the test would show little.
  expect(counts.copies / counts.values).toBeGreaterThan(0.01);
  process.stdout.write(`${JSON.stringify(counts)} of ${runs}\n`);
});

/**
 * Evaluates a schema of the few keywords above as JSON Schema says: a dynamic reference leads to the first resource of those entered that
 * has the anchor. `isPlain`: as a `$ref` would.
 */
function evaluate(all: JsonObject, schema: JsonValue, value: JsonValue, around: readonly JsonObject[], isPlain = false): boolean {
  if (!isObject(schema)) return schema === true;
  const scope = schema["$id"] === undefined ? around : [...around, schema];
  const at = (below: JsonValue | undefined, item: JsonValue) => below === undefined || evaluate(all, below, item, scope, isPlain);
  const enter = (resource: JsonObject, target: JsonObject) =>
    evaluate(all, target, value, resource === target ? scope : [...scope, resource], isPlain);
  const { type, properties, items, additionalProperties: others, anyOf } = schema;
  const isList = Array.isArray(value);
  const isMap = isObject(value);
  const found = value === null ? "null" : isList ? "array" : typeof value === "number" ? "integer" : typeof value;
  if (type !== undefined && type !== found) return false;
  if ("const" in schema && value !== null) return false;
  if (typeof schema["minProperties"] === "number" && isMap && Object.keys(value).length < 1) return false;
  if (isMap && isObject(properties) && !Object.keys(value).every((name) => at(own(properties, name), value[name]!))) return false;
  if (isMap && others !== undefined && !Object.values(value).every((item) => at(others, item as JsonValue))) return false;
  if (isList && !value.every((item) => at(items, item))) return false;
  if (Array.isArray(anyOf) && !anyOf.some((one) => at(one, value))) return false;
  const ref = ownString(schema, "$ref");
  if (ref !== undefined && !enter(all[ref] as JsonObject, all[ref] as JsonObject)) return false;
  const dynamic = ownString(schema, "$dynamicRef");
  if (dynamic === undefined) return true;
  const [id, anchor] = dynamic.split("#") as [string, string];
  const initial = id === "" ? scope.at(-1)! : (all[id] as JsonObject);
  const first = isPlain ? undefined : scope.find((resource) => anchored(resource, anchor) !== undefined);
  return enter(first ?? initial, anchored(first ?? initial, anchor)!);
}

/** Returns the schema of a resource that has an anchor, which is its root or below `$defs`. */
function anchored(resource: JsonObject, anchor: string): JsonObject | undefined {
  const below = Object.values((resource["$defs"] ?? {}) as JsonObject) as JsonObject[];
  return [resource, ...below].find((schema) => schema["$dynamicAnchor"] === anchor);
}
