import type { Client } from "pg";
import type { components } from "../../../../../generated/types.js";
import type { Platform } from "../../platform.js";
import type { StoredService } from "../../services/service.js";
import { databaseOf, listDatabases } from "./databases.js";

type BackendState = components["schemas"]["PostgresBackendState"];

/** How PostgreSQL writes the states; others, such as `starting`, are shown as the nearest. */
export const backendStates: Readonly<Record<string, BackendState>> = {
  active: "active",
  idle: "idle",
  "idle in transaction": "idle_in_transaction",
  "idle in transaction (aborted)": "idle_in_transaction_aborted",
  "fastpath function call": "fastpath_function_call",
  disabled: "disabled",
};

/** Client backends that belong to a service, without those of the platform: `$1` its databases, `$2` the platform's role. */
export const ownBackends = `backend_type = 'client backend' and datname = any($1) and usename <> $2 and pid <> pg_backend_pid()`;

/** Runs work on the server of a service that needs to know which databases and which role it may not touch. */
export async function amongBackends<Result>(
  platform: Platform,
  service: StoredService,
  work: (client: Client, databases: readonly string[], platformUser: string) => Promise<Result>,
): Promise<Result> {
  const { connections } = platform.engines.postgres.parts;
  const own = await databaseOf(platform.database, service);
  return connections.asPlatform(service, own.database_name, async (client) => {
    const { rows } = await client.query<{ name: string }>("select current_user as name");
    return work(client, await listDatabases(client, service, own), rows[0]!.name);
  });
}
