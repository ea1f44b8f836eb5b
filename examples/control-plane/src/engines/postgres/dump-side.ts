import type { StoredService } from "../../services/service.js";
import { credentialKey } from "./credential.js";
import { databaseOf } from "./databases.js";
import type { DumpSide } from "./dump.js";
import type { PostgresParts } from "./parts.js";

/** A service's database as its main role reaches it. */
export async function ownSide(parts: PostgresParts, service: StoredService, name?: string): Promise<DumpSide> {
  const { connections, credentials, database } = parts;
  const { host, port, sslMode } = await connections.addressOf(database, service);
  const own = await databaseOf(database, service);
  const current = await credentials.readCurrent(database, service.id, credentialKey);
  return { host, port, sslMode, user: own.username, password: current!.secret, database: name ?? own.database_name };
}
