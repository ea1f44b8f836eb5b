import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { projectId } from "../server/control-plane.js";
import { connectTo, failureOf } from "./connect.js";

const nothing = () => undefined;
const ok = () => ({ status: 200, body: {} });
const args = { project_id: projectId };

test("a call without a response in time fails with a TimeoutError", async () => {
  const { client } = await connectTo(nothing, { timeout: 20 });
  const error = await failureOf(client.getProject(args));
  expect(error).toMatchObject({ name: "TimeoutError", message: "getProject timed out", call: "getProject" });
});

test("a call may have its own limit", async () => {
  const { client } = await connectTo(nothing);
  expect(await failureOf(client.getProject(args, { timeout: 20 }))).toMatchObject({ name: "TimeoutError" });
});

test("the limit applies to the body, too", async () => {
  const { client } = await connectTo(() => ({
    status: 200,
    headers: { "content-length": "100", "content-type": "application/json" },
    body: "{",
  }));
  expect(await failureOf(client.getProject(args, { timeout: 50 }))).toMatchObject({ name: "TimeoutError" });
});

test("a call that its caller gives up fails with an AbortError", async () => {
  const controller = new AbortController();
  const { client } = await connectTo(() => {
    controller.abort(new Error("reason-7f3a"));
    return undefined;
  });
  const error = await failureOf(client.getProject(args, { signal: controller.signal }));
  expect(error).toMatchObject({ name: "AbortError", message: "getProject was aborted by its caller" });
});

test("a call that was given up before is not sent", async () => {
  const { client, seen } = await connectTo(ok);
  expect(await failureOf(client.getProject(args, { signal: AbortSignal.abort() }))).toMatchObject({ name: "AbortError" });
  expect(seen).toEqual([]);
});

test("a signal of one's own that times out gives the call up", async () => {
  const { client } = await connectTo(nothing);
  expect(await failureOf(client.getProject(args, { signal: AbortSignal.timeout(20) }))).toMatchObject({ name: "AbortError" });
});

test("no listener remains on a signal that outlives the call", async () => {
  const { signal } = new AbortController();
  const { client } = await connectTo(ok);
  await client.getProject(args, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
