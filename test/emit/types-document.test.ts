import { expect, test } from "vitest";
import { buildTypesDocument } from "../../generator/emit/types/types-document.js";

test("titles and descriptions that are not text are omitted: openapi-typescript would fail on them", () => {
  const schema = { title: [], description: 1, type: "string" };
  const document = { paths: { "/a": { summary: {}, description: "Text" } }, components: { schemas: { A: schema } } };
  expect(buildTypesDocument(document)).toEqual({
    paths: { "/a": { description: "Text" } },
    components: { schemas: { A: { type: "string" } } },
  });
});

test.each([
  ["enum", { enum: ["a", "b"] }],
  ["const", { const: "b" }],
])("%s next to a reference or allOf narrows it, and does not replace it", (_, values) => {
  const $ref = "#/components/schemas/E";
  const schemas = {
    A: { $ref, ...values, description: "Text" },
    B: { allOf: [{ $ref }], type: "string", ...values },
    C: { type: "array", items: { $ref, ...values } },
    E: { enum: ["a"] },
  };
  expect(buildTypesDocument({ components: { schemas } })).toEqual({
    components: {
      schemas: {
        A: { description: "Text", allOf: [values, { $ref }] },
        B: { allOf: [{ type: "string", ...values }, { $ref }] },
        C: { type: "array", items: { allOf: [values, { $ref }] } },
        E: { enum: ["a"] },
      },
    },
  });
});

test("no type names __proto__", () => {
  const schemas = {
    A: {
      type: "object",
      properties: { a: {} },
      patternProperties: { "^__proto__$": { type: "string" } },
      additionalProperties: false,
    },
    B: { type: "object", patternProperties: { "^__proto__$": true, "^x": { type: "string" } }, additionalProperties: false },
  };
  expect(buildTypesDocument({ components: { schemas } })).toMatchObject({
    components: {
      schemas: {
        A: { type: "object", properties: { a: {} }, additionalProperties: false },
        B: { type: "object", patternProperties: { "^x": { type: "string" } }, additionalProperties: false },
      },
    },
  });
  const { A } = (buildTypesDocument({ components: { schemas } }) as { components: { schemas: { A: object } } }).components
    .schemas;
  expect(A).not.toHaveProperty("patternProperties");
});

test("a default that its schema rejects is left out", () => {
  const schemas = {
    A: { type: "integer", enum: [5], default: 6 },
    B: { type: "integer", enum: [5], default: 5 },
    C: { type: "object", properties: { a: { $ref: "#/components/schemas/A", default: "x" }, b: { enum: ["x"], default: "x" } } },
  };
  expect(buildTypesDocument({ components: { schemas } })).toEqual({
    components: {
      schemas: {
        A: { type: "integer", enum: [5] },
        B: { type: "integer", enum: [5], default: "5" },
        C: { type: "object", properties: { a: { $ref: "#/components/schemas/A" }, b: { enum: ["x"], default: "x" } } },
      },
    },
  });
});
