import addFormats from "ajv-formats";
import { OpenAPIBackend, type Document } from "openapi-backend";
import { beforeAll, expect, test } from "vitest";
import { expandSpec } from "../expand-contract.js";
import { actionCases, actionsUrl } from "./action-cases.js";

const cases = actionCases("postgres");
const api = new OpenAPIBackend({
  definition: structuredClone(expandSpec().document("postgres")) as unknown as Document,
  // Its check of the document itself knows OpenAPI 3.0 only.
  quick: true,
  customizeAjv: (ajv) => addFormats.default(ajv),
  handlers: {
    validationFail: () => "refused",
    notFound: () => "not found",
    notImplemented: ({ operation }) => operation.operationId,
  },
});

beforeAll(() => api.init());

function send(path: string, body: unknown): Promise<unknown> {
  return api.handleRequest({ method: "POST", path, body, headers: { "content-type": "application/json" } });
}

test("routes the valid body of each action to its operation", async () => {
  expect(cases).toHaveLength(38);
  for (const { url, right, operationId } of cases) expect(await send(url, right)).toBe(operationId);
});

test("rejects a wrong body of each action", async () => {
  for (const { url, wrong } of cases) expect([url, await send(url, wrong)]).toEqual([url, "refused"]);
});

test("accepts no other action", async () => {
  expect(await send(`${actionsUrl}/bogus`, {})).toBe("not found");
});
