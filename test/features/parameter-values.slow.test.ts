import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, type Feature } from "./feature.js";

const [text, integer] = [{ type: "string" }, { type: "integer" }];
const tuple = { type: "array", prefixItems: [integer, text], items: { type: "boolean" } };
const closed = (properties: object) => ({ type: "object", required: ["k"], properties, additionalProperties: false });
const as = (type: string, schema: object) => ({ content: { [type]: { schema } } });

/** Parameters `f`, with values of theirs and what the client sends. */
const cases: readonly (readonly [what: string, parameter: object, value: unknown, target?: string])[] = [
  ["a tuple", { schema: tuple }, [1, "2", true], "?f=1&f=2&f=true"],
  ["a tuple in one text", { schema: tuple, explode: false }, [1, "2"], "?f=1,2"],
  ["a tuple in a path", { in: "path", schema: tuple }, [1, "2"], "1,2"],
  ["a tuple in a header", { in: "header", schema: tuple }, [1, "2"]],
  ["a tuple in an object", { schema: closed({ k: tuple }) }, { k: [1, "2"] }, "?k=1&k=2"],
  ["items beside the type", { schema: { type: "array", allOf: [{ items: integer }] } }, [1, 2], "?f=1&f=2"],
  ["lists of alternatives", { schema: { anyOf: [text, integer].map((items) => ({ type: "array", items })) } }, [1, 2]],
  [
    "properties that conditions declare",
    { schema: { type: "object", properties: { k: text }, if: { required: ["k"] }, then: { properties: { v: integer } } } },
    { k: "a", v: 1 },
    "?k=a&v=1",
  ],
  [
    "properties that depend on others",
    {
      style: "deepObject",
      explode: true,
      schema: { type: "object", properties: { k: text }, dependentSchemas: { k: { properties: { v: integer } } } },
    },
    { k: "a", v: 1 },
    "?f%5Bk%5D=a&f%5Bv%5D=1",
  ],
  ["text in content", as("text/plain", text), "5 & x", "?f=5%20%26%20x"],
  ["a number in content", as("text/plain; charset=utf-8", integer), 5, "?f=5"],
  ["text in content of a path", { in: "path", ...as("text/plain", text) }, "a/b", "a%2Fb"],
  ["text in content of a header", { in: "header", ...as("text/plain", text) }, "a,b"],
  ["text in content of a cookie", { in: "cookie", ...as("text/plain", text) }, "a;b"],
  ["text below a range", as("*/*", text), "x", "?f=x"],
  ["an object below a range", as("*/*", closed({ k: text })), { k: "x" }, "?f=%7B%22k%22%3A%22x%22%7D"],
  ["a text of JSON", as("application/vnd.a+json", text), "x", "?f=%22x%22"],
];

let feature: Feature;
beforeAll(async () => {
  const paths = cases.map(([, parameter], index) => {
    const isInPath = "in" in parameter && parameter.in === "path";
    const parameters = [{ name: "f", in: "query", ...(isInPath && { required: true }), ...parameter }];
    return [`/o${index}/${isInPath ? "{f}" : ""}`, { get: { operationId: `o${index}`, parameters, responses: answering({}) } }];
  });
  feature = await featureOf({ paths: Object.fromEntries(paths) as object });
});

test.each(cases.map(([what, ...rest], index) => [what, index, ...rest] as const))(
  "%s arrives as it was sent",
  async (_, index, parameter, value, target) => {
    const place = "in" in parameter ? { path: "path", header: "headers", cookie: "cookies" }[parameter.in as string]! : "query";
    let seen: unknown;
    const handlers = { [`o${index}`]: (call: Record<string, object>) => ((seen = call[place]), { status: 200, body: {} }) };
    const { send } = await feature.connect(handlers);
    let url = "";
    const { [`o${index}`]: call } = await feature.clientOf({
      baseUrl: "http://localhost",
      fetch: (to: string, init: RequestInit) => ((url = to), send(to, init)),
    });
    await (call as (args: object) => Promise<unknown>)({ f: value });
    expect(seen).toEqual({ f: value });
    if (target !== undefined) expect(url).toBe(`http://localhost/o${index}/${target}`);
  },
);

test("lint reports strings that some alternative reads as numbers", () => {
  expect(feature.findings.filter((finding) => finding.includes("parameter-form"))).toEqual([
    'warning parameter-form the parameter "f" allows strings that read as other values, which have no defined form',
  ]);
});
