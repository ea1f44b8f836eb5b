import { once } from "node:events";
import net from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sharedLimits } from "../src/engines/postgres/connections.js";
import { ownName } from "../src/engines/postgres/databases.js";
import { createLog } from "../src/log.js";
import { startControlPlane } from "../src/start.js";
import { createApi } from "./support/api.js";
import { connect, connectTo } from "./support/connect.js";
import { hasDump, postgresParts, usePlane, whileHeld } from "./support/control-plane.js";

const plane = usePlane();
const several = Array.from({ length: 8 }, (_, index) => index);
let shared: string;
let other: string;
let dedicated: string;

beforeAll(async () => {
  const { api } = plane.current;
  [{ id: shared }, { id: other }, { id: dedicated }] = await Promise.all([
    api.provision("shared", "orders"),
    api.provision("shared", "others"),
    api.provision("dedicated", "own"),
  ]);
});

/** Begins to log in as a client would, with any bytes as the role. */
async function logIn(id: string, role: Buffer): Promise<void> {
  const url = new URL((await plane.current.api.reveal(id)).body.value);
  const fields = [Buffer.from("user\0"), role, Buffer.from(`\0database\0${url.pathname.slice(1)}\0\0`)];
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + Buffer.concat(fields).length);
  head.writeInt32BE(196_608, 4);
  const socket = net.connect(Number(url.port), url.hostname);
  socket.write(Buffer.concat([head, ...fields]));
  await once(socket, "data");
  // It does not reply to the server's request, so the server logs why it ends the connection.
  socket.end(Buffer.from("p\0\0\0\x08no\0\0"));
  await once(socket, "close");
}

describe("postgres_logs", () => {
  test("logins with bytes that are no UTF-8 are no fault for anybody", async () => {
    const { api } = plane.current;
    for (const id of [shared, dedicated]) {
      await logIn(id, Buffer.from([0xff, 0xfe, 0x41]));
      await logIn(id, Buffer.alloc(63, 0xc3));
    }
    const read = async (id: string) => (await api.act(id, "postgres_logs", { min_severity: "fatal" })).result.entries;
    await expect.poll(async () => (await read(dedicated)).length).toBeGreaterThan(1);
    expect((await read(dedicated)).map(({ username }) => username)).toContain(null);
    expect(await read(shared)).toBeInstanceOf(Array);
    expect(await read(other)).toEqual([]);
  });

  test("lines of 240 kB and more are cut, and the process survives", async () => {
    const { api } = plane.current;
    const client = await connect(api, shared);
    for (const text of ["password a.", "password '", "password x''", "password a://b:", "password $a", "password /*"]) {
      await client.query(
        "do $body$ begin raise warning '%', repeat(current_setting('my.text'), 240000 / length(current_setting('my.text'))); end $body$".replaceAll(
          "current_setting('my.text')",
          `'${text.replaceAll("'", "''")}'`,
        ),
      );
    }
    // Longer than a piece that is read at once, so left out; lines around it are there.
    await client.query(
      "do $$ begin raise warning 'before'; raise warning '%', repeat('x', 3000000); raise warning 'after'; end $$",
    );
    const read = async () => (await api.act(shared, "postgres_logs", { min_severity: "warning", order: "asc" })).result.entries;
    await expect.poll(async () => (await read()).at(-1)?.message).toBe("after");
    let longest = 0;
    let last = process.cpuUsage();
    const timer = setInterval(() => {
      longest = Math.max(longest, process.cpuUsage(last).user);
      last = process.cpuUsage();
    }, 5);
    const entries = await read();
    clearInterval(timer);
    expect(longest).toBeLessThan(1_000_000);
    expect(entries.filter(({ message }) => message.startsWith("password"))).toHaveLength(6);
    expect(entries.slice(-2).map(({ message }) => message)).toEqual(["before", "after"]);
  });

  test("lines are found across pieces, each once", async () => {
    const { api } = plane.current;
    const client = await connect(api, shared);
    await client.query("do $$ begin for i in 1..600 loop raise warning 'line % %', i, repeat('ü', 3000); end loop; end $$");
    const last = async () => (await api.act(shared, "postgres_logs", { search: "line 600 " })).result.entries;
    await expect.poll(last).toHaveLength(1);
    const seen: string[] = [];
    const readPage = async (cursor?: string): Promise<void> => {
      const { result } = await api.act(shared, "postgres_logs", { search: "line ", limit: 250, ...(cursor && { cursor }) });
      seen.push(...result.entries.map(({ message }) => message.split(" ")[1]!));
      if (result.next_cursor !== null) await readPage(result.next_cursor);
    };
    await readPage();
    expect(seen).toEqual(Array.from({ length: 600 }, (_, index) => String(600 - index)));
  });
});

describe("text that PostgreSQL can't store", () => {
  test.each(["a\0b", "\ud800"])("%j is rejected", async (text) => {
    const { api } = plane.current;
    const calls: Promise<{ status: number; text: string }>[] = [
      api.create("shared", text),
      api.invoke(shared, "rename_database", { database: text, new_name: "fine" }),
      api.invoke(shared, "postgres_logs", { search: text }),
      api.invoke(shared, "queries_running", { username: text }),
      api.invoke(shared, "list_extensions", { database: text }),
      api.invoke(dedicated, "add_ip", { ip: "203.0.113.7", description: text }),
      api.invoke(dedicated, "backup_now", { label: text }),
      api.invoke(dedicated, "restore_backup", { backup_id: dedicated, confirm: text }),
      api.invoke(shared, "migration_test_source", {
        source: { host: "203.0.113.7", username: text, password: text, database: text },
      }),
    ];
    if (hasDump) calls.push(api.invoke(shared, "prepare_database_export", { exclude_tables: [text] }));
    const responses = await Promise.all(calls);
    expect(responses.map(({ status }) => status)).toEqual(Array(calls.length).fill(400));
    expect((JSON.parse(responses[5]!.text) as { error: string }).error).toBe(
      "invalid_action_body: /description must not contain NUL or a lone surrogate",
    );
  });
});

test("odd cursors and times are rejected", async () => {
  const { api } = plane.current;
  const cursors = ['["x","y"]', '["infinity","1c9d4e2a-7f1b-4f3e-9a55-0c4f1e2d3b6a"]', "[1e300,1]", "[]", "{}", "\u0000", "["];
  for (const text of cursors) {
    const cursor = Buffer.from(text).toString("base64url");
    for (const action of ["list_backups", "postgres_logs"]) {
      expect((await api.invoke(shared, action, { cursor })).body.error).toBe(
        "invalid_action_body: /cursor is no cursor of this list",
      );
    }
  }
  for (const backend_start of ["2026-11-20T09:15:00+23:59", "0000-01-01T00:00:00Z"]) {
    expect((await api.invoke(shared, "query_cancel", { pid: 1, backend_start })).status).toBe(404);
  }
});

test("add_ip reads every way to write an address, and rejects all of them at once", async () => {
  const { api } = plane.current;
  const add = async (body: object) => {
    const response = await api.invoke(dedicated, "add_ip", body);
    return response.status === 200
      ? (JSON.parse(response.text) as { result: { entry: { cidr: string } } }).result.entry.cidr
      : [response.status, response.body.error.split(":", 1)[0]];
  };
  expect(await add({ ip: "::ffff:1.2.3.4" })).toBe("1.2.3.4/32");
  expect(await add({ ip: "1.2.3.4" })).toEqual([409, "entry_exists"]);
  expect(await add({ ip: "::5.6.7.8" })).toBe("::506:708/128");
  expect(await add({ ip: "2001:DB8::0:1" })).toBe("2001:db8::1/128");
  expect(await add({ cidr: "::ffff:102:300/120" })).toBe("1.2.3.0/24");
  for (const cidr of ["::0/0", "0::/0", "0:0:0:0:0:0:0:0/0", "::ffff:0:0/96", "0.0.0.0/0"]) {
    expect(await add({ cidr })).toEqual([400, "invalid_action_body"]);
  }
  expect(await add({ cidr: "2001:db8::1/32" })).toEqual([400, "cidr_not_canonical"]);
  const { entries } = (await api.act(dedicated, "list_ip_allowlist")).result;
  expect(entries.map(({ cidr }) => cidr).sort()).toEqual(["1.2.3.0/24", "1.2.3.4/32", "2001:db8::1/128", "::506:708/128"]);
  for (const { cidr } of entries) await api.act(dedicated, "remove_ip", { cidr, open_to_all: true });
  expect((await api.invoke(dedicated, "remove_ip", { ip: "::ffff:1.2.3.4" })).status).toBe(404);
});

describe("connections", () => {
  /** Opens connections until the server takes no more. */
  async function fill(url: string): Promise<number> {
    let count = 0;
    for (; count < 400; count++) {
      try {
        await connectTo(url);
      } catch (error) {
        // too_many_connections
        expect((error as { code?: string }).code).toBe("53300");
        break;
      }
    }
    return count;
  }

  test("a service can't use up those of the shared server", async () => {
    const { api, platform } = plane.current;
    const { connectionLimit } = postgresParts(platform).installation.shared;
    expect(await fill((await api.reveal(shared)).body.value)).toBe(connectionLimit);
    await connect(api, other);
    const { rows } = await platform.database.query<{ most: number }>("select current_setting('max_connections')::int as most");
    expect(connectionLimit * 10).toBeLessThanOrEqual(rows[0]!.most - 20);
  });

  test("calls about two services can't use up those of the shared server, and leave some to others", async () => {
    const { api, platform } = plane.current;
    const third = (await api.provision("shared", "third")).id;
    const { connections } = postgresParts(platform);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    onTestFinished(() => release());
    // Work on these two has all the connections that it may have, and keeps them.
    const busy = [shared, other].flatMap((id) =>
      Array.from({ length: sharedLimits.perKey }, () =>
        connections.asPlatform({ id, plan: "shared" }, ownName({ id }), () => released),
      ),
    );
    const used = async () => {
      const query =
        "select count(*)::int as used from pg_stat_activity where application_name = 'control-plane' and datname = any($1)";
      const names = [shared, other].map((id) => ownName({ id }));
      return (await platform.database.query<{ used: number }>(query, [names])).rows[0]!.used;
    };
    await expect.poll(used).toBe(busy.length);
    let completed = 0;
    const flood = Array.from({ length: 100 }, async (_, index) => {
      const { status } = await api.invoke(index % 2 ? shared : other, "list_extensions");
      completed++;
      return status;
    });
    expect((await api.invoke(third, "list_extensions")).status).toBe(200);
    await api.provision("shared", "fourth");
    expect([completed, await used()]).toEqual([0, busy.length]);
    release();
    await Promise.all(busy);
    expect(await Promise.all(flood)).toEqual(Array(100).fill(200));
  });

  test("a service that uses up those of its own server can still be looked after", async () => {
    const { api } = plane.current;
    expect(await fill((await api.reveal(dedicated)).body.value)).toBe(100 - 20);
    expect((await api.act(dedicated, "credential_connectivity")).result.connected).toBe(false);
    expect((await Promise.all(several.map(() => api.invoke(dedicated, "queries_running")))).map(({ status }) => status)).toEqual(
      Array(several.length).fill(200),
    );
    const { result } = await api.act(dedicated, "kill_connections", { username: "app_owner" });
    expect(result).toMatchObject({ matched: 80, terminated: 80 });
  });
});

describe("races", () => {
  test("of extensions, from two instances", async () => {
    const { api, config, platform, projectId, tokenText } = plane.current;
    const { connectionString } = platform.database.options as { connectionString: string };
    const second = await startControlPlane(
      { ...config, databaseUrl: connectionString },
      createLog(() => undefined),
    );
    try {
      const both = [api, createApi(second.url, projectId, tokenText)] as const;
      const calls = [...several, ...several].flatMap((index) => [
        both[index % 2]!.invoke(shared, "enable_extension", { extension: "pg_trgm" }),
        both[(index + 1) % 2]!.invoke(shared, index % 3 ? "enable_extension" : "disable_extension", { extension: "pg_trgm" }),
      ]);
      const responses = await Promise.all(calls);
      expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    } finally {
      await second.stop();
    }
  });

  test("enable_extension without a schema to install into", async () => {
    const { api } = plane.current;
    await (await connect(api, other)).query("drop schema public cascade");
    const gone = await api.invoke(other, "enable_extension", { extension: "citext" });
    expect([gone.status, gone.body.error]).toEqual([404, expect.stringMatching(/^schema_not_found: /)]);
  });

  test("of replicas", async () => {
    const { api } = plane.current;
    const added = await whileHeld(plane.current, "add_replica", () =>
      Promise.all(several.map((index) => api.invoke(dedicated, "add_replica", { name: `r${index % 2}` }))),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(409)]);
    const list = async () => (await api.act(dedicated, "list_replicas")).result.replicas;
    await expect.poll(async () => (await list())[0]?.status).toBe("online");
    const { replica_id } = (await list())[0]!;
    const calls = several.map((index) =>
      api.invoke(dedicated, index === 4 ? "promote_replica" : "delete_replica", {
        replica_id,
        ...(index === 4 ? { allow_data_loss: true } : {}),
      }),
    );
    const responses = await Promise.all(calls);
    expect(responses.filter(({ status }) => ![202, 404, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    const begun = responses
      .filter(({ status }) => status === 202)
      .map(({ text }) => (JSON.parse(text) as { result: { operation: { operation_id: string } } }).result.operation.operation_id);
    expect(new Set(begun).size).toBe(1);
    await api.waitFor(dedicated, "active");
  });

  test.runIf(hasDump)("of exports: one at a time", async () => {
    const { api } = plane.current;
    const client = await connect(api, shared);
    await client.query("create table held ()");
    // The export waits for the table, so that it still runs when the last call comes.
    await client.query("begin; lock table held in access exclusive mode");
    const started = await Promise.all(several.map(() => api.invoke(shared, "prepare_database_export")));
    await client.query("commit; drop table held");
    expect(started.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(409)]);
    expect(started.find(({ status }) => status === 409)!.body.error).toMatch(/^export_in_progress: /);
  });
});
