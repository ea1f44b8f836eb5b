import { beforeAll, expect, test } from "vitest";
import { answering, featureOf, json, refer, type Feature } from "./feature.js";

const pet = (kind: string, more: object) => ({
  type: "object",
  required: ["kind", ...Object.keys(more)],
  additionalProperties: false,
  properties: { kind: { const: kind }, ...more },
});
const contract = {
  paths: {
    "/pets": {
      post: {
        operationId: "addPet",
        security: [],
        requestBody: { required: true, content: json(refer("Pet")) },
        responses: answering(refer("Pet")),
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        oneOf: [refer("Cat"), refer("Dog")],
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", "guard-dog": "#/components/schemas/Dog" },
        },
      },
      Cat: pet("cat", { lives: { type: "integer" } }),
      Dog: pet("guard-dog", { barks: { type: "boolean" } }),
    },
  },
};
const plain = structuredClone(contract) as { components: { schemas: { Pet: { discriminator?: object } } } };
delete plain.components.schemas.Pet.discriminator;

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const values: readonly unknown[] = [
  { kind: "cat", lives: 9 },
  { kind: "guard-dog", barks: true },
  { kind: "Dog", barks: true },
  { kind: "cat", barks: true },
  { kind: "cat", lives: "9" },
  { lives: 9 },
  { kind: "bird" },
  null,
  [],
];

test("the verdict is that of oneOf, whatever the discriminator", async () => {
  const verdicts = async (of: Feature) => {
    const { operations } = await of.validators();
    return values.map((value) => operations["addPet"]!.body!(value));
  };
  expect(await verdicts(feature)).toEqual([true, true, false, false, false, false, false, false, false]);
  expect(await verdicts(await featureOf(plain))).toEqual(await verdicts(feature));
  const held = values.map((value) => feature.validate({ operation: "addPet", request: { body: value as never } }).length === 0);
  expect(held).toEqual(await verdicts(feature));
});

test("errors are reported for the intended alternative", async () => {
  const { client, send } = await feature.connect({ addPet: ({ body }: { body: unknown }) => ({ status: 200, body }) });
  expect(await client["addPet"]!({ body: values[1] as object })).toEqual(values[1]);
  const body = JSON.stringify({ kind: "cat", lives: "9" });
  const response = await send("/pets", { method: "POST", body, headers: { "content-type": "application/json" } });
  expect(await response.json()).toEqual({ error: "invalid_body: /lives must be integer." });
});

test("types narrow on the property", async () => {
  const program = `
import type { components } from "./types.js";
export function count(pet: components["schemas"]["Pet"]): number {
  return pet.kind === "cat" ? pet.lives : pet.barks ? 1 : 0;
}
// @ts-expect-error the values are those of the alternatives
export const dog: components["schemas"]["Pet"] = { kind: "Dog", barks: true };
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("the docs list the alternatives, expand keeps the mapping, diff reports a removed one", async () => {
  const page = await feature.page("operations/addPet.md");
  expect(page).toMatch(/Cat[\s\S]*`lives`[\s\S]*Dog[\s\S]*`barks`/);
  expect(await feature.expanded()).toMatchObject({ components: { schemas: contract.components.schemas } });
  const { Pet } = contract.components.schemas;
  const fewer = {
    ...contract,
    components: { schemas: { ...contract.components.schemas, Pet: { ...Pet, oneOf: [refer("Cat")] } } },
  };
  expect((await feature.changes(fewer)).some((change) => change.startsWith("error"))).toBe(true);
});
