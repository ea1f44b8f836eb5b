import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bodyKind,
  contentOf,
  coveredTypes,
  defaultType,
  encodesFile,
  type MediaKind,
} from "../../generator/document/media-kind.js";
import type { JsonValue } from "../../generator/document/json-value.js";

const told: readonly (readonly [JsonValue | undefined, MediaKind])[] = [
  [undefined, "any"],
  [true, "any"],
  [{}, "any"],
  [{ description: "The file.", "x-note": 1 }, "any"],
  [{ type: "string" }, "text"],
  [{ type: ["string"], maxLength: 9 }, "text"],
  [{ enum: ["a", "b"] }, "text"],
  [{ const: "a" }, "text"],
  [{ type: "string", format: "byte" }, "text"],
  [{ type: "string", contentEncoding: "base64", contentMediaType: "image/png" }, "text"],
  [{ type: "string", format: "binary" }, "bytes"],
  [{ contentMediaType: "image/png" }, "bytes"],
  [{ type: ["string", "null"] }, "json"],
  [{ enum: ["a", null] }, "json"],
  [{ type: "object" }, "json"],
  [{ properties: { a: { type: "string" } } }, "json"],
  [{ type: "array", items: { type: "string", format: "binary" } }, "json"],
  [{ type: "integer" }, "json"],
  [{ anyOf: [{ type: "string" }, { type: "object" }] }, "json"],
  [{ oneOf: [{ type: "object" }, {}] }, "json"],
];

/** Other ways to write the same schema, for a document with the schema `Named`. */
const wrappings: readonly ((schema: JsonValue) => JsonValue)[] = [
  (schema) => schema,
  () => ({ $ref: "#/components/schemas/Named" }),
  () => ({ $ref: "#/components/schemas/Named", description: "Beside." }),
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ allOf: [{}, schema], title: "Both" }),
  (schema) => ({ anyOf: [schema, schema] }),
  (schema) => ({ oneOf: [{ allOf: [schema] }] }),
];

test("below a range that includes JSON, the schema decides the kind, however it is written", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("*/*", "application/*", "*/*; charset=utf-8", "APPLICATION/*"),
      fc.constantFrom(...told),
      fc.constantFrom(...wrappings),
      (range, [schema, kind], wrap) => {
        const written = schema === undefined ? undefined : wrap(schema);
        expect(bodyKind(range, written, { Named: schema ?? true })).toBe(kind);
      },
    ),
    { numRuns: 500 },
  );
});

test("elsewhere, the name decides", () => {
  const names = {
    "text/*": "text",
    "image/*": "bytes",
    "application/*+json": "json",
    "application/json": "json",
    "a/b": "bytes",
  };
  for (const [name, kind] of Object.entries(names))
    for (const [schema] of told) expect(bodyKind(name, schema, undefined)).toBe(kind);
});

test("a schema that contains itself is no endless question", () => {
  const schemas = { A: { allOf: [{ $ref: "#/components/schemas/A" }] } };
  expect(bodyKind("*/*", schemas.A, schemas)).toBe("any");
});

test("each kind has a default media type within its range, or none", () => {
  const defaults = (["json", "text", "bytes", "any"] as const).map((kind) =>
    ["*/*", "application/*", "text/*", "image/*", "application/*+json", "application/xml"].map((name) =>
      defaultType({ name, kind }),
    ),
  );
  expect(defaults).toEqual([
    ["application/json", "application/json", "application/json", "application/json", "application/json", "application/xml"],
    ["text/plain", undefined, "text/plain", undefined, undefined, "application/xml"],
    ["application/octet-stream", "application/octet-stream", undefined, undefined, undefined, "application/xml"],
    [undefined, undefined, undefined, undefined, undefined, "application/xml"],
  ]);
  expect(["*/*", "application/*", "application/*+json"].map((name) => coveredTypes({ name, kind: "json" }))).toEqual([
    "*/*+json",
    "application/*+json",
    "application/*+json",
  ]);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ["image/png", true],
  ["image/png, image/gif", true],
  ["image/png, text/plain", false],
  ['image/png; a="b, text/plain"', true],
  ['image/png; a="x/json"', true],
  ['image/png; a="b\\", c", application/json', false],
])("a part is a file by its encoding: %s", (contentType, isEncoded) => {
  expect(encodesFile(contentType)).toBe(isEncoded);
});

test("the more specific media type comes first", () => {
  const content = Object.fromEntries(
    ["*/*", "application/*", "application/*+json", "a/b", "text/*", "c/d"].map((name) => [name, {}]),
  );
  expect(contentOf({ content }, {}).map(({ name }) => name)).toEqual([
    "a/b",
    "c/d",
    "application/*+json",
    "application/*",
    "text/*",
    "*/*",
  ]);
});
