import { makeCursor, readCursor } from "../../cursor.js";
import type { SearchPlatform } from "../parts.js";
import { showTask, tasks } from "../tasks.js";
import type { ActionResponse, Call } from "../../action.js";

/** Lists tasks, newest first. */
export async function listTasks(
  { database }: SearchPlatform,
  { service, body }: Call<"search", "list_tasks">,
): ActionResponse<"search", "list_tasks"> {
  const { limit = 20, cursor, ...filter } = body;
  const position = readCursor(cursor, [(text) => /^\d{1,10}$/.test(text)]);
  const rows = await tasks.list(database, service.id, filter, position ? Number(position[0]) : null, limit + 1);
  const page = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? makeCursor([String(page.at(-1)!.task_id)]) : null;
  return {
    status: "ok",
    result: { tasks: page.map(showTask), next_cursor, total: await tasks.count(database, service.id, filter) },
  };
}

/** Shows a task. */
export async function getTask(
  { database }: SearchPlatform,
  { service, body, fail }: Call<"search", "get_task">,
): ActionResponse<"search", "get_task"> {
  const task = await tasks.find(database, service.id, body.task_id);
  if (!task) throw fail("task_not_found");
  return { status: "ok", result: { task: showTask(task) } };
}
