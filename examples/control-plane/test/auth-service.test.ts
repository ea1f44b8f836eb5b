import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { allScopes } from "../src/access/caller.js";
import { transferPath } from "../src/transfers/transfer.js";
import { type AuthFixture, authFixture, password, provisionAuth } from "./support/auth-service.js";
import { beforeTests, patient, usePlane } from "./support/control-plane.js";

const plane = usePlane();

const auth = beforeTests(() => provisionAuth(plane.current, "accounts"));
const other = beforeTests(() => provisionAuth(plane.current, "others"));

async function run(text: string, ...values: unknown[]): Promise<void> {
  await plane.current.platform.database.query(text, values);
}

describe("sessions", () => {
  test("are listed, the most recently active first", async () => {
    const own = await provisionAuth(plane.current, "sessions");
    const { userId: user_id } = await own.signUp("one@example.com");
    await own.signIn("one@example.com");
    const { userId: second } = await own.signUp("two@example.com");
    const { result } = await own.act("list_sessions");
    expect(result.sessions.map((session) => session.user_id)).toEqual([second, user_id, user_id]);
    expect(result.sessions[0]).toMatchObject({
      ip_address: "127.0.0.1",
      user_agent: "node",
      assurance_level: "aal1",
      methods: ["password"],
    });
    const page = await own.act("list_sessions", { user_id, limit: 1 });
    const next = await own.act("list_sessions", { user_id, limit: 1, cursor: page.result.next_cursor! });
    expect([...page.result.sessions, ...next.result.sessions]).toEqual(result.sessions.slice(1));
    expect(next.result.next_cursor).toBeNull();
    await run(`update ${own.tables.session} set "expiresAt" = now() where "userId" = $1`, second);
    expect((await own.act("list_sessions", { user_id: second })).result.sessions).toEqual([]);
    // The next sign-in removes expired sessions.
    const count = async () =>
      (await plane.current.platform.database.query(`select from ${own.tables.session} where "userId" = $1`, [second])).rowCount;
    expect(await count()).toBe(1);
    await own.signIn("two@example.com");
    await own.signIn("two@example.com");
    expect(await count()).toBe(2);
    expect(await own.reject("list_sessions", { user_id: randomUUID() })).toEqual([404, "user_not_found"]);
    expect(await auth.reject("list_sessions", { user_id })).toEqual([404, "user_not_found"]);
    expect((await auth.act("list_sessions")).result.sessions).toEqual([]);
    expect(JSON.stringify(result)).not.toMatch(/token/);
  });

  test("are revoked one by one", async () => {
    const { userId: user_id, token } = await auth.signUp("revoked@example.com");
    const { session_id } = (await auth.act("list_sessions", { user_id })).result.sessions[0]!;
    expect(await other.reject("revoke_session", { session_id })).toEqual([404, "session_not_found"]);
    expect((await auth.act("revoke_session", { session_id })).result).toMatchObject({ session_id, user_id });
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    expect(await auth.reject("revoke_session", { session_id })).toEqual([404, "session_not_found"]);
  });

  test("of a user are ended but for one", async () => {
    const { userId: user_id, token } = await auth.signUp("logout@example.com");
    await auth.signIn("logout@example.com");
    const { sessions } = (await auth.act("list_sessions", { user_id })).result;
    const except_session_id = sessions.at(-1)!.session_id;
    expect(await auth.reject("logout_user", { user_id, except_session_id: randomUUID() })).toEqual([404, "session_not_found"]);
    expect(await other.reject("logout_user", { user_id })).toEqual([404, "user_not_found"]);
    expect((await auth.act("logout_user", { user_id, except_session_id })).result.sessions_revoked).toBe(1);
    expect((await auth.call("/get-session", { token })).body).not.toBeNull();
    expect((await auth.act("logout_user", { user_id })).result.sessions_revoked).toBe(1);
    expect((await auth.act("logout_user", { user_id })).result.sessions_revoked).toBe(0);
    expect((await auth.call("/get-session", { token })).body).toBeNull();
  });
});

describe("list_audit_log", () => {
  test("has what users, operators, the backend did", async () => {
    const own = await provisionAuth(plane.current, "audited");
    const { userId: user_id, token } = await own.signUp("audit@example.com");
    await own.call("/sign-out", { token, body: {} });
    await own.signIn("audit@example.com");
    await own.call(`/backend/users/${user_id}/logout`, { key: own.descriptor.service_key, body: {} });
    await own.act("set_user_roles", { user_id, roles: ["editor"] });
    await own.act("ban_user", { user_id, reason: "Spam" });
    await own.act("unban_user", { user_id });
    const signedUp = { events: ["user_signed_up"], user_id };
    expect((await own.act("list_audit_log", signedUp)).result.entries).toMatchObject([
      { actor: { id: user_id, label: "audit@example.com" }, target_user_id: user_id, ip_address: "127.0.0.1" },
    ]);
    await own.act("delete_user", { user_id });
    const { result } = await own.act("list_audit_log");
    const events = result.entries.map(({ event, actor }) => [event, actor.type]);
    expect(events).toEqual([
      ["user_deleted", "operator"],
      ["user_unbanned", "operator"],
      ["user_banned", "operator"],
      ["roles_changed", "operator"],
      ["user_logged_out", "service"],
      ["login", "user"],
      ["logout", "user"],
      ["login", "user"],
      ["user_signed_up", "user"],
    ]);
    // Deleted users are no longer recognisable.
    expect(result.entries.at(-1)).toMatchObject({
      actor: { id: user_id, label: null },
      target_user_id: user_id,
      ip_address: null,
    });
    expect(JSON.stringify(result)).not.toContain("audit@example.com");
    expect(result.entries[2]!.details).toMatchObject({ reason: "Spam", sessions_revoked: 0 });

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await own.act("list_audit_log", { limit: 2, user_id, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.result.entries.map(({ entry_id }) => entry_id));
      cursor = page.result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(result.entries.map(({ entry_id }) => entry_id));

    const logins = await own.act("list_audit_log", { events: ["login"] });
    expect(logins.result.entries).toHaveLength(2);
    expect((await own.act("list_audit_log", { user_id: randomUUID() })).result.entries).toEqual([]);
    expect((await own.act("list_audit_log", { to: "2026-01-01T00:00:00Z" })).result.entries).toEqual([]);
    const reversed = { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" };
    expect(await own.reject("list_audit_log", reversed)).toEqual([400, "interval_empty"]);
    expect(await own.reject("list_audit_log", { cursor: "nonsense" })).toEqual([400, "invalid_action_body"]);
    expect((await other.act("list_audit_log", { user_id })).result.entries).toEqual([]);
  });
});

describe("get_usage", () => {
  test("counts users and sign-ins of a period", async () => {
    const own = await provisionAuth(plane.current, "used");
    const { userId: gone } = await own.signUp("gone@example.com");
    await own.signUp("stays@example.com");
    await own.signIn("stays@example.com");
    await own.act("create_user", { email: "never@example.com" });
    const metrics = async (body?: Parameters<typeof own.act<"get_usage">>[1]) =>
      Object.fromEntries((await own.act("get_usage", body)).result.metrics.map(({ name, used }) => [name, used]));
    const now = { monthly_active_users: 2, total_users: 3, sign_ins: 3, emails_sent: 0, sms_sent: 0 };
    expect(await metrics()).toEqual(now);
    expect(await metrics({ period: "previous" })).toEqual({ ...now, monthly_active_users: 0, total_users: 0, sign_ins: 0 });

    // Two months ago: a user who is gone by now counts until then.
    await run(`update ${own.tables.user} set "createdAt" = '2026-01-10'`);
    await run("update auth_events set occurred_at = '2026-01-15' where service_id = $1", own.id);
    await own.act("delete_user", { user_id: gone });
    const january = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
    expect(await metrics(january)).toEqual(now);
    expect((await metrics())["total_users"]).toBe(2);
    expect((await own.act("get_usage", january)).result.period).toEqual({
      from: "2026-01-01T00:00:00.000Z",
      to: "2026-02-01T00:00:00.000Z",
    });
    const { from } = january;
    expect(await own.reject("get_usage", { from, to: "2026-06-01T00:00:00Z" })).toEqual([400, "interval_too_long"]);
    expect(await own.reject("get_usage", { from, to: from })).toEqual([400, "interval_too_long"]);
  });
});

test("a session that is used is prolonged once a day, which counts as activity", async () => {
  const own = await provisionAuth(plane.current, "prolonged");
  const { userId, token } = await own.signUp("daily@example.com");
  await run("update auth_events set occurred_at = now() - interval '70 days' where service_id = $1", own.id);
  const active = async () => (await own.act("get_usage")).result.metrics[0]!.used;
  await own.call("/get-session", { token });
  expect(await active()).toBe(0);
  await run(`update ${own.tables.session} set "expiresAt" = now() + interval '5 days'`);
  await own.call("/get-session", { token });
  expect(await active()).toBe(1);
  const { result } = await own.act("list_audit_log");
  expect(result.entries).toMatchObject([{ event: "session_refreshed", target_user_id: userId }]);
});

describe("rotate_credentials", () => {
  /** Lets the grace period of what was rotated end. */
  const endGrace = async ({ id, tables }: AuthFixture) => {
    await run("update auth_keys set valid_until = now() where service_id = $1 and valid_until is not null", id);
    await run(`update ${tables.jwks} set "expiresAt" = now() where "expiresAt" is not null`);
  };

  test("replaces the service key, and the one before works until its grace period ends", async () => {
    const { userId } = await auth.signUp("rotation@example.com");
    const works = async (key: string) => (await auth.call(`/backend/users/${userId}`, { key })).status;
    const before = await auth.reveal();
    const { result } = await auth.act("rotate_credentials", { credential: "service_key", grace_period_seconds: 3600 });
    expect(result).toMatchObject({
      credential: "service_key",
      sessions_invalidated: false,
      receipt: { credential_key: "AUTH_CREDENTIALS", entry_id: "service_key", reveal_scope: "service:reveal" },
    });
    const { changed_at, previous_valid_until } = result.receipt;
    expect(Date.parse(previous_valid_until!) - Date.parse(changed_at)).toBe(3_600_000);
    const after = await auth.reveal();
    expect(after).toEqual({ ...before, service_key: after.service_key });
    expect(after.service_key).not.toBe(before.service_key);
    expect([await works(before.service_key), await works(after.service_key)]).toEqual([200, 200]);
    const again = { credential: "service_key", grace_period_seconds: 0 } as const;
    expect(await auth.reject("rotate_credentials", again)).toEqual([409, "rotation_in_progress"]);

    await endGrace(auth);
    expect([await works(before.service_key), await works(after.service_key)]).toEqual([401, 200]);
    const revoked = await auth.act("rotate_credentials", again);
    expect(revoked.result.receipt.previous_valid_until).toBeNull();
    const last = await auth.reveal();
    expect([await works(after.service_key), await works(last.service_key)]).toEqual([401, 200]);
  });

  test("replaces the signing key, and tokens of the one before verify until its grace period ends", async () => {
    const { token } = await auth.signUp("signing@example.com");
    const { jwks_uri, issuer } = auth.descriptor;
    const issue = async () => (await auth.call<{ token: string }>("/token", { token })).body.token;
    // A set of its own each time: it would remember keys.
    const verify = (text: string) => jwtVerify(text, createRemoteJWKSet(new URL(jwks_uri)), { issuer });
    const before = await issue();
    await auth.act("rotate_credentials", { credential: "signing_key", grace_period_seconds: 3600 });
    const after = await issue();
    const [first, second] = [await verify(before), await verify(after)];
    expect(first.protectedHeader.kid).not.toBe(second.protectedHeader.kid);
    const again = { credential: "signing_key", grace_period_seconds: 0 } as const;
    expect(await auth.reject("rotate_credentials", again)).toEqual([409, "rotation_in_progress"]);
    // The two kinds of keys don't wait for each other.
    await auth.act("rotate_credentials", { credential: "service_key", grace_period_seconds: 0 });

    await endGrace(auth);
    await expect(verify(before)).rejects.toThrow("no applicable key");
    await verify(after);
    const { result } = await auth.act("rotate_credentials", again);
    expect(result.receipt).toMatchObject({ entry_id: "signing_key", previous_valid_until: null });
    await expect(verify(after)).rejects.toThrow("no applicable key");
    await verify(await issue());
    expect((await auth.call("/get-session", { token })).body).not.toBeNull();
  });

  test("of two at once one wins, and the key that is revealed works", async () => {
    const body = { credential: "service_key", grace_period_seconds: 3600 };
    await endGrace(auth);
    const both = await Promise.all([1, 2].map(() => plane.current.api.invoke(auth.id, "rotate_credentials", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { service_key: key } = await auth.reveal();
    expect((await auth.call(`/backend/users/${randomUUID()}`, { key })).status).toBe(404);
  });
});

describe("export_users", () => {
  /** Waits for an export and returns its file. */
  async function fetchExport(own: AuthFixture, export_id: string) {
    await expect.poll(async () => (await own.act("export_users", { export_id })).result.transfer.state).toBe("ready");
    const { result } = await own.act("export_users", { export_id });
    const { config, tokenText, url } = plane.current;
    const path = new URL(result.transfer.url!).pathname;
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${tokenText}` } });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(await readFile(transferPath(config, { id: result.transfer.transfer_id }), "utf8")).toBe(text);
    return { result, text };
  }

  test("writes users as lines of JSON and as CSV", async () => {
    const own = await provisionAuth(plane.current, "exported");
    await own.act("create_user", {
      email: "a@example.com",
      password,
      display_name: 'A "quoted",\nname',
      user_metadata: { a: 1 },
    });
    const { result: second } = await own.act("create_user", { email: "b@example.com", roles: ["editor"] });
    const { result: third } = await own.act("create_user", { email: "c@example.com" });
    await own.act("delete_user", { user_id: third.user.user_id, mode: "soft" });

    const started = await own.act("export_users");
    expect(started.result).toMatchObject({ format: "ndjson", rows: null, transfer: { state: "preparing", url: null } });
    const json = await fetchExport(own, started.result.export_id);
    expect(json.result.rows).toBe(2);
    const users = json.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(users.map(({ email }) => email)).toEqual(["a@example.com", "b@example.com"]);
    expect(users[1]).toMatchObject({ user_id: second.user.user_id, roles: ["editor"], phone: null });
    expect(json.text).not.toMatch(/"password"|accessToken/);

    const { result } = await own.act("export_users", {
      format: "csv",
      fields: ["email", "display_name", "roles", "user_metadata"],
    });
    expect(result.transfer).toMatchObject({
      content_type: "text/csv",
      filename: expect.stringMatching(/^users-\d{4}-\d\d-\d\d\.csv$/),
    });
    const csv = await fetchExport(own, result.export_id);
    expect(csv.text).toBe(
      [
        "email,display_name,roles,user_metadata",
        'a@example.com,"A ""quoted"",\nname","[""user""]","{""a"":1}"',
        'b@example.com,,"[""editor""]",{}',
        "",
      ].join("\r\n"),
    );
    expect(csv.result.rows).toBe(2);

    const all = await own.act("export_users", { include_deleted: true, fields: ["status"] });
    expect((await fetchExport(own, all.result.export_id)).text.match(/"deleted"/g)).toHaveLength(1);
    const editors = await own.act("export_users", { role: "editor", created_after: "2026-01-01T00:00:00Z" });
    expect((await fetchExport(own, editors.result.export_id)).result.rows).toBe(1);
  });

  test("is one at a time, and its own caller's", async () => {
    const { current } = plane;
    const own = await provisionAuth(current, "one-export");
    await run(`insert into ${own.tables.user} (name, email) select '', i || '@example.com' from generate_series(1, 2000) i`);
    const client = await current.platform.database.connect();
    await client.query("begin");
    await client.query(`lock table ${own.tables.user} in access exclusive mode`);
    const { export_id } = (await own.act("export_users")).result;
    const second = await own.reject("export_users", {});
    await client.query("commit");
    client.release();
    expect(second).toEqual([409, "export_in_progress"]);
    expect((await fetchExport(own, export_id)).result.rows).toBe(2000);
    const stranger = await authFixture(current.as(await current.token(allScopes)), current.projectId, own.id);
    expect(await stranger.reject("export_users", { export_id })).toEqual([404, "export_not_found"]);
    expect(await own.reject("export_users", { export_id: randomUUID() })).toEqual([404, "export_not_found"]);
    expect(await other.reject("export_users", { export_id })).toEqual([404, "export_not_found"]);
  });
});

describe("health", () => {
  test("service_health and the live projection probe what there is", async () => {
    const { status, result } = await auth.act("service_health", patient);
    expect([status, result.components.map(({ name, status: state }) => [name, state])]).toEqual([
      "healthy",
      [
        ["control_plane", "healthy"],
        ["project", "healthy"],
      ],
    ]);
    expect(result.operations).toMatchObject([{ kind: "provision", status: "succeeded" }]);
    const live = async () => (await plane.current.api.get(auth.id, true)).body;
    await expect.poll(live).toMatchObject({ endpoint: auth.descriptor.endpoint, live: { status: "healthy" } });
  });

  test("service_health finds a service whose tables are gone", async () => {
    const own = await provisionAuth(plane.current, "broken");
    await run(`alter table ${own.tables.jwks} rename to lost`);
    const { status, result } = await own.act("service_health");
    expect(status).toBe("error");
    expect(result.components[1]).toMatchObject({ name: "project", status: "error" });
  });
});
