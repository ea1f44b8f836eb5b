import { expect, test } from "vitest";
import { credentialKey } from "../src/engines/postgres/credential.js";
import { databaseOf } from "../src/engines/postgres/databases.js";
import { queueOperation, type StoredOperation } from "../src/operations/operation.js";
import { claimOperation, finishOperation, renewLease } from "../src/operations/worker.js";
import { addService } from "./support/add-service.js";
import { connect, connectTo } from "./support/connect.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

/** An operation as a worker leaves it that dies over it: claimed, its lease at an end. */
async function abandon(serviceId: string, kind: string, input: Readonly<Record<string, unknown>> = {}): Promise<StoredOperation> {
  const { database } = plane.current.platform;
  const operation = await queueOperation(database, { serviceId, kind, exclusive: true, input, claimed: true });
  await database.query("update operations set lease_until = now() - interval '1 second' where id = $1", [operation!.id]);
  return operation!;
}

async function statusOf({ id }: StoredOperation): Promise<string> {
  const { rows } = await plane.current.platform.database.query<{ status: string }>(
    "select status from operations where id = $1",
    [id],
  );
  return rows[0]!.status;
}

test("a password reset that broke off before the server knew of it is finished", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared");
  const before = (await api.reveal(id)).body.value;
  await platform.credentials.add(platform.database, id, credentialKey, "the-next-password", "pending");
  const operation = await abandon(id, "reset_password");
  await expect.poll(() => statusOf(operation)).toBe("succeeded");
  expect(new URL((await api.reveal(id)).body.value).password).toBe("the-next-password");
  await connect(api, id);
  await expect(connectTo(before)).rejects.toThrow("password authentication failed");
});

test("a rename that broke off after the server had done it is finished", async () => {
  const { api, platform } = plane.current;
  const { id } = await api.provision("shared");
  const { database_name: from } = await databaseOf(platform.database, { id });
  const to = `renamed_${id.slice(0, 8)}`;
  await platform.database.query(`alter database ${from} rename to ${to}`);
  const operation = await abandon(id, "rename_database", { from, to, terminate: false });
  await expect.poll(() => statusOf(operation)).toBe("succeeded");
  expect((await databaseOf(platform.database, { id })).database_name).toBe(to);
  await connect(api, id);
});

test("a provisioning that broke off anywhere is finished", async () => {
  const { api, platform, projectId } = plane.current;
  const ids = await Promise.all([1, 2, 3].map(() => addBare(projectId)));
  const [first, second, third] = ids as [string, string, string];
  // Nothing done; the secret there; secret, role and database there.
  for (const id of [second, third])
    await platform.credentials.add(platform.database, id, credentialKey, "kept-password", "current");
  const name = `app_${third.replaceAll("-", "")}`;
  await platform.database.query(`create role ${name} login`);
  await platform.database.query(`create database ${name} owner ${name}`);
  for (const id of [first, second, third]) await abandon(id, "provision");
  for (const id of [first, second, third]) {
    await api.waitFor(id, "active");
    await connect(api, id);
  }
  expect(new URL((await api.reveal(third)).body.value).password).toBe("kept-password");
});

async function addBare(projectId: string): Promise<string> {
  const { rows } = await plane.current.platform.database.query<{ id: string }>(
    "insert into services (project_id, type, plan, name) values ($1, 'postgres', 'shared', 'bare') returning id",
    [projectId],
  );
  return rows[0]!.id;
}

test("a worker that comes back late changes nothing", async () => {
  const { database } = plane.current.platform;
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  // No other worker takes it: it is claimed in a transaction that the queue can't see.
  const client = await database.connect();
  try {
    await client.query("begin");
    const late = (await queueOperation(client, { serviceId: id, kind: "none", exclusive: true, claimed: true }))!;
    await client.query("update operations set lease_until = now() - interval '1 second' where id = $1", [late.id]);
    const next = await claimOperation(client);
    expect(next).toMatchObject({ id: late.id, attempt: 2 });
    expect(await renewLease(client, late)).toBe(false);
    expect(await finishOperation(client, late, "succeeded", null)).toBe(false);
    expect(await finishOperation(client, next!, "failed", null)).toBe(true);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("work that can't be done fails, and says so", async () => {
  const { api } = plane.current;
  const { id } = await api.provision("shared");
  const operation = await abandon(id, "no_such_work");
  await expect.poll(() => statusOf(operation)).toBe("failed");
  const { result } = await api.act(id, "service_health");
  expect(result.operations[0]).toMatchObject({ kind: "no_such_work", message: "This installation can't do this." });
});
