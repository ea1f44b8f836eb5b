import { expect, test } from "vitest";
import { answering, featureOf, json, refer } from "./feature.js";

const pet = {
  type: "object",
  required: ["kind", "weight", "note"],
  additionalProperties: false,
  name: "Pet",
  $id: "https://pets.test/pet",
  $schema: "http://json-schema.org/draft-03/schema#",
  properties: {
    kind: { type: "string", enum: ["cat", 1, "dog", "cat", null], readonly: true },
    weight: { type: "number", minimum: 0, exclusiveMinimum: true, max: 9 },
    note: { type: "string", nullable: true, format: "`${hit()}` */ MM/YYYY" },
    tags: { type: "array", items: { type: "string" }, additionalItems: false },
    mother: { $dynamicRef: "#pet" },
  },
  $dynamicAnchor: "pet",
};

const contract = (schemas: object, response: unknown = refer("Pet"), parameter: object = { enum: [] }) => ({
  paths: {
    "/pets": {
      post: {
        operationId: "addPet",
        security: [],
        parameters: [{ name: "sort", in: "query", schema: parameter }],
        requestBody: { required: true, content: json(refer("Pet")) },
        responses: answering(response),
      },
    },
  },
  components: { schemas },
});

test("nonstandard keywords of schemas: respected or omitted in all output", async () => {
  const feature = await featureOf(contract({ Pet: pet }));
  expect(feature.findings.filter((finding) => !/unbounded-input|security-missing/.test(finding)).sort()).toEqual([
    'warning dynamic-reference "$dynamicRef" is read as a plain $ref: it has one target in the contract',
    'warning enum-value this value of "enum" is omitted: it is listed twice',
    'warning enum-value this value of "enum" is omitted: it is not of type string',
    'warning enum-value this value of "enum" is omitted: it is not of type string',
    'warning exclusive-boolean "exclusiveMinimum" is a boolean, which OpenAPI 3.1 doesn\'t have; it applies to "minimum" as in 3.0',
    'warning format-unknown the format "`${hit()}` */ MM/YYYY" is unknown, so it is not validated',
    'warning impossible-schema every value is rejected: "enum" is empty',
    'warning keyword-ignored "$schema" is ignored: every schema is read as JSON Schema 2020-12',
    'warning keyword-ignored "additionalItems" is ignored: it requires a tuple next to it',
    'warning nullable-keyword "nullable" is not a keyword of OpenAPI 3.1; null is accepted as in 3.0',
    'warning unknown-keyword unknown keyword "max" is ignored',
    'warning unknown-keyword unknown keyword "name" is ignored',
    'warning unknown-keyword unknown keyword "readonly" is ignored',
  ]);

  const { operations } = await feature.validators();
  const guards = operations["addPet"]!;
  const cat = { kind: "cat", weight: 1, note: null };
  const bodies: [body: object, isValid: boolean][] = [
    [cat, true],
    [{ ...cat, weight: 10, note: "x", tags: ["a"], mother: { ...cat, kind: "dog" } }, true],
    [{ ...cat, weight: 0 }, false],
    [{ ...cat, kind: 1 }, false],
    [{ ...cat, kind: null }, false],
    [{ ...cat, mother: { kind: "cat" } }, false],
  ];
  for (const [body, isValid] of bodies) {
    expect(guards.body!(body)).toBe(isValid);
    expect(feature.validate({ operation: "addPet", request: { body: body as never } }).length === 0).toBe(isValid);
  }
  expect(guards.query!({})).toBe(true);
  expect(guards.query!({ sort: "name" })).toBe(false);

  expect(
    await feature.typeErrors(`import type { components, operations } from "./types.js";
type Pet = components["schemas"]["Pet"];
export const pets: Pet[] = [{ kind: "cat", weight: 1, note: null, tags: ["a"], mother: { kind: "dog", weight: 1, note: "" } }];
// @ts-expect-error a number is no kind
export const number: Pet["kind"] = 1;
// @ts-expect-error neither is null
export const none: Pet["kind"] = null;
export const sort: Exclude<NonNullable<operations["addPet"]["parameters"]["query"]>["sort"], undefined> extends never ? true : false = true;
`),
  ).toBe("");

  const { client, send } = await feature.connect({ addPet: ({ body }: { body: unknown }) => ({ status: 200, body }) });
  expect(await client["addPet"]!({ body: cat })).toEqual(cat);
  const post = (query: string, body: object) =>
    send(`http://localhost/pets${query}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  expect((await post("", { ...cat, weight: 0 })).status).toBe(400);
  expect((await post("?sort=name", cat)).status).toBe(400);

  expect(await feature.page("schemas/Pet.md")).toContain('`"cat"`');
  expect(await feature.page("schemas/Pet.md")).not.toContain("`1`");
  const expanded = (await feature.expanded())["components"] as { schemas: { Pet: { properties: object } } };
  expect(expanded.schemas.Pet.properties).toMatchObject({
    kind: { type: "string", enum: ["cat", "dog"] },
    weight: { exclusiveMinimum: 0 },
    note: { type: ["string", "null"] },
    mother: refer("Pet"),
  });
  expect(await feature.changes(contract({ Pet: pet }))).toEqual([]);
});

test.each([
  ["{ enum: [] }", { enum: [] }],
  ["a const of another type", { type: "integer", const: "text" }],
  ["values of another type", { type: "string", enum: [1, 2] }],
])("a property of a response without valid values is never present: %s", async (_, impossible) => {
  const response = { type: "object", additionalProperties: false, properties: { id: { type: "string" }, broken: impossible } };
  const made = contract({ Pet: { type: "object" } }, response, {});
  const feature = await featureOf(made);
  expect(feature.findings.filter((finding) => finding.includes("impossible-schema"))).toHaveLength(1);
  const guard = (await feature.validators()).operations["addPet"]!.responses["200"]!;
  expect([{ id: "a" }, { broken: 1 }, { broken: "text" }, { broken: null }].map((value) => guard(value))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(feature.files.find(({ path }) => path === "types.ts")!.text).toMatch(/broken\?: never;/);
  expect(await feature.typeErrors()).toBe("");
  await feature.page("operations/addPet.md");
  await feature.expanded();
  expect(await feature.changes(made)).toEqual([]);
  const { client } = await feature.connect({ addPet: () => ({ status: 200, body: { id: "a" } }) });
  expect(await client["addPet"]!({ body: {} })).toEqual({ id: "a" });
});

test("a write-only property that only a response has is omitted", async () => {
  const schemas = {
    Pet: { type: "object" },
    Owner: { type: "object", properties: { id: {}, pin: { type: "string", writeOnly: true } } },
  };
  const feature = await featureOf(contract(schemas, refer("Owner"), {}));
  expect(feature.findings).toContain(
    'warning write-only-sent the write-only value "pin" is omitted from the response 200 of POST /pets',
  );
  const guard = (await feature.validators()).operations["addPet"]!.responses["200"]!;
  expect(guard({ id: 1 })).toBe(true);
  expect(guard({ id: 1, pin: "1" })).toBe(false);
  expect(await feature.typeErrors()).toBe("");
  expect(feature.files.find(({ path }) => path === "types.ts")!.text).toMatch(/pin\?: never;/);
});
