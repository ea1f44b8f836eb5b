import { rename } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { type Database, all, statement } from "../../database/query.js";
import { platformRole, programsRole } from "../../postgres-server/cluster.js";
import { writeServerFile } from "../../postgres-server/run-program.js";
import type { StoredService } from "../../services/service.js";
import type { PostgresParts } from "./parts.js";
import { clusterOf, servers } from "./servers.js";

const list = statement<{ cidr: string }>(
  "list-allowed-networks",
  "select cidr::text as cidr from postgres_allowlist where service_id = $1 order by postgres_allowlist.cidr",
);

/** The networks that may connect to a service; none: all. */
export async function listNetworks(database: Database, serviceId: string): Promise<string[]> {
  return (await all(database, list, serviceId)).map(({ cidr }) => cidr);
}

/**
 * Makes the servers of a service take connections from these networks only, from everywhere if there are none. Connections
 * that are open stay. The platform itself always gets in, from this machine.
 */
export async function applyAllowlist(
  { config, installation, connections }: PostgresParts,
  database: Database,
  service: StoredService,
  networks: readonly string[],
): Promise<void> {
  const primary = await servers.findPrimary(database, service.id);
  const replicas = await servers.listReplicas(database, service.id);
  for (const server of [primary, ...replicas]) {
    if (!server || server.status !== "online") continue;
    await writeRules(clusterOf(config, installation.binaries, server).data, networks);
    await connections.toServer(server, undefined, (client) => client.query("select pg_reload_conf()"));
  }
}

/** Writes the rules of a data directory; they apply from the next start or reload. */
export async function writeRules(data: string, networks: readonly string[] | "platform only"): Promise<void> {
  const sources = networks === "platform only" ? [] : networks.length > 0 ? networks : ["0.0.0.0/0", "::/0"];
  const rules = [
    // The socket is in the data directory: only the pooler, whose own rules are the same, gets there.
    ...(process.platform === "linux" && sources.length > 0
      ? [`local all ${platformRole} reject`, "local all all scram-sha-256"]
      : []),
    `host all,replication ${platformRole} 127.0.0.1/32 scram-sha-256`,
    `host all ${platformRole} all reject`,
    // Callers can't become members: the main role may not create roles, and nobody is an admin of this one.
    `host all +${programsRole} 127.0.0.1/32 scram-sha-256`,
    `host all +${programsRole} all reject`,
    ...sources.map((network) => `host all all ${network} scram-sha-256`),
  ];
  const path = join(data, "pg_hba.conf");
  await writeServerFile(`${path}.draft`, `${rules.join("\n")}\n`);
  await rename(`${path}.draft`, path);
}

/** A network as an allowlist stores it, and whether it was written with zero host bits. */
export interface Network {
  readonly cidr: string;
  readonly isCanonical: boolean;
  readonly isEverything: boolean;
}

/**
 * Reads an address or a network. One of IPv4 that is written as IPv6 (`::ffff:192.0.2.1`) is the one of IPv4: that is how a
 * server sees those who connect from it. `undefined`: it is neither, or has a zone.
 */
export function readNetwork(text: string): Network | undefined {
  const [host = "", length] = text.split("/");
  const address = parse(host);
  if (!address) return undefined;
  const bits = address.toByteArray().length * 8;
  const prefix = length === undefined ? bits : Number(length);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= 96;
  return isMapped ? toNetwork(address.toIPv4Address(), prefix - 96) : toNetwork(address, prefix);
}

/** Whether an address belongs to the public internet: what is reserved, private, translated or tunnelled does not. */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

/** All of IPv6 that is given out. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function parse(text: string): IPv4 | IPv6 | undefined {
  if (text.includes("%") || !ipaddr.isValid(text)) return undefined;
  // The library takes ::192.0.2.1 for ::ffff:192.0.2.1, so addresses of IPv6 are written without dots first.
  return ipaddr.parse(isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
}

function toNetwork(address: IPv4 | IPv6, prefix: number): Network {
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString();
  return { cidr: `${network}/${prefix}`, isCanonical: network === address.toString(), isEverything: prefix === 0 };
}
