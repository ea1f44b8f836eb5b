import { rename } from "node:fs/promises";
import { join } from "node:path";
import { all, statement, type Database } from "../../database/query.js";
import { platformRole } from "../../postgres-server/cluster.js";
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

/** Writes the rules of a data directory; they hold from the next start or reload. */
export async function writeRules(data: string, networks: readonly string[] | "platform only"): Promise<void> {
  const sources = networks === "platform only" ? [] : networks.length > 0 ? networks : ["0.0.0.0/0", "::/0"];
  const rules = [
    `host all,replication ${platformRole} 127.0.0.1/32 scram-sha-256`,
    `host all ${platformRole} all reject`,
    ...sources.map((network) => `host all all ${network} scram-sha-256`),
  ];
  const path = join(data, "pg_hba.conf");
  await writeServerFile(`${path}.draft`, `${rules.join("\n")}\n`);
  await rename(`${path}.draft`, path);
}
