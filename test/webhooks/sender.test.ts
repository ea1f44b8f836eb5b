import http from "node:http";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { createSecret, createWebhookSender, type SenderOptions } from "../../generator/live/index.js";
import { serve } from "../server/listen.js";
import { loadText, webhookContract } from "./contract.js";

const contract = await loadText(webhookContract);

const shipped = { type: "order.shipped", data: { id: 1, note: "über" } };

interface Got {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Answer = number | { readonly status: number; readonly headers: http.OutgoingHttpHeaders } | "never" | "reset";

/** A receiver that responds with these, then with 204, and a sender. */
async function connect(answers: readonly Answer[] = [], options: SenderOptions = {}) {
  const got: Got[] = [];
  const { port } = await serve(
    http.createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      const answer = answers[got.length] ?? 204;
      got.push({ method: request.method!, headers: request.headers as Record<string, string>, body });
      if (answer === "never") return;
      if (answer === "reset") return void request.socket.destroy();
      const { status, headers } = typeof answer === "number" ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end();
    }),
  );
  const { send } = createWebhookSender(contract, { delay: 1, ...options });
  const secret = createSecret();
  const url = `http://127.0.0.1:${port}/hooks?token=t0ken`;
  return { got, secret, url, send: (more = {}) => send("order.shipped", { url, secrets: secret }, shipped, more) };
}

test("the reference implementation verifies what is sent", async () => {
  const { got, send, secret } = await connect();
  const sent = await send({ headers: { "x-shop": "berlin" } });
  expect(sent).toMatchObject({ status: 204, attempts: 1 });
  const [{ method, headers, body }] = got as [Got];
  expect([method, headers["content-type"], headers["x-shop"]]).toEqual(["POST", "application/json", "berlin"]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(shipped);
  expect(headers["webhook-id"]).toBe(sent.id);
  expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow("No matching signature");
});

test("during a rotation it is signed with both secrets, the current one first", async () => {
  const { got, url, secret } = await connect();
  const old = createSecret();
  const { send } = createWebhookSender(contract);
  await send("order.shipped", { url, secrets: [secret, old] }, shipped);
  const [{ headers, body }] = got as [Got];
  for (const key of [secret, old]) expect(new Webhook(key).verify(body, headers)).toEqual(shipped);
  expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  const [first] = headers["webhook-signature"]!.split(" ");
  expect(new Webhook(secret).verify(body, { ...headers, "webhook-signature": first! })).toEqual(shipped);
});

test("failed attempts are repeated with the same id, each signed by its own time", async () => {
  const seen: unknown[] = [];
  const { got, send, secret } = await connect([500, 404, "reset", "never", { status: 302, headers: { location: "/else" } }], {
    attempts: 6,
    timeout: 100,
    onAttempt: ({ number, status }) => void seen.push([number, status]),
  });
  const sent = await send({ id: "msg_7" });
  expect(sent).toEqual({ id: "msg_7", status: 204, attempts: 6 });
  expect(new Set(got.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(["msg_7"]));
  for (const { headers, body } of got) expect(new Webhook(secret).verify(body, headers)).toEqual(shipped);
  expect(seen).toEqual([[1, 500], [2, 404], [3, undefined], [4, undefined], [5, 302], [6, 204]]); // prettier-ignore
});

test("it gives up after the last attempt, at once after 410 or a longer delay than allowed", async () => {
  const failing = await connect([503, 503, 503], { attempts: 3 });
  await expect(failing.send({ id: "msg_1" })).rejects.toMatchObject({
    name: "DeliveryError",
    message: "order.shipped was not delivered in 3 attempts: the receiver returned 503",
    id: "msg_1",
    attempts: 3,
    status: 503,
  });
  const gone = await connect([410]);
  await expect(gone.send()).rejects.toMatchObject({ status: 410, attempts: 1 });
  const later = await connect([{ status: 429, headers: { "retry-after": "3600" } }]);
  await expect(later.send()).rejects.toMatchObject({ status: 429, attempts: 1 });
  expect([failing.got.length, gone.got.length, later.got.length]).toEqual([3, 1, 1]);
});

test("it waits as long as the receiver asks, and longer with each attempt", async () => {
  const asked = await connect([{ status: 503, headers: { "retry-after": "1" } }]);
  let start = performance.now();
  await asked.send();
  expect(performance.now() - start).toBeGreaterThan(990);
  const doubling = await connect([500, 500, 500, 500], { delay: 40 });
  start = performance.now();
  await doubling.send();
  expect(performance.now() - start).toBeGreaterThan((40 + 80 + 160 + 320) / 2 - 5);
});

test("its sender can end it, while it waits too", async () => {
  const { got, send } = await connect([503], { delay: 60_000 });
  const controller = new AbortController();
  const sending = send({ signal: controller.signal });
  await expect.poll(() => got).toHaveLength(1);
  controller.abort();
  await expect(sending).rejects.toMatchObject({ name: "DeliveryError", message: "order.shipped was aborted by its sender" });
});

test("a response that never ends is not waited for, and its body not read", async () => {
  const { port } = await serve(
    http.createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(1000)), 1);
      response.on("close", () => clearInterval(timer));
    }),
  );
  const { send } = createWebhookSender(contract);
  const endpoint = { url: `http://127.0.0.1:${port}`, secrets: createSecret() };
  expect(await send("order.shipped", endpoint, shipped)).toMatchObject({ status: 200 });
});

test("an invalid body is not sent; errors name its fields, and no secret, address or value", async () => {
  const { got, url, secret } = await connect([500, 500], { attempts: 1 });
  const { send } = createWebhookSender(contract, { attempts: 1 });
  const failure = await send("order.shipped", { url, secrets: secret }, { type: "order.shipped", data: { id: "s3cr3t" } }).catch(
    (error: unknown) => error as Error,
  );
  expect(failure).toMatchObject({
    message: "order.shipped violates the contract, and was not sent",
    attempts: 0,
    problems: [{ instancePath: "/data/id", keyword: "type" }],
  });
  expect(got).toEqual([]);
  const unreachable = { url: "http://127.0.0.1:1/?token=t0ken", secrets: secret };
  const errors = [
    failure,
    await send("order.shipped", { url, secrets: secret }, shipped).catch((error: unknown) => error),
    await send("order.shipped", unreachable, shipped).catch((error: unknown) => error),
    await send("order.shipped", { url: "http://user:t0ken@127.0.0.1", secrets: secret }, shipped).catch(
      (error: unknown) => error,
    ),
    await send("order.shipped", { url: "file:///t0ken", secrets: secret }, shipped).catch((error: unknown) => error),
    await send("order.shipped", { url: "t0ken", secrets: secret }, shipped).catch((error: unknown) => error),
    await send("order.shipped", { url, secrets: "whsec_s3cr3t" }, shipped).catch((error: unknown) => error),
    await send("order.shipped", { url, secrets: secret }, shipped, { id: "t0ken\r\nx: y" }).catch((error: unknown) => error),
    await send("order.lost", { url, secrets: secret }, shipped).catch((error: unknown) => error),
  ];
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error);
    const { message, stack = "", ...rest } = error as Error;
    expect(message + stack + JSON.stringify(rest)).not.toMatch(
      new RegExp(`${secret.slice(6).replace(/[+/=]/g, "\\$&")}|t0ken|s3cr3t`),
    );
  }
});

test("deliveries at the same time have ids of their own", async () => {
  const { got, url, secret } = await connect();
  const { send } = createWebhookSender(contract);
  const ids = await Promise.all(Array.from({ length: 20 }, () => send("order.shipped", { url, secrets: secret }, shipped)));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(20);
  expect(got).toHaveLength(20);
});
