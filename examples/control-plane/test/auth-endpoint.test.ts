import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { suspendProject, resumeProject } from "../src/projects/project.js";
import { password, provisionAuth } from "./support/auth-service.js";
import { beforeTests, usePlane } from "./support/control-plane.js";

const plane = usePlane();

const auth = beforeTests(() => provisionAuth(plane.current, "accounts"));
const other = beforeTests(() => provisionAuth(plane.current, "others"));

describe("clients", () => {
  test("sign up, sign in and out with a bearer token", async () => {
    const { userId, token } = await auth.signUp("ada@example.com");
    const session = await auth.call<{ user: { id: string; email: string } }>("/get-session", { token });
    expect(session.body.user).toMatchObject({ id: userId, email: "ada@example.com" });

    const again = await auth.signIn("ada@example.com");
    expect(again.status).toBe(200);
    const wrong = await auth.signIn("ada@example.com", "something else");
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);

    expect((await auth.call("/sign-out", { token, body: {} })).status).toBe(200);
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    const other = again.headers.get("set-auth-token")!;
    expect((await auth.call("/get-session", { token: other })).body).not.toBeNull();
  });

  test("sign in with a cookie that only this service gets", async () => {
    const { cookie } = await auth.signUp("cookie@example.com");
    const response = await auth.signIn("cookie@example.com");
    const [line] = response.headers.getSetCookie();
    expect(line).toMatch(new RegExp(`^auth_${auth.id}\\.session_token=`));
    expect(line).toContain(`Path=/auth/${auth.id};`);
    expect(line).toMatch(/HttpOnly; SameSite=Lax/);
    const { origin } = new URL(auth.descriptor.endpoint);
    const own = await auth.call<{ user: unknown }>("/get-session", { headers: { cookie, origin } });
    expect(own.body.user).toMatchObject({ email: "cookie@example.com" });
    // A foreign page may not make a browser use its cookie.
    const foreign = await auth.call("/sign-out", { body: {}, headers: { cookie } });
    expect(foreign.status).toBe(403);
    expect((await auth.call("/sign-out", { body: {}, headers: { cookie, origin } })).status).toBe(200);
  });

  test("get access tokens that jose verifies", async () => {
    const { userId, token } = await auth.signUp("jose@example.com");
    const { body } = await auth.call<{ token: string }>("/token", { token });
    const { jwks_uri, issuer } = auth.descriptor;
    const keys = createRemoteJWKSet(new URL(jwks_uri));
    const { payload } = await jwtVerify(body.token, keys, { issuer, audience: issuer });
    expect(payload).toMatchObject({ sub: userId, email: "jose@example.com", roles: ["user"], email_verified: false });
    expect(decodeProtectedHeader(body.token).alg).toBe("ES256");
    const foreign = createRemoteJWKSet(new URL(other.descriptor.jwks_uri));
    await expect(jwtVerify(body.token, foreign)).rejects.toThrow("no applicable key");
  });

  test("change their password and their name", async () => {
    const { token, userId } = await auth.signUp("change@example.com");
    const weak = await auth.call("/change-password", { token, body: { currentPassword: password, newPassword: "password123" } });
    expect(weak.status).toBe(400);
    const changed = { currentPassword: password, newPassword: "another horse", revokeOtherSessions: true };
    expect((await auth.call("/change-password", { token, body: changed })).status).toBe(200);
    expect((await auth.signIn("change@example.com")).status).toBe(401);
    const { headers } = await auth.signIn("change@example.com", "another horse");
    const now = headers.get("set-auth-token")!;
    expect((await auth.call("/update-user", { token: now, body: { name: "Changed" } })).status).toBe(200);
    const { result } = await auth.act("list_users", { search: userId });
    expect(result.users[0]!.display_name).toBe("Changed");
  });

  test("preflights are allowed, responses are for every page but never with cookies", async () => {
    const response = await fetch(`${auth.descriptor.endpoint}/sign-in/email`, {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "POST" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toContain("apikey");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("what is not served", () => {
  test("requests without a key of this service", async () => {
    for (const key of ["", "nonsense", other.descriptor.publishable_key, other.descriptor.service_key]) {
      const { status, body } = await auth.call("/get-session", { key });
      expect([status, body]).toMatchObject([401, { code: "INVALID_API_KEY" }]);
    }
    expect((await auth.call("/get-session", { key: auth.descriptor.service_key })).status).toBe(200);
  });

  test("paths of better-auth that are not for clients", async () => {
    const { token } = await auth.signUp("curious@example.com");
    const paths = [
      "/admin/list-users",
      "/admin/create-user",
      "/delete-user",
      "/change-email",
      "/update-session",
      "/list-accounts",
      "/unlink-account",
      "/link-social",
      "/sign-in/social",
      "/request-password-reset",
      "/reset-password",
      "/verify-password",
      "/error",
      "/phone-number/send-otp",
      "/sign-up/email/",
      "/sign-up%2femail",
      "//sign-up/email",
      "",
    ];
    for (const path of paths) {
      expect([path, (await auth.call(path, { token })).status]).toEqual([path, 404]);
      expect([path, (await auth.call(path, { token, body: {} })).status]).toEqual([path, 404]);
    }
  });

  test("sessions and users of another service", async () => {
    const { token, cookie } = await auth.signUp("apart@example.com");
    expect((await other.call("/get-session", { token })).body).toBeNull();
    expect((await other.call("/get-session", { headers: { cookie } })).body).toBeNull();
    const renamed = cookie.replace(auth.id, other.id);
    expect((await other.call("/get-session", { headers: { cookie: renamed } })).body).toBeNull();
    expect((await other.signIn("apart@example.com")).status).toBe(401);
    expect((await other.signUp("apart@example.com")).userId).toBeTypeOf("string");
  });

  test("a session token as it stands in the table", async () => {
    const { userId } = await auth.signUp("table@example.com");
    const { database } = plane.current.platform;
    const { rows } = await database.query<{ token: string }>(`select token from ${auth.tables.session} where "userId" = $1`, [
      userId,
    ]);
    expect((await auth.call("/get-session", { token: rows[0]!.token })).body).toBeNull();
    const cookie = `auth_${auth.id}.session_token=${rows[0]!.token}`;
    expect((await auth.call("/get-session", { headers: { cookie } })).body).toBeNull();
  });

  test("bodies that are too long, odd or not JSON", async () => {
    const sign = (body: unknown, headers?: Record<string, string>) =>
      auth.call("/sign-up/email", { body, ...(headers ? { headers } : {}) }).then(({ status }) => status);
    const user = { email: "odd@example.com", password, name: "Odd" };
    expect(await sign("x".repeat(1024 * 1024))).toBe(413);
    expect(await sign("{")).toBe(400);
    expect(await sign("[]")).toBe(400);
    expect(await sign("null")).toBe(400);
    expect(await sign(JSON.stringify(user), { "content-type": "text/plain" })).toBe(415);
    expect(await sign({ ...user, name: "a\0b" })).toBe(400);
    expect(await sign(`{"email":"odd@example.com","password":"${password}","name":"\\ud800"}`)).toBe(400);
    expect(await sign({ ...user, name: "x".repeat(201) })).toBe(400);
    expect(await sign({ ...user, name: { a: 1 } })).toBe(400);
    expect(await sign({ ...user, email: "odd@example-.com" })).toBe(400);
    expect(await sign({ ...user, password: "short" })).toBe(400);
    expect(await sign({ ...user, password: "ü".repeat(40) })).toBe(400);
    expect(await sign({ ...user, password: "odd@example.com" })).toBe(400);
    for (const field of ["roles", "role", "phoneNumber", "emailVerified", "banned_at", "callbackURL", "id"]) {
      expect([field, await sign({ ...user, [field]: "admin" })]).toEqual([field, 400]);
    }
    const odd = '\'; drop table "user"; -- 𝔘𝔫𝔦 \u202e';
    expect(await sign({ ...user, name: odd })).toBe(200);
    const { result } = await auth.act("list_users", { search: "drop table" });
    expect(result.users.map(({ display_name }) => display_name)).toEqual([odd]);
  });
});

test("a user by phone number signs in with it", async () => {
  await auth.act("create_user", { phone: "+4930123456", password, roles: ["user"] });
  const { status, headers } = await auth.call("/sign-in/phone-number", { body: { phoneNumber: "+4930123456", password } });
  expect(status).toBe(200);
  const session = await auth.call<{ user: { phoneNumber: string } }>("/get-session", { token: headers.get("set-auth-token")! });
  expect(session.body.user.phoneNumber).toBe("+4930123456");
  expect((await auth.call("/sign-in/phone-number", { body: { phoneNumber: "+4930123456", password: "x" } })).status).toBe(401);
});

test("the backend reads a user and ends their sessions with the service key", async () => {
  const { userId, token } = await auth.signUp("backend@example.com");
  const key = auth.descriptor.service_key;
  expect((await auth.call(`/backend/users/${userId}`)).status).toBe(403);
  const user = await auth.call(`/backend/users/${userId}`, { key });
  expect(user.body).toMatchObject({ user_id: userId, email: "backend@example.com", roles: ["user"] });
  expect((await auth.call(`/backend/users/${other.id}`, { key })).status).toBe(404);
  expect((await auth.call(`/backend/users/${userId}/logout`, { key })).status).toBe(404);
  const out = await auth.call(`/backend/users/${userId}/logout`, { key, body: {} });
  expect(out.body).toEqual({ user_id: userId, sessions_revoked: 1 });
  expect((await auth.call("/get-session", { token })).body).toBeNull();
});

test("a suspended service serves nothing, and its sessions go on when it is resumed", async () => {
  const { platform, projectId, api } = plane.current;
  const { token } = await auth.signUp("suspended@example.com");
  await suspendProject(platform.database, projectId);
  await api.waitFor(auth.id, "suspended");
  for (const path of ["/get-session", "/.well-known/jwks.json"]) {
    const { status, body } = await auth.call(path, { token });
    expect([status, body]).toMatchObject([503, { code: "SERVICE_UNAVAILABLE" }]);
  }
  expect((await auth.act("service_health")).status).toBe("degraded");
  expect((await auth.act("list_users", { search: "suspended@" })).result.total).toBe(1);
  await resumeProject(platform.database, projectId);
  expect((await auth.call("/get-session", { token })).body).not.toBeNull();
});
