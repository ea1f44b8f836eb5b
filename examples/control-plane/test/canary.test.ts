import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { allScopes } from "../src/access/caller.js";
import { createApi } from "./support/api.js";
import { addSearch } from "./support/search.js";
import { connect, connectTo } from "./support/connect.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane({ migrationSources: ["127.0.0.1"] });

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

test("no secret leaves but by reveal, and none is stored or logged", async () => {
  const { current } = plane;
  const { platform, url, projectId, lines } = current;
  const secrets = new Set<string>();
  const answers: string[] = [];
  const text = await current.token(allScopes);
  secrets.add(text);
  const api = createApi(url, projectId, text);
  /** Remembers all answers but those of reveal. */
  const call = async (id: string, action: string, body: unknown = {}) => {
    const answer = await api.invoke(id, action, body);
    answers.push(answer.text, JSON.stringify([...answer.headers]));
    return answer;
  };
  const reveal = async (id: string) => {
    const { value } = (await api.reveal(id)).body;
    secrets.add(new URL(value).password);
    return value;
  };

  // Whatever reaches the server stands in its log now.
  await platform.database.query("alter system set log_statement = 'all'");
  await platform.database.query("select pg_reload_conf()");
  onTestFinished(async () => {
    await platform.database.query("alter system reset log_statement");
    await platform.database.query("select pg_reload_conf()");
  });

  const search = await addSearch({ ...current, api });
  for (const rotated of ["admin", "search", "all"]) {
    await call(search.id, "generate_tenant_credential", { tenant: "acme", search_rules: { "*": {} } });
    const { admin_key, search_key, tenant_credentials } = await search.reveal();
    for (const secret of [admin_key, search_key, ...tenant_credentials.map(({ token }) => token)]) {
      secrets.add(secret);
      const { status, body } = await search.send("POST", "/indexes/none/search", {}, secret);
      answers.push(JSON.stringify([status, body]));
    }
    await call(search.id, "rotate_credentials", { keys: rotated, grace_period_seconds: 0 });
  }
  for (const action of ["list_api_keys", "list_tasks", "list_indexes", "service_health", "get_usage"])
    await call(search.id, action);
  for (const plan of ["shared", "dedicated"]) {
    const { id } = await api.provision(plan, `canary-${plan}`);
    await reveal(id);
    const chosen = `chosen-canary-password-${plan}`;
    secrets.add(chosen);
    const client = await connect(api, id);
    const hidden = `hidden-in-a-statement-${plan}`;
    secrets.add(hidden);
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
    secrets.add(`${chosen}-2`);
    const source = { host: "127.0.0.1", port: 1, database: "x", username: "x", password: `${chosen}-3`, ssl_mode: "disable" };
    secrets.add(source.password);
    await call(id, "migration_test_source", { source });
    await call(id, "migration_begin", { method: "dump", source, confirm: `canary-${plan}` });
    await call(id, "reset_password", { terminate_connections: true });
    await reveal(id);
    await call(id, "rename_database", { database: "app", new_name: "renamed", terminate_connections: true });
    await call(id, "list_replicas");
    await call(id, "postgres_logs", { min_severity: "debug" });
    for (const live of [false, true]) answers.push((await api.get(id, live)).text);
  }
  answers.push((await api.list()).text, await (await fetch(`${url}/metrics`)).text());

  const stored: string[] = [];
  const { connectionString } = platform.database.options as { connectionString: string };
  const client = await connectTo(connectionString);
  const tables = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${pg.escapeIdentifier(name)} t`);
    stored.push(...rows.map(({ row }) => row));
  }
  const logs = await client.query<{ bytes: Buffer }>("select pg_read_binary_file('log/' || name) as bytes from pg_ls_logdir()");
  const server = logs.rows.map(({ bytes }) => bytes.toString()).join("");
  expect(server).toContain("alter role");

  expect(answers.length).toBeGreaterThan(40);
  expect(stored.length).toBeGreaterThan(50);
  const places = { answers: answers.join("\n"), log: lines.join(""), stored: stored.join("\n"), server };
  for (const [place, content] of Object.entries(places)) {
    for (const secret of secrets) {
      const found = disguises(secret).filter((form) => content.includes(form));
      // What a caller writes into a statement of its own, its server may log: that is left out of the answers, not of its log.
      if (place === "server" && secret.startsWith("hidden-in-a-statement")) continue;
      expect([place, found.map((form) => form.slice(0, 6))]).toEqual([place, []]);
    }
  }
});
