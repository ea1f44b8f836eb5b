import { expect, test } from "vitest";
import type { JsonValue } from "../../../../generator/document/json-value.js";
import { describeType } from "../../../../generator/tools/site/schema/describe-type.js";

const types: readonly [JsonValue, string][] = [
  [{ type: "string" }, "string"],
  [{ type: "string", format: "uuid" }, "string (uuid)"],
  [{ type: ["number", "null"] }, "number or null"],
  [{ type: "array", items: { type: "integer" } }, "list of integer"],
  [{ type: "array" }, "list"],
  [{ type: "array", items: true }, "list"],
  [{ anyOf: [{ type: "null" }, { type: "object" }] }, "object or null"],
  [
    {
      oneOf: [
        { type: "string", format: "ipv4" },
        { type: "string", format: "ipv6" },
      ],
    },
    "string (ipv4) or string (ipv6)",
  ],
  [{ $ref: "#/components/schemas/Name" }, "string"],
  [{ allOf: [{ $ref: "#/components/schemas/Name" }, { maxLength: 3 }] }, "string"],
  [{ const: "a" }, "string"],
  [{ enum: [1, null] }, "number or null"],
  [{ properties: { a: true } }, "object"],
  [{}, "anything"],
  [true, "anything"],
];

test.each(types)("%j", (schema, type) => {
  expect(describeType(schema, new Map([["Name", { type: "string" }]]))).toBe(type);
});
