import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DatabaseUnavailable, asUnavailable, checkOut, createPool, withConnection } from "../src/database/connections.js";
import { first, inTransaction, statement } from "../src/database/query.js";
import { forRequest, noteTenant } from "../src/database/tenant.js";
import { breakable } from "./support/breakable.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

/** The URL of the database that keeps the state. */
function databaseUrl(): string {
  return (plane.current.platform.database.options as { connectionString: string }).connectionString;
}

/** Code that opens or acquires a connection, which only one file may contain. */
const opening = /new\s+(?:\w+\.)?(?:Client|Pool|BoundPool)\s*\(|\.connect\s*\(|extends\s+(?:pg\.)?(?:Client|Pool)\b/;

test("only one file opens connections to databases or takes them from a pool", async () => {
  const root = fileURLToPath(new URL("../src/", import.meta.url));
  const found: string[] = [];
  for (const name of await readdir(root, { recursive: true }))
    if (name.endsWith(".ts") && opening.test(await readFile(join(root, name), "utf8"))) found.push(name);
  expect(found).toEqual(["database/connections.ts"]);
});

const one = statement<{ one: number }>("one-of-test", "select 1 as one");

test("a connection that ends in anybody's hands is an error of the next statement, not of the process", async () => {
  const pool = createPool({ connectionString: databaseUrl(), max: 2 });
  const end = "select pg_terminate_backend(pg_backend_pid())";
  await expect(inTransaction(pool, (client) => client.query(end))).rejects.toThrow(DatabaseUnavailable);
  await expect(pool.query(end)).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  await expect(withConnection(databaseUrl(), (client) => client.query(end))).rejects.toThrow(DatabaseUnavailable);
  const client = await checkOut(pool);
  const { pid } = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!;
  await plane.current.platform.database.query("select pg_terminate_backend($1, 5000)", [pid]);
  await expect.poll(() => client.query("select 1").catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
  client.release();
  // None that has ended is given out again.
  for (let count = 0; count < 4; count++) expect(await first(pool, one)).toEqual({ one: 1 });
  await pool.end();
});

test("a tenant whose requests wait for a lock leaves connections to others, and to the platform", async () => {
  const pool = createPool({ connectionString: databaseUrl(), max: 10 });
  const held = "select pg_advisory_xact_lock(4711)";
  const of = <Result>(tenant: string, work: () => Promise<Result>) =>
    forRequest(() => {
      noteTenant(tenant);
      return work();
    });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> | undefined;
  await new Promise<void>((locked) => {
    holding = inTransaction(pool, async (client) => {
      await client.query(held);
      locked();
      await released;
    });
  });
  const flood = Array.from({ length: 40 }, () => of("flood", () => inTransaction(pool, (client) => client.query(held))));
  await expect.poll(() => pool.waitingCount).toBe(37);
  for (const tenant of ["one", "another"]) expect(await of(tenant, () => first(pool, one))).toEqual({ one: 1 });
  expect(await first(pool, one)).toEqual({ one: 1 });
  release();
  await Promise.all([holding, ...flood]);
  expect(pool.waitingCount).toBe(0);
  await pool.end();
});

test("a failed statement leaves the connection in the pool, and is itself", async () => {
  const pool = createPool({ connectionString: databaseUrl(), max: 1 });
  const pid = async () => (await pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
  const before = await pid();
  await expect(pool.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  expect(await pid()).toBe(before);
  await pool.end();
});

test("a server that does not respond is given up, and so is its connection", async () => {
  const url = new URL(databaseUrl());
  const way = await breakable(Number(url.port));
  url.port = String(way.port);
  const config = { connectionString: url.href, connectionTimeoutMillis: 2000, query_timeout: 200 };
  const pool = createPool({ ...config, max: 1 });
  expect(await first(pool, one)).toEqual({ one: 1 });
  way.hold();
  await expect(pool.query("select 1")).rejects.toThrow(DatabaseUnavailable);
  await expect(inTransaction(pool, (client) => client.query("select 1"))).rejects.toThrow(DatabaseUnavailable);
  await expect(withConnection(config, (client) => client.query("select 1"))).rejects.toThrow(DatabaseUnavailable);
  await way.refuse();
  await expect(pool.query("select 1")).rejects.toThrow(DatabaseUnavailable);
  await way.restore();
  expect(await first(pool, one)).toEqual({ one: 1 });
  await pool.end();
  await way.stop();
});

test("only what is about the connection counts as unavailable", () => {
  const error = (code: string) => Object.assign(new Error(code), { code });
  for (const code of ["57P01", "57P02", "57P03", "08006", "53300", "25P03"])
    expect(asUnavailable(error(code))).toBeInstanceOf(DatabaseUnavailable);
  for (const code of ["23505", "57014", "55P03", "25P02", "42P01", "28P01", "3D000"])
    expect(asUnavailable(error(code))).toMatchObject({ code });
});
