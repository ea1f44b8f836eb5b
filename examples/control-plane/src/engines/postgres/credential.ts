import type { Address } from "./connections.js";
import type { StoredDatabase } from "./databases.js";

/** Under which the connection URL of a service is revealed. */
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
