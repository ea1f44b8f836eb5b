import { expect, test } from "vitest";
import type { JsonValue } from "../../../../generator/document/json-value.js";
import { noWrittenIntegers } from "../../../../generator/document/written-integers.js";
import { createRejections } from "../../../../generator/tools/site/samples/rejections.js";

const schemas = new Map<string, JsonValue>([
  ["Port", { type: "integer", minimum: 1 }],
  [
    "Body",
    {
      type: "object",
      additionalProperties: false,
      required: ["port"],
      properties: {
        port: { $ref: "#/components/schemas/Port" },
        name: { type: "string", pattern: "^[a-z]+$", format: "hostname" },
        next: { $ref: "#/components/schemas/Body" },
        either: { anyOf: [{ $ref: "#/components/schemas/Port" }, { type: "null" }] },
        tags: { type: "array", uniqueItems: true, items: { enum: ["a", "b"] } },
      },
    },
  ],
]);

test("has the response of a generated server, and none for a valid body", () => {
  const refusals = createRejections({ schemas, integers: "exact", writtenIntegers: noWrittenIntegers });
  expect(refusals("Body", { port: 1, name: "a", next: { port: 2 }, either: null, tags: ["a"] })).toBeUndefined();
  expect(refusals("Body", { port: 0 })?.details).toEqual([{ pointer: "/port", rule: "minimum", message: "must be >= 1" }]);
  expect(refusals("Body", { port: 0 })?.text).toBe("/port must be >= 1.");
  expect(refusals("Body", { prot: 1 })?.text).toBe("/port is required; /prot is not allowed.");
  expect(refusals("Body", { port: 1, next: { port: "2" } })?.text).toBe("/next/port must be integer.");
  expect(refusals("Body", { port: 1, tags: ["a", "a"] })?.text).toMatch(/^\/tags must NOT have duplicate items/);
  expect(refusals("Port", "1")?.text).toBe("the body must be integer.");
  expect(refusals("Body", { port: 1, name: "A" })?.text).toContain("/name must match pattern");
});

test("text of a contract runs nothing", () => {
  const name = '"]; globalThis.process.exit(1); ["';
  const hostile = new Map<string, JsonValue>([
    [
      "Body",
      { type: "object", required: [name], properties: { [name]: { const: name, pattern: name } }, title: "*/ throw 1 /*" },
    ],
  ]);
  expect(
    createRejections({ schemas: hostile, integers: "exact", writtenIntegers: noWrittenIntegers })("Body", {})?.text,
  ).toContain("is required.");
});
