import { describe, expect, test } from "vitest";
import { createHandle, follow, poll } from "../../generated/client/index.js";
import { watchUnhandled } from "../support/unhandled.js";
import { connect, connectTo, failureOf, targets, type Seen } from "./connect.js";

const quick = { interval: 1 };
const answer = (result: unknown) => ({ status: 200, body: { status: "ok", result } });

/** The action that a request invokes, and its body. */
const invoked = ({ url, body }: Seen) => [url.split("/").at(-1), JSON.parse(body) as unknown];

test("an operation is looked up in the list that has it", async () => {
  const states = ["queued", "running", "running", "succeeded"];
  const operation = (index: number) => ({ operation_id: "o-2", status: states[index] });
  const { client, seen } = await connectTo((before, request) => {
    if (request.url.endsWith("/backup_now")) return { ...answer({ backup: {}, operation: operation(0) }), status: 202 };
    return answer({ components: [], operations: [{ operation_id: "o-1", status: "failed" }, operation(before)] });
  });
  const progress: string[] = [];
  const outcome = await follow(
    client.postgres(targets.postgres).backup_now,
    { label: "x" },
    { ...quick, onProgress: ({ status }) => progress.push(status) },
  );
  expect(outcome).toEqual({ operation_id: "o-2", status: "succeeded" });
  expect(progress).toEqual(states);
  expect(seen.map(invoked)).toEqual([["backup_now", { label: "x" }], ...Array<unknown>(3).fill(["service_health", {}])]);
});

test("an operation that is not in the list yet is looked up again", async () => {
  const { client } = await connectTo((before) => {
    if (before === 0) return answer({ operation: { operation_id: "o-1", status: "queued" } });
    return answer({ operations: before < 3 ? [] : [{ operation_id: "o-1", status: "failed" }] });
  });
  const outcome = await follow(client.postgres(targets.postgres).add_replica, { name: "r" }, quick);
  expect(outcome.status).toBe("failed");
});

test("a task is polled by its id", async () => {
  const { client, seen } = await connectTo((before) =>
    answer({ index: "products", task: { task_id: 7, status: before < 2 ? "processing" : "succeeded" } }),
  );
  const outcome = await follow(client.search(targets.search).create_index, { index: "products" }, quick);
  expect(outcome.status).toBe("succeeded");
  expect(seen.map(invoked)).toEqual([
    ["create_index", { index: "products" }],
    ["get_task", { task_id: 7 }],
    ["get_task", { task_id: 7 }],
  ]);
});

test("a domain is looked up by its name", async () => {
  const { client, seen } = await connectTo((before) => {
    if (before === 0) return answer({ domain: { domain: "a.example", status: "pending_verification" } });
    return answer({ domains: [{ domain: "a.example", status: before === 1 ? "issuing_certificate" : "active" }] });
  });
  const outcome = await follow(client.search(targets.search).add_domain, { domain: "a.example" }, quick);
  expect(outcome.status).toBe("active");
  expect(seen.map(invoked).at(-1)).toEqual(["list_domains", {}]);
});

test("an export is polled by the id that it returned", async () => {
  const { client, seen } = await connectTo((before) =>
    answer({
      export_id: "e-1",
      transfer: { state: before < 2 ? "preparing" : "ready", url: "https://files.platform.example/e-1" },
    }),
  );
  const outcome = await follow(client.auth(targets.auth).export_users, { format: "csv" }, quick);
  expect(outcome.state).toBe("ready");
  expect(seen.map(invoked)).toEqual([
    ["export_users", { format: "csv" }],
    ["export_users", { export_id: "e-1" }],
    ["export_users", { export_id: "e-1" }],
  ]);
});

test("a download is polled with the same body", async () => {
  const { client, seen } = await connectTo((before) =>
    answer({ backup_id: "b", transfer: { state: before === 0 ? "preparing" : "failed" } }),
  );
  const outcome = await follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" }, quick);
  expect(outcome.state).toBe("failed");
  expect(seen.map(invoked)).toEqual(Array<unknown>(2).fill(["prepare_backup_download", { backup_id: "b" }]));
});

test("a result may itself be the observed part", async () => {
  const { client } = await connectTo((before) => answer({ preview_id: "p", state: before < 2 ? "running" : "completed" }));
  const outcome = await follow(client.postgres(targets.postgres).pg_upgrade_preview, { target_version: "17" }, quick);
  expect(outcome).toEqual({ preview_id: "p", state: "completed" });
});

test("an action that completes immediately is not polled", async () => {
  const { client, seen } = await connectTo(() => answer({ backup_id: "b", transfer: { state: "ready" } }));
  await follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" });
  expect(seen).toHaveLength(1);
});

test("an earlier response is followed without invoking the action again", async () => {
  const { client, seen } = await connectTo(() => answer({ operations: [{ operation_id: "o-1", status: "succeeded" }] }));
  const { backup_now } = client.postgres(targets.postgres);
  const earlier = { status: "ok", result: { operation: { operation_id: "o-1", status: "running" } } };
  const outcome = await follow(backup_now, {}, { ...quick, response: earlier as Awaited<ReturnType<typeof backup_now>> });
  expect(outcome.status).toBe("succeeded");
  expect(seen.map(invoked)).toEqual([["service_health", {}]]);
});

test("the actions of a handle can be followed", async () => {
  const { client, ran } = await connect();
  const handle = createHandle(client, await client.getService(targets.postgres), { rejectUnavailable: true });
  if (handle.type !== "postgres") throw new Error("not a postgres service");
  const controller = new AbortController();
  const stop = () => controller.abort();
  const call = follow(handle.actions.backup_now, {}, { ...quick, signal: controller.signal, onProgress: stop });
  expect(await failureOf(call)).toMatchObject({ name: "AbortError" });
  expect(ran).toEqual(["postgres.backup_now"]);
});

test("it ends at its timeout", async () => {
  const { client } = await connectTo(() => answer({ transfer: { state: "preparing" } }));
  const call = follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" }, { ...quick, timeout: 60 });
  expect(await failureOf(call)).toMatchObject({
    name: "TimeoutError",
    message: "postgres.prepare_backup_download did not complete in time",
  });
});

test("it ends when its caller gives up, during a wait or a call", async () => {
  for (const silent of [false, true]) {
    const controller = new AbortController();
    const { client } = await connectTo((before) => {
      setTimeout(() => controller.abort(), 20);
      return silent && before > 0 ? undefined : answer({ transfer: { state: "preparing" } });
    });
    const options = { interval: silent ? 1 : 10_000, signal: controller.signal };
    const call = follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" }, options);
    expect(await failureOf(call)).toMatchObject({
      name: "AbortError",
      message: "postgres.prepare_backup_download was aborted by its caller",
    });
  }
});

test("a failure of a call ends it", async () => {
  const { client } = await connectTo((before) => (before === 0 ? answer({ transfer: { state: "preparing" } }) : { status: 404 }));
  const call = follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" }, quick);
  expect(await failureOf(call)).toMatchObject({ name: "ApiError", status: 404 });
});

test("anything else can be polled: a service until it is active", async () => {
  const { client } = await connectTo((before) => ({ status: 200, body: { status: before < 3 ? "provisioning" : "active" } }));
  const seen: string[] = [];
  const service = await poll(
    (signal) => client.getService(targets.postgres, { signal }),
    ({ status }) => status !== "provisioning",
    { ...quick, onProgress: ({ status }) => seen.push(status) },
  );
  expect(service.status).toBe("active");
  expect(seen).toEqual(["provisioning", "provisioning", "provisioning", "active"]);
});

describe("resources that disappear", () => {
  const operation = { operation_id: "o-1", status: "queued" };

  test.each<[string, unknown]>([
    ["from a list", { operations: [] }],
    ["with the list", {}],
    ["and a list of something else comes", { operations: [null, 7] }],
    ["and no list comes", { operations: { "o-1": operation } }],
    ["with the result", undefined],
    ["as its state", { operations: [{ operation_id: "o-1" }] }],
    ["as its state becomes null", { operations: [{ operation_id: "o-1", status: null }] }],
  ])("%s is not polled forever", async (_, gone) => {
    const { client, seen } = await connectTo((before) =>
      before < 2 ? answer(before === 0 ? { operation } : { operations: [operation] }) : answer(gone),
    );
    const call = follow(client.postgres(targets.postgres).backup_now, {}, { interval: 5, maxInterval: 5, missingTimeout: 250 });
    expect(await failureOf(call)).toMatchObject({
      name: "TimeoutError",
      message: "postgres.backup_now can't be followed: the API no longer returns it",
    });
    expect(seen.length).toBeGreaterThan(3);
  });

  test("a resource polled by its id that does not appear either", async () => {
    const { client } = await connectTo((before) => answer(before === 0 ? { task: { task_id: 7, status: "processing" } } : {}));
    const call = follow(client.search(targets.search).create_index, { index: "products" }, { interval: 1, missingTimeout: 20 });
    expect(await failureOf(call)).toMatchObject({ name: "TimeoutError" });
  });

  test("a resource that reappears is followed to its end", async () => {
    const states = ["queued", undefined, "running", undefined, "succeeded"];
    const { client } = await connectTo((before) => {
      const now = { operation_id: "o-1", status: states[before] };
      return answer(before === 0 ? { operation: now } : { operations: now.status === undefined ? [] : [now] });
    });
    const outcome = await follow(client.postgres(targets.postgres).backup_now, {}, { interval: 1, missingTimeout: 10_000 });
    expect(outcome.status).toBe("succeeded");
  });

  test.each([{}, { operation: null }, { operation: { operation_id: "o-1", status: null } }, undefined])(
    "a response of %j leaves nothing to follow",
    async (result) => {
      const { client, seen } = await connectTo(() => answer(result));
      const call = follow(client.postgres(targets.postgres).backup_now, {}, quick);
      expect(await failureOf(call)).toMatchObject({
        name: "InvalidResponseError",
        message: "postgres.backup_now returned nothing to follow",
      });
      expect(seen).toHaveLength(1);
    },
  );
});

test.each(["exploded", 7, {}])("the undeclared state %j is not final", async (status) => {
  for (const first of [true, false]) {
    const { client } = await connectTo((before) => {
      const operation = { operation_id: "o-1", status: first || before > 0 ? status : "queued" };
      return answer(before === 0 ? { operation } : { operations: [operation] });
    });
    expect(await failureOf(follow(client.postgres(targets.postgres).backup_now, {}, quick))).toMatchObject({
      name: "InvalidResponseError",
      message: "postgres.backup_now returned a state that the contract does not declare",
    });
  }
});

test("an onProgress that rejects ends it, and nothing else", async () => {
  const unhandled = watchUnhandled();
  const { client } = await connectTo(() => answer({ transfer: { state: "preparing" } }));
  const onProgress = () => Promise.reject(new Error("rejected"));
  const call = follow(client.postgres(targets.postgres).prepare_backup_download, { backup_id: "b" }, { ...quick, onProgress });
  expect(await failureOf(call)).toMatchObject({ message: "rejected" });
  expect(unhandled).toEqual([]);
});
