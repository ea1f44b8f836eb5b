import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Diagnostic } from "../../../../generator/diagnostics/diagnostic.js";
import {
  planFixtures,
  plannableNames,
  printFixtures,
} from "../../../../generator/tools/exchanges/fixtures/sampling/plan-fixtures.js";
import type { PlannedExchange, PlannedFile } from "../../../../generator/tools/exchanges/fixtures/sampling/planned.js";
import { coverageTotals, createCoverage } from "../../../../generator/tools/exchanges/coverage.js";
import { checkFixtures } from "../../../../generator/tools/exchanges/fixtures/check-fixtures.js";
import { contractOf } from "../held.js";
import { manyRules } from "./many-rules.js";

const shop = contractOf();

/** The text of each file. */
function texts(files: readonly PlannedFile[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.path, printFixtures(file)]));
}

test("a file for each action and operation, in their folders", () => {
  expect(planFixtures(shop, { seed: 1, only: [] }).map(({ path }) => path)).toEqual([
    "bakery/bake.yaml",
    "bakery/open_up.yaml",
    "book_shop/bake.yaml",
    "operations/closeShop.yaml",
    "operations/createOrder.yaml",
    "operations/getShop.yaml",
    "operations/invokeAction.yaml",
    "operations/revealKey.yaml",
  ]);
});

test("for some only", () => {
  const paths = (...only: string[]) => planFixtures(shop, { seed: 1, only }).map(({ path }) => path);
  expect(paths("bakery", "getShop")).toEqual(["bakery/bake.yaml", "bakery/open_up.yaml", "operations/getShop.yaml"]);
  expect(paths("book_shop.bake")).toEqual(["book_shop/bake.yaml"]);
  expect(plannableNames(shop)).toContain("book_shop.bake");
});

test("an action has a valid exchange, one invalid request for each rule of its body, and its failures", () => {
  const [file] = planFixtures(shop, { seed: 1, only: ["bakery.bake"] });
  expect(file!.missing).toEqual([]);
  expect(parse(printFixtures(file!))).toEqual({
    exchanges: [
      {
        name: "valid",
        request: { body: { cake: "example" } },
        response: { status: 200, body: { action: "bake", status: "ok", result: { minutes: expect.any(Number) } } },
      },
      invalid(
        "with a field that the contract does not have",
        { cake: "example", unknown_field: 1 },
        "/unknown_field",
        "additionalProperties",
      ),
      invalid("cake too long", { cake: "exampleeeeeeeeeeeeeee" }, "/cake", "maxLength"),
      invalid("layers too large", { cake: "example", layers: 10 }, "/layers", "maximum"),
      invalid("cake too short", { cake: "" }, "/cake", "minLength"),
      invalid("layers too small", { cake: "example", layers: 0 }, "/layers", "minimum"),
      invalid("without cake", {}, "/cake", "required"),
      {
        ...invalid("", {}, "", "type"),
        name: expect.stringContaining("of another type"),
        request: expect.anything(),
        expect: expect.anything(),
      },
      { name: "without a body", request: {}, expect: { invalid: [{ pointer: "/request/body", rule: "required" }] } },
      { name: "no_flour", response: { status: 409, body: { error: "no_flour: There is no flour left." } } },
      { name: "too_hot", response: { status: 422, body: { error: "too_hot: The oven is too hot." } } },
    ],
  });
});

function invalid(name: string, body: object, pointer: string, rule: string) {
  return { name, request: { body }, expect: { invalid: [{ pointer: `/request/body${pointer}`, rule }] } };
}

test("an operation has a valid call, invalid parameters, and each failure", () => {
  const [file] = planFixtures(shop, { seed: 1, only: ["getShop"] });
  const rules = ({ invalid: list }: PlannedExchange) => list.map(({ pointer, rule }) => `${pointer} ${rule}`).join();
  expect(file!.exchanges.map((exchange) => [exchange.name, rules(exchange)])).toEqual([
    ["valid", ""],
    ["lang with a value that is not listed", "/request/cookies/lang enum"],
    ["X-Trace in another form", "/request/headers/X-Trace pattern"],
    ["X-Trace of another type", "/request/headers/X-Trace type"],
    ["shop_id too small", "/request/params/shop_id minimum"],
    ["shop_id of another type", "/request/params/shop_id type"],
    ["filter with a field that the contract does not have", "/request/query/filter/unknown_field additionalProperties"],
    ["filter/max of another type", "/request/query/filter/max type"],
    ["live of another type", "/request/query/live type"],
    ["tags/0 too long", "/request/query/tags/0 maxLength"],
    ["tags of another type", "/request/query/tags type"],
    ["error 429", ""],
    ["error 4XX", ""],
  ]);
});

describe("what is made", () => {
  test("is what the validator says it is, and covers everything", () => {
    for (const seed of [1, 2, 3]) {
      const coverage = createCoverage(shop);
      const problems: Diagnostic[] = [];
      for (const [path, text] of Object.entries(texts(planFixtures(shop, { seed, only: [] })))) {
        checkFixtures(shop, { path, absolutePath: path, text }, coverage, problems);
      }
      expect(problems).toEqual([]);
      const { covered, total } = coverageTotals(coverage.rows());
      expect(covered).toBe(total);
    }
  });

  test("is the same every time, and another with another seed", () => {
    const made = (seed: number) => texts(planFixtures(contractOf(), { seed, only: [] }));
    expect(made(1)).toEqual(made(1));
    expect(made(2)).not.toEqual(made(1));
  });

  test("of one action does not depend on the others", () => {
    const alone = texts(planFixtures(shop, { seed: 1, only: ["bakery.bake"] }))["bakery/bake.yaml"];
    expect(texts(planFixtures(shop, { seed: 1, only: [] }))["bakery/bake.yaml"]).toBe(alone);
  });
});

test("every rule that a schema can have is broken once", () => {
  const contract = contractOf(manyRules);
  const files = planFixtures(contract, { seed: 1, only: ["thing"] });
  const rules = files.flatMap(({ exchanges }) => exchanges.flatMap(({ invalid: list }) => list.map(({ rule }) => rule)));
  expect([...new Set(rules)].sort()).toEqual([
    "additionalProperties",
    "const",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "type",
    "uniqueItems",
    "x-max-utf8-bytes",
  ]);
});

test("both of two that exclude each other", () => {
  const [file] = planFixtures(contractOf(manyRules), { seed: 1, only: ["thing.exclude"] });
  expect(file!.exchanges.find(({ name }) => name.endsWith("besides"))).toMatchObject({
    request: { body: { by_id: expect.anything(), by_name: expect.anything() } },
    invalid: [{ pointer: "/request/body", rule: "oneOf" }],
  });
});

test("what can't be made up is told", () => {
  const impossible = manyRules.replace("^[a-z]{3}$", "^(?=x)(?=y)z$");
  const [file] = planFixtures(contractOf(impossible), { seed: 1, only: ["thing.texts"] });
  expect(file).toEqual({ path: "thing/texts.yaml", exchanges: [], missing: ["no valid request and answer could be made up"] });
});
