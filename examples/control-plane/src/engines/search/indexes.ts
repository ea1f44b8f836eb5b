import { type Database, all, first, statement } from "../../database/query.js";
import type { Settings } from "./settings.js";

/** An index as it is stored. */
export interface StoredIndex {
  readonly id: string;
  readonly service_id: string;
  readonly name: string;
  readonly primary_key: string | null;
  readonly settings: Settings;
  readonly table_name: string;
  readonly documents: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = "id, service_id, name, primary_key, settings, table_name, documents, created_at, updated_at";

const find = statement<StoredIndex>(
  "find-search-index",
  `select ${columns} from search_indexes where service_id = $1 and name = $2`,
);

const listAll = statement<StoredIndex>(
  "list-all-search-indexes",
  `select ${columns} from search_indexes where service_id = $1 order by name collate "C"`,
);

const listPage = statement<StoredIndex>(
  "list-search-indexes",
  `select ${columns} from search_indexes where service_id = $1 and starts_with(name, $2)
     and ($3::text is null or name collate "C" > $3) order by name collate "C" limit $4`,
);

const count = statement<{ total: number }>(
  "count-search-indexes",
  "select count(*) as total from search_indexes where service_id = $1 and starts_with(name, $2)",
);

const insert = statement<StoredIndex>(
  "insert-search-index",
  `insert into search_indexes (service_id, name, primary_key, settings, table_name) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning ${columns}`,
);

const change = statement<StoredIndex>(
  "change-search-index",
  `update search_indexes set primary_key = $2, settings = $3, documents = documents + $4, updated_at = now() where id = $1
   returning ${columns}`,
);

const remove = statement("delete-search-index", "delete from search_indexes where id = $1");

/** The rows of indexes. */
export const indexes = {
  find: (database: Database, serviceId: string, name: string): Promise<StoredIndex | undefined> =>
    first(database, find, serviceId, name),

  /** All, by name. */
  list: (database: Database, serviceId: string): Promise<StoredIndex[]> => all(database, listAll, serviceId),

  /** Indexes with this prefix after a name, by name. */
  listPage: (
    database: Database,
    serviceId: string,
    prefix: string,
    after: string | null,
    limit: number,
  ): Promise<StoredIndex[]> => all(database, listPage, serviceId, prefix, after, limit),

  /** How many have this prefix. */
  count: async (database: Database, serviceId: string, prefix = ""): Promise<number> =>
    (await first(database, count, serviceId, prefix))!.total,

  /** `undefined`: there is one of this name. */
  insert: (
    database: Database,
    { service_id, name, primary_key, settings, table_name }: Omit<StoredIndex, "id" | "documents" | "created_at" | "updated_at">,
  ): Promise<StoredIndex | undefined> =>
    first(database, insert, service_id, name, primary_key, JSON.stringify(settings), table_name),

  /** Writes what has changed; `added` documents are more than before. */
  change: (database: Database, { id, primary_key, settings }: StoredIndex, added: number): Promise<StoredIndex | undefined> =>
    first(database, change, id, primary_key, JSON.stringify(settings), added),

  remove: async (database: Database, id: string): Promise<void> => void (await all(database, remove, id)),
};
