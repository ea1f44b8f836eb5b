import { expect, test } from "vitest";
import { answering, featureOf, json } from "./feature.js";
test("types include null without a type, and required properties of another schema that does not declare them", async () => {
  const schema = { nullable: true, properties: { a: { type: "string" } } };
  const feature = await featureOf({
    openapi: "3.0.3",
    paths: {
      "/": {
        post: {
          operationId: "send",
          security: [],
          requestBody: { content: json({ $ref: "#/components/schemas/Untyped" }) },
          responses: answering(schema),
        },
      },
    },
    components: {
      schemas: {
        Untyped: schema,
        Base: { type: "object", nullable: true, properties: { a: { type: "string" } } },
        Extended: { allOf: [{ $ref: "#/components/schemas/Base" }], required: ["b"] },
      },
    },
  });
  const { operations } = await feature.validators();
  expect(operations["send"]!.body!(null)).toBe(true);
  const types = feature.files.find(({ path }) => path === "types.ts")!.text;
  expect(types).toMatch(/type Untyped = \{\s*a\?: string;\s*\} \| null;/);
  expect(types).toMatch(/type Extended = Base & \(\{\s*b: unknown;\s*\} \| null\);/);
});
