import { describe, expect, test } from "vitest";
import { emitClientOf, machines, text } from "./other-contract.js";

const parameters = [
  { name: "id", in: "path", required: true, schema: text },
  { name: "action", in: "path", required: true, schema: text },
  { name: "Idempotency-Key", in: "header", required: true, schema: text },
  { name: "dry_run", in: "query", schema: { type: "boolean" } },
];
const responses = { "200": { description: "Done." } };
const actions = {
  start: { label: "Start", idempotent: true },
  size: { label: "Size", body: { type: "object", required: ["to"] } },
};
const answer = { status: 200, body: { action: "start", status: "ok", result: {} } };

describe("parameters of an endpoint", () => {
  test("are an argument of each call", async () => {
    const { connect } = await emitClientOf(machines({ parameters, responses, actions }));
    const { client, seen } = connect(() => answer);
    const vm = client["vm"]!({ id: "m-1" });
    await vm["start"]!(undefined, { parameters: { "Idempotency-Key": "k-1", dry_run: true } });
    await vm["size"]!({ to: 2 }, { parameters: { "Idempotency-Key": "k-2" } });
    expect(seen.map(({ url, headers, body }) => [url, headers["idempotency-key"], body])).toEqual([
      ["https://api.machines.test/v2/machines/m-1/do/start?dry_run=true", "k-1", "{}"],
      ["https://api.machines.test/v2/machines/m-1/do/size", "k-2", '{"to":2}'],
    ]);
  });

  test("never change where a call goes", async () => {
    const { connect } = await emitClientOf(machines({ parameters, responses, actions }));
    const { client, seen } = connect(() => answer);
    await client["vm"]!({ id: "m-1" })["start"]!({}, { parameters: { id: "m-2", action: "size", body: { to: 2 } } });
    expect(seen).toMatchObject([{ url: "https://api.machines.test/v2/machines/m-1/do/start", body: "{}" }]);
  });

  test("are the same in each attempt of a call", async () => {
    const { connect, exports } = await emitClientOf(machines({ parameters, responses, actions }));
    const retry = exports["retry"] as (options: object) => unknown;
    const respond = (before: number) => (before < 2 ? { status: 503 } : answer);
    const { client, seen } = connect(respond, { use: [retry({ delay: 1 })] });
    await client["vm"]!({ id: "m-1" })["start"]!({}, { parameters: { "Idempotency-Key": "k-1" } });
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["k-1", "k-1", "k-1"]);
  });

  test("are required by the type where one of them is", async () => {
    const { check } = await emitClientOf(machines({ parameters, responses, actions }));
    expect(
      await check(`
        import { createClient, type VmCallOptions } from "./client/index.js";
        const vm = createClient({ baseUrl: "" }).vm({ id: "m-1" });
        const options: VmCallOptions = { parameters: { "Idempotency-Key": "k-1", dry_run: true }, timeout: 5 };
        await vm.start(undefined, options);
        // @ts-expect-error required
        await vm.start();
        // @ts-expect-error required
        await vm.start({}, { parameters: {} });
        // @ts-expect-error of another type
        await vm.start({}, { parameters: { "Idempotency-Key": "k-1", dry_run: "yes" } });
        // @ts-expect-error not on the handle
        createClient({ baseUrl: "" }).vm({ id: "m-1", dry_run: true });
      `),
    ).toBe("");
  });

  test("may be omitted if none is required", async () => {
    const { check } = await emitClientOf(
      machines({ parameters: parameters.filter(({ in: at }) => at !== "header"), responses, actions }),
    );
    expect(
      await check(`
        import { createClient } from "./client/index.js";
        const vm = createClient({ baseUrl: "" }).vm({ id: "m-1" });
        await vm.start();
        await vm.start({}, {});
        await vm.start({}, { parameters: { dry_run: true } });
      `),
    ).toBe("");
  });
});
