import { configure, createCluster, isRunning, startServer } from "../../postgres-server/cluster.js";
import { findFreePort } from "../../postgres-server/free-port.js";
import { makePassword } from "../../postgres-server/scram.js";
import { first, statement } from "../../database/query.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import type { StoredService } from "../../services/service.js";
import { credentialKey } from "./credential.js";
import { saveDatabase, type StoredDatabase } from "./databases.js";
import { makeDatabase } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { createReplica } from "./replica.js";
import { clusterOf, dedicatedConnections, servers } from "./servers.js";

const setEndpoint = statement("set-endpoint", "update services set endpoint = $2 where id = $1");

/** Makes what a new service consists of. */
export function provisioning(parts: PostgresParts): Work {
  const { database, credentials, connections } = parts;
  return {
    moves: { done: "ready", failed: "error" },
    async run({ service, progress }) {
      const own = nameDatabase(service);
      const password = await ensurePassword(parts, service);
      if (service.plan !== "shared") await ensurePrimary(parts, service);
      progress(50);
      await connections.asPlatform(service, undefined, async (client) => {
        const { connectionLimit } = parts.installation.shared;
        const rights = service.plan === "shared" ? { createsDatabases: false, connectionLimit } : dedicatedRights;
        await makeDatabase(client, own, password, rights);
        if (service.plan !== "shared") await client.query("revoke connect on database postgres, template1 from public");
      });
      await saveDatabase(database, service.id, own);
      if (service.plan === "dedicated-ha") await ensureStandby(parts, service);
      const { host, port } = await connections.addressOf(database, service);
      return async (client) => void (await first(client, setEndpoint, service.id, `${host}:${port}`));
    },
  };

  async function ensurePassword({ database: pool }: PostgresParts, { id }: StoredService): Promise<string> {
    const there = await credentials.readCurrent(pool, id, credentialKey);
    if (there) return there.secret;
    const password = makePassword();
    await credentials.add(pool, id, credentialKey, password, "current");
    return password;
  }
}

const dedicatedRights = { createsDatabases: true, connectionLimit: -1 };

/** A shared server has many services: names come from the id. */
function nameDatabase({ id, plan }: StoredService): StoredDatabase {
  if (plan !== "shared") return { database_name: "app", username: "app_owner" };
  const name = `app_${id.replaceAll("-", "")}`;
  return { database_name: name, username: name };
}

async function ensurePrimary(parts: PostgresParts, service: StoredService): Promise<void> {
  const { database, config, installation } = parts;
  if (!installation.binaries) throw new PermanentFailure("This installation has no PostgreSQL binaries.");
  const server =
    (await servers.findPrimary(database, service.id)) ?? (await servers.insert(database, service.id, "primary", "primary"));
  const cluster = clusterOf(config, installation.binaries, server);
  const settings = { port: server.port ?? (await findFreePort()), maxConnections: dedicatedConnections };
  await createCluster(cluster, settings);
  await servers.setPort(database, server.id, settings.port);
  if (!(await isRunning(cluster))) {
    await configure(cluster.data, settings);
    // Somebody else may have taken the port: the next attempt looks for another.
    await startServer(cluster).catch(async (error: unknown) => {
      await servers.setPort(database, server.id, null);
      throw error;
    });
  }
  await servers.setStatus(database, server.id, "online");
}

async function ensureStandby(parts: PostgresParts, service: StoredService): Promise<void> {
  const { database } = parts;
  const replicas = await servers.listReplicas(database, service.id);
  const standby = replicas[0] ?? (await servers.insert(database, service.id, "replica", "standby"));
  if (standby.status !== "online") await createReplica(parts, service, standby);
}
