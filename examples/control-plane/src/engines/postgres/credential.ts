import pg from "pg";
import type { Work } from "../../operations/work.js";
import { scramVerifier } from "../../postgres-server/scram.js";
import { type Address, withShortWaits } from "./connections.js";
import { type StoredDatabase, databaseOf } from "./databases.js";
import { type Querying, fencedOnServer } from "./fence.js";
import type { PostgresParts } from "./parts.js";

/** The name of a service's revealed connection URL. */
export const credentialKey = "DATABASE_URL";

/** The connection URL of the main role. Only the password is stored, sealed; the rest is where the service is now. */
export function connectionUrl(
  { host, port, sslMode }: Address,
  { database_name, username }: StoredDatabase,
  password: string,
): string {
  const [user, secret, name] = [username, password, database_name].map(encodeURIComponent);
  return `postgresql://${user}:${secret}@${host}:${port}/${name}?sslmode=${sslMode}`;
}

/** Gives the main role its pending password, then makes that the revealed one. */
export function passwordReset(parts: PostgresParts): Work {
  const { database, credentials, connections } = parts;
  return {
    async run(job) {
      const { service } = job;
      const pending = await credentials.readPending(database, service.id, credentialKey);
      if (!pending) return;
      const { username } = await databaseOf(database, service);
      const isWithState = await connections.isWithState(database, service);
      if (!isWithState) {
        await fencedOnServer(parts, job, (server) => setPassword(server, username, pending.secret));
      }
      return async (client) => {
        // Where the server keeps the secrets too, both change together.
        if (isWithState) await withShortWaits(client, () => setPassword(client, username, pending.secret));
        await credentials.activate(client, service.id, credentialKey, pending.version);
      };
    },
    giveUp: ({ service }, client) => credentials.dropPending(client, service.id, credentialKey),
  };
}

/** Changes the password of a role. The server gets a verifier, never the text. */
export async function setPassword(client: Querying, username: string, password: string): Promise<void> {
  await client.query(`alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(scramVerifier(password))}`);
}
