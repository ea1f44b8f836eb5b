import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, password, provisionAuth } from "./support/auth-service.js";
import { beforeTests, usePlane } from "./support/control-plane.js";

const plane = usePlane();

const auth = beforeTests(() => provisionAuth(plane.current, "accounts"));
const other = beforeTests(() => provisionAuth(plane.current, "others"));

/** Rows of the service's own tables. */
async function rows(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await plane.current.platform.database.query<Record<string, unknown>>(text, values)).rows;
}

async function create(email: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await auth.act("create_user", { email, password, ...more })).result.user.user_id;
}

describe("create_user", () => {
  test("makes a user who signs in", async () => {
    const { result } = await auth.act("create_user", {
      email: "Grace@Example.com",
      phone: "+4930111111",
      password,
      email_verified: true,
      phone_verified: true,
      display_name: "Grace 🧑‍🚀",
      roles: ["user", "editor"],
      user_metadata: { locale: "en-GB", count: 1.5, on: true, none: null },
    });
    expect(result).toMatchObject({
      invitation_sent: false,
      user: {
        email: "grace@example.com",
        email_verified: true,
        phone: "+4930111111",
        phone_verified: true,
        display_name: "Grace 🧑‍🚀",
        status: "active",
        roles: ["editor", "user"],
        identities: [{ provider: "credential", email: "grace@example.com" }],
        user_metadata: { locale: "en-GB", count: 1.5, on: true, none: null },
        last_sign_in_at: null,
      },
    });
    expect((await auth.signIn("grace@example.com")).status).toBe(200);
    const { result: listed } = await auth.act("list_users", { search: "grace@" });
    expect(listed.users[0]!.last_sign_in_at).not.toBeNull();
    expect((await other.act("list_users", { search: "grace@" })).result.users).toEqual([]);
  });

  test("by invitation makes one who is invited and gets no mail", async () => {
    const { result } = await auth.act("create_user", { email: "invited@example.com", send_invitation: true });
    expect(result).toMatchObject({ invitation_sent: false, user: { status: "invited", identities: [], roles: ["user"] } });
    expect((await auth.signIn("invited@example.com")).status).toBe(401);
    // Nobody takes the account over by signing up with the address.
    const again = await auth.call("/sign-up/email", { body: { email: "invited@example.com", password, name: "" } });
    expect(again.status).toBe(422);
  });

  test("rejects weak passwords, unknown roles and what is taken", async () => {
    await create("taken@example.com", { phone: "+4930222222" });
    expect(await auth.reject("create_user", { email: "weak@example.com", password: "password1" })).toEqual([
      400,
      "password_rejected",
    ]);
    expect(await auth.reject("create_user", { email: "weak@example.com", password: "weak@example.com" })).toEqual([
      400,
      "password_rejected",
    ]);
    expect(await auth.reject("create_user", { email: "x@example.com", roles: ["owner"] })).toEqual([404, "role_not_found"]);
    expect(await auth.reject("create_user", { email: "TAKEN@example.com" })).toEqual([409, "email_taken"]);
    expect(await auth.reject("create_user", { phone: "+4930222222" })).toEqual([409, "phone_taken"]);
    expect(await auth.reject("create_user", { email: "x@example.com", password: "ü".repeat(40) })).toEqual([
      400,
      "invalid_action_body",
    ]);
    await auth.signUp("signed-up@example.com");
    expect(await auth.reject("create_user", { email: "signed-up@example.com" })).toEqual([409, "email_taken"]);
  });

  test("of many at once for one address one succeeds", async () => {
    const calls = Array.from({ length: 8 }, () =>
      plane.current.api.invoke(auth.id, "create_user", { email: "race@example.com" }),
    );
    const signUps = Array.from({ length: 2 }, () =>
      auth.call("/sign-up/email", { body: { email: "race@example.com", password, name: "" } }),
    );
    const statuses = (await Promise.all([...calls, ...signUps])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await rows(`select 1 from ${auth.tables.user} where email = 'race@example.com'`)).toHaveLength(1);
  });

  test("stops at the limit, as does sign-up", async () => {
    const full = await provisionAuth(plane.current, "full");
    await rows(`insert into ${full.tables.user} (name, email) select '', i || '@example.com' from generate_series(1, 100000) i`);
    expect(await full.reject("create_user", { email: "one@example.com" })).toEqual([409, "user_limit_reached"]);
    const { status, body } = await full.call("/sign-up/email", { body: { email: "one@example.com", password, name: "" } });
    expect([status, body]).toMatchObject([403, { code: "USER_LIMIT_REACHED" }]);
    const { result } = await full.act("list_users", { limit: 200, search: "9999@" });
    expect(result.total).toBe(10);
  });
});

describe("list_users", () => {
  let list: AuthFixture;
  const emails = async (body: Parameters<typeof list.act<"list_users">>[1]) =>
    (await list.act("list_users", body)).result.users.map(({ email, phone }) => email ?? phone);

  beforeAll(async () => {
    list = await provisionAuth(plane.current, "listed");
    for (const [index, email] of ["a@x.org", "b@x.org", "c@y.org", "d%_@y.org"].entries()) {
      const { result } = await list.act("create_user", {
        email,
        ...(index === 1 ? { roles: ["editor"] } : {}),
        display_name: `No ${index}`,
      });
      await rows(
        `update ${list.tables.user} set "createdAt" = $2 where id = $1`,
        result.user.user_id,
        `2026-01-0${index + 1}T00:00:00Z`,
      );
    }
    const { result } = await list.act("create_user", { phone: "+4930333333", password });
    await rows(`update ${list.tables.user} set "createdAt" = '2026-01-05' where id = $1`, result.user.user_id);
    await list.call("/sign-in/phone-number", { body: { phoneNumber: "+4930333333", password } });
  });

  test("is newest first, filters and sorts", async () => {
    expect(await emails({})).toEqual(["+4930333333", "d%_@y.org", "c@y.org", "b@x.org", "a@x.org"]);
    expect(await emails({ order: "asc", order_by: "email" })).toEqual([
      "+4930333333",
      "a@x.org",
      "b@x.org",
      "c@y.org",
      "d%_@y.org",
    ]);
    expect((await emails({ order_by: "last_sign_in_at" }))[0]).toBe("+4930333333");
    expect(await emails({ search: "X.ORG" })).toEqual(["b@x.org", "a@x.org"]);
    expect(await emails({ search: "%_" })).toEqual(["d%_@y.org"]);
    expect(await emails({ search: "no 2" })).toEqual(["c@y.org"]);
    expect(await emails({ search: "303333" })).toEqual(["+4930333333"]);
    expect(await emails({ role: "editor" })).toEqual(["b@x.org"]);
    expect(await emails({ provider: "credential" })).toEqual(["+4930333333"]);
    expect(await emails({ provider: "github" })).toEqual([]);
    expect(await emails({ status: "banned" })).toEqual([]);
    expect(await emails({ created_after: "2026-01-02T00:00:00Z", created_before: "2026-01-04T01:00:00+01:00" })).toEqual([
      "c@y.org",
      "b@x.org",
    ]);
    const { result } = await list.act("list_users", { search: "x.org", limit: 1 });
    expect(result.total).toBe(2);
    expect(await emails({ search: result.users[0]!.user_id.toUpperCase() })).toEqual(["b@x.org"]);
  });

  test.each(["created_at", "last_sign_in_at", "email"] as const)(
    "pages by %s without gaps, in both directions",
    async (order_by) => {
      for (const order of ["asc", "desc"] as const) {
        const seen: (string | null)[] = [];
        let cursor: string | undefined;
        do {
          const { result } = await list.act("list_users", {
            limit: 2,
            order,
            order_by,
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...result.users.map(({ email, phone }) => email ?? phone));
          cursor = result.next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual(await emails({ order, order_by }));
        expect(new Set(seen).size).toBe(5);
      }
    },
  );

  test("rejects cursors that are not its own, and times that do not exist", async () => {
    const email = Buffer.from(JSON.stringify(["a@x.org", list.id])).toString("base64url");
    for (const cursor of ["nonsense", email, "W10"]) {
      expect(await list.reject("list_users", { cursor })).toEqual([400, "invalid_action_body"]);
    }
    expect(await list.reject("list_users", { search: "a\0" })).toEqual([400, "invalid_action_body"]);
    expect(await list.reject("list_users", { created_after: "2026-12-31T23:59:60Z" })).toEqual([400, "invalid_action_body"]);
  });
});

describe("bans", () => {
  test("end sessions and keep a user out until they are lifted", async () => {
    const { userId: user_id, token } = await auth.signUp("banned@example.com");
    const { result } = await auth.act("ban_user", { user_id, reason: "Spam" });
    expect(result).toEqual({ user_id, banned_until: null, sessions_revoked: 1 });
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    const { status, body } = await auth.signIn("banned@example.com");
    expect([status, body.code]).toEqual([403, "BANNED_USER"]);
    const { result: listed } = await auth.act("list_users", { status: "banned" });
    expect(listed.users).toMatchObject([{ user_id, status: "banned", ban_reason: "Spam", banned_until: null }]);

    expect((await auth.act("unban_user", { user_id })).result).toEqual({ user_id, was_banned: true });
    expect((await auth.act("unban_user", { user_id })).result).toEqual({ user_id, was_banned: false });
    expect((await auth.signIn("banned@example.com")).status).toBe(200);
  });

  test("for a time end by themselves", async () => {
    const { userId: user_id } = await auth.signUp("timed@example.com");
    const { result } = await auth.act("ban_user", { user_id, duration_seconds: 3600 });
    expect(Date.parse(result.banned_until!) - Date.now()).toBeGreaterThan(3_000_000);
    expect((await auth.signIn("timed@example.com")).status).toBe(403);
    await rows(`update ${auth.tables.user} set banned_until = now() where id = $1`, user_id);
    expect((await auth.signIn("timed@example.com")).status).toBe(200);
    const { result: listed } = await auth.act("list_users", { search: user_id });
    expect(listed.users[0]).toMatchObject({ status: "active", banned_until: null, ban_reason: null });
    expect((await auth.act("unban_user", { user_id })).result.was_banned).toBe(false);
  });

  test("can leave sessions alone, and have an end in the future", async () => {
    const { userId: user_id, token } = await auth.signUp("kept@example.com");
    const until = new Date(Date.now() + 86_400_000).toISOString();
    expect((await auth.act("ban_user", { user_id, until, revoke_sessions: false })).result).toEqual({
      user_id,
      banned_until: until,
      sessions_revoked: 0,
    });
    expect((await auth.call("/get-session", { token })).body).not.toBeNull();
    expect((await auth.act("list_sessions", { user_id })).result.sessions).toHaveLength(1);
    const changes = {
      "/token": undefined,
      "/update-user": { name: "Changed" },
      "/change-password": { currentPassword: password, newPassword: "another horse battery", revokeOtherSessions: true },
    };
    for (const [path, body] of Object.entries(changes)) {
      const { status, body: error } = await auth.call(path, { token, body });
      expect([path, status, error["code"]]).toEqual([path, 403, "BANNED_USER"]);
    }
    expect((await auth.act("list_users", { search: user_id })).result.users[0]).toMatchObject({ display_name: "kept" });
    expect(await auth.reject("ban_user", { user_id, until: "2020-01-01T00:00:00Z" })).toEqual([400, "until_in_past"]);
    expect(await auth.reject("ban_user", { user_id: randomUUID() })).toEqual([404, "user_not_found"]);
    expect(await other.reject("ban_user", { user_id })).toEqual([404, "user_not_found"]);
    expect(await other.reject("unban_user", { user_id })).toEqual([404, "user_not_found"]);
    // Nothing was changed, and nothing is rejected any more.
    await auth.act("unban_user", { user_id });
    for (const [path, body] of Object.entries(changes)) expect((await auth.call(path, { token, body })).status).toBe(200);
  });

  test("keep out a sign-in that was checked before the ban", async () => {
    const { userId } = await auth.signUp("late@example.com");
    await auth.act("ban_user", { user_id: userId });
    const insert = `insert into ${auth.tables.session} ("userId", token, "expiresAt", "updatedAt") values ($1, 'late', now(), now())`;
    await expect(rows(insert, userId)).rejects.toThrow("this user may not sign in");
  });
});

describe("delete_user", () => {
  test("removes a user and all that is theirs", async () => {
    const { userId: user_id, token } = await auth.signUp("hard@example.com");
    const { result } = await auth.act("delete_user", { user_id });
    expect(result).toMatchObject({ user_id, mode: "hard" });
    for (const table of [auth.tables.session, auth.tables.account]) {
      expect(await rows(`select 1 from ${table} where "userId" = $1`, user_id)).toEqual([]);
    }
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    expect(await auth.reject("delete_user", { user_id })).toEqual([404, "user_not_found"]);
    expect((await auth.signUp("hard@example.com")).userId).not.toBe(user_id);
  });

  test("softly hides a user and frees nothing", async () => {
    const { userId: user_id, token } = await auth.signUp("soft@example.com");
    const { result } = await auth.act("delete_user", { user_id, mode: "soft" });
    expect((await auth.act("delete_user", { user_id, mode: "soft" })).result).toEqual(result);
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    const { status, body } = await auth.signIn("soft@example.com");
    expect([status, body.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
    expect(await auth.reject("create_user", { email: "soft@example.com" })).toEqual([409, "email_taken"]);
    expect(await auth.reject("ban_user", { user_id })).toEqual([404, "user_not_found"]);
    expect((await auth.act("list_users", { search: "soft@" })).result.users).toEqual([]);
    expect((await auth.act("list_users", { search: "soft@", status: "deleted" })).result.users).toHaveLength(1);
    expect(await other.reject("delete_user", { user_id })).toEqual([404, "user_not_found"]);
    expect((await auth.act("delete_user", { user_id })).result.mode).toBe("hard");
    expect((await auth.act("list_users", { status: "deleted" })).result.users).toEqual([]);
  });
});

describe("roles", () => {
  test("get_role_config shows them by name", async () => {
    const { result } = await auth.act("get_role_config");
    expect(result.roles.map(({ name }) => name)).toEqual(["admin", "editor", "user"]);
    expect(result.roles.filter((role) => role.protected).map(({ name }) => name)).toEqual(["admin"]);
    expect(result).toMatchObject({ default_role: "user", multiple_roles: true });
  });

  test("are replaced as a set and show in the next access token", async () => {
    const { userId: user_id, token } = await auth.signUp("roles@example.com");
    const { result } = await auth.act("set_user_roles", { user_id, roles: ["user", "editor"] });
    expect(result).toEqual({ user_id, roles: ["editor", "user"], previous_roles: ["user"] });
    const { body } = await auth.call<{ token: string }>("/token", { token });
    const claims = JSON.parse(Buffer.from(body.token.split(".")[1]!, "base64url").toString()) as { roles: string[] };
    expect(claims.roles).toEqual(["editor", "user"]);
    expect(await auth.reject("set_user_roles", { user_id, roles: ["owner"] })).toEqual([404, "role_not_found"]);
    expect(await other.reject("set_user_roles", { user_id, roles: ["user"] })).toEqual([404, "user_not_found"]);
  });

  test("a protected one keeps its last holder", async () => {
    const first = await create("first-admin@example.com", { roles: ["admin"] });
    expect(await auth.reject("set_user_roles", { user_id: first, roles: ["user"] })).toEqual([409, "last_admin"]);
    expect(await auth.reject("delete_user", { user_id: first })).toEqual([409, "last_admin"]);
    expect(await auth.reject("delete_user", { user_id: first, mode: "soft" })).toEqual([409, "last_admin"]);
    const second = await create("second-admin@example.com", { roles: ["admin", "user"] });
    const out = await Promise.all(
      [first, second].map((user_id) => plane.current.api.invoke(auth.id, "delete_user", { user_id, mode: "soft" })),
    );
    expect(out.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("unlink_identity", () => {
  test("removes one of several, never the only one", async () => {
    const user_id = await create("linked@example.com");
    const [account] = (await auth.act("list_users", { search: user_id })).result.users[0]!.identities;
    const only = { user_id, identity_id: account!.identity_id };
    expect(await auth.reject("unlink_identity", only)).toEqual([409, "single_identity_not_deletable"]);
    const insert = `insert into ${auth.tables.account} ("accountId", "providerId", "userId", "updatedAt")
      values ('583231', 'github', $1, now()) returning id`;
    const identity_id = String((await rows(insert, user_id))[0]!["id"]);
    expect((await auth.act("list_users", { provider: "github" })).result.users[0]!.identities).toMatchObject([
      { provider: "credential" },
      { provider: "github", provider_subject: "583231", email: null },
    ]);
    expect(await other.reject("unlink_identity", { user_id, identity_id })).toEqual([404, "user_not_found"]);
    expect(await auth.reject("unlink_identity", { user_id, identity_id: randomUUID() })).toEqual([404, "identity_not_found"]);
    const { result } = await auth.act("unlink_identity", { user_id, identity_id });
    expect(result).toEqual({ user_id, identity_id, provider: "github", remaining_identities: 1 });
    expect(await rows(`select 1 from ${auth.tables.account} where "userId" = $1`, user_id)).toHaveLength(1);
  });
});
