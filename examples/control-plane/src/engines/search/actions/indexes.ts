import { CallError } from "../../../../../../generated/server/index.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { makeCursor, readCursor } from "../../cursor.js";
import { type StoredIndex, indexes } from "../indexes.js";
import { type SearchPlatform, limits } from "../parts.js";
import { sizesOf } from "../tables.js";
import { type StoredTask, TooManyTasks, showTask, tasks } from "../tasks.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lists indexes by name. */
export async function listIndexes(
  { database }: SearchPlatform,
  { service, body }: Call<"search", "list_indexes">,
): ActionResponse<"search", "list_indexes"> {
  const { limit = 20, cursor, prefix = "" } = body;
  const [after = null] = readCursor(cursor, [(name) => /^[A-Za-z0-9_-]{1,400}$/.test(name)]) ?? [];
  const rows = await indexes.listPage(database, service.id, prefix, after, limit + 1);
  const page = rows.slice(0, limit);
  const busy = await tasks.busyIndexes(database, service.id);
  const sizes = await sizesOf(
    database,
    page.map(({ table_name }) => table_name),
  );
  return {
    status: "ok",
    result: {
      indexes: page.map((index, position) => showIndex(index, sizes[position]!)),
      next_cursor: rows.length > limit ? makeCursor([page.at(-1)!.name]) : null,
      total: await indexes.count(database, service.id, prefix),
    },
  };

  function showIndex({ name, primary_key, documents, created_at, updated_at }: StoredIndex, size_bytes: number) {
    return {
      index: name,
      primary_key,
      documents,
      size_bytes,
      is_indexing: busy.has(name),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }
}

/** Queues a task that makes an index. */
export async function createIndex(
  platform: SearchPlatform,
  { service, body, fail }: Call<"search", "create_index">,
): ActionResponse<"search", "create_index"> {
  const { index, primary_key = null } = body;
  const task = await accept(platform, service, async (client) => {
    const fate = await tasks.fateOf(client, service.id, index);
    const exists = fate ? fate === "index_creation" : (await indexes.find(client, service.id, index)) !== undefined;
    if (exists) throw fail("index_already_exists");
    const planned = (await indexes.count(client, service.id)) + (await tasks.plannedIndexes(client, service.id));
    if (planned >= limits.indexes) throw fail("index_limit_reached");
    return tasks.enqueue(client, service.id, index, { type: "index_creation", primary_key });
  });
  return { status: "ok", result: { index, task: showTask(task) } };
}

/** Queues a task that deletes an index. */
export async function deleteIndex(
  platform: SearchPlatform,
  { service, body, fail }: Call<"search", "delete_index">,
): ActionResponse<"search", "delete_index"> {
  const { index } = body;
  const task = await accept(platform, service, async (client) => {
    const fate = await tasks.fateOf(client, service.id, index);
    const exists = fate ? fate === "index_creation" : (await indexes.find(client, service.id, index)) !== undefined;
    if (!exists) throw fail("index_not_found");
    return tasks.enqueue(client, service.id, index, { type: "index_deletion" });
  });
  return { status: "ok", result: { index, task: showTask(task) } };
}

async function accept(
  { database, parts }: SearchPlatform,
  service: Parameters<typeof withServiceLock>[1],
  work: Parameters<typeof withServiceLock<StoredTask>>[2],
): Promise<StoredTask> {
  try {
    return await withServiceLock(database, service, work);
  } catch (error) {
    if (error instanceof TooManyTasks) throw new CallError(429, "too_many_requests", "Too many tasks of this service wait.");
    throw error;
  } finally {
    parts.tasks.wake();
  }
}
