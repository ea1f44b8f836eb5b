import { beforeAll, expect, test } from "vitest";
import { featureOf, json, refer, type Feature } from "./feature.js";

const problem = (code: string) => ({ type: "object", required: ["code"], properties: { code: { const: code } } });
const contract = {
  paths: {
    "/things": {
      get: {
        operationId: "getThing",
        security: [],
        responses: {
          "2XX": {
            description: "Done.",
            content: json({ type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } }),
          },
          "404": { $ref: "#/components/responses/Missing" },
          "4XX": { description: "Refused.", content: json(problem("refused")) },
          default: { description: "Broken.", content: json(problem("broken")) },
        },
      },
    },
  },
  components: {
    responses: { Missing: { description: "Missing.", content: json(refer("Gone")) } },
    schemas: { Gone: problem("gone") },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

const answers = [
  [201, { ok: true }, true],
  [201, {}, false],
  [404, { code: "gone" }, true],
  [404, { code: "refused" }, false],
  [418, { code: "refused" }, true],
  [418, { code: "broken" }, false],
  [503, { code: "broken" }, true],
  [503, { code: "gone" }, false],
] as const;

test.each(answers)("%i %j: %s", async (status, body, isDeclared) => {
  const { send } = await feature.connect({ getThing: () => ({ status, body }) }, { log: () => undefined });
  const response = await send("/things", { method: "GET" });
  expect(response.status).toBe(isDeclared ? status : 500);
  if (isDeclared) expect(await response.json()).toEqual(body);
  expect(feature.validate({ operation: "getThing", response: { status, body } }).length === 0).toBe(isDeclared);
});

test("types: a range is any of its statuses, and the client returns the body of a success", async () => {
  const program = `
import { createClient } from "./client/index.js";
import type { OperationHandlers } from "./server/index.js";
export const some: OperationHandlers["getThing"] = async () => ({ status: 418, body: { code: "refused" } });
export const none: OperationHandlers["getThing"] = async () => ({ status: 404, body: { code: "gone" } });
// @ts-expect-error nothing answers this
export const wrong: OperationHandlers["getThing"] = async () => ({ status: 418, body: { code: "other" } });
const client = createClient({ baseUrl: "" });
export const ok: boolean = (await client.getThing()).ok;
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("the docs list them, expand keeps them", async () => {
  const page = await feature.page("operations/getThing.md");
  for (const status of ["Response 2XX", "404", "4XX", "default"]) expect(page).toContain(status);
  expect((await feature.expanded())["paths"]).toMatchObject(contract.paths);
});
