import fc from "fast-check";
import { expect, test } from "vitest";
import type { ParameterRule, Route } from "../../../templates/runtime/server/contract.js";
import type { TextShape } from "../../../templates/runtime/facts.js";
import { readPlainParameters } from "../../../templates/runtime/server/parameters.js";
import { readParameters } from "../../../templates/runtime/server/read-parameters.js";

const route: Route = {
  operation: "o",
  method: "GET",
  path: [],
  parameters: [],
  authentication: "none",
  scopes: [],
  reveals: false,
  hasService: false,
  serviceTypes: [],
  responses: {},
};

const integers: TextShape = { items: ["integer"] };

const strings: TextShape = { items: ["string"] };

const point: TextShape = { properties: { x: ["integer"], y: ["integer"], tags: strings } };

function read(rule: Partial<ParameterRule>, text: string, headers: Record<string, string> = {}): unknown {
  const full: ParameterRule = { name: "p", in: "query", as: ["string"], ...rule };
  const result = readParameters({ ...route, parameters: [full] }, { path: { p: text }, query: text, headers });
  if ("message" in result) return `${result.name} ${result.message}`;
  const { path, query, querystring, headers: header, cookies: cookie } = result;
  return full.in === "querystring" ? querystring : { path, query, header, cookie }[full.in]["p"];
}

test.each<[string, TextShape, unknown]>([
  ["7", ["integer"], 7],
  ["7", ["string"], "7"],
  ["7.0", ["integer"], 7],
  ["7.5", ["integer"], "7.5"],
  ["-7.5e1", ["number"], -75],
  ["07", ["integer"], "07"],
  ["+7", ["integer"], " 7"],
  ["0x10", ["integer"], "0x10"],
  ["1e400", ["number"], "1e400"],
  ["Infinity", ["number"], "Infinity"],
  // Read as JSON.parse reads: `format: int64` rejects it.
  ["9007199254740993", ["integer"], 9007199254740992],
  ["", ["integer"], ""],
  ["true", ["boolean"], true],
  ["TRUE", ["boolean"], "TRUE"],
  ["1", ["boolean"], "1"],
  ["", ["null", "string"], ""],
  ["7", ["integer", "string"], 7],
  ["a", ["integer", "string"], "a"],
  ["a+b%20c%2B", ["string"], "a b c+"],
])("a scalar: %s as %j", (text, as, expected) => {
  expect(read({ as }, `p=${text}`)).toEqual(expected);
});

test.each<[string, Partial<ParameterRule>, string, unknown]>([
  ["form", { as: integers }, "p=1&p=2&q=3", [1, 2]],
  ["form, one", { as: integers }, "p=1", [1]],
  ["form, not exploded", { as: integers, explode: false }, "p=1,2", [1, 2]],
  ["form, comma in an item", { as: strings, explode: false }, "p=a%2Cb,c", ["a,b", "c"]],
  ["spaceDelimited", { as: strings, style: "spaceDelimited" }, "p=a%20b", ["a", "b"]],
  ["spaceDelimited, plus", { as: strings, style: "spaceDelimited" }, "p=a+b", ["a", "b"]],
  ["pipeDelimited", { as: strings, style: "pipeDelimited" }, "p=a|b", ["a", "b"]],
  ["pipeDelimited, encoded", { as: strings, style: "pipeDelimited" }, "p=a%7Cb", ["a", "b"]],
  ["deepObject", { as: point, style: "deepObject" }, "p[x]=1&p%5By%5D=2&q[x]=3", { x: 1, y: 2 }],
  ["deepObject, list", { as: point, style: "deepObject" }, "p[tags][]=a&p[tags]=b", { tags: ["a", "b"] }],
  ["deepObject of a list", { as: { items: ["string"] }, style: "deepObject" }, "p[0]=a&p%5B1%5D=b&q[0]=c", ["a", "b"]],
  ["deepObject of a list without numbers", { as: { items: ["string"] }, style: "deepObject" }, "p[]=a&p=b&pq=c", ["a", "b"]],
  ["deepObject, unknown property", { as: point, style: "deepObject" }, "p[z]=1", { z: "1" }],
  ["form object", { as: point }, "x=1&y=2", { x: 1, y: 2 }],
  ["form object, not exploded", { as: point, explode: false }, "p=x,1,y,2", { x: 1, y: 2 }],
  ["json", { style: "json" }, "p=%7B%22a%22%3A%5B1%5D%7D", { a: [1] }],
  ["missing", {}, "q=1", undefined],
  ["empty", {}, "p", ""],
])("a query: %s", (_, rule, text, expected) => {
  expect(read(rule, text)).toEqual(expected);
});

test.each<[string, Partial<ParameterRule>, string, unknown]>([
  ["simple", {}, "a%20b+c", "a b+c"],
  ["simple list", { as: integers }, "1,2", [1, 2]],
  ["simple object", { as: point }, "x,1,y,2", { x: 1, y: 2 }],
  ["simple object, exploded", { as: point, explode: true }, "x=1,y=2", { x: 1, y: 2 }],
  ["label", { style: "label", as: ["integer"] }, ".5", 5],
  ["label list", { style: "label", as: integers }, ".1,2", [1, 2]],
  ["label list, exploded", { style: "label", as: integers, explode: true }, ".1.2", [1, 2]],
  ["label object, exploded", { style: "label", as: point, explode: true }, ".x=1.y=2", { x: 1, y: 2 }],
  ["matrix", { style: "matrix", as: ["integer"] }, ";p=5", 5],
  ["matrix list", { style: "matrix", as: integers }, ";p=1,2", [1, 2]],
  ["matrix list, exploded", { style: "matrix", as: integers, explode: true }, ";p=1;p=2", [1, 2]],
  ["matrix object", { style: "matrix", as: point }, ";p=x,1,y,2", { x: 1, y: 2 }],
  ["matrix object, exploded", { style: "matrix", as: point, explode: true }, ";x=1;y=2", { x: 1, y: 2 }],
])("a path: %s", (_, rule, text, expected) => {
  expect(read({ in: "path", ...rule }, text)).toEqual(expected);
});

test("a header and a cookie", () => {
  expect(read({ in: "header", as: integers }, "", { p: "1, 2" })).toEqual([1, 2]);
  expect(read({ in: "header" }, "", { p: "a%20b" })).toBe("a%20b");
  expect(read({ in: "header", name: "constructor" }, "")).toBeUndefined();
  expect(read({ in: "header" }, "", { p: " \t\u00a0a\u00a0\t " })).toBe("\u00a0a\u00a0");
  expect(read({ in: "header" }, "", { p: " \t " })).toBe("");
  expect(read({ in: "cookie" }, "", { cookie: "a=1;\tp=\u00a05 " })).toBe("\u00a05");
  expect(read({ in: "cookie", as: ["integer"] }, "", { cookie: 'a=1; p="5"; b' })).toBe(5);
});

test.each<[Partial<ParameterRule>, string, string]>([
  [{}, "p=%zz", "p is not percent-encoded UTF-8"],
  [{}, "p=%ff", "p is not percent-encoded UTF-8"],
  [{}, "%zz=1", "query is not percent-encoded UTF-8"],
  [{}, "p=1&p=2", "p is given more than once"],
  [{ as: point, explode: false }, "p=x,1,y", "p has a property without a value"],
  [{ as: point, style: "deepObject" }, "p[x]=1&p[x]=2", "p has the same property twice"],
  [{ as: point, style: "deepObject" }, "p[x=1", "p has a property without a closing bracket"],
  [{ as: point, style: "deepObject" }, "p[__proto__]=1", "p has a property __proto__, which is not allowed"],
  [{ style: "json" }, "p={", "p is not acceptable JSON"],
  [{ in: "path" }, "%", "p is not percent-encoded UTF-8"],
  [{ in: "path", style: "label" }, "5", "p does not begin with a dot"],
  [{ in: "path", style: "matrix" }, ";q=5", "p does not begin with its name"],
])("malformed: %j %s", (rule, text, expected) => {
  expect(read(rule, text)).toBe(expected);
});

const plainRules = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("p", "q", "x-r"),
    in: fc.constantFrom("path", "query", "header"),
    as: fc.constantFrom<TextShape>(["string"], ["integer"], ["number", "null"], ["boolean", "string"], ["null", "string"]),
  }),
  { selector: ({ name, in: place }) => `${place} ${name}`, maxLength: 4 },
);

const texts = fc.oneof(
  fc.constantFrom("", "7", "7.5", "true", "null", " 7 ", "a,b", "%37", "%zz", "+7", "a%2Cb", "p=1"),
  fc.string({ maxLength: 5 }),
);

test("plain parameters are read as all others are", () => {
  const queries = fc.array(fc.tuple(fc.constantFrom("p", "q", "%70", "other", "%zz"), texts), { maxLength: 4 });
  const headers = fc.dictionary(fc.constantFrom("p", "q", "x-r"), fc.oneof(texts, fc.array(texts, { maxLength: 2 })));
  fc.assert(
    fc.property(
      plainRules,
      fc.record({ p: texts, q: texts, "x-r": texts }),
      queries,
      headers,
      (parameters, path, pairs, sent) => {
        const query = pairs.map(([name, text]) => `${name}=${text}`).join("&");
        const sources = { path, query, headers: sent };
        expect(readPlainParameters({ parameters }, sources)).toEqual(readParameters({ parameters }, sources));
      },
    ),
  );
});
