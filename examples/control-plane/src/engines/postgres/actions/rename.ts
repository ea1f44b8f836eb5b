import { queueOperation } from "../../../operations/operation.js";
import { credentialKey } from "../credential.js";
import { databaseOf, isReserved, listDatabases } from "../databases.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** Renames a database of a service; what is revealed follows. */
export async function renameDatabase(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "rename_database">,
): ActionResponse<"postgres", "rename_database"> {
  const { database, new_name, terminate_connections = false } = body;
  const own = await databaseOf(platform.database, service);
  // Under its first name a database may come back; all else of this kind is the platform's.
  if (isReserved(new_name) && new_name !== own.username) throw fail("database_exists");
  const inUse = await platform.parts.connections.asPlatform(service, undefined, async (client) => {
    if (!(await listDatabases(client, service, own)).includes(database)) throw fail("database_not_found");
    if ((await client.query("select from pg_database where datname = $1", [new_name])).rowCount) throw fail("database_exists");
    return (await client.query("select from pg_stat_activity where datname = $1", [database])).rowCount ?? 0;
  });
  if (inUse > 0 && !terminate_connections) throw fail("database_in_use");
  const input = { from: database, to: new_name, terminate: terminate_connections };
  const wanted = { serviceId: service.id, kind: "rename_database", exclusive: true, input, claimed: true };
  const operation = await queueOperation(platform.database, wanted);
  if (!operation) throw fail("operation_in_progress");
  const { status } = await platform.worker.runNow(operation);
  if (status === "failed") throw fail("database_in_use");
  if (status !== "succeeded") throw new Error("The database is not renamed yet");
  const receipt = {
    credential_key: credentialKey,
    entry_id: null,
    changed_at: new Date().toISOString(),
    previous_valid_until: null,
    reveal_scope: "service:reveal",
  } as const;
  return {
    status: "ok",
    result: {
      previous_name: database,
      database: new_name,
      connections_terminated: inUse,
      receipt: database === own.database_name ? receipt : null,
    },
  };
}
