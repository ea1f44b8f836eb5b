import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (method: string) =>
  findings(
    "additional-method",
    contract({
      openapi: "3.2.0",
      paths: `/a: { additionalOperations: { "${method}": { responses: { "200": { description: Fine. } } } } }`,
    }),
  );

test.each(["GET", "get", "Post", "QUERY", "TRACE"])("%s has a field of its own", (method) => {
  expect(of(method)).toEqual([`["${method}"] error method "${method}" has a field of its own`]);
});

test("a method is a token", () => {
  expect(of("COPY ALL")).toEqual(['["COPY ALL"] error method "COPY ALL" is not a method of HTTP']);
});

test.each(["COPY", "M-SEARCH", "archive"])("%s is an additional method", (method) => {
  expect(of(method)).toEqual([]);
});
