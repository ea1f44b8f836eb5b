import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../src/database/query.js";
import { lockService, oneAtATime, withServiceLock } from "../src/services/lock-service.js";
import { addService } from "./support/add-service.js";
import { isWaitedFor } from "./support/connect.js";
import { postgresParts, usePlane, whileHeld } from "./support/control-plane.js";

const plane = usePlane({ poolSize: 3 });

/** Makes calls while the lock of a service is held. */
async function whileLocked<Result>(id: string, work: (locked: PoolClient) => Promise<Result>): Promise<Result> {
  const locked = await plane.current.platform.database.connect();
  try {
    await locked.query("begin");
    await locked.query("select from services where id = $1 for update", [id]);
    return await work(locked);
  } finally {
    await locked.query("rollback");
    locked.release();
  }
}

const twenty = Array.from({ length: 20 }, (_, index) => index);

describe("inTransaction", () => {
  test("its work gets no second connection, whichever way it asks", async () => {
    const { database } = plane.current.platform;
    const message = "A transaction is open";
    await expect(inTransaction(database, () => database.query("select 1"))).rejects.toThrow(message);
    await expect(inTransaction(database, () => database.connect())).rejects.toThrow(message);
    await expect(inTransaction(database, () => inTransaction(database, () => Promise.resolve()))).rejects.toThrow(message);
    const later = inTransaction(database, async () => {
      await sleep(5);
      await Promise.all([sleep(5), database.query("select 1")]);
    });
    await expect(later).rejects.toThrow(message);
    // The connections of the platform's own work come back a moment later.
    await expect.poll(() => database.totalCount - database.idleCount).toBe(0);
  });

  test("who waits for a connection while another's transaction ends is not taken for a part of it", async () => {
    const { database } = plane.current.platform;
    const work = twenty.map((index) =>
      index % 2 ? database.query("select 1") : inTransaction(database, (client) => client.query("select pg_sleep(0.02)")),
    );
    expect(await Promise.all(work)).toHaveLength(20);
  });

  test("work that continues after its end may use the pool again", async () => {
    const { database } = plane.current.platform;
    let left: Promise<unknown> | undefined;
    await inTransaction(database, () => {
      left = sleep(50).then(() => database.query("select 1"));
      return Promise.resolve();
    });
    await expect(left).resolves.toMatchObject({ rowCount: 1 });
  });
});

test("oneAtATime rejects work that would wait for itself", async () => {
  const nested = oneAtATime("thing", () => oneAtATime("thing", () => Promise.resolve()));
  await expect(nested).rejects.toThrow("already has its turn");
  const { database } = plane.current.platform;
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  const service = { id, status: "active" } as const;
  const locked = withServiceLock(database, service, () => withServiceLock(database, service, () => Promise.resolve()));
  await expect(locked).rejects.toThrow("already has its turn");
  expect(await withServiceLock(database, service, () => Promise.resolve("after"))).toBe("after");
});

test("oneAtATime keeps the order, also after a failure", async () => {
  const seen: string[] = [];
  const calls = ["a", "b", "c"].map((name) =>
    oneAtATime("thing", async () => {
      seen.push(`${name} begins`);
      await sleep(5);
      seen.push(`${name} ends`);
      if (name === "a") throw new Error("a failed");
    }),
  );
  await expect(Promise.allSettled(calls)).resolves.toMatchObject([{ status: "rejected" }, { status: "fulfilled" }, {}]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

describe("many calls at once with three connections", () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await plane.current.api.provision("dedicated", "busy"));
  });

  test("20 add_ip: 20 entries, and others are not held up", async () => {
    const { api } = plane.current;
    let ended = 0;
    const added = await whileLocked(id, async (locked) => {
      const calls = twenty.map((index) => api.invoke(id, "add_ip", { ip: `203.0.113.${index}` }).finally(() => void ended++));
      await expect.poll(() => isWaitedFor(locked)).toBe(true);
      expect((await api.list()).status).toBe(200);
      expect(ended).toBe(0);
      return calls;
    });
    expect((await Promise.all(added)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await api.act(id, "list_ip_allowlist")).result.entries).toHaveLength(20);
    const removed = twenty.map((index) => api.invoke(id, "remove_ip", { ip: `203.0.113.${index}`, open_to_all: true }));
    expect((await Promise.all(removed)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test("20 pool users", async () => {
    const { api } = plane.current;
    const password = "correct-horse-battery";
    const created = await Promise.all(
      twenty.map((index) => api.invoke(id, "pool_user_create", { username: `user_${index}`, password })),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const calls = twenty.flatMap((index) => [
      api.invoke(id, "pool_user_rotate", { username: `user_${index}`, password }),
      api.invoke(id, "pool_user_delete", { username: `user_${index}` }),
    ]);
    for (const { status } of await Promise.all(calls)) expect([200, 404]).toContain(status);
  });

  test("a pool user whose turn comes when the service is suspended is not made", async () => {
    const { api, platform } = plane.current;
    const { connections } = postgresParts(platform);
    const locked = await platform.database.connect();
    try {
      await locked.query("begin");
      await locked.query("update services set status = 'suspended' where id = $1", [id]);
      const call = api.invoke(id, "pool_user_create", { username: "late", password: "correct-horse-battery" });
      await expect.poll(() => isWaitedFor(locked)).toBe(true);
      await locked.query("commit");
      const { status, body } = await call;
      expect([status, body]).toEqual([409, { error: "action_unavailable: The service is suspended now." }]);
      const roles = await connections.asPlatform({ id, plan: "dedicated" }, undefined, (server) =>
        server.query("select from pg_roles where rolname = 'late'"),
      );
      expect(roles.rowCount).toBe(0);
    } finally {
      await locked.query("update services set status = 'active' where id = $1", [id]);
      locked.release();
    }
  });

  test("operations are added while a step holds the lock of the service", async () => {
    const { api, platform } = plane.current;
    await inTransaction(platform.database, async (client) => {
      expect(await lockService(client, id)).toBe("active");
      const { backup } = (await api.act(id, "backup_now")).result;
      expect(backup.status).toBe("pending");
    });
    const state = async () => (await api.act(id, "list_backups")).result.backups[0]!.status;
    await expect.poll(state).toBe("completed");
  });

  test("20 backups, 20 reveals, 20 services", async () => {
    const { api } = plane.current;
    const backups = await whileHeld(plane.current, "backup", () => Promise.all(twenty.map(() => api.invoke(id, "backup_now"))));
    expect(backups.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(409)]);
    expect((await Promise.all(twenty.map(() => api.reveal(id)))).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const created = await Promise.all(twenty.map((index) => api.create("shared", `many-${index}`)));
    expect(created.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(201), ...Array<number>(10).fill(409)]);
  });

  test("20 restores of a backup: one, and no connection is lost", async () => {
    const { api, platform } = plane.current;
    await expect.poll(async () => (await api.act(id, "list_backups")).result.backups[0]?.status).toBe("completed");
    const { backup_id } = (await api.act(id, "list_backups")).result.backups[0]!;
    const restores = await whileHeld(plane.current, "restore", () =>
      Promise.all(twenty.map(() => api.invoke(id, "restore_backup", { backup_id, confirm: "busy" }))),
    );
    expect(restores.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(409)]);
    await api.waitFor(id, "active");
    await expect.poll(() => platform.database.waitingCount).toBe(0);
  });
});

test("calls about one service that hangs leave connections to the others", async () => {
  const { api } = plane.current;
  const id = await addService(plane.current, { type: "postgres", plan: "dedicated", name: "hangs" });
  const waiting = await whileLocked(id, async (locked) => {
    const calls = twenty.map(() => api.invoke(id, "remove_ip", { ip: "203.0.113.1" }));
    await expect.poll(() => isWaitedFor(locked)).toBe(true);
    expect((await api.list()).status).toBe(200);
    return calls;
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(404));
});
