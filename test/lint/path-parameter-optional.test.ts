import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (more: string, place = "path") =>
  findings(
    "path-parameter-optional",
    contract({ components: `parameters: { Id: { name: id, in: ${place}, schema: {}${more} } }` }),
  );

test("a path parameter that is optional, or isn't declared required", () => {
  expect(of(", required: false")).toEqual(['[false] warning the path parameter "id" is treated as required']);
  expect(of("")).toEqual(['[id] warning the path parameter "id" is treated as required']);
});

test("required ones and those in other locations are valid", () => {
  expect(of(", required: true")).toEqual([]);
  for (const place of ["query", "header", "cookie"]) expect(of(", required: false", place)).toEqual([]);
});
