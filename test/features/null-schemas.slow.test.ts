import { beforeAll, expect, test } from "vitest";
import { featureOf, type Feature } from "./feature.js";

/** Remains of document generators: null for schemas, and fields of OpenAPI 2. */
const contract = {
  paths: {
    "/things/{id}": {
      put: {
        operationId: "put",
        security: [],
        consumes: ["application/json"],
        parameters: [
          { name: "id", in: "path", required: true, schema: null },
          { name: "page", in: "query", schema: null, type: "integer" },
        ],
        requestBody: { required: true, content: { "application/json": { schema: null } } },
        responses: { "200": { description: "Done.", content: { "application/json": { schema: { properties: { a: null } } } } } },
      },
    },
  },
};

let feature: Feature;
beforeAll(async () => {
  feature = await featureOf(contract);
});

test("each null has a warning that describes its treatment", () => {
  const found = feature.findings.filter((finding) => finding.includes("null-value"));
  expect(found).toEqual([
    "warning null-value a schema is null; treated as a string",
    "warning null-value a schema is null; treated as a string",
    "warning null-value a schema is null; any value is accepted",
    "warning null-value a schema is null; any value is accepted",
  ]);
});

test("client, server, validators and types agree", async () => {
  const { client } = await feature.connect({
    put: ({ path, query, body }: Record<"path" | "query" | "body", object>) => ({
      status: 200,
      body: { a: [path, query, body] },
    }),
  } as never);
  expect(await client["put"]!({ id: "7", page: "2", body: [null] })).toEqual({ a: [{ id: "7" }, { page: "2" }, [null]] });
  expect(feature.validate({ operation: "put", request: { params: { id: "x" }, body: 7 } })).toEqual([]);
  const program = `
import type { operations } from "./types.js";
export const page: operations["put"]["parameters"]["query"] = { page: "2" };
`;
  expect(await feature.typeErrors(program)).toBe("");
});

test("docs and expand show a string, diff reports no change to one", async () => {
  expect(await feature.page("operations/put.md")).toMatch(/page.*string/);
  expect(JSON.stringify(await feature.expanded())).toContain('"schema":{"type":"string"}');
  const after = structuredClone(contract) as { paths: Record<string, { put: { parameters: Record<string, unknown>[] } }> };
  for (const parameter of after.paths["/things/{id}"]!.put.parameters) parameter["schema"] = { type: "string" };
  expect(await feature.changes(after)).toEqual([]);
});
