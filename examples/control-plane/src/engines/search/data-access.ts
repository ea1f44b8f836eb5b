import type { Pool, PoolClient } from "pg";
import { inTransaction } from "../../database/query.js";
import { createGate, createLimiter } from "../../limiter.js";

/** Reads the documents of services for callers. */
export interface DataAccess {
  /**
   * Runs queries of a service in a transaction that only reads and sees one state. Each statement ends after a few seconds.
   * Throws `TooManyQueries` when too many wait.
   */
  read<Result>(serviceId: string, work: (client: PoolClient) => Promise<Result>): Promise<Result>;
}

/** More queries of a service wait than it may have. */
export class TooManyQueries extends Error {
  override readonly name = "TooManyQueries";
}

/** A query took longer than it may. */
export class QueryTooLong extends Error {
  override readonly name = "QueryTooLong";
}

/** The maximum number of running and waiting queries of a service. */
const maxPerService = 64;

/** Access through a pool of so many connections: all services together get less than half of them, one at most half of that. */
export function createDataAccess(database: Pool, poolSize: number): DataAccess {
  const total = Math.max(1, Math.floor(poolSize * 0.4));
  const limit = createLimiter({ total, perKey: Math.max(1, Math.floor(total / 2)) });
  const gate = createGate(maxPerService, () => new TooManyQueries("Too many queries of this service wait"));
  return {
    async read(serviceId, work) {
      try {
        return await gate(serviceId, () =>
          limit(serviceId, () =>
            inTransaction(database, async (client) => {
              await client.query(
                "set transaction isolation level repeatable read, read only; set local statement_timeout = '5s'",
              );
              return work(client);
            }),
          ),
        );
      } catch (error) {
        // query_canceled
        if ((error as { code?: string }).code === "57014") throw new QueryTooLong("The query took too long", { cause: error });
        throw error;
      }
    },
  };
}
