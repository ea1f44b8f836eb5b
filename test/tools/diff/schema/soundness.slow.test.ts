import fc from "fast-check";
import { expect, test } from "vitest";
import { diffContracts } from "../../../../generator/tools/diff/diff-contracts.js";
import { createVersion, type ContractVersion } from "../../../../generator/tools/diff/contract/contract-version.js";
import { createOpening } from "../../../../generator/json-schema/containment/open-schema.js";
import { createInstanceJudge } from "../../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../../generator/document/json-value.js";
import { Places } from "../../../../generator/document/source.js";
import { noWrittenIntegers } from "../../../../generator/document/written-integers.js";
import { ajvOpinion } from "./ajv.js";
import { components, schema, value } from "./arbitraries.js";
import { editedSchemas } from "./edits.js";

const pairs = fc.oneof({ weight: 4, arbitrary: editedSchemas }, { weight: 1, arbitrary: fc.tuple(schema, schema) });
const values = fc.array(value, { minLength: 12, maxLength: 12 });
const limits = { steps: 100_000, stepsInAll: Infinity, errors: 1 };
const opening = createOpening(components);
const judge = createInstanceJudge({ components: { schemas: opening.components } }, limits);

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
    places: new Places(),
    entry,
    files: [entry],
    extensionPrefix: "platform",
    integers: "exact",
    writtenIntegers: noWrittenIntegers,
  });
}

/** What is reported of a body or result that changed. */
function changesOf(field: "body" | "result", before: JsonValue, after: JsonValue) {
  return diffContracts({ before: contractWith(field, before), after: contractWith(field, after) });
}

test("what is called compatible makes no accepted request refused, in the opinion of Ajv too", () => {
  let [compatible, accepted] = [0, 0];
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("body", before, after);
      if (changes.some(({ rule }) => rule.breaks === "client" || rule.breaks === "both")) return;
      compatible++;
      const opinion = ajvOpinion(after, components);
      for (const candidate of candidates) {
        if (judge(before, candidate, "request").fits !== true) continue;
        accepted++;
        expect(judge(after, candidate, "request").fits).toBe(true);
        expect(opinion(candidate)).not.toBe(false);
      }
    }),
    { numRuns: 600 },
  );
  expect(compatible).toBeGreaterThan(150);
  expect(accepted).toBeGreaterThan(500);
});

test("what is called compatible makes no answer unreadable: a reader ignores properties that it doesn't know", () => {
  let [compatible, valid] = [0, 0];
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("result", before, after);
      if (changes.some(({ rule }) => rule.breaks === "client" || rule.breaks === "both")) return;
      compatible++;
      for (const candidate of candidates) {
        if (judge(after, candidate, "response").fits !== true) continue;
        valid++;
        expect(judge(opening.open(before), candidate, "response").fits).toBe(true);
      }
    }),
    { numRuns: 600 },
  );
  expect(compatible).toBeGreaterThan(150);
  expect(valid).toBeGreaterThan(500);
});

test("a change that says nothing of objects that may have more is compatible with closed readers too", () => {
  fc.assert(
    fc.property(pairs, values, ([before, after], candidates) => {
      const changes = changesOf("result", before, after);
      if (changes.some(({ rule }) => rule.breaks !== "server")) return;
      for (const candidate of candidates) {
        if (judge(after, candidate, "response").fits !== true) continue;
        expect(judge(before, candidate, "response").fits).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
});

test("a witness is taken by one version and refused by the other, in the opinion of Ajv too", () => {
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
        expect([judge(before, witness, "request").fits, judge(after, witness, "request").fits]).toEqual([true, false]);
        expect(old(witness)).not.toBe(false);
        expect(young(witness)).not.toBe(true);
      }
    }),
    { numRuns: 400 },
  );
  expect(reported).toBeGreaterThan(200);
  expect(shown / reported).toBeGreaterThan(0.5);
});
