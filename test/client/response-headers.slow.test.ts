import { expect, test } from "vitest";
import { emitClientOf, jsonOf, machines, object, text } from "./other-contract.js";

const headers = { ETag: { required: true, schema: text }, "Retry-After": { schema: { type: "integer" } } };
const getMachine = { operationId: "getMachine", responses: { "200": jsonOf(object({ id: text }), { headers }) } };
const machine = machines({ responses: { "200": { description: "Done." } } }, { paths: { "/machine": { get: getMachine } } });

test("the headers that an operation's response declares are read with types", async () => {
  const { check } = await emitClientOf(machine);
  expect(
    await check(`
      import { createClient, type CallOptions } from "./client/index.js";
      const client = createClient({ baseUrl: "" });
      const common: CallOptions = { timeout: 5 };
      let tag = "";
      let after: string | null = null;
      await client.getMachine({}, { ...common, onResponse: ({ headers }) => {
        tag = headers.get("etag");
        after = headers.get("retry-after");
        const other: string | null = headers.get("x-other");
        // @ts-expect-error it may be missing
        tag = headers.get("retry-after");
        void other;
      } });
      void [tag, after];
      await client.getMachine({}, common);
    `),
  ).toBe("");
});

test("they are those of the response", async () => {
  const { connect } = await emitClientOf(machine);
  const { client } = connect(() => ({ status: 200, headers: { ETag: '"7"' }, body: { id: "m-1" } }));
  let read: unknown;
  const onResponse = (response: { headers: Headers }) => (read = response.headers.get("etag"));
  expect(await client["getMachine"]!({}, { onResponse })).toEqual({ id: "m-1" });
  expect(read).toBe('"7"');
});
