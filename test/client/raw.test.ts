import { expect, test, vi } from "vitest";
import { createHandle, follow, raw, retry, validate } from "../../generated/client/index.js";
import { actions, operations } from "../../generated/validators/index.js";
import { projectId } from "../server/control-plane.js";
import { connect, connectTo, failureOf, targets } from "./connect.js";

test("a success has its status, its headers and what the call resolves to", async () => {
  const { client } = await connect({}, { use: [validate({ actions, operations }), retry()] });
  const project = await raw(client, "getProject", [], { project_id: projectId });
  expect([project.status, project.body]).toEqual([200, await client.getProject({ project_id: projectId })]);
  expect(project.headers.get("content-type")).toBe("application/json");
  const calls = client.postgres(targets.postgres);
  const listed = await raw(calls, "list_backups", [404]);
  expect([listed.status, listed.body]).toEqual([200, await calls.list_backups()]);
});

test("a status that was asked for doesn't throw, any other does", async () => {
  const { client } = await connectTo(() => ({
    status: 404,
    headers: { "x-request-id": "r1" },
    body: { error: "not_found: No." },
  }));
  const { status, headers, body } = await raw(client, "getProject", [403, 404], { project_id: projectId });
  expect([status, headers.get("x-request-id"), body]).toEqual([404, "r1", { error: "not_found: No." }]);
  const action = await raw(client.postgres(targets.postgres), "add_ip", [404], { cidr: "203.0.113.0/24" });
  expect(action.status).toBe(404);
  expect(await failureOf(raw(client, "getProject", [403], { project_id: projectId }))).toMatchObject({
    name: "ApiError",
    status: 404,
  });
});

test("304 is a status, too", async () => {
  const { client } = await connectTo(() => ({ status: 304, headers: { etag: '"1"' } }));
  const given = raw as unknown as (...given: unknown[]) => Promise<{ status: number; headers: Headers; body: unknown }>;
  const { status, headers, body } = await given(client, "getProject", [304], { project_id: projectId });
  expect([status, headers.get("etag"), body]).toEqual([304, '"1"', undefined]);
});

test("retry repeats before the status is returned, and onResponse stays", async () => {
  const { client, seen } = await connectTo(
    (before) =>
      before < 2 ? { status: 503, headers: { "retry-after": "0" } } : { status: 404, body: { error: "not_found: No." } },
    { use: [retry({ delay: 1 })] },
  );
  expect((await raw(client, "getProject", [404], { project_id: projectId })).status).toBe(404);
  expect(seen).toHaveLength(3);
  const onResponse = vi.fn<() => void>();
  const plane = await connect();
  await raw(plane.client, "getProject", [], { project_id: projectId }, { onResponse });
  expect(onResponse).toHaveBeenCalledOnce();
});

test("validate rejects invalid calls and responses of every status that it knows", async () => {
  const { client } = await connectTo(() => ({ status: 200, body: {} }), { use: [validate({ actions, operations })] });
  expect(await failureOf(raw(client, "getProject", [404], { project_id: "x" }))).toMatchObject({ name: "InvalidCallError" });
  expect(await failureOf(raw(client, "getProject", [404], { project_id: projectId }))).toMatchObject({
    name: "InvalidResponseError",
  });
});

test("it takes the actions of a handle, and follow goes on by itself", async () => {
  const { client } = await connect({}, { use: [validate({ actions, operations }), retry()] });
  const service = await client.getService({ ...targets.postgres, live: true });
  const handle = createHandle(client, service, { rejectUnavailable: true });
  if (handle.type !== "postgres") throw new Error("The service is not as advertised");
  const started = await raw(handle.actions, "backup_now", [409], {});
  expect([200, 202, 409]).toContain(started.status);
  expect(await follow(client.postgres(targets.postgres).backup_now, {}, { interval: 1 })).toMatchObject({});
});
