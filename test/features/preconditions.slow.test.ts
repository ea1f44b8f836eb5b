import { expect, test } from "vitest";
import { featureOf, json } from "./feature.js";

const contractWith = (...headers: readonly string[]) => ({
  paths: {
    "/thing": {
      get: {
        operationId: "read",
        security: [],
        parameters: headers.map((name) => ({ name, in: "header", schema: { type: "string" } })),
        responses: {
          "200": {
            description: "It.",
            headers: { ETag: { required: true, schema: { type: "string" } } },
            content: json({ type: "object" }),
          },
          "304": { description: "The same." },
        },
      },
    },
  },
});

test("a client that has it already gets a 304", async () => {
  const feature = await featureOf(contractWith("If-None-Match"));
  const handlers = {
    read: ({ etag }: { etag: (version: string) => void }) => {
      etag("7");
      return { status: 200, body: {} };
    },
  };
  const { client, send } = await feature.connect(handlers);
  const response = await send("/thing", { headers: { "if-none-match": 'W/"7"' } });
  expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([304, '"7"', ""]);
  expect(await client["read"]!()).toEqual({});
  await expect(client["read"]!({ "If-None-Match": '"7"' })).rejects.toMatchObject({ status: 304 });
});

test("types: etag is only where it is declared", async () => {
  const program = (isDeclared: boolean) => `
import type { OperationHandlers } from "./server/index.js";

export const operations: OperationHandlers = {
  ${isDeclared ? "" : "// @ts-expect-error nothing is declared"}
  read: ({ etag }) => {
    etag("7", { vary: "accept" });
    etag(undefined);
    return { status: 200, body: {}, headers: { etag: "7" } };
  },
};
`;
  expect(await (await featureOf(contractWith("if-match"))).typeErrors(program(true))).toBe("");
  const without = await featureOf(contractWith());
  expect(await without.typeErrors(program(false))).toBe("");
  expect(without.files.filter(({ path }) => path.includes("preconditions")).map(({ path }) => path)).toEqual([]);
});
