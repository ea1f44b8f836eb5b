import { expect, test } from "vitest";
import { retry, type RetryOptions } from "../../generated/client/index.js";
import { projectId } from "../server/control-plane.js";
import { connectTo, failureOf, targets, type Scripted } from "./connect.js";

const ok = { status: 200, body: { status: "ok", result: {} } };
const args = { project_id: projectId };

/** A client that retries quickly, of an API that answers `first` some times before all is well. */
const flaky = (first: Scripted | undefined, times = 1, options: RetryOptions = {}, timeout?: number) =>
  connectTo((before) => (before < times ? first : ok), { use: [retry({ delay: 1, ...options })], timeout });

test.each([408, 429, 500, 502, 503, 504])("a read is repeated after %i", async (status) => {
  const { client, seen } = await flaky({ status });
  await client.getProject(args);
  expect(seen).toHaveLength(2);
});

test.each([400, 401, 403, 404, 409, 413, 415, 501])("nothing is repeated after %i", async (status) => {
  const { client, seen } = await flaky({ status });
  expect(await failureOf(client.getProject(args))).toMatchObject({ status });
  expect(seen).toHaveLength(1);
});

test("a read is repeated after no response in time", async () => {
  const { client, seen } = await flaky(undefined, 1, {}, 400);
  await client.getProject(args);
  expect(seen).toHaveLength(2);
});

test("a read is repeated after a broken connection", async () => {
  const { client, seen } = await flaky({ status: 200, headers: { "content-length": "9", connection: "close" }, body: "{" });
  await client.getProject(args);
  expect(seen).toHaveLength(2);
});

test("a response that is not JSON is not requested again", async () => {
  const { client, seen } = await flaky({ status: 200, headers: { "content-type": "application/json" }, body: "{" });
  expect(await failureOf(client.getProject(args))).toMatchObject({ name: "InvalidResponseError" });
  expect(seen).toHaveLength(1);
});

test("after the last attempt, the caller receives the last failure", async () => {
  const { client, seen } = await flaky({ status: 503 }, 9, { attempts: 4 });
  expect(await failureOf(client.getProject(args))).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(4);
});

test("a read-only or idempotent action is repeated, with its body", async () => {
  const { client, seen } = await flaky({ status: 503 });
  await client.postgres(targets.postgres).list_backups({ limit: 5 });
  await client.postgres(targets.postgres).remove_ip({ cidr: "10.0.0.0/8" });
  expect(seen.map(({ body }) => body)).toEqual(['{"limit":5}', '{"limit":5}', '{"cidr":"10.0.0.0/8"}']);
});

test.each(["add_ip", "backup_now"] as const)("%s, which is neither, is not", async (action) => {
  const { client, seen } = await flaky({ status: 503, headers: { "retry-after": "0" } });
  const postgres = client.postgres(targets.postgres);
  const call = action === "add_ip" ? postgres.add_ip({ cidr: "10.0.0.0/8" }) : postgres.backup_now();
  expect(await failureOf(call)).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});

test("an operation by POST is not repeated", async () => {
  const { client, seen } = await flaky({ status: 503 });
  const body = { type: "postgres", plan: "shared", name: "a" } as const;
  expect(await failureOf(client.createService({ ...args, body }))).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});

test("the same name may be repeatable for one type only", async () => {
  const { client, seen } = await flaky({ status: 503 }, 9);
  expect(await failureOf(client.postgres(targets.postgres).service_health())).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(3);
  const unknown = client.postgres(targets.postgres) as unknown as Record<string, () => Promise<unknown>>;
  expect(await failureOf(unknown["get_task"]!())).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(4);
});

test("a requested delay beyond the maximum fails immediately", async () => {
  const { client, seen } = await flaky({ status: 429, headers: { "retry-after": "21" } });
  expect(await failureOf(client.getProject(args))).toMatchObject({ status: 429 });
  expect(seen).toHaveLength(1);
});

test("giving up ends the wait", async () => {
  const controller = new AbortController();
  const { client, seen } = await connectTo(
    () => {
      setTimeout(() => controller.abort(), 20);
      return { status: 503, headers: { "retry-after": "15" } };
    },
    { use: [retry()] },
  );
  const error = await failureOf(client.getProject(args, { signal: controller.signal }));
  expect(error).toMatchObject({ name: "AbortError", message: "getProject was aborted by its caller" });
  expect(seen).toHaveLength(1);
});

test("without it nothing is repeated", async () => {
  const { client, seen } = await connectTo(() => ({ status: 503 }));
  expect(await failureOf(client.getProject(args))).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(1);
});
