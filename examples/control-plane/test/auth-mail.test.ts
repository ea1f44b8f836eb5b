import { createAuthClient } from "better-auth/client";
import { magicLinkClient } from "better-auth/client/plugins";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { queueMail } from "../src/engines/auth/mails.js";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import { createService } from "../src/services/create-service.js";
import { type AuthFixture, authFixture, password, provisionAuth } from "./support/auth-service.js";
import { patient, usePlane } from "./support/control-plane.js";
import { type ReceivedMail, startMailServer } from "./support/smtp.js";

const server = await startMailServer();
const plane = usePlane({ mail: { url: server.url, from: { name: "Accounts, Inc.", address: "accounts@platform.example" } } });
afterAll(() => server.close());

let auth: AuthFixture;

beforeAll(async () => {
  auth = await provisionAuth(plane.current);
});

/** The text of a link's page, and its status. */
async function open(link: URL, form?: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const body = form && new URLSearchParams({ token: link.searchParams.get("token")!, ...form });
  const response = await fetch(form ? new URL(link.pathname, link) : link, {
    ...(body ? { method: "POST", body } : {}),
    headers,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const tokenOf = ({ link }: ReceivedMail) => link.searchParams.get("token")!;

const signInBy = ({ link }: ReceivedMail) =>
  auth.call<{ user: { id: string } }>(`/magic-link/verify?token=${link.searchParams.get("token")}`);

/** Lets users ask for another mail before the minute is over. */
async function passMinute(): Promise<void> {
  await plane.current.platform.database.query(
    `update ${auth.tables.verification} set "createdAt" = now() - interval '2 minutes'`,
  );
}

describe("an invitation", () => {
  test("leads to a page where the user chooses a password, once", async () => {
    const { result } = await auth.act("create_user", { email: "ada@example.com", send_invitation: true });
    expect(result).toMatchObject({ invitation_sent: true, user: { status: "invited" } });
    const mail = await server.received("ada@example.com");
    expect(mail.headers).toEqual(
      expect.arrayContaining([
        'From: "Accounts, Inc." <accounts@platform.example>',
        "To: ada@example.com",
        "Subject: Invitation to accounts",
        "Auto-Submitted: auto-generated",
      ]),
    );
    expect(mail.content).toContain("within 7 days");

    const page = await open(mail.link);
    expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; form-action 'self'");
    expect(page.text).toContain(`<form method="post" action="${auth.descriptor.endpoint}/link">`);
    expect(await open(mail.link, { password: "password1" })).toMatchObject({ status: 400 });
    expect(await open(mail.link, { password }, { "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
    expect((await auth.signIn("ada@example.com")).status).toBe(401);
    const both = await Promise.all([open(mail.link, { password }), open(mail.link, { password })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await open(mail.link)).status).toBe(400);

    expect((await auth.signIn("ada@example.com")).status).toBe(200);
    const { user_id } = result.user;
    const [user] = (await auth.act("list_users", { search: user_id })).result.users;
    expect(user).toMatchObject({ status: "active", email_verified: true, identities: [{ provider: "credential" }] });
    const { entries } = (await auth.act("list_audit_log", { user_id })).result;
    expect(entries.map(({ event, actor }) => [event, actor.type])).toEqual([
      ["login", "user"],
      ["invitation_accepted", "user"],
      ["email_sent", "system"],
      ["user_created", "operator"],
    ]);
    const { metrics } = (await auth.act("get_usage")).result;
    expect(metrics.find(({ name }) => name === "emails_sent")).toMatchObject({ used: 1, limit: null });
    expect(metrics.find(({ name }) => name === "monthly_active_users")).toMatchObject({ used: 1 });
    // A mail that was sent is no operation any more.
    const health = (await auth.act("service_health", patient)).result;
    expect(health.operations.map(({ kind }) => kind)).toEqual(["provision"]);
    expect(health.components.map(({ name, status }) => [name, status])).toEqual([
      ["control_plane", "healthy"],
      ["project", "healthy"],
      ["email_delivery", "healthy"],
    ]);
  });

  test("is sent again when the mail server is busy, and not when it does not know the address", async () => {
    server.rejections.push("451 later");
    await auth.act("create_user", { email: "busy@example.com", send_invitation: true });
    expect((await open((await server.received("busy@example.com")).link, { password })).status).toBe(200);
    server.rejections.push("550 nobody here");
    await auth.act("create_user", { email: "nobody@example.com", send_invitation: true });
    const failed = async () => (await auth.act("service_health")).result.operations.find(({ status }) => status === "failed");
    await expect
      .poll(failed)
      .toMatchObject({ kind: "send_mail", message: "The mail server does not accept mail for this address." });
    expect(server.rejections).toEqual([]);
    expect(plane.current.lines.join("")).not.toMatch(/busy@|nobody@|nobody here|smtp-canary/);
  });

  test("has no header and no markup of the service's name, and one recipient", async () => {
    const name = `Shop\r\nBcc: eve@evil.example\r\n\r\n<a href="https://evil.example">&\u202E`;
    const { platform, projectId, api } = plane.current;
    const created = await createService(platform.database, { projectId, type: "auth", plan: "standard", name });
    if ("rejected" in created) throw new Error(created.rejected);
    platform.worker.wake();
    await api.waitFor(created.id, "active");
    const odd = await authFixture(api, projectId, created.id);
    await odd.act("create_user", { email: "one@example.com", send_invitation: true });
    const mail = await server.received("one@example.com");
    expect(mail.to).toEqual(["one@example.com"]);
    expect(mail.headers.filter((line) => /^(bcc|cc|to|subject):/i.test(line))).toEqual([
      "To: one@example.com",
      `Subject: Invitation to Shop Bcc: eve@evil.example <a href="https://evil.example">&`,
    ]);
    expect(mail.content).toContain(
      `<p>You are invited to Shop Bcc: eve@evil.example &lt;a href=&quot;https://evil.example&quot;&gt;&amp;.`,
    );
    expect((await open(mail.link)).text).toContain("<h1>Shop Bcc: eve@evil.example &lt;a href=");
  });

  test("keeps its token out of the database and the log", async () => {
    await auth.act("create_user", { email: "secret@example.com", send_invitation: true });
    const token = tokenOf(await server.received("secret@example.com"));
    const { database } = plane.current.platform;
    const { rows } = await database.query<{ row: string }>(`select v::text as row from ${auth.tables.verification} v`);
    const { rows: queued } = await database.query<{ row: string }>("select o::text as row from operations o");
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of [...rows, ...queued]) expect(row.includes(token)).toBe(false);
    expect(plane.current.lines.join("").includes(token)).toBe(false);
  });

  test("leads to a page of the application where the service has one", async () => {
    const own = await provisionAuth(plane.current, "application");
    const address = "insert into auth_link_addresses (service_id, url) values ($1, 'https://app.example/welcome')";
    await plane.current.platform.database.query(address, [own.id]);
    await own.act("create_user", { email: "app@example.com", send_invitation: true });
    const { link } = await server.received("app@example.com");
    expect([link.origin, link.pathname, link.searchParams.get("purpose")]).toEqual([
      "https://app.example",
      "/welcome",
      "invitation",
    ]);
    const body = { token: link.searchParams.get("token"), newPassword: password };
    // Links of one service are none of another.
    expect((await auth.call("/reset-password", { body })).status).toBe(400);
    expect((await own.call("/reset-password", { body })).status).toBe(200);
    expect((await own.signIn("app@example.com")).status).toBe(200);
  });
});

test("a mail waits while the service is suspended", async () => {
  const { platform, projectId, api } = plane.current;
  const own = await provisionAuth(plane.current, "paused");
  const { user_id } = (await own.act("create_user", { email: "paused@example.com" })).result.user;
  await suspendProject(platform.database, projectId);
  await queueMail(platform.database, own.id, "invitation", user_id);
  await platform.database.query(`update ${own.tables.user} set invited = true`);
  const attempt = async () =>
    (
      await platform.database.query<{ attempt: number }>(
        "select attempt from operations where kind = 'send_mail' and service_id = $1",
        [own.id],
      )
    ).rows[0]!.attempt;
  await expect.poll(attempt).toBeGreaterThan(0);
  expect(server.mails.filter(({ to }) => to[0] === "paused@example.com")).toEqual([]);
  await resumeProject(platform.database, projectId);
  await api.waitFor(own.id, "active");
  expect((await open((await server.received("paused@example.com")).link)).status).toBe(200);
});

describe("a link for signing in", () => {
  test("lets a user in who has no password, once", async () => {
    const { result } = await auth.act("create_user", { email: "free@example.com" });
    expect(result).toMatchObject({ invitation_sent: false, user: { status: "active" } });
    const email = "Free@example.com";
    expect((await auth.call("/sign-in/magic-link", { body: { email } })).body).toEqual({ status: true });
    const mail = await server.received("free@example.com");
    expect(mail.content).toContain("within 15 minutes");
    // Programs open links: that is no use of it. Nor can it set a password.
    expect((await open(mail.link)).text).toContain("<button>Sign in</button>");
    expect((await auth.call("/reset-password", { body: { token: tokenOf(mail), newPassword: password } })).status).toBe(400);
    expect((await auth.call(`/magic-link/verify?token=${tokenOf(mail)}`, { key: "" })).status).toBe(401);
    const both = await Promise.all([signInBy(mail), signInBy(mail)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { headers } = both.find(({ status }) => status === 200)!;
    const session = await auth.call("/get-session", { token: headers.get("set-auth-token") });
    expect(session.body).toMatchObject({ user: { email: "free@example.com", emailVerified: true } });
    const { user_id } = result.user;
    expect((await auth.act("list_sessions", { user_id })).result.sessions).toMatchObject([{ methods: ["email_link"] }]);
  });

  test("signs in on the page by a cookie", async () => {
    await auth.act("create_user", { email: "page@example.com" });
    await auth.call("/sign-in/magic-link", { body: { email: "page@example.com" } });
    const { status, headers } = await open(
      (await server.received("page@example.com")).link,
      {},
      { "sec-fetch-site": "same-origin" },
    );
    expect(status).toBe(200);
    const [cookie = ""] = headers.getSetCookie();
    const { origin } = new URL(auth.descriptor.endpoint);
    const session = await auth.call("/get-session", { headers: { cookie: cookie.split(";", 1)[0]!, origin } });
    expect(session.body).toMatchObject({ user: { email: "page@example.com" } });
  });

  test("ends what somebody did who signed up with an address of others", async () => {
    const { token } = await auth.signUp("victim@example.com", "password of the attacker");
    await auth.call("/sign-in/magic-link", { body: { email: "victim@example.com" } });
    expect((await signInBy(await server.received("victim@example.com"))).status).toBe(200);
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    expect((await auth.signIn("victim@example.com", "password of the attacker")).status).toBe(401);
  });

  test("is not for who is banned, and tells nobody who is there", async () => {
    const { userId: user_id } = await auth.signUp("banned@example.com");
    const sent = server.mails.length;
    await auth.call("/sign-in/magic-link", { body: { email: "banned@example.com" } });
    const mail = await server.received("banned@example.com");
    await auth.act("ban_user", { user_id });
    expect((await signInBy(mail)).status).toBe(401);
    await passMinute();
    for (const email of ["banned@example.com", "unknown@example.com"]) {
      expect((await auth.call("/sign-in/magic-link", { body: { email } })).body).toEqual({ status: true });
    }
    await auth.act("create_user", { email: "last@example.com", send_invitation: true });
    await server.received("last@example.com");
    await expect
      .poll(async () => (await auth.act("service_health")).result.operations.some(({ status }) => status === "queued"))
      .toBe(false);
    expect(server.mails.slice(sent).map(({ to }) => to[0])).toEqual(["banned@example.com", "last@example.com"]);
  });
});

describe("a new password", () => {
  test("is chosen by a link, and ends the sessions", async () => {
    const { token } = await auth.signUp("forgot@example.com");
    const ask = () => auth.call("/request-password-reset", { body: { email: "forgot@example.com" } });
    await ask();
    const first = await server.received("forgot@example.com");
    expect(first.content).toContain("within an hour");
    // Within a minute there is no other; after that, both are valid.
    await ask();
    await passMinute();
    await ask();
    const second = await server.received("forgot@example.com", 2);
    expect(server.mails.filter(({ to }) => to[0] === "forgot@example.com")).toHaveLength(2);
    const choose = (mail: ReceivedMail, newPassword: string) =>
      auth.call("/reset-password", { body: { token: tokenOf(mail), newPassword } });
    expect((await choose(second, "forgot@example.com")).status).toBe(400);
    expect((await choose(second, "another good password")).status).toBe(200);
    expect((await choose(first, "yet another password")).status).toBe(400);
    expect((await auth.call("/get-session", { token })).body).toBeNull();
    expect((await auth.signIn("forgot@example.com")).status).toBe(401);
    expect((await auth.signIn("forgot@example.com", "another good password")).status).toBe(200);
  });

  test("is mailed once to those who ask many times at once", async () => {
    const email = "hasty@example.com";
    await auth.signUp(email);
    const { database } = plane.current.platform;
    const ask = () => auth.call("/request-password-reset", { body: { email } });
    // All of them ask before one mail is queued.
    const holder = await database.connect();
    let completed = 0;
    const asked: ReturnType<typeof ask>[] = [];
    try {
      await holder.query("begin; lock table operations in share mode");
      for (let n = 0; n < 4; n++) asked.push(ask());
      for (const request of asked) void request.then(() => completed++);
      await expect.poll(() => completed).toBe(3);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const mails = "select from operations where service_id = $1 and kind = 'send_mail' and status in ('queued', 'running')";
    await expect.poll(async () => (await database.query(mails, [auth.id])).rowCount).toBe(0);
    expect(server.mails.filter(({ to }) => to[0] === email)).toHaveLength(1);
  });

  test("needs a link that is not too old", async () => {
    await auth.signUp("late@example.com");
    await auth.call("/request-password-reset", { body: { email: "late@example.com" } });
    const mail = await server.received("late@example.com");
    await plane.current.platform.database.query(`update ${auth.tables.verification} set "expiresAt" = now()`);
    expect((await open(mail.link, { password })).status).toBe(400);
    expect((await auth.signIn("late@example.com")).status).toBe(200);
  });

  test("can't be asked for without end", async () => {
    const own = await provisionAuth(plane.current, "flooded");
    const { database } = plane.current.platform;
    const wait = (purpose: string) =>
      database.query(
        `insert into operations (service_id, kind, exclusive, input, not_before)
         select $1, 'send_mail', false, jsonb_build_object('purpose', $2::text), now() + interval '1 hour' from generate_series(1, 20)`,
        [own.id, purpose],
      );
    const ask = async () => (await own.call("/request-password-reset", { body: { email: "any@example.com" } })).status;
    await wait("invitation");
    expect(await ask()).toBe(200);
    await wait("password_reset");
    expect(await ask()).toBe(429);
    await database.query("delete from operations where service_id = $1 and kind = 'send_mail'", [own.id]);
    expect(await ask()).toBe(200);
    const sent = (purpose: string) =>
      database.query(
        `insert into auth_events (service_id, event, actor_type, details)
         select $1, 'email_sent', 'system', jsonb_build_object('purpose', $2::text) from generate_series(1, 1000)`,
        [own.id, purpose],
      );
    await sent("invitation");
    expect(await ask()).toBe(200);
    await sent("sign_in");
    expect(await ask()).toBe(429);
  });
});

test("better-auth's client asks for links and uses them", async () => {
  const { endpoint, publishable_key } = auth.descriptor;
  const fetchOptions = { headers: { apikey: publishable_key } };
  const client = createAuthClient({ baseURL: endpoint, fetchOptions, plugins: [magicLinkClient()] });
  const email = "client@example.com";
  await auth.act("create_user", { email });
  expect((await client.signIn.magicLink({ email })).error).toBeNull();
  const query = { token: tokenOf(await server.received(email)) };
  expect((await client.magicLink.verify({ query })).data?.user.email).toBe(email);
  expect((await client.magicLink.verify({ query })).error).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
  expect((await client.requestPasswordReset({ email })).error).toBeNull();
  const token = tokenOf(await server.received(email, 2));
  expect((await client.resetPassword({ newPassword: password, token })).error).toBeNull();
  expect((await client.signIn.email({ email, password })).error).toBeNull();
});
