import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../../generator/document/json-value.js";
import { Locations } from "../../../generator/document/locations.js";
import { noWrittenIntegers } from "../../../generator/document/written-integers.js";
import { createOpening } from "../../../generator/json-schema/containment/view.js";
import { createInstanceEvaluator } from "../../../generator/json-schema/interpreter.js";
import { type ContractVersion, createVersion } from "../../../generator/tools/diff/contract/contract-version.js";
import { diffContracts } from "../../../generator/tools/diff/diff-contracts.js";
import { ajvOpinion, isSchema } from "./ajv.js";
import { components, schema, value } from "./arbitraries.js";

/** A random schema and one that was made of it by one to three edits. */
const editedSchemas: fc.Arbitrary<readonly [before: JsonValue, after: JsonValue]> = fc
  .tuple(
    schema,
    fc.array(fc.record({ at: fc.nat(), what: fc.nat(), other: schema, number: fc.nat({ max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([before, edits]) => {
    let after = copyOf(before);
    for (const edit of edits) after = applyEdit(after, edit);
    return [before, after] as const;
  })
  .filter(([, after]) => JSON.stringify(after).length < 3000 && isSchema(after));

const pairs = fc.oneof({ weight: 4, arbitrary: editedSchemas }, { weight: 1, arbitrary: fc.tuple(schema, schema) });

const values = fc.array(value, { minLength: 12, maxLength: 12 });

const limits = { steps: 100_000, stepsInAll: Infinity, errors: 1 };

const opening = createOpening(components);

const evaluate = createInstanceEvaluator({ components: { schemas: opening.components } }, limits);

/** A contract with one action whose body or result is the schema. */
function contractWith(field: "body" | "result", part: JsonValue): ContractVersion {
  const operation: JsonObject = { responses: {}, "x-platform-shop-actions": { act: { [field]: part } } };
  const document: JsonObject = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1.0.0" },
    paths: { "/actions/{action}": { post: operation } },
    components: { schemas: components },
  };
  const entry = { path: "openapi.json", absolutePath: "/openapi.json", text: "" };
  return createVersion("openapi.json", {
    document,
    written: document,
    locations: new Locations(),
    entry,
    files: [entry],
    extensionPrefix: "platform",
    integers: "exact",
    writtenIntegers: noWrittenIntegers,
    renamed: [],
    isComplete: true,
  });
}

/** The reported changes of a body or result. */
function changesOf(field: "body" | "result", before: JsonValue, after: JsonValue) {
  return diffContracts({ before: contractWith(field, before), after: contractWith(field, after) });
}

test("a compatible change causes no accepted request to be rejected, also by Ajv", () => {
  let [compatible, accepted] = [0, 0];
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("body", before, after);
      if (changes.some(({ rule }) => rule.breaks === "client" || rule.breaks === "both")) return;
      compatible++;
      const opinion = ajvOpinion(after, components);
      for (const candidate of candidates) {
        if (evaluate(before, candidate, "request").isValid !== true) continue;
        accepted++;
        expect(evaluate(after, candidate, "request").isValid).toBe(true);
        expect(opinion(candidate)).not.toBe(false);
      }
    }),
    { numRuns: 600 },
  );
  expect(compatible).toBeGreaterThan(150);
  expect(accepted).toBeGreaterThan(500);
});

test("a compatible change makes no response unreadable: readers ignore unknown properties", () => {
  let [compatible, valid] = [0, 0];
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("result", before, after);
      if (changes.some(({ rule }) => rule.breaks === "client" || rule.breaks === "both")) return;
      compatible++;
      for (const candidate of candidates) {
        if (evaluate(after, candidate, "response").isValid !== true) continue;
        valid++;
        expect(evaluate(opening.open(before), candidate, "response").isValid).toBe(true);
      }
    }),
    { numRuns: 600 },
  );
  expect(compatible).toBeGreaterThan(150);
  expect(valid).toBeGreaterThan(500);
});

test("a change outside of open objects is also compatible with closed readers", () => {
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("result", before, after);
      if (changes.some(({ rule }) => rule.breaks !== "server")) return;
      for (const candidate of candidates) {
        if (evaluate(after, candidate, "response").isValid !== true) continue;
        expect(evaluate(before, candidate, "response").isValid).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

// The second seed has a property that is removed and no longer required.
test.each([undefined, 936_318_308])(
  "a witness is accepted by one version and rejected by the other, also by Ajv (seed %s)",
  (seed) => {
    let [reported, shown] = [0, 0];
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const [old, young] = [ajvOpinion(before, components), ajvOpinion(after, components)];
        for (const { witness, isCertain, rule } of changesOf("body", before, after)) {
          if (rule.breaks !== "client") continue;
          reported++;
          expect(isCertain).toBe(witness !== undefined);
          if (witness === undefined) continue;
          shown++;
          expect([evaluate(before, witness, "request").isValid, evaluate(after, witness, "request").isValid]).toEqual([
            true,
            false,
          ]);
          expect(old(witness)).not.toBe(false);
          expect(young(witness)).not.toBe(true);
        }
      }),
      { numRuns: 400, ...(seed !== undefined && { seed }) },
    );
    expect(reported).toBeGreaterThan(200);
    expect(shown / reported).toBeGreaterThan(0.5);
  },
);

interface Edit {
  readonly at: number;
  readonly what: number;
  readonly other: JsonValue;
  readonly number: number;
}

/** Changes one thing somewhere in a schema: a keyword, a property, an item of a list. */
function applyEdit(root: JsonValue, { at, what, other, number }: Edit): JsonValue {
  const holders = objectsIn(root);
  if (holders.length === 0) return other;
  const holder = holders[at % holders.length]!;
  const keys = Object.keys(holder);
  const key = keys[what % Math.max(1, keys.length)];
  const target = holder as JsonObject;
  if (key === undefined || what % 5 === 0) {
    if (Array.isArray(holder)) holder.push(copyOf(other));
    else if (isObject(other)) Object.assign(target, copyOf(other));
  } else if (what % 5 === 1) {
    if (Array.isArray(holder)) holder.splice(what % holder.length, 1);
    else delete target[key];
  } else if (typeof target[key] === "number") target[key] = number;
  else if (typeof target[key] === "boolean") target[key] = !target[key];
  else if (isObject(target[key]) || Array.isArray(target[key])) {
    const inner = target[key];
    if (Array.isArray(inner)) inner.splice(0, 1);
    else Object.assign(inner, copyOf(isObject(other) ? other : {}));
  }
  return root;
}

/** A copy whose parts are each there once. */
function copyOf<Value extends JsonValue>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function objectsIn(value: JsonValue): (JsonObject | JsonValue[])[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
