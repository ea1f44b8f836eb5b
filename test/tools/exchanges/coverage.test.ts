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
import { validateFiles } from "../../../generator/tools/exchanges/validate-files.js";
import { sendJson, startProxied } from "./proxy/proxied.js";
import { contractOf, folderOf, validateTexts } from "./validate-texts.js";

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

test("declared headers count however an exchange is known: as a fixture, in a recording or through the proxy", async () => {
  const contract = `openapi: 3.1.0
info: { title: A, version: 1.0.0 }
servers: [{ url: https://api.example }]
security: []
paths:
  /a:
    get:
      operationId: getA
      responses:
        "200":
          description: A.
          headers:
            X-Region: { required: true, schema: { type: string } }
            X-Zone: { schema: { type: string } }
          content: { application/json: { schema: { type: object } } }
`;
  const header = (name: string, value: string) => ({ name, value });
  const response = {
    status: 200,
    headers: [header("content-type", "application/json"), header("X-Region", "eu"), header("x-other", "1")],
    content: { mimeType: "application/json", text: "{}" },
  };
  const request = { method: "GET", url: "https://api.example/a", headers: [] };
  const har = JSON.stringify({
    log: { version: "1.2", entries: [{ startedDateTime: "2026-01-01T00:00:00Z", request, response }] },
  });
  const fixture = "exchanges: [{ operation: getA, request: {}, response: { status: 200, headers: { x-region: eu }, body: {} } }]";
  const files = { "a.har": har, "a.yaml": fixture };
  const seen = async (name: keyof typeof files) => {
    const { coverage, diagnostics } = await validateFiles(contractOf(contract), ["."], {
      workingFolder: folderOf({ [name]: files[name] }),
    });
    expect(diagnostics).toEqual([]);
    return [...coverage.rows()[0]!.seen];
  };
  const expected = [
    ["response", 1],
    ["header x-region", 1],
    ["header x-zone", 0],
  ];
  expect(await seen("a.yaml")).toEqual(expected);
  expect(await seen("a.har")).toEqual(expected);
  const { origin, proxy, finish } = await startProxied((_, sent) => sendJson(sent, 200, {}, { "x-region": "eu" }), { contract });
  await fetch(`${origin}/a`);
  expect(await finish()).toEqual([]);
  expect([...proxy.inspector.coverage.rows()[0]!.seen]).toEqual(expected);
});
