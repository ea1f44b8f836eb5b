import { CreateBucketCommand, GetObjectCommand, ListBucketsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { symmetricDecrypt } from "better-auth/crypto";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { allScopes } from "../src/access/caller.js";
import { type Api, createApi } from "./support/api.js";
import { provisionAuth } from "./support/auth-service.js";
import { connect, connectTo } from "./support/connect.js";
import { type Plane, usePlane } from "./support/control-plane.js";
import { provisionObjects, revealObjects, s3For } from "./support/objects.js";
import { addSearch } from "./support/search.js";
import { smtpPassword, startMailServer } from "./support/smtp.js";

const mails = await startMailServer();
afterAll(() => mails.close());
const metricsKey = "key-of-the-metrics";
const plane = usePlane({
  metricsKey,
  migrationSources: ["127.0.0.1"],
  mail: { url: mails.url, from: { name: "", address: "platform@example.com" } },
});

/** Where a secret could show up: responses of the API and of endpoints, the log, the database, the log of the server. */
const places = ["responses", "endpoints", "log", "stored", "server"] as const;
type Place = (typeof places)[number];

/** The output that the walk through the services gathers. */
interface Walk {
  readonly plane: Plane;
  /** Invokes an action and remembers the response. */
  call(id: string, action: string, body?: unknown): Promise<{ readonly status: number }>;
  /** Remembers a response of an endpoint. */
  heard(...parts: unknown[]): void;
  /** A secret, which may be in these places only. */
  keep(secret: string, ...allowed: Place[]): string;
}

/** How a secret could show up: as it is, or in an encoding that anybody can undo. */
function disguises(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Within a longer text base64 shifts by up to two bytes: compare what does not depend on the neighbours.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...shifted, [...secret].reverse().join("")];
}

async function walkPostgres({ plane, call, keep }: Walk): Promise<string[]> {
  const ids: string[] = [];
  const reveal = async (id: string) => keep(new URL((await plane.api.reveal(id)).body.value).password);
  for (const plan of ["shared", "dedicated"]) {
    const { id } = await plane.api.provision(plan, `canary-${plan}`);
    await reveal(id);
    const chosen = `chosen-canary-password-${plan}`;
    keep(chosen);
    const client = await connect(plane.api, id);
    const hidden = `hidden-in-a-statement-${plan}`;
    // A server may log the statements that callers write themselves.
    keep(hidden, "server");
    await client.query(`alter role current_user password '${hidden}' valid until 'infinity'`).catch(() => undefined);
    await client.query(`select nothing from nowhere where password = '${hidden}'`).catch(() => undefined);
    for (const action of [
      "queries_running",
      "query_stats",
      "postgres_logs",
      "list_extensions",
      "service_health",
      "credential_connectivity",
    ]) {
      await call(id, action, action === "queries_running" ? { include_idle: true } : {});
    }
    await call(id, "enable_extension", { extension: "pg_stat_statements" });
    await call(id, "query_stats");
    await call(id, "pool_user_create", { username: "canary", password: chosen });
    await call(id, "pool_user_create", { username: "canary", password: chosen, more: true });
    await call(id, "pool_user_rotate", { username: "canary", password: `${chosen}-2` });
    keep(`${chosen}-2`);
    const source = { host: "127.0.0.1", port: 1, database: "x", username: "x", password: `${chosen}-3`, ssl_mode: "disable" };
    keep(source.password);
    await call(id, "migration_test_source", { source });
    await call(id, "migration_begin", { method: "dump", source, confirm: `canary-${plan}` });
    await call(id, "reset_password", { terminate_connections: true });
    await reveal(id);
    await call(id, "rename_database", { database: "app", new_name: "renamed", terminate_connections: true });
    await call(id, "list_replicas");
    await call(id, "postgres_logs", { min_severity: "debug" });
    ids.push(id);
  }
  return ids;
}

async function walkSearch({ plane, call, heard, keep }: Walk): Promise<string> {
  const search = await addSearch(plane);
  for (const rotated of ["admin", "search", "all"]) {
    await call(search.id, "generate_tenant_credential", { tenant: "acme", search_rules: { "*": {} } });
    const { admin_key, search_key, tenant_credentials } = await search.reveal();
    // The one response that hands out a key.
    const made = await search.send<{ key: string }>("POST", "/keys", { actions: ["search"] }, admin_key);
    for (const secret of [admin_key, search_key, made.body.key, ...tenant_credentials.map(({ token }) => token)]) {
      keep(secret);
      heard(await search.send("POST", "/indexes/none/search", {}, secret));
      heard(await search.send("GET", "/keys", undefined, secret));
      heard(await search.send("GET", `/indexes/${secret}`, undefined, `${secret}x`));
    }
    await call(search.id, "rotate_credentials", { keys: rotated, grace_period_seconds: 0 });
  }
  for (const action of ["list_api_keys", "list_tasks", "list_indexes", "service_health", "get_usage"])
    await call(search.id, action);
  return search.id;
}

async function walkObjects({ plane, call, heard, keep }: Walk): Promise<string> {
  const { id, s3 } = await provisionObjects(plane);
  await s3.send(new CreateBucketCommand({ Bucket: "canary" }));
  const file = { Bucket: "canary", Key: "file" };
  await s3.send(new PutObjectCommand({ ...file, Body: "content" }));
  await call(id, "create_access_key", { name: "more", permission: "read" });
  for (const grace_period_seconds of [600, 0]) {
    const { access_keys, ...primary } = await revealObjects(plane, id);
    for (const key of [primary, ...access_keys]) {
      keep(key.secret_access_key);
      const client = s3For({ ...primary, ...key });
      heard(await client.send(new ListBucketsCommand({})));
      const wrong = s3For({ ...primary, ...key, access_key_id: key.secret_access_key });
      heard(String(await wrong.send(new ListBucketsCommand({})).catch((error: unknown) => error)));
      const url = await getSignedUrl(client, new GetObjectCommand(file), { expiresIn: 600 });
      keep(new URL(url).searchParams.get("X-Amz-Signature")!);
      heard(await (await fetch(url)).text());
    }
    await call(id, "reset_primary_credential", { grace_period_seconds });
  }
  await call(id, "prepare_object_download", { bucket: "canary", key: "file" });
  for (const action of ["list_access_keys", "list_buckets", "usage_history", "service_health"]) await call(id, action);
  return id;
}

async function walkAuth({ plane, call, heard, keep }: Walk): Promise<string> {
  const auth = await provisionAuth(plane);
  const { database, credentials } = plane.platform;
  const passwords = ["created", "signed-up", "changed", "mailed"].map((use) => keep(`canary-password-${use}`)) as [
    string,
    string,
    string,
    string,
  ];
  const [created, signedUp, changed, mailed] = passwords;
  await call(auth.id, "create_user", { email: "one@example.com", password: created });
  await call(auth.id, "create_user", { email: "one@example.com", password: created, more: true });
  await call(auth.id, "create_user", { email: "weak-canary@example.com", password: "weak-canary@example.com" });
  // These hand out a session: its token as such is in the table, and worth nothing without its signature.
  const { userId, token } = await auth.signUp("two@example.com", signedUp);
  const { headers, body } = await auth.signIn("one@example.com", created);
  for (const signed of [token, headers.get("set-auth-token")!]) {
    keep(signed);
    keep(decodeURIComponent(signed).split(".")[0]!, "endpoints", "server");
  }
  heard(Object.keys(body));
  heard(await auth.call("/get-session", { token }));
  heard(await auth.call("/list-sessions", { token }));
  keep((await auth.call<{ token: string }>("/token", { token })).body.token);
  heard(await auth.call("/change-password", { token, body: { currentPassword: signedUp, newPassword: changed } }));
  heard(await auth.call("/change-password", { token, body: { currentPassword: signedUp, newPassword: "short", more: 1 } }));
  heard(await auth.signIn("two@example.com", signedUp), await auth.call("/get-session", { token: `${token}x` }));

  const tokenIn = ({ link }: { link: URL }) => keep(link.searchParams.get("token")!);
  await call(auth.id, "create_user", { email: "three@example.com", send_invitation: true });
  const invitation = tokenIn(await mails.received("three@example.com"));
  heard(await auth.call("/reset-password", { body: { token: invitation, newPassword: mailed } }));
  heard(await auth.call("/reset-password", { body: { token: invitation, newPassword: mailed } }));
  heard(await auth.call("/request-password-reset", { body: { email: "three@example.com" } }));
  tokenIn(await mails.received("three@example.com", 2));
  keep(smtpPassword);

  const secret = keep((await credentials.readCurrent(database, auth.id, "AUTH_SECRET"))!.secret);
  for (const credential of ["service_key", "signing_key"]) {
    const { rows } = await database.query<{ sealed: string }>(`select "privateKey" as sealed from ${auth.tables.jwks}`);
    for (const { sealed } of rows) {
      const { d } = JSON.parse(await symmetricDecrypt({ key: secret, data: JSON.parse(sealed) as string })) as { d: string };
      keep(d);
    }
    const { service_key } = await auth.reveal();
    keep(service_key);
    heard(await auth.call(`/backend/users/${userId}`, { key: service_key }));
    await call(auth.id, "rotate_credentials", { credential, grace_period_seconds: 600 });
    heard(await auth.call(`/backend/users/${userId}`, { key: `${service_key}x` }), await auth.call("/.well-known/jwks.json"));
  }
  for (const action of ["list_users", "list_sessions", "list_audit_log", "get_usage", "service_health", "export_users"])
    await call(auth.id, action);
  return auth.id;
}

test("no secret leaves but by reveal, and none is stored or logged", async () => {
  const { current } = plane;
  const { platform, url, projectId, lines } = current;
  const secrets = new Map<string, readonly Place[]>();
  const responses: string[] = [];
  const endpoints: string[] = [];
  const keep: Walk["keep"] = (secret, ...allowed) => {
    secrets.set(secret, allowed);
    return secret;
  };
  const api: Api = createApi(url, projectId, keep(await current.token(allScopes)));
  const walk: Walk = {
    plane: { ...current, api },
    async call(id, action, body = {}) {
      const response = await api.invoke(id, action, body);
      responses.push(response.text, JSON.stringify([...response.headers]));
      return response;
    },
    heard: (...parts) => void endpoints.push(JSON.stringify(parts)),
    keep,
  };

  // Whatever reaches the server stands in its log now.
  await platform.database.query("alter system set log_statement = 'all'");
  await platform.database.query("select pg_reload_conf()");
  onTestFinished(async () => {
    await platform.database.query("alter system reset log_statement");
    await platform.database.query("select pg_reload_conf()");
  });

  const ids = [await walkSearch(walk), await walkObjects(walk), await walkAuth(walk), ...(await walkPostgres(walk))];
  for (const id of ids) for (const live of [false, true]) responses.push((await api.get(id, live)).text);
  responses.push(
    (await api.list()).text,
    await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text(),
  );

  const stored: string[] = [];
  const { connectionString } = platform.database.options as { connectionString: string };
  const client = await connectTo(connectionString);
  const tables = await client.query<{ schema: string; name: string }>(
    "select schemaname as schema, tablename as name from pg_tables where schemaname !~ '^(pg_|information_schema)'",
  );
  for (const { schema, name } of tables.rows) {
    // The tokens of sessions are the one column that holds what a response handed out.
    const row = name === "session" ? "(to_jsonb(t) - 'token')::text" : "t::text";
    const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const { rows } = await client.query<{ row: string }>(`select ${row} as row from ${from} t`);
    stored.push(...rows.map((found) => found.row));
  }
  const logs = await client.query<{ bytes: Buffer }>("select pg_read_binary_file('log/' || name) as bytes from pg_ls_logdir()");
  const server = logs.rows.map(({ bytes }) => bytes.toString()).join("");
  expect(server).toContain("alter role");

  expect(responses.length).toBeGreaterThan(100);
  expect(endpoints.length).toBeGreaterThan(50);
  expect(stored.length).toBeGreaterThan(100);
  expect(secrets.size).toBeGreaterThan(40);
  const contents: Readonly<Record<Place, string>> = {
    responses: responses.join("\n"),
    endpoints: endpoints.join("\n"),
    log: lines.join(""),
    stored: stored.join("\n"),
    server,
  };
  const leaks = places.flatMap((place) =>
    [...secrets]
      .filter(([secret, allowed]) => !allowed.includes(place) && disguises(secret).some((form) => contents[place].includes(form)))
      .map(([secret]) => `${place}: ${secret.slice(0, 6)}…`),
  );
  expect(leaks).toEqual([]);
});
