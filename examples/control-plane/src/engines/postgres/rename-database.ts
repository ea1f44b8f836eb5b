import pg from "pg";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { databaseOf, saveDatabase } from "./databases.js";
import { ownerOf } from "./make-database.js";
import type { PostgresParts } from "./parts.js";

/** Renames a database, ending its connections first if that is wanted. */
export function databaseRename({ connections, database }: PostgresParts): Work {
  return {
    async run({ service, operation, fenced }) {
      const { from, to, terminate } = operation.input as { from: string; to: string; terminate: boolean };
      const own = await databaseOf(database, service);
      const isDefault = own.database_name === from;
      const isShared = service.plan === "shared";
      await connections.asPlatform(service, undefined, async (server) => {
        if (terminate)
          await server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [from]);
        if (!isShared) await fenced(() => rename(server));
      });
      return async (client) => {
        // The shared server keeps the operations too: there the new name and what is known of it change together.
        if (isShared) await rename(client);
        if (isDefault) await saveDatabase(client, service.id, { ...own, database_name: to });
      };

      async function rename(server: Pick<pg.ClientBase, "query">): Promise<void> {
        const isOurs = (owner: string | undefined) => (isShared || isDefault ? owner === own.username : owner !== undefined);
        if (isOurs(await ownerOf(server, from))) {
          await server.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`).catch(explain);
        } else if (!isOurs(await ownerOf(server, to))) {
          throw new PermanentFailure("The service has no database of this name.");
        }
        // Otherwise an attempt before this one has renamed it.
      }
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
