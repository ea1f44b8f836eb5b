import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type pg from "pg";
import type { components } from "../../../../../generated/types.js";
import { isPublic } from "./networks.js";

type Source = components["schemas"]["PostgresMigrationSource"];

/**
 * The address to connect to; `undefined` if the host is not allowed: when any of its addresses is not public and the host is
 * not on the list of the installation. Connect to this address, not to the name: the name could lead elsewhere next time.
 */
export async function allowedAddress(host: string, allowedHosts: readonly string[]): Promise<string | undefined> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (allowedHosts.includes(host)) return addresses[0];
  return addresses.every(isPublic) ? addresses[0] : undefined;
}

/** How to connect to a source, pinned to an address. */
export function sourceConfig(source: Source, address: string): pg.ClientConfig {
  const { host, port = 5432, username, password, database, ssl_mode = "require", ssl_root_certificate: ca } = source;
  const certificate = ca === undefined ? {} : { ca };
  const ssl = {
    disable: false,
    require: { rejectUnauthorized: false },
    "verify-ca": { ...certificate, checkServerIdentity: () => undefined },
    "verify-full": { ...certificate, servername: host },
  }[ssl_mode];
  return { host: address, port, user: username, password, database, ssl, connectionTimeoutMillis: 5000, query_timeout: 10_000 };
}
