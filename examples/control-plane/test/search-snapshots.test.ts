import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "../src/log.js";
import { queueOperation } from "../src/operations/operation.js";
import { runOperation } from "../src/operations/worker.js";
import type { Work } from "../src/operations/work.js";
import { removeExpired } from "../src/engines/search/take-snapshot.js";
import { runNextTask, stopTasks } from "../src/engines/search/task-runner.js";
import { inTransaction } from "../src/database/query.js";
import { usePlane } from "./support/control-plane.js";
import { type SearchService, addSearch } from "./support/search.js";

const plane = usePlane();

const run = async (text: string, ...values: unknown[]) =>
  (await plane.current.platform.database.query<Record<string, string>>(text, values)).rows;

/** The tables of all services that are not in place: what attempts leave behind. */
const strays = () =>
  run(
    `select tablename from pg_tables t where schemaname = 'search_documents' and tablename !~ '_words$'
       and not exists (select from search_indexes where table_name = t.tablename)
       and not exists (select from search_snapshot_indexes where table_name = t.tablename)`,
  );

async function fill(name: string): Promise<SearchService> {
  const service = await addSearch(plane.current, name);
  await service.task("PATCH", "/indexes/books/settings", { filterable_attributes: ["year"] });
  const added = await service.task("POST", "/indexes/books/documents", [
    { id: 1, title: "Emma", year: 1815 },
    { id: 2, title: "Dune", year: 1965 },
  ]);
  expect(added).toMatchObject({ status: "succeeded", error: null });
  await service.task("POST", "/indexes", { index: "empty", primary_key: "sku" });
  return service;
}

async function snapshotOf(service: SearchService, description?: string): Promise<string> {
  const { snapshot } = (await service.act("create_snapshot", description === undefined ? {} : { description })).result;
  const read = async () =>
    (await service.act("list_snapshots")).result.snapshots.find(({ snapshot_id }) => snapshot_id === snapshot.snapshot_id)!;
  await expect.poll(async () => (await read()).status).toBe("completed");
  expect(await read()).toMatchObject({ trigger: "manual", description: description ?? null, engine_version: "1.0.0" });
  return snapshot.snapshot_id;
}

/** Changes everything that a snapshot has. */
async function change(service: SearchService): Promise<void> {
  await service.task("DELETE", "/indexes/empty");
  await service.task("POST", "/indexes/books/documents", [{ id: 3, title: "Persuasion" }]);
  await service.task("DELETE", "/indexes/books/documents/1");
  await service.task("PATCH", "/indexes/books/settings", { filterable_attributes: null });
  await service.task("POST", "/indexes/more/documents", [{ id: 9 }]);
}

const expectChanged = async (service: SearchService) => {
  expect(await service.find("books", {})).toEqual([2, 3]);
  expect(await service.find("more", {})).toEqual([9]);
};

const expectRestored = async (service: SearchService) => {
  const { indexes } = (await service.act("list_indexes")).result;
  expect(indexes).toMatchObject([
    { index: "books", documents: 2, primary_key: "id" },
    { index: "empty", documents: 0, primary_key: "sku" },
  ]);
  expect(await service.find("books", { q: "dnue emma", filter: "year < 1900" })).toEqual([]);
  expect(await service.find("books", { q: "emma", filter: "year < 1900" })).toEqual([1]);
  await service.task("POST", "/indexes/books/documents", [{ id: 1, title: "Emma again", year: 1815 }]);
  expect(await service.find("books", { q: "again" })).toEqual([1]);
};

describe("snapshots", () => {
  test("one is taken and restored in place, after a safety snapshot", async () => {
    const service = await fill("books");
    const snapshot_id = await snapshotOf(service, "before");
    await change(service);
    const body = { snapshot_id, confirm: "books" };
    const { result } = await service.act("restore_snapshot", body);
    expect(result.operation).toMatchObject({ kind: "restore", status: "queued" });
    await plane.current.api.waitFor(service.id, "active");
    await expectRestored(service);
    const { snapshots } = (await service.act("list_snapshots")).result;
    expect(snapshots.map(({ trigger, status }) => [trigger, status])).toEqual([
      ["pre_restore", "completed"],
      ["manual", "completed"],
    ]);
    expect(snapshots[0]!.snapshot_id).toBe(result.safety_snapshot_id);
    expect(snapshots[1]!.size_bytes).toBeGreaterThan(0);
    await service.act("restore_snapshot", { snapshot_id: result.safety_snapshot_id!, confirm: "books", safety_snapshot: false });
    await plane.current.api.waitFor(service.id, "active");
    await expectChanged(service);
    expect(await strays()).toEqual([]);
  });

  test("are rejected and listed as the contract says", async () => {
    const [service, other] = [await fill("mine"), await addSearch(plane.current, "theirs")];
    const ids = [await snapshotOf(service), await snapshotOf(service), await snapshotOf(service)];
    const page = (await service.act("list_snapshots", { limit: 2 })).result;
    const next = (await service.act("list_snapshots", { limit: 2, cursor: page.next_cursor! })).result;
    expect([...page.snapshots, ...next.snapshots].map(({ snapshot_id }) => snapshot_id)).toEqual(ids.toReversed());
    expect(next.next_cursor).toBeNull();
    const [snapshot_id] = ids;
    expect(await service.rejected("restore_snapshot", { snapshot_id, confirm: "other" })).toEqual([400, "confirmation_mismatch"]);
    expect(await other.rejected("restore_snapshot", { snapshot_id, confirm: "theirs" })).toEqual([404, "snapshot_not_found"]);
    await run("update search_snapshots set engine_version = '0.9.0' where id = $1", snapshot_id);
    expect(await service.rejected("restore_snapshot", { snapshot_id, confirm: "mine" })).toEqual([
      409,
      "snapshot_not_restorable",
    ]);
    await run("update search_snapshots set engine_version = '1.0.7' where id = $1", snapshot_id);
    await run("update search_snapshots set status = 'running' where id = $1", snapshot_id);
    expect(await service.rejected("create_snapshot")).toEqual([409, "snapshot_in_progress"]);
    expect(await service.rejected("restore_snapshot", { snapshot_id, confirm: "mine" })).toEqual([
      409,
      "snapshot_not_restorable",
    ]);
    await run("update search_snapshots set status = 'completed' where id = $1", snapshot_id);
    await run(
      `insert into search_snapshots (service_id, status, trigger, engine_version)
       select $1, 'completed', 'manual', '1.0.0' from generate_series(1, 7)`,
      service.id,
    );
    expect(await service.rejected("create_snapshot")).toEqual([409, "snapshot_limit_reached"]);
  });

  test("one whose time is over is removed with its tables", async () => {
    const service = await fill("expired");
    const snapshot_id = await snapshotOf(service);
    const [{ count } = { count: "" }] = await run(
      "select count(*)::text from pg_tables where starts_with(tablename, 's_' || replace($1, '-', ''))",
      snapshot_id,
    );
    expect(count).toBe("4");
    await run("update search_snapshots set expires_at = now() where id = $1", snapshot_id);
    await removeExpired(plane.current.platform.database);
    expect((await service.act("list_snapshots")).result.snapshots).toMatchObject([{ snapshot_id, status: "expired" }]);
    expect(await run("select from pg_tables where starts_with(tablename, 's_' || replace($1, '-', ''))", snapshot_id)).toEqual(
      [],
    );
    expect(await service.rejected("restore_snapshot", { snapshot_id, confirm: "expired" })).toEqual([
      409,
      "snapshot_not_restorable",
    ]);
  });

  test("while it is restored, a service is not searchable; tasks accepted before are canceled", async () => {
    const { platform, api } = plane.current;
    const service = await fill("waiting");
    const snapshot_id = await snapshotOf(service);
    const { endpoint, search_key } = await service.reveal();
    const hold = await platform.database.connect();
    onTestFinished(() => hold.release());
    // No task and no restore runs while this is held.
    await hold.query("begin");
    await stopTasks(hold, service.id);
    const { task } = (await service.act("create_index", { index: "late" })).result;
    await service.act("restore_snapshot", { snapshot_id, confirm: "waiting" });
    const search = () =>
      fetch(`${endpoint}/indexes/books/search`, { method: "POST", headers: { authorization: `Bearer ${search_key}` } });
    expect((await search()).status).toBe(503);
    expect((await api.reveal(service.id)).status).toBe(404);
    await hold.query("commit");
    await api.waitFor(service.id, "active");
    expect((await search()).status).toBe(200);
    expect(await service.ended(task.task_id)).toMatchObject({ status: "canceled", error: null });
  });
});

describe("an attempt that another takes over", () => {
  /** Makes an attempt at an operation that is taken over when it comes to the fence with this number; the next finishes it. */
  async function takeOver(
    service: SearchService,
    kind: string,
    input: Readonly<Record<string, unknown>>,
    fence: number,
  ): Promise<void> {
    const { database, engines } = plane.current.platform;
    let passed = 0;
    const work: Work = {
      run: (job) =>
        engines.search.work[kind]!.run({
          ...job,
          async fenced(step) {
            if (++passed === fence) await run("update operations set attempt = attempt + 1 where id = $1", job.operation.id);
            return job.fenced(step);
          },
        }),
    };
    const operation = (await queueOperation(database, { serviceId: service.id, kind, exclusive: true, input, claimed: true }))!;
    const lines: string[] = [];
    const parts = { database, log: createLog((line) => lines.push(line)), findWork: () => work };
    await runOperation(parts, operation, new AbortController().signal);
    expect(lines.join("")).toContain('"message":"An operation was taken over"');
    expect(await strays()).toEqual([]);
    await run("update operations set status = 'canceled' where id = $1", operation.id);
  }

  test("while it restores puts nothing in place and leaves no table", async () => {
    const service = await fill("fenced");
    const snapshot_id = await snapshotOf(service);
    await change(service);
    await takeOver(service, "restore", { snapshot_id, safety_snapshot_id: null }, 1);
    await expectChanged(service);
  });

  test("while it takes a snapshot leaves no table", async () => {
    const service = await fill("fenced too");
    const [row] = await run(
      "insert into search_snapshots (service_id, status, trigger, engine_version) values ($1, 'pending', 'pre_restore', '1.0.0') returning id",
      service.id,
    );
    await takeOver(service, "snapshot", { snapshot_id: row!["id"] }, 2);
    expect((await service.act("list_snapshots")).result.snapshots[0]).toMatchObject({ status: "running", size_bytes: null });
  });

  test("what a killed attempt has built is removed by the next, which finishes", async () => {
    const { database } = plane.current.platform;
    const service = await fill("killed");
    const snapshot_id = await snapshotOf(service);
    await change(service);
    await run("update services set status = 'restoring' where id = $1", service.id);
    const input = { snapshot_id, safety_snapshot_id: null };
    const operation = (await queueOperation(database, {
      serviceId: service.id,
      kind: "restore",
      exclusive: true,
      input,
      claimed: true,
    }))!;
    const draft = `r_${operation.id.replaceAll("-", "")}_1_0`;
    await run(`create table search_documents."${draft}" (seq bigint)`);
    await run(`create table search_documents."${draft}_words" (word text)`);
    await run("update operations set lease_until = now() - interval '1 second' where id = $1", operation.id);
    await plane.current.api.waitFor(service.id, "active");
    await expectRestored(service);
    expect(await strays()).toEqual([]);
  });
});

describe("tasks", () => {
  test("one that a killed process had begun is begun again", async () => {
    const service = await fill("begun");
    const { platform } = plane.current;
    const hold = await platform.database.connect();
    onTestFinished(() => hold.release());
    await hold.query("begin");
    await stopTasks(hold, service.id);
    const { task } = (await service.act("create_index", { index: "again" })).result;
    await hold.query(
      "update search_tasks set status = 'processing', started_at = now(), attempts = 1 where task_id = $1 and service_id = $2",
      [task.task_id, service.id],
    );
    await hold.query("commit");
    expect(await service.ended(task.task_id)).toMatchObject({ status: "succeeded" });
  });

  test("one that many begin at once runs once", async () => {
    const service = await fill("crowded");
    const { database, log } = plane.current.platform;
    const { task } = (await service.act("create_index", { index: "once" })).result;
    await Promise.all(Array.from({ length: 20 }, () => runNextTask(database, log)));
    expect(await service.ended(task.task_id)).toMatchObject({ status: "succeeded", error: null });
    const [row] = await run("select attempts from search_tasks where service_id = $1 and task_id = $2", service.id, task.task_id);
    expect(row).toEqual({ attempts: 0 });
  });

  test("one that fails for another reason is tried again, then fails, and others run", async () => {
    const service = await fill("broken");
    const { database, log } = plane.current.platform;
    const [row] = await run("select table_name from search_indexes where service_id = $1 and name = 'books'", service.id);
    await run(`alter table search_documents."${row!["table_name"]!}" rename to "away_${service.id}"`);
    const reply = await service.send<{ task_id: number }>("POST", "/indexes/books/documents", [{ id: 1 }]);
    expect(await service.ended(reply.body.task_id)).toMatchObject({ status: "failed", error: { code: "internal_error" } });
    expect(await service.task("POST", "/indexes", { index: "fine" })).toMatchObject({ status: "succeeded" });
    await run(`alter table search_documents."away_${service.id}" rename to "${row!["table_name"]!}"`);
    await inTransaction(database, (client) => stopTasks(client, service.id));
    expect(await runNextTask(database, log)).toBe(false);
  });

  test("those of a suspended service wait", async () => {
    const service = await fill("waits");
    await run("update services set status = 'suspended' where id = $1", service.id);
    await run("update search_services set last_task_id = 900 where service_id = $1", service.id);
    await run(
      `insert into search_tasks (service_id, task_id, type, index_name, input)
       values ($1, 901, 'index_creation', 'x', '{"type":"index_creation","primary_key":null}')`,
      service.id,
    );
    const { database, log } = plane.current.platform;
    expect(await runNextTask(database, log)).toBe(false);
    expect((await service.act("get_task", { task_id: 901 })).result.task.status).toBe("enqueued");
    await run("update services set status = 'active' where id = $1", service.id);
    expect(await service.ended(901)).toMatchObject({ status: "succeeded" });
  });
});
