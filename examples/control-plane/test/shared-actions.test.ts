import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "./support/connect.js";
import { patient, postgresParts, usePlane } from "./support/control-plane.js";

const plane = usePlane();

/** The errors of clients whose connection was ended. */
const gone = /terminat|not queryable|Connection ended/;

let id: string;
let otherId: string;

beforeAll(async () => {
  const { api } = plane.current;
  [id, otherId] = (await Promise.all([api.provision("shared", "orders"), api.provision("shared", "billing")])).map(
    (service) => service.id,
  ) as [string, string];
});

describe("health", () => {
  test("service_health probes and shows operations", async () => {
    const { status, result } = await plane.current.api.act(id, "service_health", patient);
    expect(status).toBe("healthy");
    expect(result.components.map(({ name, status: state }) => [name, state])).toEqual([
      ["database", "healthy"],
      ["connections", "healthy"],
      ["backups", "healthy"],
    ]);
    expect(result.operations).toMatchObject([{ kind: "provision", status: "succeeded", progress_percent: 100 }]);
  });

  test("credential_connectivity connects with the current credential", async () => {
    const { status, result } = await plane.current.api.act(id, "credential_connectivity", patient);
    expect(status).toBe("ok");
    expect(result).toMatchObject({ target: "primary", connected: true, failure: null, tls_version: null });
    expect(result.server_version).toMatch(/^1[58]\.\d+$/);
  });

  test("credential_connectivity tells where it fails", async () => {
    const { api, platform } = plane.current;
    const { id: broken } = await api.provision("shared");
    const { rows } = await platform.database.query<{ username: string }>(
      "select username from postgres_databases where service_id = $1",
      [broken],
    );
    await platform.database.query(`alter role ${rows[0]!.username} nologin`);
    const { status, result } = await api.act(broken, "credential_connectivity", patient);
    expect(status).toBe("error");
    expect(result).toMatchObject({ connected: false, latency_ms: null, failure: { stage: "auth" } });
    const pooler = await api.invoke(broken, "credential_connectivity", { target: "pooler" });
    expect([pooler.status, pooler.body.error]).toEqual([409, expect.stringMatching(/^pooler_disabled: /)]);
  });
});

describe("extensions", () => {
  test("are listed, enabled and disabled", async () => {
    const { api } = plane.current;
    const client = await connect(api, id);
    const names = async () =>
      (await client.query<{ extname: string }>("select extname from pg_extension order by 1")).rows.map((row) => row.extname);
    const { result: listed } = await api.act(id, "list_extensions", { installed_only: true });
    expect(listed.extensions.map(({ extension }) => extension)).toEqual(["plpgsql"]);
    const { result } = await api.act(id, "enable_extension", { extension: "pg_trgm" });
    expect(result).toMatchObject({
      also_installed: [],
      restarted: false,
      extension: { extension: "pg_trgm", schema: "public", allowed: true },
    });
    expect(await names()).toEqual(["pg_trgm", "plpgsql"]);
    expect((await api.act(id, "enable_extension", { extension: "pg_trgm" })).result.extension.installed_version).not.toBeNull();

    await client.query("create table books (title text); create index by_title on books using gin (title gin_trgm_ops)");
    const used = await api.invoke(id, "disable_extension", { extension: "pg_trgm" });
    expect([used.status, used.body.error]).toEqual([409, expect.stringMatching(/^extension_has_dependents: /)]);
    const dropped = await api.act(id, "disable_extension", { extension: "pg_trgm", cascade: true });
    expect(dropped.result).toMatchObject({ was_installed: true, dropped_objects: ["index public.by_title"] });
    expect(await names()).toEqual(["plpgsql"]);
    const again = await api.act(id, "disable_extension", { extension: "pg_trgm" });
    expect(again.result).toMatchObject({ was_installed: false, dropped_objects: [] });
  });

  test("the script of an extension runs without the platform's rights", async () => {
    const { api } = plane.current;
    await api.act(id, "enable_extension", { extension: "hstore" });
    const client = await connect(api, id);
    const { rows } = await client.query(
      "select pg_get_userbyid(extowner) = current_user as own from pg_extension where extname = 'hstore'",
    );
    expect(rows).toEqual([{ own: true }]);
  });

  test("objects of the caller in the way of an extension are named, whatever their kind", async () => {
    const { api } = plane.current;
    const client = await connect(api, id);
    for (const [kind, object] of [
      ["function", "function digest(text, text) returns bytea language sql as 'select null::bytea'"],
      ["type", "type citext as (a int)"],
    ]) {
      await client.query(`create schema of_${kind}; set search_path = of_${kind}; create ${object}`);
      const body = { extension: kind === "function" ? "pgcrypto" : "citext", schema: `of_${kind}` };
      const { status, body: error } = await api.invoke(id, "enable_extension", body);
      expect([status, error.error]).toEqual([409, expect.stringMatching(/ already exists/)]);
    }
  });

  test.each([
    ["enable_extension", { extension: "pgcrypto", schema: "pg_catalog" }, 404, "schema_not_found"],
    ["enable_extension", { extension: "pgcrypto", schema: "information_schema" }, 404, "schema_not_found"],
    ["enable_extension", { extension: "no_such" }, 404, "extension_not_found"],
    ["enable_extension", { extension: "pg_trgm", version: "9.9" }, 404, "extension_not_found"],
    ["enable_extension", { extension: "pg_trgm", schema: "no such" }, 404, "schema_not_found"],
    ["enable_extension", { extension: "file_fdw" }, 409, "extension_not_allowed"],
    ["enable_extension", { extension: "dblink" }, 409, "extension_not_allowed"],
    ["enable_extension", { extension: "pg_trgm", database: "postgres" }, 404, "database_not_found"],
    ["disable_extension", { extension: "plpgsql" }, 409, "extension_protected"],
    ["disable_extension", { extension: "no_such" }, 404, "extension_not_found"],
  ])("%s %j is rejected", async (action, body, status, code) => {
    const response = await plane.current.api.invoke(id, action, body);
    expect([response.status, response.body.error.split(":")[0]]).toEqual([status, code]);
  });
});

describe("backends", () => {
  test("queries_running shows own queries only, redacted", async () => {
    const { api } = plane.current;
    const [mine, theirs] = [await connect(api, id), await connect(api, otherId)];
    const sleeping = [mine.query("select pg_sleep(600) /* mine */"), theirs.query("select pg_sleep(600) /* theirs */")].map(
      (query) => query.catch(() => undefined),
    );
    const running = async () => (await api.act(id, "queries_running")).result.backends;
    await expect.poll(async () => (await running()).map(({ query }) => query)).toEqual(["select pg_sleep(600) /* mine */"]);
    const [backend] = await running();
    expect(backend).toMatchObject({
      state: "active",
      wait_event: "PgSleep",
      client_addr: "127.0.0.1",
      query_redacted: false,
      blocked_by: [],
    });

    const wrong = await api.invoke(id, "query_cancel", { pid: backend!.pid, backend_start: "2020-01-01T00:00:00Z" });
    expect([wrong.status, wrong.body.error]).toEqual([404, expect.stringMatching(/^backend_not_found: /)]);
    const foreign = await api.invoke(otherId, "query_cancel", { pid: backend!.pid });
    expect(foreign.status).toBe(404);
    const { result } = await api.act(id, "query_cancel", { pid: backend!.pid, backend_start: backend!.backend_start });
    expect(result).toEqual({ pid: backend!.pid, signaled: true });
    await sleeping[0];
    expect((await mine.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);

    const ended = await api.act(id, "query_terminate", { pid: backend!.pid });
    expect(ended.result).toEqual({ pid: backend!.pid, signaled: true, terminated: true });
    await expect(mine.query("select 1")).rejects.toThrow(gone);
    await api.act(otherId, "kill_connections");
    await sleeping[1];
  });

  test("passwords in running statements are not shown", async () => {
    const { api } = plane.current;
    const client = await connect(api, id);
    const query = client
      .query("select pg_sleep(600), 'alter role x password ''hunter-2-hunter''' as password")
      .catch(() => undefined);
    const running = async () => (await api.act(id, "queries_running")).result.backends;
    await expect.poll(async () => (await running()).map(({ query_redacted }) => query_redacted)).toEqual([true]);
    const [backend] = await running();
    expect(backend!.query).toBe("select pg_sleep(600), '<redacted>' as password");
    await api.act(id, "query_terminate", { pid: backend!.pid });
    await query;
  });

  test("connections of the platform are protected", async () => {
    const { api, platform } = plane.current;
    const { connections } = postgresParts(platform);
    const { rows } = await platform.database.query<{ database_name: string }>(
      "select database_name from postgres_databases where service_id = $1",
      [id],
    );
    await connections.asPlatform({ id, plan: "shared" }, rows[0]!.database_name, async (client) => {
      const { pid } = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!;
      const response = await api.invoke(id, "query_terminate", { pid });
      expect([response.status, response.body.error]).toEqual([409, expect.stringMatching(/^backend_protected: /)]);
      expect((await api.act(id, "kill_connections")).result).toEqual({ matched: 0, terminated: 0 });
      expect((await client.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);
    });
  });

  test("kill_connections ends what matches every filter", async () => {
    const { api } = plane.current;
    const clients = [await connect(api, id), await connect(api, id), await connect(api, otherId)];
    await clients[0]!.query("set application_name = 'worker'; begin");
    await clients[1]!.query("set application_name = 'worker'");
    const { result } = await api.act(id, "kill_connections", { application_name: "worker", states: ["idle_in_transaction"] });
    expect(result).toEqual({ matched: 1, terminated: 1 });
    await expect(clients[0]!.query("select 1")).rejects.toThrow(gone);
    expect((await clients[1]!.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);
    expect((await api.act(id, "kill_connections")).result).toEqual({ matched: 1, terminated: 1 });
    expect((await clients[2]!.query("select 1 as alive")).rows).toEqual([{ alive: 1 }]);
  });
});

describe("password and name", () => {
  test("reset_password replaces the password; sessions survive unless they are ended", async () => {
    const { api } = plane.current;
    const before = (await api.reveal(id)).body.value;
    const client = await connect(api, id);
    const { result } = await api.act(id, "reset_password", { terminate_connections: false });
    expect(result).toMatchObject({
      connections_terminated: 0,
      receipt: { credential_key: "DATABASE_URL", previous_valid_until: null },
    });
    expect((await client.query("select current_user as name")).rows).toEqual([{ name: result.username }]);
    const after = (await api.reveal(id)).body.value;
    expect(after).not.toBe(before);
    await connect(api, id);
    const again = await api.act(id, "reset_password", { terminate_connections: true });
    expect(again.result.connections_terminated).toBe(2);
    await expect(client.query("select 1")).rejects.toThrow(gone);
  });

  test("resets that race: one at a time, and what is revealed works", async () => {
    const { api } = plane.current;
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => api.invoke(id, "reset_password", { terminate_connections: false })),
    );
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of responses) if (status !== 200) expect(body.error).toMatch(/^operation_in_progress: /);
    await connect(api, id);
  });

  test("rename_database renames, and the credential follows", async () => {
    const { api } = plane.current;
    const { id: own } = await api.provision("shared");
    const name = new URL((await api.reveal(own)).body.value).pathname.slice(1);
    const newName = `shop_${own.slice(0, 8)}`;
    const client = await connect(api, own);
    const inUse = await api.invoke(own, "rename_database", { database: name, new_name: newName });
    expect([inUse.status, inUse.body.error]).toEqual([409, expect.stringMatching(/^database_in_use: /)]);
    const { result } = await api.act(own, "rename_database", { database: name, new_name: newName, terminate_connections: true });
    expect(result).toMatchObject({
      previous_name: name,
      database: newName,
      connections_terminated: 1,
      receipt: { reveal_scope: "service:reveal" },
    });
    await expect(client.query("select 1")).rejects.toThrow(gone);
    expect(new URL((await api.reveal(own)).body.value).pathname).toBe(`/${newName}`);
    const renamed = await connect(api, own);
    expect((await renamed.query("select current_database() as name")).rows).toEqual([{ name: newName }]);
    const unknown = await api.invoke(own, "rename_database", { database: name, new_name: "other" });
    expect([unknown.status, unknown.body.error]).toEqual([404, expect.stringMatching(/^database_not_found: /)]);
    const taken = await api.invoke(own, "rename_database", { database: newName, new_name: newName });
    expect([taken.status, taken.body.error]).toEqual([409, expect.stringMatching(/^database_exists: /)]);
  });
});

describe("statistics, logs, versions", () => {
  /** Waits until one line of a service with this text is in the log: a server writes it a moment after its response. */
  async function logged(service: string, search: string): Promise<void> {
    const lines = async () => (await plane.current.api.act(service, "postgres_logs", { search })).result.entries;
    await expect.poll(lines).toHaveLength(1);
  }

  test("query_stats shows own statements once the extension is enabled", async () => {
    const { api } = plane.current;
    const off = await api.invoke(id, "query_stats");
    expect([off.status, off.body.error]).toEqual([409, expect.stringMatching(/^statistics_unavailable: /)]);
    await api.act(id, "enable_extension", { extension: "pg_stat_statements" });
    const [mine, theirs] = [await connect(api, id), await connect(api, otherId)];
    for (const number of [1, 2, 3]) await mine.query(`select ${number} + 1000 as mine`);
    await theirs.query("select 1000 as theirs");
    const { result } = await api.act(id, "query_stats", { order_by: "calls", limit: 200 });
    const queries = result.statements.map(({ query }) => query);
    expect(queries.some((query) => query!.includes("theirs"))).toBe(false);
    const own = result.statements.find(({ query }) => query!.includes("as mine"));
    expect(own).toMatchObject({ query: "select $1 + $2 as mine", calls: 3, rows: 3, query_redacted: false });
    expect(own!.query_id).toMatch(/^-?\d+$/);
  });

  test("postgres_logs shows own lines, redacted, page by page", async () => {
    const { api } = plane.current;
    const [mine, theirs] = [await connect(api, id), await connect(api, otherId)];
    for (const name of ["one", "two", "three"]) await mine.query(`select * from missing_${name}`).catch(() => undefined);
    await theirs.query("select * from missing_theirs").catch(() => undefined);
    await mine.query("do $$ begin raise warning 'password=hunter-2-hunter'; end $$");
    await logged(id, "password=");
    const { result } = await api.act(id, "postgres_logs", { search: "missing_", order: "asc" });
    const messages = result.entries.map(({ message }) => message);
    expect(messages).toEqual(["one", "two", "three"].map((name) => `relation "missing_${name}" does not exist`));
    expect(result.entries[0]).toMatchObject({ severity: "error", sqlstate: "42P01", source: "postgres", node: "primary" });

    const first = await api.act(id, "postgres_logs", { search: "missing_", limit: 2 });
    const second = await api.act(id, "postgres_logs", { search: "missing_", limit: 2, cursor: first.result.next_cursor! });
    expect([...first.result.entries, ...second.result.entries].map(({ message }) => message)).toEqual(messages.reverse());
    expect(second.result.next_cursor).toBeNull();

    const warned = await api.act(id, "postgres_logs", { min_severity: "warning", search: "password=" });
    expect(warned.result.entries.map(({ message }) => message)).toEqual(["password=<redacted>"]);
    const bad = await api.invoke(id, "postgres_logs", { cursor: "nonsense" });
    expect([bad.status, bad.body.error]).toEqual([400, "invalid_action_body: /cursor is no cursor of this list"]);
    const long = await api.invoke(id, "postgres_logs", { from: "2026-01-01T00:00:00Z", to: "2026-01-03T00:00:00Z" });
    expect(long.body.error).toMatch(/^interval_too_long: /);
    const old = await api.invoke(id, "postgres_logs", { from: "2026-01-01T00:00:00Z", to: "2026-01-01T01:00:00Z" });
    expect(old.body.error).toMatch(/^logs_expired: /);
  });

  test("postgres_logs does not show what another service wrote under a name that it gave up", async () => {
    const { api } = plane.current;
    const [before, after] = await Promise.all([api.provision("shared"), api.provision("shared")]);
    const name = `logged_${before.id.slice(0, 8)}`;
    const rename = async (service: string, new_name: string) => {
      const database = new URL((await api.reveal(service)).body.value).pathname.slice(1);
      await api.act(service, "rename_database", { database, new_name, terminate_connections: true });
    };
    await rename(before.id, name);
    await (await connect(api, before.id)).query("select * from secret_table").catch(() => undefined);
    const search = { search: "secret_" } as const;
    await logged(before.id, "secret_");
    await rename(before.id, `${name}_later`);

    await rename(after.id, name);
    await (await connect(api, after.id)).query("select * from own_table").catch(() => undefined);
    await logged(after.id, "own_table");
    expect((await api.act(after.id, "postgres_logs", search)).result.entries).toEqual([]);
  });

  test("list_version_targets shows the version and that there is none to move to", async () => {
    const { result } = await plane.current.api.act(id, "list_version_targets");
    expect(result).toMatchObject({ targets: [], planned_upgrade: null });
    const client = await connect(plane.current.api, id);
    const { rows } = await client.query<{ version: string }>(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    );
    expect(result.current_version).toBe(rows[0]!.version);
  });
});
