import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { CallEnd, CallStart } from "../../templates/runtime/server/observed-call.js";
import { watchUnhandled } from "../support/unhandled.js";
import { compileFleet } from "./fleet.js";
import { connect, read } from "./http2.js";

const { load } = await compileFleet();

test("the node adapter serves HTTP/2: actions, errors, events and uploads", async () => {
  const { createMemoryStore, toNodeHandler } = await load("generated/server/index.ts");
  const { createFleet } = await load("application.ts");
  const calls: Partial<CallStart & CallEnd>[] = [];
  let begun = 0;
  const onCall = async ({ operation }: CallStart, next: () => Promise<CallEnd>) => {
    begun++;
    calls.push({ ...(operation !== undefined && { operation }), ...(await next()) });
  };
  const { server, counters } = createFleet({ store: createMemoryStore(), log: () => undefined, onCall });
  const unhandled = watchUnhandled();
  const listener = http2.createServer(toNodeHandler(server) as never).listen(0, "127.0.0.1");
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  const send = connect(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  const base = "/v2/terminals/trm_north";
  const headers = { "content-type": "application/json", "idempotency-key": "key-of-http2" };
  const order = { method: "POST", headers, body: '{"plate":"HH 1"}' };
  expect(await read(send(`${base}/machines/mch_gate/orders/admit`, order))).toMatchObject({ status: 200 });
  expect((await read(send(`${base}/machines/mch_crane`, { headers: { "if-none-match": '"1"' } }))).status).toBe(304);
  expect((await read(send("/nowhere"))).status).toBe(404);

  const octets = { "content-type": "application/octet-stream" };
  const put = { method: "PUT", headers: octets, body: new Uint8Array(2_000_000) };
  expect((await read(send(`${base}/firmware`, put))).text).toBe('{"name":"firmware","bytes":2000000}');
  const rejected = { ...put, headers: { ...octets, authorization: "Bearer nobody" } };
  expect((await read(send(`${base}/firmware`, rejected))).status).toBe(401);
  const open = send(`${base}/firmware`, { method: "PUT", headers: octets, isOpen: true });
  open.write(new Uint8Array(1_000));
  await expect.poll(() => counters.openUploads).toBe(1);
  open.destroy();
  await expect.poll(() => counters.openUploads).toBe(0);
  // What was broken off must not look whole.
  await expect.poll(() => calls.at(-1)).toMatchObject({ operation: "putFirmware", status: 400, isAborted: true });

  const events = send(`${base}/readings`);
  await once(events, "data");
  expect(counters.openStreams).toBe(1);
  events.close(http2.constants.NGHTTP2_CANCEL);
  await expect.poll(() => counters.openStreams).toBe(0);
  await expect.poll(() => calls.filter(({ isAborted }) => isAborted).length).toBe(2);
  const partial = send(`${base}/machines/mch_gate/orders/admit`, { method: "POST", headers, isOpen: true });
  partial.write(order.body);
  await expect.poll(() => begun).toBe(8);
  partial.destroy();
  await expect.poll(() => calls.at(-1)).toMatchObject({ operation: "placeOrder", status: 400 });
  // The connection serves others all the while.
  expect((await read(send(`${base}/machines`))).status).toBe(200);
  expect(unhandled).toEqual([]);
});
