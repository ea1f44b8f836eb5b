import { type Database, all, first, statement } from "../../database/query.js";

/** The settings of a pooler that callers choose. */
export interface PoolerSettings {
  readonly pool_mode: "session" | "transaction" | "statement";
  readonly default_pool_size: number;
  readonly max_client_conn: number;
  readonly reserve_pool_size: number;
  readonly query_wait_timeout_seconds: number;
  readonly server_idle_timeout_seconds: number;
  readonly max_prepared_statements: number;
}

/** The pooler of a service as it is stored. Without one the pooler is off. */
export interface StoredPooler extends PoolerSettings {
  readonly service_id: string;
  readonly port: number;
  /** It is being switched off: what its clients run may go on until then. */
  readonly draining_until: Date | null;
}

const settings = `pool_mode, default_pool_size, max_client_conn, reserve_pool_size, query_wait_timeout_seconds,
  server_idle_timeout_seconds, max_prepared_statements`;
const columns = `service_id, port, ${settings}, draining_until`;

const find = statement<StoredPooler>("find-pooler", `select ${columns} from postgres_poolers where service_id = $1`);
const list = statement<StoredPooler & { readonly status: string }>(
  "list-poolers",
  `select ${columns}, services.status from postgres_poolers join services on services.id = service_id`,
);
const save = statement(
  "save-pooler",
  `insert into postgres_poolers (service_id, port, ${settings}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (service_id) do update
   set (port, ${settings}, draining_until) = ($2, $3, $4, $5, $6, $7, $8, $9, null)`,
);
const drain = statement<StoredPooler>(
  "drain-pooler",
  `update postgres_poolers set draining_until = coalesce(draining_until, now() + make_interval(secs => $2))
   where service_id = $1 returning ${columns}`,
);
const remove = statement("delete-pooler", "delete from postgres_poolers where service_id = $1");

export const poolers = {
  find: (database: Database, serviceId: string) => first(database, find, serviceId),
  /** All of them, with the status of their services. */
  list: (database: Database) => all(database, list),
  save: (database: Database, serviceId: string, port: number, wanted: PoolerSettings) =>
    all(
      database,
      save,
      serviceId,
      port,
      wanted.pool_mode,
      wanted.default_pool_size,
      wanted.max_client_conn,
      wanted.reserve_pool_size,
      wanted.query_wait_timeout_seconds,
      wanted.server_idle_timeout_seconds,
      wanted.max_prepared_statements,
    ),
  /** Nobody starts it again. The deadline is that of the first call. */
  drain: (database: Database, serviceId: string, seconds: number) => first(database, drain, serviceId, seconds),
  remove: (database: Database, serviceId: string) => all(database, remove, serviceId),
};
