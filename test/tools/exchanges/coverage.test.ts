import { expect, test } from "vitest";
import {
  coverageData,
  coveragePercent,
  coverageTotals,
  createCoverage,
  describeTotals,
  percentText,
  printCoverage,
} from "../../../generator/tools/exchanges/coverage.js";
import { contractOf, validateTexts } from "./validate-texts.js";

test("each action and each operation has something to cover", () => {
  const rows = createCoverage(contractOf()).rows();
  expect(
    rows.map(({ service_type, action, operation, seen }) => [
      service_type ?? "",
      action ?? "",
      operation,
      [...seen.keys()].join(", "),
    ]),
  ).toEqual([
    ["bakery", "bake", "invokeAction", "valid request, invalid request, response, error 409, error 422"],
    ["bakery", "open_up", "invokeAction", "valid request, invalid request, response"],
    ["book_shop", "bake", "invokeAction", "valid request, invalid request, response"],
    ["", "", "closeShop", "valid request, invalid request, response, error 4XX"],
    ["", "", "createOrder", "valid request, invalid request, response, error 4XX"],
    ["", "", "getShop", "valid request, invalid request, response, error 429, error 4XX"],
    // Its calls are those of the actions.
    ["", "", "invokeAction", "error 400, error 409"],
    ["", "", "revealKey", "valid request, invalid request, response, error 4XX"],
  ]);
});

test("an exchange counts if it is as expected", async () => {
  const answer = "{ action: bake, status: ok, result: { minutes: 1 } }";
  const { coverage } = await validateTexts({
    "bakery/bake.yaml": `exchanges:
  - { request: { body: { cake: x } }, response: { status: 200, body: ${answer} } }
  - { request: { body: {} }, expect: { invalid: [{ pointer: /request/body/cake, rule: required }] } }
  - { request: { body: {} } }
  - { request: { body: { cake: x } }, expect: { invalid: [{ pointer: /request/body/cake, rule: type }] } }
  - { response: { status: 409, body: { error: "no_flour: None." } } }
  - { response: { status: 409, body: {} }, expect: { invalid: [{ pointer: /response/body/error, rule: required }] } }
`,
    "operations/getShop.yaml": `exchanges:
  - { request: { params: { shop_id: 1 } }, response: { status: 404, body: { error: x } } }
  - { response: { status: 429, body: { error: x } } }
`,
  });
  const seen = coverage
    .rows()
    .map(({ operation, action, seen: kinds }) => [action ?? operation, [...kinds].filter(([, count]) => count > 0)]);
  expect(seen.filter(([, kinds]) => kinds!.length > 0)).toEqual([
    [
      "bake",
      [
        ["valid request", 1],
        ["invalid request", 1],
        ["response", 1],
        ["error 409", 1],
      ],
    ],
    [
      "getShop",
      [
        ["valid request", 1],
        ["error 429", 1],
        ["error 4XX", 1],
      ],
    ],
    ["invokeAction", [["error 409", 1]]],
  ]);
});

test("as a table and as data", () => {
  const rows = [
    {
      service_type: "bakery",
      action: "bake",
      operation: "invoke",
      seen: new Map([
        ["valid request", 12],
        ["invalid request", 0],
        ["response", 1],
        ["error 409", 1],
        ["error 422", 0],
      ] as const),
    },
    {
      service_type: "bakery",
      action: "open",
      operation: "invoke",
      seen: new Map([
        ["valid request", 1],
        ["invalid request", 1],
        ["response", 1],
      ] as const),
    },
    {
      operation: "invoke",
      seen: new Map([
        ["error 400", 0],
        ["error 401", 0],
      ] as const),
    },
  ];
  expect(printCoverage(rows)).toBe(`\
             valid  invalid  response  errors
bakery.bake     12        0         1  409; missing 422
bakery.open      1        1         1  ·
invoke           ·        ·         ·  missing 400, 401

coverage 60 % (6 of 10)
`);
  expect(coverageTotals(rows)).toEqual({ covered: 6, total: 10 });
  expect(coverageData(rows.slice(2))).toEqual({
    covered: 0,
    total: 2,
    percent: 0,
    rows: [{ operation: "invoke", seen: { "error 400": 0, "error 401": 0 } }],
  });
});

test("only everything is 100 %", () => {
  expect([0, 33.3333, 99.999, 100].map(percentText)).toEqual(["0", "33.3", "99.9", "100"]);
  expect(coveragePercent([])).toBe(100);
  expect(describeTotals([])).toBe("coverage 100 % (0 of 0)");
});
