import { Webhook } from "standardwebhooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CallError,
  createSecret,
  createWebhookReceiver,
  createWebhookSender,
  type LiveReceiver,
} from "../../generator/live/index.js";
import { adapters } from "../server/adapters.js";
import { loadText, webhookContract } from "./contract.js";

const contract = await loadText(webhookContract);

const secret = createSecret();

/** A receiver, and what it received and logged. */
function receive(more: Partial<LiveReceiver> = {}) {
  const received: Record<string, unknown>[] = [];
  const logged: string[] = [];
  const receiver = createWebhookReceiver(contract, {
    secrets: secret,
    log: (entry) => void logged.push(JSON.stringify(entry) + String(entry.error)),
    handlers: {
      "order.shipped": (call) => void received.push({ name: "order.shipped", ...call }),
      "order.returned": (call) => {
        received.push({ name: "order.returned", ...call });
        return { status: 200, body: { seen: true } };
      },
      "addOrder.paid": (call) => void received.push({ name: "addOrder.paid", ...call }),
    },
    ...more,
  });
  return { receiver, received, logged };
}

const shipped = (id: number) => ({ type: "order.shipped", data: { id } });

interface Sent {
  readonly id?: string;
  readonly time?: number;
  readonly body?: string;
  readonly method?: string;
  readonly with?: string;
  readonly headers?: Record<string, string>;
}

/** Headers and body as the reference implementation signs them. */
function signed({
  id = `msg_${Math.random()}`,
  time = Date.now(),
  body = JSON.stringify(shipped(1)),
  with: key = secret,
  headers,
}: Sent) {
  const signature = new Webhook(key).sign(id, new Date(time), body);
  const own = { "webhook-id": id, "webhook-timestamp": String(Math.floor(time / 1000)), "webhook-signature": signature };
  return { body, headers: { "content-type": "application/json", ...own, ...headers } };
}

async function post(base: string, sent: Sent = {}) {
  const response = await fetch(base, { method: sent.method ?? "POST", ...signed(sent) });
  return { status: response.status, text: await response.text() };
}

const invalid = { status: 401, text: '{"error":"unauthenticated: The signature is not valid."}' };

describe.each(Object.keys(adapters))("by %s", (adapter) => {
  test("webhooks of the reference implementation reach their handlers, by the name in their bodies", async () => {
    const { receiver, received, logged } = receive();
    const base = await adapters[adapter]!(receiver);
    const time = Date.now() - 60_000;
    expect(await post(base, { id: "msg_1", time, headers: { "x-shop": "berlin" } })).toEqual({ status: 204, text: "" });
    const returned = JSON.stringify({ type: "order.returned", data: { id: 2 } });
    expect(await post(`${base}/any/path?a=b`, { body: returned, method: "PUT" })).toEqual({ status: 200, text: '{"seen":true}' });
    expect((await post(base, { body: '{"type":"order.paid","data":{"id":3,"amount":5}}' })).status).toBe(204);
    expect(received).toMatchObject([
      { name: "order.shipped", id: "msg_1", body: shipped(1), headers: { "x-shop": "berlin" } },
      { name: "order.returned", body: { data: { id: 2 } } },
      { name: "addOrder.paid", body: { data: { amount: 5 } } },
    ]);
    expect(received[0]!["timestamp"]).toEqual(new Date(Math.floor(time / 1000) * 1000));
    expect(logged).toEqual([]);
  });

  test("a changed body, another secret and no signature are rejected before anything is read", async () => {
    const { receiver, received } = receive();
    const base = await adapters[adapter]!(receiver);
    const { headers } = signed({});
    const changed = await fetch(base, { method: "POST", headers, body: JSON.stringify(shipped(2)) });
    expect([changed.status, await changed.text()]).toEqual([401, invalid.text]);
    expect(await post(base, { with: createSecret() })).toEqual(invalid);
    const without = await fetch(base, { method: "POST", body: "{" });
    expect([without.status, await without.text()]).toEqual([
      401,
      '{"error":"unauthenticated: Send webhook-id, webhook-timestamp, webhook-signature, each once."}',
    ]);
    expect(received).toEqual([]);
  });

  test("invalid headers and query parameters are rejected, once the signature is verified", async () => {
    const { receiver, received } = receive();
    const base = await adapters[adapter]!(receiver);
    const long = { "x-shop": "more than ten" };
    expect(await post(base, { headers: long })).toMatchObject({ status: 400, text: expect.stringContaining("x-shop") as string });
    expect(await post(`${base}/?attempt=10`)).toMatchObject({ status: 400, text: expect.stringContaining("attempt") as string });
    expect(await post(`${base}/?attempt=x`)).toMatchObject({ status: 400 });
    expect(await post(base, { headers: long, with: createSecret() })).toEqual(invalid);
    expect(received).toEqual([]);
    expect((await post(`${base}/?attempt=9`)).status).toBe(204);
    expect(received).toMatchObject([{ query: { attempt: 9 } }]);
  });

  test("a body beyond the limit is rejected, with a content-length or without", async () => {
    const { receiver, received } = receive({ limits: { bodyBytes: 1000 } });
    const base = await adapters[adapter]!(receiver);
    const { headers, body } = signed({ body: JSON.stringify({ ...shipped(1), more: "x".repeat(2000) }) });
    expect((await fetch(base, { method: "POST", headers, body })).status).toBe(413);
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(500)) });
    const init = { method: "POST", headers, body: endless, duplex: "half" } as RequestInit;
    expect((await fetch(base, init).catch(() => ({ status: 413 }))).status).toBe(413);
    expect(received).toEqual([]);
  });
});

test("a repeated delivery is handled once; one that failed is handled again", async () => {
  let fails = true;
  const { receiver, received } = receive({
    handlers: {
      "order.shipped": () => {
        received.push({});
        if (fails) throw new CallError(503, "busy", "Later.");
        return { status: 200, body: { seen: true } };
      },
    },
  });
  const base = await adapters["node"]!(receiver);
  expect((await post(base, { id: "msg_1" })).status).toBe(503);
  fails = false;
  for (let count = 0; count < 3; count++) {
    const time = Date.now() + count * 1000;
    expect(await post(base, { id: "msg_1", time })).toEqual({ status: 200, text: '{"seen":true}' });
  }
  expect(received).toHaveLength(2);
  // The id of another sender, or with another body.
  expect((await post(base, { id: "msg_1", body: JSON.stringify(shipped(9)) })).status).toBe(422);
  expect(received).toHaveLength(2);
});

test("another sender can't use up an id", async () => {
  const other = createSecret();
  const { receiver, received } = receive({ secrets: ({ url }) => (url === "/a" ? secret : url === "/b" ? other : undefined) });
  const base = await adapters["fetch"]!(receiver);
  expect((await post(`${base}/b`, { id: "msg_1", with: other })).status).toBe(204);
  expect((await post(`${base}/a`, { id: "msg_1" })).status).toBe(204);
  expect((await post(`${base}/a`, { id: "msg_1" })).status).toBe(204);
  expect(received).toHaveLength(2);
  expect(await post(`${base}/b`, { id: "msg_2" })).toEqual(invalid);
  expect(await post(`${base}/c`, { id: "msg_2" })).toEqual(invalid);
});

test("the window: five minutes in both directions, and only seconds in digits", async () => {
  const { receiver, received } = receive();
  const base = await adapters["node"]!(receiver);
  for (const seconds of [-310, 310, -86_400, 1e9]) {
    const { status, text } = await post(base, { time: Date.now() + seconds * 1000 });
    expect([status, text]).toEqual([401, '{"error":"unauthenticated: The timestamp is too far from the receiver\'s clock."}']);
  }
  for (const seconds of [-290, 290]) expect((await post(base, { time: Date.now() + seconds * 1000 })).status).toBe(204);
  expect(received).toHaveLength(2);
  const now = Math.floor(Date.now() / 1000);
  for (const text of [
    `${now}.5`,
    `+${now}`,
    `0x${now.toString(16)}`,
    ` ${now}x`,
    "NaN",
    "1e9",
    "9".repeat(400),
    `${now}, ${now}`,
  ])
    expect((await post(base, { headers: { "webhook-timestamp": text } })).status).toBe(401);
  const wide = receive({ tolerance: 3600 });
  const there = await adapters["node"]!(wide.receiver);
  expect((await post(there, { time: Date.now() - 3_000_000 })).status).toBe(204);
});

test("signatures: several, of other versions, and malformed ones", async () => {
  const { receiver, received } = receive();
  const base = await adapters["node"]!(receiver);
  const { body, headers } = signed({ id: "msg_1" });
  const right = headers["webhook-signature"];
  const send = async (signature: string) => {
    const response = await fetch(base, { method: "POST", body, headers: { ...headers, "webhook-signature": signature } });
    return response.status;
  };
  const raw = right.slice(3);
  const wrong = [
    raw,
    `v1${raw}`,
    `v2,${raw}`,
    `V1,${raw}`,
    `v1, ${raw}`,
    `v1,${raw.replace(/=+$/, "")}`,
    `v1,${raw}=`,
    `v1,${raw.slice(0, -4)}`,
    `v1,${raw}${raw}`,
    `v1,${"A".repeat(8000)}`,
    "v1,",
    "v1,%%%%",
    "v1a,x",
    `${right},${right}`,
    `v1,${Buffer.from(raw, "base64").toString("base64url")}!`,
    "v1,AAAA ".repeat(500).trim(),
  ];
  for (const text of wrong) expect([text, await send(text)]).toEqual([text, 401]);
  expect(received).toEqual([]);
  for (const text of [`v1a,x ${right}`, `v1,AAAA v1,%% ${right} v2,y`, `  ${right}  `]) expect(await send(text)).toBe(204);
});

test("a signature of anything else is not valid", async () => {
  const { receiver } = receive();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 64 }), async (bytes) => {
      const { body, headers } = signed({});
      const signature = `v1,${Buffer.from(bytes).toString("base64")}`;
      const request = { method: "POST", url: "/", headers: { ...headers, "webhook-signature": signature } };
      const { status } = await receiver.handle({ ...request, body: new TextEncoder().encode(body) });
      expect(status).toBe(401);
    }),
  );
});

test("headers that are sent twice are rejected", async () => {
  const { receiver, received } = receive();
  const { body, headers } = signed({});
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
    const request = { method: "POST", url: "/", headers, body: new TextEncoder().encode(body) };
    const twice = { ...request, countHeaders: (one: string) => (one === name ? 2 : 1) };
    expect((await receiver.handle(twice)).status).toBe(401);
    const list = { ...request, headers: { ...headers, [name]: [headers[name], headers[name]] } };
    expect((await receiver.handle(list)).status).toBe(401);
  }
  expect(received).toEqual([]);
});

test("rotation: signatures of the old and the new secret are valid until the old one is removed", async () => {
  const old = createSecret();
  const both = receive({ secrets: [secret, old] });
  const base = await adapters["node"]!(both.receiver);
  expect((await post(base, { with: old })).status).toBe(204);
  expect((await post(base, { with: secret })).status).toBe(204);
  const one = receive();
  expect(await post(await adapters["node"]!(one.receiver), { with: old })).toEqual(invalid);
});

test("what the contract doesn't allow: 400 with the field, 405; unknown webhooks are acknowledged and logged", async () => {
  const { receiver, received, logged } = receive();
  const base = await adapters["node"]!(receiver);
  const without = await post(base, { body: '{"type":"order.shipped","data":{}}' });
  expect([without.status, without.text]).toEqual([400, '{"error":"invalid_body: /data/id is required."}']);
  expect((await post(base, { method: "PUT" })).status).toBe(405);
  expect((await post(base, { headers: { "content-type": "text/plain" } })).status).toBe(415);
  expect(logged).toEqual([]);
  for (const body of ['{"type":"order.lost"}', "[]", "{", "null", '{"type":{}}', '{"type":"__proto__"}'])
    expect([body, (await post(base, { body })).status]).toEqual([body, 204]);
  expect([received.length, logged.length]).toEqual([0, 6]);
});

test("a handler that fails or returns what the contract doesn't declare: 500, and the log has no secret", async () => {
  const { receiver, logged } = receive({
    handlers: {
      "order.shipped": () => Promise.reject(new Error("broken")),
      "order.returned": () => ({ status: 200, body: { seen: "yes" } }),
    },
  });
  const base = await adapters["node"]!(receiver);
  expect((await post(base)).status).toBe(500);
  const body = JSON.stringify({ type: "order.returned", data: { id: 2 } });
  expect((await post(base, { body, method: "PUT" })).status).toBe(500);
  await post(base, { with: createSecret() });
  const failing = receive({ secrets: () => Promise.reject(new Error("no database")) });
  expect((await post(await adapters["node"]!(failing.receiver))).status).toBe(500);
  expect(logged).toHaveLength(3);
  for (const text of [...logged, ...failing.logged]) expect(text).not.toContain(secret.slice(6));
});

test("a secret that can't be used is an error at the start that doesn't contain it", () => {
  for (const wrong of [
    "",
    "whsec_",
    "whsec_c2hvcnQ=",
    "not base64 at all!",
    `whsec_${"A".repeat(100)}`,
    `whsec_${"A".repeat(31)}`,
  ]) {
    let message = "";
    try {
      receive({ secrets: [secret, wrong] });
    } catch (error) {
      message = String(error);
    }
    expect(message).toBe("TypeError: Secret 2 is not whsec_ and base64 of 24 to 64 bytes");
  }
  expect(() => receive({ secrets: [] })).toThrow("A webhook needs a secret");
});

test("a sender and a receiver of the same contract", async () => {
  const { receiver, received } = receive();
  const base = await adapters["node"]!(receiver);
  const { send } = createWebhookSender(contract);
  const sent = await send("order.shipped", { url: base, secrets: secret }, shipped(7), { headers: { "x-shop": "paris" } });
  expect(sent).toMatchObject({ status: 204, attempts: 1 });
  expect(received).toMatchObject([{ id: sent.id, body: shipped(7), headers: { "x-shop": "paris" } }]);
});
