import { connect } from "node:net";
import { writeFile } from "node:fs/promises";
import { getMigrations } from "better-auth/db/migration";
import { jwt } from "better-auth/plugins/jwt";
import { phoneNumber } from "better-auth/plugins/phone-number";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAuthEngine } from "../src/engines/auth/auth-engine.js";
import { createInstances } from "../src/engines/auth/instances.js";
import { createTables, tablesOf } from "../src/engines/auth/tables.js";
import { createLog } from "../src/log.js";
import { queueOperation } from "../src/operations/operation.js";
import { makeServerFolder } from "../src/postgres-server/run-program.js";
import type { StoredService } from "../src/services/service.js";
import { startControlPlane } from "../src/start.js";
import { transferPath, transfers } from "../src/transfers/transfer.js";
import { createApi } from "./support/api.js";
import { authFixture, provisionAuth } from "./support/auth-service.js";
import { beforeTests, testConfig, usePlane } from "./support/control-plane.js";
import { demoApi, end, kill, start } from "./support/program.js";

const plane = usePlane();

const auth = beforeTests(() => provisionAuth(plane.current, "accounts"));

/** An operation as a worker leaves it that dies over it: claimed, its lease at an end. */
async function abandon(serviceId: string, kind: string, input: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { database } = plane.current.platform;
  const operation = await queueOperation(database, { serviceId, kind, exclusive: false, input, claimed: true });
  await database.query("update operations set lease_until = now() - interval '1 second' where id = $1", [operation!.id]);
}

describe("what broke off", () => {
  test("a provisioning is finished, also over tables that are there", async () => {
    const { platform, projectId, api } = plane.current;
    const { rows } = await platform.database.query<{ id: string }>(
      "insert into services (project_id, type, plan, name) values ($1, 'auth', 'standard', 'one'), ($1, 'auth', 'standard', 'two') returning id",
      [projectId],
    );
    const [one, two] = rows.map(({ id }) => id) as [string, string];
    await createTables(platform.database, tablesOf({ id: two }));
    for (const id of [one, two]) {
      await abandon(id, "provision");
      await api.waitFor(id, "active");
      const own = await authFixture(api, projectId, id);
      expect((await own.signUp("first@example.com")).token).toContain(".");
      expect((await own.call<{ keys: unknown[] }>("/.well-known/jwks.json")).body.keys).toHaveLength(1);
    }
  });

  test("an export is finished, also where the file of the attempt before is in place", async () => {
    const { platform, config } = plane.current;
    const own = await provisionAuth(plane.current, "exports");
    await own.act("create_user", { email: "new@example.com" });
    const token = await platform.database.query<{ id: string }>(
      "select token_id as id from audit where service_id = $1 limit 1",
      [own.id],
    );
    for (const isInPlace of [false, true]) {
      const transfer = await transfers.insert(platform.database, {
        service_id: own.id,
        token_id: token.rows[0]!.id,
        kind: "export",
        subject: crypto.randomUUID(),
        input: {
          expires_in_seconds: 3600,
          format: "ndjson",
          fields: ["email"],
          role: null,
          created_after: null,
          include_deleted: false,
        },
        filename: "users.ndjson",
        content_type: "application/x-ndjson",
      });
      const path = transferPath(config, transfer);
      await makeServerFolder(`${config.dataDir}/transfers`);
      await writeFile(`${path}.1.draft`, '{"email":"half');
      if (isInPlace) await writeFile(path, '{"email":"before@example.com"}\n');
      await abandon(own.id, "prepare_export", { transfer_id: transfer.id });
      const read = async () => (await own.act("export_users", { export_id: transfer.subject })).result;
      await expect.poll(async () => (await read()).transfer.state).toBe("ready");
      const result = await read();
      expect([result.rows, result.transfer.size_bytes]).toEqual([1, isInPlace ? 31 : 28]);
    }
  });
});

test("killed at any moment, it loses no user and no export that it has acknowledged", async () => {
  const config = await testConfig();
  let running = await start(config);
  onTestFinished(async () => void (await end(running, "SIGTERM")));
  const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";
  const fixture = async () => {
    const api = await demoApi(running, config);
    const { body } = await api.list();
    const { id } = body.services.find(({ type }) => type === "auth")!;
    await api.waitFor(id, "active");
    return authFixture(api, projectId, id);
  };
  let own = await fixture();
  const { token } = await own.signUp("kept@example.com");
  const { result } = await own.act("export_users");
  await own.act("rotate_credentials", { credential: "signing_key", grace_period_seconds: 3600 });
  await kill(running, config);

  running = await start(config);
  own = await fixture();
  expect((await own.call<{ user: object }>("/get-session", { token })).body.user).toMatchObject({ email: "kept@example.com" });
  expect((await own.call<{ keys: unknown[] }>("/.well-known/jwks.json")).body.keys).toHaveLength(2);
  const { export_id } = result;
  await expect.poll(async () => (await own.act("export_users", { export_id })).result.transfer.state).toBe("ready");
});

test("two instances serve the same users, and both know of a rotation", async () => {
  const { config, projectId, tokenText } = plane.current;
  const second = await startControlPlane(
    config,
    createLog(() => undefined),
  );
  onTestFinished(() => second.stop());
  const there = await authFixture(createApi(second.url, projectId, tokenText), projectId, auth.id);
  expect(there.descriptor.endpoint).not.toBe(auth.descriptor.endpoint);
  const { token, userId } = await auth.signUp("both@example.com");
  expect((await there.call<{ user: object }>("/get-session", { token })).body.user).toMatchObject({ id: userId });
  await there.act("rotate_credentials", { credential: "service_key", grace_period_seconds: 0 });
  const { service_key: key } = await there.reveal();
  expect((await auth.call(`/backend/users/${userId}`, { key })).status).toBe(200);
  expect((await auth.call(`/backend/users/${userId}`, { key: auth.descriptor.service_key })).status).toBe(401);
  await auth.act("logout_user", { user_id: userId });
  expect((await there.call("/get-session", { token })).body).toBeNull();
});

test("a service whose clients never stop holds up no other, nor the platform", async () => {
  const other = await provisionAuth(plane.current, "calm");
  await other.signUp("calm@example.com");
  await auth.signUp("busy@example.com");
  const flood = Array.from({ length: 200 }, () => auth.signIn("busy@example.com"));
  expect((await other.signIn("calm@example.com")).status).toBe(200);
  expect((await other.act("list_users")).result.total).toBe(1);
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
  expect((await auth.signIn("busy@example.com")).status).toBe(200);
});

test("connections without a key, however many and however slow, keep nobody out", async () => {
  const { hostname, port, pathname } = new URL(auth.descriptor.endpoint);
  await auth.signUp("kept-out@example.com");
  let answered = 0;
  const attack = (key: string) =>
    Array.from({ length: 100 }, () => {
      const socket = connect(Number(port), hostname);
      const head = `POST ${pathname}/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n${key}\r\n{`;
      socket.on("error", () => undefined).once("data", () => answered++);
      socket.write(head);
      return socket;
    });
  const sockets = [...attack(""), ...attack("apikey: wrong\r\n")];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let count = 0; count < 5; count++) {
    expect((await auth.call("/get-session")).status).toBe(200);
    expect((await auth.signIn("kept-out@example.com")).status).toBe(200);
  }
  // They are told at once, before their bodies.
  await expect.poll(() => answered).toBe(200);
  // With the key that applications publish, bodies that never come hold places of their address only.
  const slow = attack(`apikey: ${auth.descriptor.publishable_key}\r\n`);
  onTestFinished(() => slow.forEach((socket) => socket.destroy()));
  expect((await auth.call("/get-session")).status).toBe(200);
  expect((await auth.call("/.well-known/jwks.json", { key: "" })).status).toBe(200);
});

test.each(["phone-number", "email"])("it takes as long to reject a %s that nobody has as one that somebody has", async (kind) => {
  const own = await provisionAuth(plane.current, `timing-${kind}`);
  await own.act("create_user", { phone: "+4915112345678", password: "quite a long secret 77", phone_verified: true });
  await own.act("create_user", { email: "known@example.com", password: "quite a long secret 77" });
  await own.act("create_user", { phone: "+4915112345679", phone_verified: true });
  const at = kind === "email" ? (name: string) => ({ email: `${name}@example.com` }) : (name: string) => ({ phoneNumber: name });
  const [known, unknown] = kind === "email" ? ["known", "unknown"] : ["+4915112345678", "+4915199999999"];
  const time = async (name: string) => {
    const started = performance.now();
    const { status } = await own.call(`/sign-in/${kind}`, { body: { ...at(name), password: "wrong wrong 1" } });
    expect(status).toBe(401);
    return performance.now() - started;
  };
  const names = [known, unknown, ...(kind === "email" ? [] : ["+4915112345679"])] as string[];
  const fastest = new Map(names.map((name) => [name, Infinity]));
  for (let round = 0; round < 8; round++)
    for (const name of names) fastest.set(name, Math.min(fastest.get(name)!, await time(name)));
  // Hashing takes tens of milliseconds, everything else a few.
  for (const name of names) expect(fastest.get(name)! / fastest.get(known)!).toBeGreaterThan(0.6);
});

test("the tables are those that better-auth wants", async () => {
  const { connectionString } = plane.current.platform.database.options as { connectionString: string };
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${auth.tables.schema.replaceAll('"', "")}` });
  onTestFinished(() => pool.end());
  const { toBeCreated, toBeAdded } = await getMigrations({
    database: pool,
    secret: "no secret of any service, only for this test",
    advanced: { database: { generateId: "uuid" } },
    plugins: [jwt(), phoneNumber()],
  });
  expect([toBeCreated, toBeAdded]).toEqual([[], []]);
});

test("instances are kept while there is room, the latest needed for longest", async () => {
  const { platform } = plane.current;
  const { connectionString } = platform.database.options as { connectionString: string };
  const parts = { database: platform.database, credentials: platform.credentials, endpointUrl: "http://127.0.0.1" };
  const instances = createInstances(connectionString, parts, 2);
  onTestFinished(() => instances.stop());
  const [second, third] = [await provisionAuth(plane.current, "second"), await provisionAuth(plane.current, "third")];
  const [one, two] = [await instances.of(auth), await instances.of(second)];
  expect(await instances.of(auth)).toBe(one);
  await instances.of(third);
  expect(await instances.of(auth)).toBe(one);
  expect(await instances.of(second)).not.toBe(two);
  // One that can't be made is not kept.
  const missing = { id: crypto.randomUUID() };
  await expect(instances.of(missing)).rejects.toThrow("no secret yet");
  await expect(instances.of(missing)).rejects.toThrow("no secret yet");
});

test("without an address for endpoints there are no services, and without one for downloads no exports", () => {
  const { platform, config } = plane.current;
  const parts = { ...platform, databaseUrl: "postgres://127.0.0.1:1/none", config: { ...config, publicUrl: undefined } };
  const engine = createAuthEngine({ ...parts, endpointUrl: undefined });
  expect(engine.whyNoPlan("standard")).toContain("set ENDPOINT_URL, or TLS_CERT and TLS_KEY");
  const service = { id: auth.id } as StoredService;
  expect(engine.whyOff(service, "export_users")).toContain("no public https address");
  expect(engine.whyOff(service, "list_users")).toBeUndefined();
});

test("no secret leaves but by reveal, and none is stored or logged", async () => {
  const { platform, api, lines } = plane.current;
  const own = await provisionAuth(plane.current, "canary");
  const { token, cookie } = await own.signUp("canary@example.com", "canary-password-4711");
  const { body } = await own.call<{ token: string }>("/token", { token });
  const responses: string[] = [];
  const call = async (action: string, input: unknown = {}) => responses.push((await api.invoke(own.id, action, input)).text);
  await call("create_user", { email: "made@example.com", password: "canary-password-4712" });
  await call("create_user", { email: "made@example.com", password: "canary-password-4712", odd: 1 });
  await call("rotate_credentials", { credential: "service_key", grace_period_seconds: 3600 });
  await call("rotate_credentials", { credential: "signing_key", grace_period_seconds: 3600 });
  for (const action of ["list_users", "list_sessions", "list_audit_log", "get_usage", "service_health", "export_users"])
    await call(action);
  responses.push((await api.get(own.id, true)).text, (await api.list()).text);
  const after = await own.reveal();
  const secret = (await platform.credentials.readCurrent(platform.database, own.id, "AUTH_SECRET"))!.secret;
  const { keys } = (await own.call<{ keys: object[] }>("/.well-known/jwks.json")).body;
  expect(keys.every((key) => !("d" in key))).toBe(true);

  const stored: string[] = [];
  const tables = await platform.database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' or schemaname = $1",
    [own.tables.schema.replaceAll('"', "")],
  );
  for (const { name } of tables.rows) {
    const { rows } = await platform.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    stored.push(...rows.map(({ row }) => row));
  }
  expect(responses).toHaveLength(12);
  const secrets = {
    password: "canary-password-471",
    before: own.descriptor.service_key,
    after: after.service_key,
    publishable: after.publishable_key,
    secret,
    session: token,
    cookie,
    access: body.token,
  };
  const places = { responses: responses.join("\n"), stored: stored.join("\n"), log: lines.join("") };
  for (const [place, text] of Object.entries(places)) {
    for (const [name, value] of Object.entries(secrets)) {
      const hex = Buffer.from(value).toString("hex");
      expect([place, name, text.includes(value), text.includes(hex)]).toEqual([place, name, false, false]);
    }
  }
  // Half of a session token is in its row; alone it opens nothing (see the endpoint's tests).
  expect(places.responses).not.toContain(decodeURIComponent(token).split(".")[0]);
});
