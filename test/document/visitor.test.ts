import { expect, it } from "vitest";
import type { JsonObject } from "../../generator/document/json-value.js";
import {
  childAt,
  forEachSubschema,
  kindNames,
  mapChildren,
  reachable,
  structure,
  subschemaKeywords,
  type Child,
  type Kind,
} from "../../generator/document/visitor.js";

const isActions = (key: string) => key === "x-platform-db-actions";
const kinds = Object.keys(structure) as Kind[];

it.each<[Kind, string, Child | undefined]>([
  ["root", "paths", { one: "paths" }],
  ["paths", "/a", { one: "pathItem" }],
  ["paths", "x-a", undefined],
  ["responses", "default", { one: "response" }],
  ["callback", "{$url}", { one: "pathItem" }],
  ["schema", "properties", { map: "schema" }],
  ["schema", "allOf", { list: "schema" }],
  ["schema", "const", undefined],
  ["schema", "constructor", undefined],
  ["operation", "x-platform-db-actions", { one: "actions" }],
  ["root", "x-platform-db-actions", { one: "actions" }],
  ["schema", "x-platform-db-actions", undefined],
  ["operation", "x-other", undefined],
  ["actions", "x-run", { one: "action" }],
  ["action", "result", { one: "schema" }],
])("in a %s, %s contains %j", (kind, key, child) => {
  expect(childAt(kind, key, isActions)).toEqual(child);
});

it("gives every section of components its kind", () => {
  for (const [section, child] of Object.entries(structure.components.fields)) {
    expect(structure[(child as { map: Kind }).map].section).toBe(section);
  }
});

it("reaches every kind from the root, and names each", () => {
  const reached = new Set<Kind>(["root"]);
  for (const kind of reached) {
    const { fields, others } = structure[kind];
    const children = [
      ...Object.values(fields),
      ...(others ? [{ one: others }] : []),
      ...(kind === "operation" ? [{ one: "actions" as const }] : []),
    ];
    for (const child of children) reached.add("one" in child ? child.one : "list" in child ? child.list : child.map);
  }
  expect([...reached].sort()).toEqual([...kinds].sort());
  expect(Object.keys(kindNames).sort()).toEqual([...kinds].sort());
});

/** An object with each of its parts, and theirs, down to kinds that are around it already. */
function everyPart(kind: Kind, around: readonly Kind[] = []): JsonObject {
  const value: JsonObject = {};
  if (around.includes(kind)) return value;
  const inside = [...around, kind];
  const { fields, others } = structure[kind];
  for (const [key, child] of Object.entries<Child>({ ...fields, ...(others && { "/any": { one: others } }) })) {
    if ("one" in child) value[key] = everyPart(child.one, inside);
    else if ("list" in child) value[key] = [everyPart(child.list, inside)];
    else value[key] = { name: everyPart(child.map, inside) };
  }
  return value;
}

it.each(Object.entries(subschemaKeywords))("visits the schemas of %s", (keyword, { holds }) => {
  const inner = { title: "inner" };
  const schema: JsonObject = { [keyword]: holds === "one" ? inner : holds === "list" ? [inner] : { name: inner } };
  const seen: unknown[] = [];
  forEachSubschema(schema, (subschema, found, slot) => seen.push([subschema, found, slot]));
  const name = holds === "one" ? {} : { name: holds === "list" ? 0 : "name" };
  expect(seen).toEqual([[inner, subschemaKeywords[keyword], { holder: schema, key: keyword, ...name }]]);
  expect([...reachable({}, [{ value: schema, kind: "schema" }])].map(({ value }) => value)).toEqual([schema, inner]);
  expect(mapChildren(schema, "schema", () => true)[keyword]).toEqual(
    holds === "one" ? true : holds === "list" ? [true] : { name: true },
  );
});

it("supports each keyword of JSON Schema 2020-12 and OpenAPI 3.0 that contains schemas", () => {
  // The applicators, unevaluated and content vocabularies of the draft, $defs, and what 2019-09 and draft 7 call definitions and additionalItems.
  const published = [
    "prefixItems",
    "items",
    "contains",
    "additionalProperties",
    "properties",
    "patternProperties",
    "dependentSchemas",
    "propertyNames",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
    "$defs",
    "definitions",
    "additionalItems",
  ];
  expect(Object.keys(subschemaKeywords).sort()).toEqual(published.sort());
});

it("copies what mapChildren doesn't change, and reports the copies", () => {
  const operation = { parameters: [{ name: "a" }], requestBody: { content: {} }, "x-note": [1], tags: ["t"] };
  const copied: [object, object][] = [];
  const copy = mapChildren(operation, "operation", (child, kind) => ({ ...(child as JsonObject), kind }), {
    onCopy: (from, to) => copied.push([from, to]),
  });
  expect(copy).toEqual({
    parameters: [{ name: "a", kind: "parameter" }],
    requestBody: { content: {}, kind: "requestBody" },
    "x-note": [1],
    tags: ["t"],
  });
  expect(copied).toEqual([
    [operation, copy],
    [operation.parameters, copy["parameters"]],
  ]);
  expect(copy["tags"]).toBe(operation.tags);
});

it("reaches parts through references and mappings once, by the shortest path, and ends in cycles", () => {
  const document: JsonObject = {
    components: {
      schemas: {
        Pet: { discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } } },
        Cat: { properties: { friend: { $ref: "#/components/schemas/Pet" } } },
        Unused: {},
      },
      responses: { Found: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
    },
  };
  const responses = { "200": { $ref: "#/components/responses/Found" } };
  const parts = [...reachable(document, [{ value: responses, kind: "responses" }])];
  expect(parts.map(({ kind, slot }) => `${kind} ${slot?.key ?? ""} ${slot?.name ?? ""}`.trim())).toEqual([
    "responses",
    "response 200",
    "response Found",
    "mediaType content application/json",
    "schema schema",
    "schema Pet",
    "discriminator discriminator",
    "schema Cat",
    "schema properties friend",
  ]);
});

it("reaches every kind of object, unless it is excluded", () => {
  const root = everyPart("root");
  const kinds = new Set([...reachable(root, [{ value: root, kind: "root" }])].map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(
    Object.keys(structure)
      .filter((kind) => kind !== "actions" && kind !== "action")
      .sort(),
  );
  const outside = [...reachable(root, [{ value: root, kind: "root" }], (kind) => kind !== "components")];
  expect(outside.some(({ kind }) => kind === "securityScheme")).toBe(false);
});
