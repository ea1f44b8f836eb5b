import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type pg from "pg";
import type { components } from "../../../../../generated/types.js";

type Source = components["schemas"]["PostgresMigrationSource"];

/** Networks that are not the public internet. */
const inner = new BlockList();
const networks = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/96 64:ff9b::/96 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8`;
for (const network of networks.split(/\s+/)) {
  const [address, prefix] = network.split("/") as [string, string];
  inner.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
}

/**
 * The address to connect to; `undefined` if the host is not allowed: when any of its addresses is not public and the host is
 * not on the list of the installation. Connect to this address, not to the name: the name could lead elsewhere next time.
 */
export async function allowedAddress(host: string, allowedHosts: readonly string[]): Promise<string | undefined> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (allowedHosts.includes(host)) return addresses[0];
  return addresses.every((address) => !isInner(address)) ? addresses[0] : undefined;
}

function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isInner(mapped);
  return inner.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
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
