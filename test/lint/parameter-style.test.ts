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
