import type { components } from "../../../../../generated/types.js";
import { all, first, statement, type Database } from "../../database/query.js";

/** A pool user as it is stored: its password is nowhere. */
export interface PoolUser {
  readonly username: string;
  readonly database: string;
  readonly pool_mode: "session" | "transaction" | "statement" | null;
  readonly pool_size: number | null;
  readonly max_client_connections: number | null;
  readonly read_only: boolean;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
}

const columns = `username, database_name as database, pool_mode, pool_size, max_client_connections, read_only, created_at, rotated_at`;
const list = statement<PoolUser>(
  "list-pool-users",
  `select ${columns} from postgres_pool_users where service_id = $1 order by username collate "C"`,
);
const insert = statement<PoolUser>(
  "insert-pool-user",
  `insert into postgres_pool_users
     (service_id, username, database_name, pool_mode, pool_size, max_client_connections, read_only)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
);
const rotate = statement<PoolUser>(
  "rotate-pool-user",
  `update postgres_pool_users set rotated_at = now() where service_id = $1 and username = $2 returning ${columns}`,
);
const remove = statement<PoolUser>(
  "delete-pool-user",
  `delete from postgres_pool_users where service_id = $1 and username = $2 returning ${columns}`,
);

type NewPoolUser = Omit<PoolUser, "created_at" | "rotated_at">;

export const poolUsers = {
  list: (database: Database, serviceId: string) => all(database, list, serviceId),
  insert: async (database: Database, serviceId: string, user: NewPoolUser) => {
    const { username, database: name, pool_mode, pool_size, max_client_connections, read_only } = user;
    return (await first(database, insert, serviceId, username, name, pool_mode, pool_size, max_client_connections, read_only))!;
  },
  rotate: (database: Database, serviceId: string, username: string) => first(database, rotate, serviceId, username),
  remove: (database: Database, serviceId: string, username: string) => first(database, remove, serviceId, username),
};

/** A pool user as the contract shows it. */
export function showPoolUser({ created_at, rotated_at, ...user }: PoolUser): components["schemas"]["PostgresPoolUser"] {
  return { ...user, created_at: created_at.toISOString(), rotated_at: rotated_at?.toISOString() ?? null };
}
