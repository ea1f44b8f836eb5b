import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createServer } from "../../generated/server/index.js";
import { watchUnhandled } from "../support/unhandled.js";
import { actionPath, createControlPlane, projectId, serviceIds, type Caller, type StoredService } from "./control-plane.js";
import { listen } from "./listen.js";

/** Hooks that throw or reject, and what the process would have ended with. */
async function serveWith(hooks: object) {
  const unhandled = watchUnhandled();
  const { application } = createControlPlane();
  const { send } = await listen(createServer<Caller, StoredService>({ ...application, ...hooks }));
  return { send, unhandled };
}

const fail = () => {
  throw new Error("thrown");
};
const reject = () => Promise.reject(new Error("rejected"));
const query = { then: (_: unknown, refuse: (error: Error) => void) => refuse(new Error("rejected")) };

test.each([
  ["throws", fail],
  ["rejects", reject],
  ["answers a query that fails", () => query],
])("a log that %s affects neither the response nor the process", async (_, log) => {
  const { send, unhandled } = await serveWith({ log, canAccess: fail });
  const answers = [await send("GET", `/v1/projects/${projectId}`), await send("GET", `/v1/projects/${projectId}`)];
  await wait(5);
  expect([answers.map(({ status }) => status), unhandled]).toEqual([[500, 500], []]);
});

test.each(["authenticate", "canAccess", "log"])("a server requires %s", async (hook) => {
  await expect(serveWith({ [hook]: undefined })).rejects.toThrow(`createServer: the application has no function "${hook}"`);
});

test.each(["authenticate", "canAccess", "findResource", "gate", "scopesOf"])("%s may throw or reject", async (hook) => {
  for (const failing of [fail, reject]) {
    const { send, unhandled } = await serveWith({ [hook]: failing, log: reject });
    const { status } = await send("POST", actionPath("postgres", "list_replicas"), { body: {} });
    await wait(5);
    expect([status, unhandled]).toEqual([500, []]);
  }
});

/** A thenable that is no promise: its `then` returns nothing. */
const thenable = (value: unknown) => ({ then: (resolve: (value: unknown) => void) => void resolve(value) });

test.each([
  ["authenticate", null, 401],
  ["canAccess", false, 403],
  ["findResource", undefined, 404],
  ["scopesOf", [], 403],
  ["gate", { enabled: false, reason: "closed" }, 409],
])("rejections by %s apply even if the result comes from a `then` that returns nothing", async (hook, value, refused) => {
  const { send } = await serveWith({ [hook]: () => thenable(value) });
  const plain = await serveWith({ [hook]: () => value });
  const path = actionPath("postgres", "list_replicas");
  const { status } = await send("POST", path, { body: {} });
  expect(status).toBe((await plain.send("POST", path, { body: {} })).status);
  expect(status).toBe(refused);
});

test("scopes may be a promise", async () => {
  const statuses: number[] = [];
  for (const scopes of [["service:read", "service:data", "service:write"], [], undefined]) {
    const { send } = await serveWith({ scopesOf: () => Promise.resolve(scopes) });
    statuses.push((await send("POST", actionPath("postgres", "list_replicas"), { body: {} })).status);
  }
  expect(statuses).toEqual([200, 403, 403]);
});

test("gates that fail in different ways, called at once", async () => {
  let asked = 0;
  const gate = () => (++asked % 2 === 1 ? reject() : fail());
  const { send, unhandled } = await serveWith({ gate, log: () => undefined });
  const { status } = await send("GET", `/v1/projects/${projectId}/services/${serviceIds.postgres}`);
  await wait(5);
  expect([status, unhandled]).toEqual([500, []]);
});
