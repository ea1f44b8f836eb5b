import { expect, test } from "vitest";
import { answering, featureOf, json, refer } from "./feature.js";

const contract = (version: string) => ({
  openapi: version,
  paths: {
    "/names": {
      post: {
        operationId: "addName",
        security: [],
        requestBody: {
          required: true,
          content: json({
            type: "object",
            required: ["name"],
            properties: { name: { ...refer("Name"), maxLength: 3, description: "A short one" }, other: refer("Name") },
          }),
        },
        responses: answering(),
      },
    },
  },
  components: { schemas: { Name: { type: "string", minLength: 2, description: "Any name" } } },
});

test("in OpenAPI 3.1, siblings of a reference apply, too", async () => {
  const feature = await featureOf(contract("3.1.0"));
  const { operations } = await feature.validators();
  const fits = (name: string) => operations["addName"]!.body!({ name });
  expect([fits("abc"), fits("a"), fits("abcd")]).toEqual([true, false, false]);
  const held = (name: string) => feature.validate({ operation: "addName", request: { body: { name } } });
  expect(held("abc")).toEqual([]);
  expect(held("abcd")).toEqual(["/request/body/name must NOT have more than 3 characters"]);
  expect(await feature.page("operations/addName.md")).toMatch(/`name` \*required\*[^\n]*2 to 3 characters[^\n]*A short one/);
  const program = `
import { createClient } from "./client/index.js";
await createClient({ baseUrl: "" }).addName({ body: { name: "abc" } });
// @ts-expect-error a name is a text
await createClient({ baseUrl: "" }).addName({ body: { name: 1 } });
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("in OpenAPI 3.0, they are ignored, as that version defines", async () => {
  const feature = await featureOf(contract("3.0.3"));
  const { operations } = await feature.validators();
  expect(operations["addName"]!.body!({ name: "abcd" })).toBe(true);
  expect(feature.validate({ operation: "addName", request: { body: { name: "abcd" } } })).toEqual([]);
});
