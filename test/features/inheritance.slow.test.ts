import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, json, refer, type Feature } from "./feature.js";

/** `allOf` as inheritance, with the discriminator on the parent, as OpenAPI 3.0 describes it. */
const contract = {
  openapi: "3.0.3",
  paths: {
    "/cats": {
      put: {
        operationId: "putCat",
        security: [],
        requestBody: { required: true, content: json(refer("Cat")) },
        responses: answering(refer("Pet")),
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, name: { type: "string", maxLength: 5 } },
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
      },
      Cat: {
        description: "A cat",
        allOf: [refer("Pet"), { type: "object", required: ["lives"], properties: { lives: { type: "integer", minimum: 1 } } }],
      },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

test("a child is validated against its own rules and its parent's", async () => {
  const { client, send } = await feature.connect({ putCat: ({ body }: { body: unknown }) => ({ status: 200, body }) });
  expect(await client["putCat"]!({ body: { kind: "cat", lives: 9, name: "Tom" } })).toEqual({
    kind: "cat",
    lives: 9,
    name: "Tom",
  });
  const put = async (body: object) => {
    const headers = { "content-type": "application/json" };
    return (await send("/cats", { method: "PUT", body: JSON.stringify(body), headers })).json();
  };
  expect(await put({ lives: 9 })).toEqual({ error: "invalid_body: /kind is required." });
  expect(await put({ kind: "cat", lives: 0, name: "Thomas" })).toEqual({
    error: "invalid_body: /name must NOT have more than 5 characters; /lives must be >= 1.",
  });
});

test("types, fixtures, docs and expand support both", async () => {
  const program = `
import type { components } from "./types.js";
export const cat: components["schemas"]["Cat"] = { kind: "cat", lives: 9 };
export const pet: components["schemas"]["Pet"] = cat;
// @ts-expect-error the parent's property is needed
export const none: components["schemas"]["Cat"] = { lives: 9 };
`;
  expect(await feature.typeErrors(program)).toBe("");
  const held = (body: object) => feature.validate({ operation: "putCat", request: { body: body as never } });
  expect(held({ kind: "cat", lives: 1 })).toEqual([]);
  expect(held({ lives: 1 })).toEqual(["/request/body/kind is required"]);
  const page = await feature.page("operations/putCat.md");
  expect(page).toMatch(/`lives` \*required\*/);
  expect(page).toMatch(/`kind` \*required\*/);
  const { Cat } = (await feature.expanded())["components"] as never as { Cat?: object };
  expect(Cat).toBeUndefined();
  expect((await feature.expanded())["components"]).toMatchObject({
    schemas: { Cat: { allOf: contract.components.schemas.Cat.allOf } },
  });
});
