import { expect, test } from "vitest";
import { createInstanceJudge } from "../../../generator/json-schema/interpreter.js";

const limits = { steps: 1_000, stepsInAll: Infinity, errors: 3 };

test("tells what fits, what does not, and what would take too long", () => {
  const judge = createInstanceJudge({}, limits);
  expect(judge({ type: "string" }, "a")).toEqual({ fits: true, errors: [] });
  expect(judge({ type: "string" }, 1)).toMatchObject({ fits: false, errors: [{ keyword: "type" }] });
  expect(judge({ items: { type: "string" } }, Array<string>(2_000).fill("a"))).toEqual({ fits: "unknown", errors: [] });
});

test("a pattern that a text could keep busy is not run, and the verdict is not sure", () => {
  const judge = createInstanceJudge({}, limits);
  expect(judge({ pattern: "^(a+)+$" }, "a".repeat(50)).fits).toBe("unknown");
  expect(judge({ pattern: "^a+$" }, "a".repeat(50)).fits).toBe(true);
});

test("limits hold for one value, so that the next one is judged", () => {
  const judge = createInstanceJudge({}, limits);
  const long = Array<string>(2_000).fill("a");
  for (let count = 0; count < 10; count++) expect(judge({ items: {} }, long).fits).toBe("unknown");
  expect(judge({ items: { type: "string" } }, ["a", 1])).toMatchObject({ fits: false });
});

test("lists errors up to a limit, with the property that is meant", () => {
  const judge = createInstanceJudge({}, limits);
  const { errors } = judge({ required: ["a", "b", "c", "d"] }, {});
  expect(errors.map(({ keyword, property }) => [keyword, property])).toEqual([
    ["required", "a"],
    ["required", "b"],
    ["required", "c"],
  ]);
});

test("a schema that is met again is followed as at first", () => {
  const schemas = { Name: { type: "string", minLength: 2 } };
  const judge = createInstanceJudge({ components: { schemas } }, limits);
  const schema = { properties: { name: { $ref: "#/components/schemas/Name" } } };
  for (const name of ["ab", "a", "ab", 5]) {
    expect(judge(schema, { name }).fits).toBe(typeof name === "string" && name.length > 1);
  }
});
