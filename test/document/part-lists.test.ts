import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { Locations } from "../../generator/document/locations.js";
import { partsMark } from "../../generator/document/media-kind.js";
import { hasPositions, markParts } from "../../generator/document/part-lists.js";

const schemas: JsonObject = {
  Picture: { type: "object" },
  Image: { type: "string", format: "binary", description: "An image." },
  Names: { type: "array", items: { type: "string" } },
  Images: { type: "array", items: { $ref: "#/components/schemas/Image" } },
  Anything: {},
  Nothing: { type: "null" },
  NamesOrNull: { anyOf: [{ $ref: "#/components/schemas/Names" }, { type: "null" }] },
  ListOrNull: { type: ["array", "null"], items: { type: "string" } },
};
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const file = { type: "string", format: "binary" };
const text = { type: "string" };
const nothing = { type: "null" };

function marked(mediaType: JsonObject, name = "multipart/mixed"): JsonObject {
  const holder = markParts({ content: { [name]: mediaType } }, { components: { schemas } }, new Locations());
  return (holder["content"] as JsonObject)[name] as JsonObject;
}

/** The schema of a list of one part, as it is sent. */
function sent(schema: JsonValue, encoding?: JsonObject): JsonValue | undefined {
  const { schema: list } = marked({
    schema: { type: "array", items: schema },
    ...(encoding && { itemEncoding: encoding }),
  });
  return (list as JsonObject)["items"];
}

test.each<[JsonValue, string | undefined, JsonValue]>([
  [{}, undefined, file],
  [true, undefined, file],
  [{ $comment: "A frame.", maxLength: 5 }, undefined, { ...file, maxLength: 5 }],
  [refer("Anything"), undefined, file],
  [refer("Image"), undefined, { ...file, description: "An image." }],
  [{ contentMediaType: "image/png" }, undefined, { ...file, contentMediaType: "image/png" }],
  [{ anyOf: [{ maxLength: 5 }, {}] }, undefined, file],
  [{ anyOf: [{ type: "string" }, {}] }, undefined, "same"],
  [{ properties: {} }, undefined, "same"],
  [{ type: "string", contentEncoding: "base64" }, undefined, "same"],
  [{ type: "string" }, undefined, "same"],
  [{ type: "integer" }, undefined, "same"],
  [{ enum: [1, 2] }, undefined, "same"],
  [{ type: ["object", "null"] }, undefined, "same"],
  [refer("Picture"), undefined, "same"],
  [refer("Names"), undefined, "same"],
  [{}, "application/json", "same"],
  [{}, "application/xml, application/problem+json", "same"],
  [{}, "text/plain; charset=utf-8", "same"],
  [{ type: "string" }, "text/html", "same"],
  [{ type: "string" }, "application/xml", "same"],
  [{ type: "string" }, "text/css, text/javascript", file],
  [{ type: "string" }, "text/*", file],
  [{ type: "string" }, "image/png", file],
  [refer("Picture"), "application/xml", file],
  [refer("Names"), "text/csv", file],
  [{ type: "string", format: "binary" }, "text/csv", file],
  [{ type: "string" }, "multipart/mixed", file],
  [refer("Names"), "multipart/mixed", "same"],
  [refer("Names"), "multipart/form-data", file],
  [{ type: "array" }, "multipart/mixed", { type: "array", items: file }],
  [{ items: {} }, "multipart/related", { type: "array", items: file }],
])("a part of %j with the type %s is sent as %j", (schema, contentType, expected) => {
  expect(sent(schema, contentType === undefined ? undefined : { contentType })).toEqual(expected === "same" ? schema : expected);
});

test("prefixEncoding applies to the first parts, itemEncoding to all others, whatever the schema lists", () => {
  const png = { contentType: "image/png" };
  const of = (schema: JsonObject, encodings: JsonObject) => marked({ schema, ...encodings })["schema"];
  expect(of({ prefixItems: [text, text, text] }, { prefixEncoding: [{}], itemEncoding: png })).toEqual({
    type: "array",
    prefixItems: [text, file, file],
    items: file,
  });
  expect(of({ items: text }, { prefixEncoding: [png, {}] })).toEqual({ type: "array", prefixItems: [file, text], items: text });
  expect(of({ prefixItems: [{}], items: false }, { prefixEncoding: [{}, png], itemEncoding: png })).toEqual({
    type: "array",
    prefixItems: [file],
    items: false,
  });
});

test("a component that is sent as it is stays one", () => {
  expect(marked({ schema: refer("Names") })).toEqual({ schema: refer("Names"), [partsMark]: true });
  expect(marked({ schema: refer("Images") })["schema"]).toEqual({ type: "array", items: { ...file, description: "An image." } });
});

test.each<[schema: JsonObject, sent: JsonObject]>([
  [
    { type: ["array"], items: text },
    { type: "array", items: text },
  ],
  [
    { type: ["array", "null"], items: text },
    { type: "array", items: text },
  ],
  [{ type: ["array", "null"] }, { type: "array", items: file }],
  [{ anyOf: [{ type: "array", items: text }, nothing] }, { type: "array", items: text }],
  [
    { oneOf: [{ type: ["null"] }, { type: "array", items: {} }], title: "Parts" },
    { type: "array", items: file },
  ],
  [{ anyOf: [refer("Names"), nothing] }, refer("Names")],
  [{ anyOf: [{ ...refer("Names"), description: "All." }, refer("Nothing")] }, { ...refer("Names"), description: "All." }],
  [refer("NamesOrNull"), refer("Names")],
  [refer("ListOrNull"), { type: "array", items: text }],
  [
    { ...refer("Names"), description: "All.", "x-note": 1 },
    { ...refer("Names"), description: "All.", "x-note": 1 },
  ],
])("no body is null, so that %j is sent as %j", (schema, expected) => {
  expect(marked({ schema })).toEqual({ schema: expected, [partsMark]: true });
  const nested = marked({ schema: { type: "array", items: schema }, itemEncoding: { contentType: "multipart/mixed" } });
  expect(nested["schema"]).toEqual({ type: "array", items: expected });
});

test("itemSchema describes the items of a list", () => {
  expect(marked({ itemSchema: refer("Picture"), itemEncoding: {} })).toEqual({
    schema: { type: "array", items: refer("Picture") },
    itemEncoding: {},
    [partsMark]: true,
  });
});

test.each<[string, JsonObject]>([
  ["multipart/form-data", { schema: refer("Names") }],
  ["multipart/*", { schema: refer("Names") }],
  ["application/json", { schema: refer("Names") }],
  ["multipart/mixed", { schema: refer("Picture") }],
  ["multipart/mixed", { schema: { anyOf: [refer("Names")] } }],
  ["multipart/mixed", { schema: { type: ["array", "object", "null"], items: {} } }],
  ["multipart/mixed", { schema: { type: ["null"], items: {} } }],
  ["multipart/mixed", { schema: { type: [], items: {} } }],
  ["multipart/mixed", { schema: { anyOf: [refer("Names"), { type: "string" }, nothing] } }],
  ["multipart/mixed", { schema: { anyOf: [refer("Names"), nothing], minItems: 1 } }],
  ["multipart/mixed", { schema: { anyOf: [refer("Names"), nothing], oneOf: [refer("Names"), nothing] } }],
  ["multipart/mixed", { schema: { anyOf: [nothing, nothing] } }],
  ["multipart/mixed", { schema: { ...refer("Names"), maxItems: 2 } }],
  ["multipart/mixed", { schema: refer("Names"), itemSchema: {} }],
  ["multipart/mixed", {}],
])("%s with %j is no list of parts", (name, mediaType) => {
  expect(marked(mediaType, name)).toEqual(mediaType);
});

test("types have positions in any notation", () => {
  expect(["Multipart/Mixed; type=a", "multipart/x-mixed-replace"].map(hasPositions)).toEqual([true, true]);
  expect(["multipart/form-data; a=b", "multipart", "text/plain"].map(hasPositions)).toEqual([false, false, false]);
});
