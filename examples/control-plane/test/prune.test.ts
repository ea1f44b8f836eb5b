import { expect, test } from "vitest";
import { pruneHistories } from "../src/operations/prune.js";
import { addService } from "./support/add-service.js";
import { usePlane } from "./support/control-plane.js";

const plane = usePlane();

test("histories are removed by age, the oldest first and so much at a time", async () => {
  const { database } = plane.current.platform;
  const id = await addService(plane.current, { type: "search", plan: "shared" });
  const ages = `unnest($2::int[]) as age`;
  const queue = `insert into operations (service_id, kind, exclusive, status, finished_at)
    select $1, 'snapshot', false, 'succeeded', now() - make_interval(days => age) from ${ages}`;
  await database.query(queue, [id, [29, 31, 32, 33, 34]]);
  // Unfinished operations have no age.
  const open = "insert into operations (service_id, kind, exclusive, requested_at, not_before) values ($1, 'x', false, $2, $3)";
  await database.query(open, [id, "2020-01-01", "2099-01-01"]);
  const tasks = `insert into search_tasks (service_id, task_id, type, status, finished_at)
    select $1, age, 'x', 'succeeded', now() - make_interval(days => age) from ${ages}`;
  await database.query(tasks, [id, [29, 31]]);
  await database.query("insert into search_tasks (service_id, task_id, type, enqueued_at) values ($1, 1, 'x', '2020-01-01')", [
    id,
  ]);
  const events = `insert into auth_events (service_id, event, actor_type, occurred_at)
    select $1, 'login', 'user', now() - make_interval(days => age) from ${ages}`;
  await database.query(events, [id, [399, 401]]);
  // Amounts in store hold until the next row that has some.
  const searches = `insert into search_usage (service_id, minute, documents)
    select $1, now() - make_interval(days => age), case when age = 402 then 7 when age = 404 then 5 end from ${ages}`;
  await database.query(searches, [id, [399, 401, 402, 403, 404]]);
  const stored = `insert into objects_usage (service_id, bucket, hour, storage_bytes, object_count)
    select $1, $3, now() - make_interval(days => age), $4, $4 from ${ages}`;
  await database.query(stored, [id, [399, 401, 402], "full", 5]);
  await database.query(stored, [id, [403, 404], "empty", 0]);

  const agesOf = async (table: string, column: string) => {
    const { rows } = await database.query<{ age: number | null }>(
      `select extract(day from now() - ${column})::int as age from ${table} where service_id = $1 order by 1`,
      [id],
    );
    return rows.map(({ age }) => age);
  };
  await pruneHistories(database, { rows: 1, statements: 2 });
  expect(await agesOf("operations", "finished_at")).toEqual([29, 31, 32, null]);
  await pruneHistories(database);
  expect(await agesOf("operations", "finished_at")).toEqual([29, null]);
  expect(await agesOf("search_tasks", "finished_at")).toEqual([29, null]);
  expect(await agesOf("auth_events", "occurred_at")).toEqual([399]);
  expect(await agesOf("search_usage", "minute")).toEqual([399, 402]);
  expect(await agesOf("objects_usage", "hour")).toEqual([399, 401]);
});
