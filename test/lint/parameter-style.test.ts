import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (parameter: string, openapi = "3.2.0") => {
  const path = parameter.includes("in: path") ? "/search/{all}" : "/search";
  const paths = `${path}: { get: { parameters: [${parameter}], responses: { "200": { description: Fine. } } } }`;
  return findings("parameter-style", contract({ openapi, paths }));
};

const styles: Readonly<Record<string, readonly string[]>> = {
  matrix: ["path"],
  label: ["path"],
  simple: ["path", "header"],
  form: ["query", "cookie"],
  spaceDelimited: ["query"],
  pipeDelimited: ["query"],
  deepObject: ["query"],
  cookie: ["cookie"],
};
const cases = Object.entries(styles).flatMap(([style, places]) =>
  ["path", "query", "header", "cookie"].map((place) => [style, place, places.includes(place)] as const),
);

test.each(cases)("%s in %s: %s", (style, place, isPermitted) => {
  const type = style === "deepObject" ? "object" : "array";
  const parameter = `{ name: all, in: ${place}, style: ${style}, explode: false, ${place === "path" ? "required: true, " : ""}schema: { type: ${type} } }`;
  const problem = `the parameter "all" is in the ${place}, where the style "${style}" is not permitted`;
  expect(of(parameter)).toEqual(isPermitted ? [] : [`[${style}] error ${problem}`]);
  // Before 3.2, `redocly/struct` reports the style of cookies.
  const isSilent = isPermitted || style === "cookie";
  for (const version of ["3.0.3", "3.1.0"])
    expect(of(parameter, version)).toEqual(isSilent ? [] : [`[${style}] warning ${problem}`]);
});

const query = (rest: string) => of(`{ name: all, in: query, ${rest} }`, "3.1.0");

test.each(["spaceDelimited", "pipeDelimited"])("%s is for lists and objects, and not for pairs of each item", (style) => {
  const only = `[${style}] warning the parameter "all" has the style "${style}", which is for lists and objects`;
  expect(query(`style: ${style}, schema: { type: string }`)).toEqual([only]);
  expect(query(`style: ${style}, schema: { type: [integer, "null"] }`)).toEqual([only]);
  expect(query(`style: ${style}, explode: true, schema: { type: array }`)).toEqual([
    `[true] warning the parameter "all" combines the style "${style}" with "explode: true", for which lists have no defined form`,
  ]);
  // `parameter-form` reports objects.
  for (const rest of ["explode: true, schema: { type: object }", "schema: { type: array }", "schema: {}", "content: {}"])
    expect(query(`style: ${style}, ${rest}`)).toEqual([]);
});

test("deepObject is for objects", () => {
  expect(query("style: deepObject, schema: { type: array }")).toEqual([
    '[deepObject] warning the parameter "all" has the style "deepObject", which is for objects',
  ]);
  expect(query("style: deepObject, explode: true, schema: { type: [object, string] }")).toEqual([]);
});

const fieldOf = (
  field: string,
  schema: string,
  openapi: string,
  code: "parameter-style" | "parameter-form" = "parameter-style",
) => {
  const media = `{ schema: { type: object, properties: { s: ${schema} } }, encoding: { s: { ${field} }, other: { style: matrix } } }`;
  const post = `post: { requestBody: { content: { application/x-www-form-urlencoded: ${media}, multipart/form-data: ${media} } }, responses: {} }`;
  return findings(code, contract({ openapi, paths: `/search: { ${post} }` }));
};

test.each(Object.keys(styles))("a property of a form has %s if a query has it", (style) => {
  const schema = `{ type: ${style === "deepObject" ? "object" : "array"} }`;
  const problem = `the property "s" of a form has the style "${style}", which is not permitted for forms`;
  // `redocly/struct` reports the style of cookies.
  const isSilent = styles[style]!.includes("query") || style === "cookie";
  for (const [version, severity] of [
    ["3.2.0", "error"],
    ["3.1.0", "warning"],
    ["3.0.3", "warning"],
  ] as const)
    expect(fieldOf(`style: ${style}, explode: false`, schema, version)).toEqual(
      isSilent ? [] : [`[${style}] ${severity} ${problem}`],
    );
});

test("a property of a form has no form that a parameter of a query doesn't have", () => {
  for (const style of ["spaceDelimited", "pipeDelimited"]) {
    expect(fieldOf(`style: ${style}`, "{ type: string }", "3.2.0")).toEqual([
      `[${style}] warning the property "s" of a form has the style "${style}", which is for lists and objects`,
    ]);
    expect(fieldOf(`style: ${style}, explode: true`, "{ type: array, items: { type: string } }", "3.2.0")).toEqual([
      `[true] warning the property "s" of a form combines the style "${style}" with "explode: true", for which lists have no defined form`,
    ]);
    expect(fieldOf(`style: ${style}, explode: true`, "{ type: object }", "3.2.0", "parameter-form")).toEqual([
      `[${style}] warning the property "s" of a form allows objects, which have no defined form`,
    ]);
  }
  const nested = "{ type: object, properties: { a: { type: object } } }";
  const found = (field: string) => fieldOf(field, nested, "3.2.0", "parameter-form");
  const problem = 'warning the property "s" of a form allows nested lists and objects, which have no defined form';
  expect(found("style: deepObject")).toEqual([`[deepObject] ${problem}`]);
  expect(found("allowReserved: true")).toEqual([`[true] ${problem}`]);
  // Without a style, it is JSON.
  expect(found("explode: true")).toEqual([]);
});

test.each(Object.keys(styles))("a header has %s if it is simple", (style) => {
  const headers = `{ X-All: { style: ${style}, schema: { type: array } } }`;
  const problem = `the header "X-All" has the style "${style}", which is not permitted for headers`;
  const isSilent = style === "simple" || style === "cookie";
  for (const [openapi, severity] of [
    ["3.2.0", "error"],
    ["3.1.0", "warning"],
    ["3.0.3", "warning"],
  ] as const) {
    const ofResponse = `/a: { get: { responses: { "200": { description: Fine., headers: ${headers} } } } }`;
    const media = `{ schema: { type: object, properties: { f: {} } }, encoding: { f: { headers: ${headers} } } }`;
    const ofPart = `/a: { post: { requestBody: { content: { multipart/form-data: ${media} } }, responses: {} } }`;
    for (const paths of [ofResponse, ofPart])
      expect(findings("parameter-style", contract({ openapi, paths }))).toEqual(
        isSilent ? [] : [`[${style}] ${severity} ${problem}`],
      );
  }
});
