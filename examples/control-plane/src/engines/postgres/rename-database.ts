import pg from "pg";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { databaseOf, saveDatabase } from "./databases.js";
import type { PostgresParts } from "./parts.js";

/** Renames a database, ending its connections first if that is wanted. */
export function databaseRename({ connections }: PostgresParts): Work {
  return {
    async run({ service, operation }) {
      const { from, to, terminate } = operation.input as { from: string; to: string; terminate: boolean };
      await connections.asPlatform(service, undefined, async (client) => {
        const { rowCount } = await client.query("select from pg_database where datname = $1", [from]);
        // An attempt before this one got so far.
        if (rowCount === 0) return;
        if (terminate)
          await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [from]);
        await client.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`).catch(explain);
      });
      return async (client) => {
        const own = await databaseOf(client, service);
        if (own.database_name === from) await saveDatabase(client, service.id, { ...own, database_name: to });
      };
    },
  };
}

function explain(error: unknown): never {
  const { code } = error as { code?: string };
  // object_in_use, duplicate_database
  if (code === "55006") throw new PermanentFailure("The database is in use.");
  if (code === "42P04") throw new PermanentFailure("Another database has the new name.");
  throw error;
}
