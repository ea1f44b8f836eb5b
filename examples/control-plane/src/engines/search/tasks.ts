import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";
import type { Document } from "./attributes.js";
import type { FilterInput } from "./filter.js";
import { limits } from "./parts.js";

/** The input of a task. */
export type TaskInput =
  | { readonly type: "index_creation" | "index_update"; readonly primary_key: string | null }
  | { readonly type: "index_deletion" }
  | {
      readonly type: "document_addition" | "document_edition";
      readonly documents: readonly Document[];
      readonly primary_key: string | null;
    }
  | { readonly type: "document_deletion"; readonly ids: readonly string[] }
  | { readonly type: "document_deletion"; readonly filter: FilterInput | null }
  | { readonly type: "settings_update"; readonly settings: Readonly<Record<string, unknown>> };

/** A task as it is stored. */
export interface StoredTask {
  readonly service_id: string;
  readonly task_id: number;
  readonly type: components["schemas"]["SearchTaskType"];
  readonly index_name: string | null;
  readonly status: components["schemas"]["SearchTaskStatus"];
  readonly enqueued_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly documents_received: number | null;
  readonly documents_indexed: number | null;
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** A task with what it is to do: that can be large, so only what runs it reads it. */
export interface BegunTask extends StoredTask {
  /** Null when it has ended. */
  readonly input: TaskInput | null;
}

/** As many tasks wait as may. */
export class TooManyTasks extends Error {
  override readonly name = "TooManyTasks";
}

const columns = `service_id, task_id, type, index_name, status, enqueued_at, started_at, finished_at, documents_received,
  documents_indexed, attempts, error`;

const nextId = statement<{ last_task_id: number }>(
  "next-search-task-id",
  "update search_services set last_task_id = last_task_id + 1 where service_id = $1 returning last_task_id",
);

const countOpen = statement<{ waiting: number; oldest: Date | null; bytes: number }>(
  "count-open-search-tasks",
  `select count(*) as waiting, min(enqueued_at) as oldest, coalesce(sum(pg_column_size(input)), 0)::bigint as bytes from search_tasks
   where service_id = $1 and status in ('enqueued', 'processing')`,
);

const insert = statement<StoredTask>(
  "insert-search-task",
  `insert into search_tasks (service_id, task_id, type, index_name, input, documents_received, documents_indexed)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
);

const find = statement<StoredTask>(
  "find-search-task",
  `select ${columns} from search_tasks where service_id = $1 and task_id = $2`,
);

const conditions = `service_id = $1 and ($2::text[] is null or status = any($2)) and ($3::text[] is null or type = any($3))
  and ($4::text[] is null or index_name = any($4)) and ($5::timestamptz is null or enqueued_at >= $5)
  and ($6::timestamptz is null or enqueued_at < $6)`;

const list = statement<StoredTask>(
  "list-search-tasks",
  `select ${columns} from search_tasks where ${conditions} and ($7::bigint is null or task_id < $7)
   order by task_id desc limit $8`,
);

const count = statement<{ total: number }>(
  "count-search-tasks",
  `select count(*) as total from search_tasks where ${conditions}`,
);

const lastFate = statement<{ type: string }>(
  "find-fate-of-search-index",
  `select type from search_tasks where service_id = $1 and index_name = $2 and status in ('enqueued', 'processing')
     and type in ('index_creation', 'index_deletion') order by task_id desc limit 1`,
);

const busy = statement<{ index_name: string }>(
  "list-busy-search-indexes",
  "select distinct index_name from search_tasks where service_id = $1 and status in ('enqueued', 'processing') and type like 'document%'",
);

const planned = statement<{ total: number }>(
  "count-planned-search-indexes",
  `select count(distinct index_name) as total from search_tasks
   where service_id = $1 and status in ('enqueued', 'processing') and type = 'index_creation'`,
);

/** Restricts a list of tasks. */
export interface TaskFilter {
  readonly statuses?: readonly string[];
  readonly types?: readonly string[];
  readonly indexes?: readonly string[];
  readonly enqueued_after?: string;
  readonly enqueued_before?: string;
}

const valuesOf = (serviceId: string, filter: TaskFilter) =>
  [
    serviceId,
    filter.statuses ?? null,
    filter.types ?? null,
    filter.indexes ?? null,
    filter.enqueued_after ?? null,
    filter.enqueued_before ?? null,
  ] as const;

/** The tasks of services. */
export const tasks = {
  /** Accepts a task, unless too many wait. Run it in a transaction, and wake the runner after. */
  async enqueue(database: Database, serviceId: string, index: string, input: TaskInput): Promise<StoredTask> {
    const { last_task_id: id } = (await first(database, nextId, serviceId))!;
    const { waiting, bytes } = (await first(database, countOpen, serviceId))!;
    if (waiting >= limits.waitingTasks || bytes >= limits.waitingBytes) throw new TooManyTasks("Too many tasks wait");
    const received = "documents" in input ? input.documents.length : "ids" in input ? input.ids.length : null;
    const indexed = "documents" in input ? 0 : null;
    return (await first(database, insert, serviceId, id, input.type, index, JSON.stringify(input), received, indexed))!;
  },

  find: (database: Database, serviceId: string, id: number): Promise<StoredTask | undefined> =>
    first(database, find, serviceId, id),

  /** Tasks before a task, newest first. */
  list: (
    database: Database,
    serviceId: string,
    filter: TaskFilter,
    before: number | null,
    limit: number,
  ): Promise<StoredTask[]> => all(database, list, ...valuesOf(serviceId, filter), before, limit),

  count: async (database: Database, serviceId: string, filter: TaskFilter): Promise<number> =>
    (await first(database, count, ...valuesOf(serviceId, filter)))!.total,

  /** How many have not ended, and since when the first of them waits. */
  async waiting(database: Database, serviceId: string): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
    return (await first(database, countOpen, serviceId))!;
  },

  /** The names of indexes with documents that are not indexed yet. */
  busyIndexes: async (database: Database, serviceId: string): Promise<ReadonlySet<string>> =>
    new Set((await all(database, busy, serviceId)).map(({ index_name }) => index_name)),

  /** How many indexes are about to be made. */
  plannedIndexes: async (database: Database, serviceId: string): Promise<number> =>
    (await first(database, planned, serviceId))!.total,

  /** Whether an index is about to be made or deleted; `undefined`: neither. */
  async fateOf(database: Database, serviceId: string, index: string): Promise<"index_creation" | "index_deletion" | undefined> {
    return (await first(database, lastFate, serviceId, index))?.type as "index_creation" | "index_deletion" | undefined;
  },
};

/** A task as callers see it. */
export function showTask(task: StoredTask): components["schemas"]["SearchTask"] {
  const {
    task_id,
    type,
    status,
    index_name: index,
    started_at,
    finished_at,
    documents_received,
    documents_indexed,
    error,
  } = task;
  return {
    task_id,
    type,
    status,
    index,
    enqueued_at: task.enqueued_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    duration_ms: started_at && finished_at ? Math.max(0, finished_at.getTime() - started_at.getTime()) : null,
    documents_received,
    documents_indexed,
    error,
  };
}
