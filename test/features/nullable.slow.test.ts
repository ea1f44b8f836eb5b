import { expect, test } from "vitest";
import { answering, featureOf, json, refer } from "./feature.js";

const properties = {
  plain: { type: "string", nullable: true },
  reference: { ...refer("Name"), nullable: true },
  all: { allOf: [refer("Name")], nullable: true },
  typed: { type: "object", allOf: [refer("Named")], nullable: true },
  any: { anyOf: [refer("Name"), { type: "integer" }], nullable: true },
  one: { oneOf: [refer("Name"), { type: "integer", nullable: true }], nullable: true },
  list: { type: "array", items: { allOf: [refer("Name")], nullable: true } },
};
const names = ["plain", "reference", "all", "typed", "any", "one"];
const contract = (openapi: string) => ({
  openapi,
  paths: {
    "/things": {
      post: {
        operationId: "addThing",
        security: [],
        requestBody: { required: true, content: json(refer("Thing")) },
        responses: { ...answering(refer("Thing")), "400": { description: "Wrong.", content: json(refer("Failure")) } },
      },
    },
  },
  components: {
    schemas: {
      Name: { type: "string", minLength: 2 },
      Named: { type: "object", required: ["name"], properties: { name: refer("Name") } },
      Thing: { type: "object", additionalProperties: false, properties },
      Problem: { type: "object", nullable: true, properties: { code: { type: "string" }, text: { type: "string" } } },
      Failure: { allOf: [refer("Problem")], required: ["code"] },
    },
  },
});

test.each(["3.0.3", "3.1.0"])("null is accepted wherever nullable stands: %s", async (version) => {
  const feature = await featureOf(contract(version));
  const isOld = version === "3.0.3";
  expect(feature.findings.filter((finding) => finding.includes("nullable-keyword"))).toHaveLength(isOld ? 0 : 9);

  const { operations } = await feature.validators();
  const guards = operations["addThing"]!;
  const problems = (body: object) => feature.validate({ operation: "addThing", request: { body: body as never } });
  for (const name of names) {
    expect(guards.body!({ [name]: null }), name).toBe(true);
    expect(guards.body!({ [name]: true }), name).toBe(false);
    expect(problems({ [name]: null }), name).toEqual([]);
    expect(problems({ [name]: true }), name).not.toEqual([]);
  }
  expect(guards.body!({ list: [null, "ab"] })).toBe(true);
  expect(guards.body!({ reference: "a" })).toBe(false);
  expect(guards.responses["400"]!(null)).toBe(true);
  expect(guards.responses["400"]!({ code: "a" })).toBe(true);
  expect(guards.responses["400"]!({ text: "a" })).toBe(false);

  const page = await feature.page("operations/addThing.md");
  for (const name of [...names.slice(0, 3), "any", "one"]) expect(page).toMatch(new RegExp(`\`${name}\` \\| [^|]*or null`));
  expect(page).toContain("`typed.name`");
  expect(await feature.changes(contract(version))).toEqual([]);
});

test("types include null, too, even if a nullable schema is narrowed", async () => {
  const feature = await featureOf(contract("3.0.3"));
  const program = `
import type { components } from "./types.js";

type Schemas = components["schemas"];
export const thing: Schemas["Thing"] = { plain: null, reference: null, all: null, typed: null, any: null, one: null, list: [null] };
export const full: Schemas["Thing"] = { reference: "ab", all: "ab", typed: { name: "ab" }, any: 1, one: 1, list: ["ab"] };
// @ts-expect-error a name is a text
export const wrong: Schemas["Thing"] = { all: 1 };
export const failure: Schemas["Failure"] = { code: "a", text: "b" };
export const none: Schemas["Failure"] = null;
// @ts-expect-error the code is required
export const incomplete: Schemas["Failure"] = { text: "b" };
export const codeOf = (failed: Schemas["Failure"]): string | undefined => failed?.code;
`;
  expect(await feature.typeErrors(program)).toBe("");
});
