import { expect, test } from "vitest";
import { itemSchemaOf, markSequences } from "../../generator/document/item-schemas.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { Locations } from "../../generator/document/locations.js";

/** The distinct objects of a value. */
function objectsIn(value: JsonValue | undefined, found = new Set<JsonValue>()): Set<JsonValue> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  for (const part of Object.values(value)) objectsIn(part, found);
  return found;
}

test.each([
  ["components", (next: JsonObject) => ({ allOf: [next, { anyOf: [next] }] })],
  ["inline schemas", undefined],
])("items with 2 ** 40 paths through %s are copied once", (_, link) => {
  const event = {
    type: "object",
    required: ["data"],
    properties: { data: { type: "string", contentMediaType: "application/json", contentSchema: { type: "object" } } },
  };
  const size = 40;
  const schemas: Record<string, JsonValue> = { [`Link${size}`]: event };
  let inline: JsonObject = event;
  for (let index = size - 1; index >= 0; index--) {
    if (link) schemas[`Link${index}`] = link({ $ref: `#/components/schemas/Link${index + 1}` });
    else inline = { allOf: [inline, { anyOf: [inline] }] };
  }
  const itemSchema = link ? { $ref: "#/components/schemas/Link0" } : inline;
  const holder = { description: "Events.", content: { "text/event-stream": { itemSchema } } };
  const marked = markSequences(holder, { components: { schemas } }, new Locations());
  const media = own(ownObject(marked, "content"), "text/event-stream");
  const items = itemSchemaOf(media!);
  expect(isObject(items)).toBe(true);
  const objects = objectsIn(items);
  expect(objects.size).toBeLessThan(10 * size);
  const data = [...objects].filter((object) => isObject(object) && Object.hasOwn(object, "contentSchema"));
  expect(data).toEqual([]);
});
