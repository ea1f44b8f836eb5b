import { describe, expect, test } from "vitest";
import { lintContract } from "../../generator/lint/lint.js";
import { createExampleCheck } from "../../generator/lint/example-check.js";
import { createRuleContext } from "../../generator/lint/rule-context.js";
import { createMemo, type Memo, type RecordingMemo } from "../../generator/memo.js";
import { contract, loadText } from "./lint-text.js";

/** The same contract with another example, another limit of a component, and another secret. */
function text({ cidr = "203.0.113.0/24", most = 43, token = "example-token" } = {}): string {
  return contract({
    actions: `
add_ip:
  summary: Allow.
  body: { type: object, required: [cidr], additionalProperties: false, properties: { cidr: { $ref: "#/components/schemas/Network" } } }
  examples: { usual: { body: { cidr: ${JSON.stringify(cidr)} } } }`,
    schemas: `
Network: { type: string, maxLength: ${most}, pattern: "^[0-9./]+$" }
Login: { type: object, additionalProperties: false, properties: { token: { type: string, maxLength: 64, format: password, example: ${token} } } }`,
  });
}

/** The diagnostics of two rules; recalled results are not computed again. */
function report(source: string, known?: RecordingMemo): { codes: string[]; memo: RecordingMemo } {
  const memo = createMemo(known?.used);
  const found = lintContract(loadText(source).checkable!, { memo });
  return { codes: found.map(({ code }) => code).filter((code) => /example/.test(code)), memo };
}

describe("with results of an earlier run", () => {
  const first = report(text());

  test("nothing is made again if nothing has changed", () => {
    expect(first.codes).toEqual([]);
    expect(first.memo.isNew).toBe(true);
    const second = report(text(), first.memo);
    expect(second.codes).toEqual([]);
    expect(second.memo.isNew).toBe(false);
  });

  test.each([
    ["an invalid example", { cidr: "everywhere" }, "example-invalid"],
    ["a component that rejects the example now", { most: 4 }, "example-invalid"],
    ["a secret", { token: "hunter2" }, "secret-example"],
  ])("%s is reported in this run and in each that follows", (_what, change, code) => {
    const second = report(text(change), first.memo);
    expect(second.codes).toEqual([code]);
    expect(report(text(change), second.memo).codes).toEqual([code]);
    expect(report(text(), second.memo).codes).toEqual([]);
  });
});

test("a schema is the same only with all components that it refers to", () => {
  const source = (most: number) =>
    contract({
      schemas: `
Outer: { type: object, additionalProperties: false, properties: { inner: { $ref: "#/components/schemas/Inner" } } }
Inner: { type: array, maxItems: 9, items: { $ref: "#/components/schemas/Item~1of it" } }
"Item/of it": { type: integer, maximum: ${most} }`,
    });
  const schema = { $ref: "#/components/schemas/Outer" };
  const memo = createMemo();
  const errors = (most: number) =>
    createExampleCheck(createRuleContext(loadText(source(most)).contract!, memo))(schema, { inner: [7] }).length;
  expect([errors(8), errors(6), errors(8)]).toEqual([0, 1, 0]);
});

test("recalled examples take the steps that they took", () => {
  // Forty values take more steps than all examples together may take.
  const value = Array.from({ length: 90_000 }, (_, index) => index);
  const source = contract({ schemas: `List: { type: array, maxItems: 100000, items: { type: integer, minimum: 0 } }` });
  const loaded = loadText(source).contract!;
  const schema = { $ref: "#/components/schemas/List" };
  const found = (memo: Memo) => {
    const check = createExampleCheck(createRuleContext(loaded, memo));
    return Array.from({ length: 40 }, (_, index) => check(schema, [...value, index === 39 ? -1 : index]).length);
  };
  const memo = createMemo();
  const without = found(memo);
  expect(without.at(-1)).toBe(0);
  expect(found(createMemo(memo.used))).toEqual(without);
  expect(createExampleCheck(createRuleContext(loaded))(schema, [...value, -1])).toHaveLength(1);
});
