import { describe, expect, inject, test } from "vitest";
import { ownName } from "../src/engines/postgres/databases.js";
import { sharedServers } from "../src/engines/postgres/shared-servers.js";
import { clusterOf } from "../src/engines/postgres/servers.js";
import { createLog } from "../src/log.js";
import { findOperation, queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import type { Work } from "../src/operations/work.js";
import { stopServer } from "../src/postgres-server/cluster.js";
import { resumeProject, suspendProject } from "../src/projects/project.js";
import { connect, connectTo } from "./support/connect.js";
import { patient, postgresParts, usePlane } from "./support/control-plane.js";
import { olderBin } from "./support/older.js";

describe.runIf(olderBin !== undefined)(
  "from the shared server of an installed version to one of the embedded (skipped where none is)",
  () => {
    const plane = usePlane({ postgresBin: olderBin!, postgresBins: [inject("embeddedBin")!] });

    /** The server of the later version, as the platform. */
    async function onLater<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const { connections, database } = postgresParts(plane.current.platform);
      const server = (await sharedServers.find(database, 18))!;
      return connections.toShared(server, undefined, async (client) => (await client.query(text, [...values])).rows as Row[]);
    }

    const databases = "select datname as name from pg_database where starts_with(datname, $1) or datname = $2 order by datname";

    /** Waits until an operation has ended. */
    async function ended(id: string) {
      const find = async () => (await findOperation(plane.current.platform.database, id))!;
      await expect.poll(async () => (await find()).status).toMatch(/succeeded|failed/);
      return find();
    }

    test("a service moves with all that it has, and everything works there", async () => {
      const { api, platform, config, projectId } = plane.current;
      const [own, other] = await Promise.all([api.provision("shared", "moving"), api.provision("shared", "staying")]);
      const name = `shop_${own.id.slice(0, 8)}`;
      await api.act(own.id, "rename_database", { database: ownName(own), new_name: name, terminate_connections: true });
      await api.act(own.id, "enable_extension", { extension: "pg_trgm" });
      await api.act(own.id, "enable_extension", { extension: "pg_stat_statements" });
      const before = await connect(api, own.id);
      await before.query("create table goods (id serial primary key, name text); insert into goods (name) values ('kept')");
      await before.query("create index by_name on goods using gin (name gin_trgm_ops)");
      await before.query(
        `alter database ${name} set search_path = public, pg_catalog; alter role current_user set timezone = 'Asia/Tokyo'`,
      );
      await before.query(`alter database ${name} connection limit 5; comment on database ${name} is 'it''s ours'`);
      const { result } = await api.act(own.id, "list_version_targets");
      expect(result.targets).toMatchObject([{ target_version: "18", method: "shared_migration", blockers: [] }]);

      const rejection = async (id: string, body: object) => {
        const { status, body: response } = await api.invoke(id, "shared_version_migration_request", body);
        return [status, response.error.split(":")[0]];
      };
      expect(await rejection(own.id, { target_version: "15" })).toEqual([404, "version_not_found"]);
      const window = { weekday: "wed", start_utc: "03:30" } as const;
      const planned = await api.act(own.id, "shared_version_migration_request", { target_version: "18", window, note: "please" });
      const start = new Date(planned.result.scheduled_for!);
      expect(planned.result).toMatchObject({ state: "planned", operation: { status: "queued" } });
      expect([start.getUTCDay(), start.getUTCHours() * 60 + start.getUTCMinutes() - 210]).toEqual([
        3,
        expect.toSatisfy((m) => m < 120),
      ]);
      expect(await rejection(own.id, { target_version: "18" })).toEqual([409, "request_exists"]);
      expect((await api.act(own.id, "list_version_targets")).result.planned_upgrade).toMatchObject({ status: "queued" });

      await platform.database.query("update operations set not_before = now() where id = $1", [planned.result.request_id]);
      platform.worker.wake();
      expect(await ended(planned.result.request_id)).toMatchObject({ status: "succeeded" });
      const service = await api.waitFor(own.id, "active");
      const url = new URL((await api.reveal(own.id)).body.value);
      expect(service.endpoint).toBe(url.host);
      expect((await api.act(own.id, "list_version_targets")).result).toMatchObject({ current_version: /^18/, targets: [] });
      const there = await connect(api, own.id);
      const { rows } = await there.query(
        `select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as zone,
         current_setting('search_path') as path, (select name from goods) as name, pg_get_userbyid(datdba) = current_user as own,
         datconnlimit as its_most, shobj_description(oid, 'pg_database') as remark,
         (select rolconnlimit from pg_roles where rolname = current_user) as most,
         current_setting('superuser_reserved_connections') as reserved
       from pg_database where datname = current_database()`,
      );
      const facts = { version: 18, zone: "Asia/Tokyo", path: "public, pg_catalog", name: "kept", own: true, remark: "it's ours" };
      expect(rows).toEqual([{ ...facts, its_most: 5, most: 17, reserved: "24" }]);
      expect((await platform.database.query(databases, [ownName(own), name])).rows).toEqual([]);
      expect((await platform.database.query("select from pg_roles where rolname = $1", [ownName(own)])).rowCount).toBe(0);
      await expect(connect(api, own.id, "postgres")).rejects.toThrow("permission denied");
      const foreign = new URL((await api.reveal(other.id)).body.value);
      foreign.port = url.port;
      await expect(connectTo(foreign.href)).rejects.toThrow("password authentication failed");

      // Actions of the service run there.
      await there.query("update goods set name = 'changed'");
      await api.act(own.id, "backup_now");
      const backups = async () => (await api.act(own.id, "list_backups")).result.backups;
      await expect.poll(async () => (await backups()).map(({ status }) => status)).toEqual(["completed", "completed"]);
      expect((await backups()).map(({ trigger, postgres_version }) => [trigger, postgres_version.slice(0, 2)])).toEqual([
        ["manual", "18"],
        ["pre_upgrade", "15"],
      ]);
      const [copied, dumped] = (await backups()).map(({ backup_id }) => backup_id);
      const rejected = (await api.invoke(own.id, "prepare_backup_download", { backup_id: copied! })).body.error;
      expect(rejected).toBe("backup_not_downloadable: This backup is a copy on the server, not a file.");
      const download = async () =>
        (await api.act(own.id, "prepare_backup_download", { backup_id: dumped! })).result.transfer.state;
      await expect.poll(download).toBe("ready");
      for (const [{ backup_id }, kept] of (await backups()).map(
        (backup, index) => [backup, ["changed", "kept"][index]] as const,
      )) {
        await api.act(own.id, "restore_backup", { backup_id, confirm: "moving", safety_backup: false });
        await api.waitFor(own.id, "active");
        expect((await (await connect(api, own.id)).query("select name from goods")).rows).toEqual([{ name: kept }]);
      }
      expect(await onLater(databases, [`${ownName(own)}_`, name])).toHaveLength(2);
      await api.act(own.id, "reset_password", { terminate_connections: true });
      await expect(connectTo(url.href)).rejects.toThrow("password authentication failed");
      await api.act(own.id, "rename_database", { database: name, new_name: `${name}_2`, terminate_connections: true });
      const now = await connect(api, own.id);
      expect((await api.act(own.id, "query_stats")).result.statements.length).toBeGreaterThan(0);
      await expect(now.query("select from nowhere_at_all")).rejects.toThrow("does not exist");
      const logged = async () => (await api.act(own.id, "postgres_logs", { search: "nowhere_at_all" })).result.entries;
      await expect.poll(logged).toHaveLength(1);
      expect((await api.act(own.id, "kill_connections", {})).result).toMatchObject({ terminated: 1 });
      const exported = await api.invoke(own.id, "prepare_database_export", {});
      expect(exported.body.error).toContain("no pg_dump for PostgreSQL 18");
      expect((await api.act(own.id, "service_health", patient)).status).toBe("healthy");

      await suspendProject(platform.database, projectId);
      platform.worker.wake();
      await expect.poll(() => connect(api, own.id).catch(String)).toContain("not permitted to log in");
      await resumeProject(platform.database, projectId);
      platform.worker.wake();
      await expect.poll(() => connect(api, own.id).then(() => "connected", String)).toBe("connected");

      await api.act(other.id, "rename_database", {
        database: ownName(other),
        new_name: `${name}_2`,
        terminate_connections: true,
      });
      expect(await rejection(other.id, { target_version: "18" })).toEqual([409, "version_blocked"]);
      const server = (await sharedServers.find(platform.database, 18))!;
      await stopServer(clusterOf(config, postgresParts(platform).installation.binaries, server));
      await expect.poll(() => connect(api, own.id).then(() => "connected", String)).toBe("connected");
    });

    test("a move that fails leaves the service where it was, open and complete", async () => {
      const { api, platform } = plane.current;
      const { id } = await api.provision("shared", "bound");
      await (await connect(api, id)).query("create table kept (id int)");
      // It can be dumped but not restored.
      const { connections } = postgresParts(platform);
      await connections.asPlatform({ id, plan: "shared" }, ownName({ id }), async (client) => {
        await client.query("create function public.f() returns int language c as '$libdir/plpgsql', 'plpgsql_call_handler'");
      });
      const { request_id } = (await api.act(id, "shared_version_migration_request", { target_version: "18" })).result;
      // The next attempt is the last.
      await platform.database.query("update operations set not_before = now(), attempt = 4 where id = $1", [request_id]);
      platform.worker.wake();
      expect(await ended(request_id)).toMatchObject({
        status: "failed",
        message: "The dump could not be restored on the other server.",
      });
      await api.waitFor(id, "active");
      await (await connect(api, id)).query("insert into kept values (1)");
      expect((await platform.database.query(databases, [ownName({ id }), ""])).rows).toEqual([{ name: ownName({ id }) }]);
      expect(await onLater(databases, [ownName({ id }), ""])).toEqual([]);
      expect(await onLater("select from pg_roles where rolname = $1", [ownName({ id })])).toEqual([]);
      expect((await api.act(id, "list_backups")).result.backups).toMatchObject([{ trigger: "pre_upgrade", status: "failed" }]);
    });

    test("an attempt that stops before the service is in place changes nothing when another has moved it", async () => {
      const { api, platform } = plane.current;
      const { database, engines } = platform;
      const { id } = await api.provision("shared", "paused");
      await (await connect(api, id)).query("create table kept (id int)");
      const input = { target_version: "18", from: null };
      const wanted = { serviceId: id, kind: "shared_version_migration", exclusive: false, input, claimed: true };
      const operation = (await queueOperation(database, wanted))!;
      let resume!: () => void;
      const stopped = new Promise<void>((resolve) => (resume = resolve));
      let isRestored = false;
      let isStopped = false;
      const work: Work = {
        run: (job) =>
          engines.postgres.work["shared_version_migration"]!.run({
            ...job,
            progress: (percent) => (isRestored = percent === 90),
            async fenced(step) {
              if (isRestored) {
                isStopped = true;
                await stopped;
              }
              return job.fenced(step);
            },
          }),
      };
      const lines: string[] = [];
      const parts = { database, log: createLog((line) => lines.push(line)), findWork: () => work };
      const first = runOperation(parts, operation, new AbortController().signal);
      await expect.poll(() => isStopped).toBe(true);
      await expect(connect(api, id)).rejects.toThrow("not currently accepting connections");
      await database.query("update operations set lease_until = now() - interval '1 second' where id = $1", [operation.id]);
      platform.worker.wake();
      expect(await ended(operation.id)).toMatchObject({ status: "succeeded", attempt: 2 });
      await (await connect(api, id)).query("insert into kept values (1)");
      resume();
      await first;
      expect(lines.join("")).toContain('"message":"An operation was taken over"');
      expect((await (await connect(api, id)).query("select id from kept")).rows).toEqual([{ id: 1 }]);
      expect(await onLater(databases, [ownName({ id }), ""])).toEqual([{ name: ownName({ id }) }]);
      expect((await database.query(databases, [ownName({ id }), ""])).rows).toEqual([]);
    });
  },
);
