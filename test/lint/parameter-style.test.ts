import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (parameter: string, openapi = "3.2.0") => {
  const paths = `/search: { get: { parameters: [${parameter}], responses: { "200": { description: Fine. } } } }`;
  return findings("parameter-style", contract({ openapi, paths }));
};

test.each(["query", "header"])("the style of cookies is not permitted in %s", (place) => {
  expect(of(`{ name: all, in: ${place}, style: cookie, schema: {} }`)).toEqual([
    `[cookie] error the parameter "all" is in the ${place}, where the style "cookie" is not permitted`,
  ]);
});

test("cookies may have it, and earlier versions don't know it", () => {
  expect(of("{ name: all, in: cookie, style: cookie, schema: {} }")).toEqual([]);
  expect(of("{ name: all, in: query, style: cookie, schema: {} }", "3.1.0")).toEqual([]);
});
