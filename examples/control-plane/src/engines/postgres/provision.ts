import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createCluster, findFreePort, isRunning, startServer } from "../../postgres-server/cluster.js";
import { makePassword } from "../../postgres-server/scram.js";
import { first, statement } from "../../database/query.js";
import { PermanentFailure, step, type Job, type Work } from "../../operations/work.js";
import { provisioningEnds, removeService } from "../../services/failed.js";
import type { StoredService } from "../../services/service.js";
import { credentialKey } from "./credential.js";
import { ownName, saveDatabase, type StoredDatabase } from "./databases.js";
import { dropOwned, makeDatabase } from "./make-database.js";
import type { PostgresParts } from "./parts.js";
import { createReplica, dropStaleSlots } from "./replica.js";
import { buildServer, clusterOf, dedicatedConnections, removeFolder, removeStaleFolders, servers } from "./servers.js";

const setEndpoint = statement("set-endpoint", "update services set endpoint = $2 where id = $1");

/** Makes what a new service consists of. */
export function provisioning(parts: PostgresParts): Work {
  const { database, credentials, connections } = parts;
  return {
    ...provisioningEnds,
    async run(job) {
      const { service, progress } = job;
      const own = nameDatabase(service);
      const password = await ensurePassword(parts, service);
      if (service.plan !== "shared") await step("The server could not be made.", () => ensurePrimary(parts, job));
      progress(50);
      await step("The database could not be made.", () =>
        connections.asPlatform(service, undefined, async (client) => {
          const { connectionLimit } = parts.installation.shared;
          const rights = service.plan === "shared" ? { createsDatabases: false, connectionLimit } : dedicatedRights;
          await job.fenced(() => makeDatabase(client, own, password, rights));
          if (service.plan !== "shared") await client.query("revoke connect on database postgres, template1 from public");
        }),
      );
      if (service.plan === "dedicated-ha") await step("The standby could not be made.", () => ensureStandby(parts, job));
      const { host, port } = await connections.addressOf(database, service);
      return async (client) => {
        await saveDatabase(client, service.id, own);
        await first(client, setEndpoint, service.id, `${host}:${port}`);
      };
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

/** Removes what a failed provisioning has left: servers with their folders, or the database and the role on the shared server. */
export function deleting(parts: PostgresParts): Work {
  const { config, connections, installation } = parts;
  return {
    async run(job) {
      const { service } = job;
      // The supervisor restarts what is online.
      const known = await job.fenced(async (client) => {
        const found = await servers.list(client, service.id);
        for (const { id } of found) await servers.setStatus(client, id, "deleting");
        return found;
      });
      const folders = known.length === 0 ? [] : await readdir(join(config.dataDir, "servers"));
      for (const { id } of known)
        for (const name of folders) if (name.startsWith(id)) await removeFolder(config, installation.binaries, name);
      if (service.plan === "shared") {
        const name = ownName(service);
        await connections.asPlatform(service, undefined, async (client) => {
          await dropOwned(client, { database_name: name, username: name });
          await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`);
        });
      }
      return (client) => removeService(client, service.id);
    },
  };
}

const dedicatedRights = { createsDatabases: true, connectionLimit: -1 };

/** A shared server has many services: names come from the id. */
function nameDatabase(service: StoredService): StoredDatabase {
  if (service.plan !== "shared") return { database_name: "app", username: "app_owner" };
  return { database_name: ownName(service), username: ownName(service) };
}

async function ensurePrimary(parts: PostgresParts, job: Job): Promise<void> {
  const { database, config, installation } = parts;
  const { binaries } = installation;
  if (!binaries) throw new PermanentFailure("This installation has no PostgreSQL binaries.");
  const { id: serviceId } = job.service;
  const server =
    (await servers.findPrimary(database, serviceId)) ??
    (await job.fenced((client) => servers.insert(client, serviceId, "primary", "primary")));
  if (server.status === "online" && (await isRunning(clusterOf(config, binaries, server)))) return;
  await removeStaleFolders(config, binaries, job);
  await buildServer(parts, job, server, async (folder, cluster) => {
    const port = await findFreePort();
    await createCluster(cluster, { port, maxConnections: dedicatedConnections });
    // Somebody else may have taken the port: the next attempt looks for another.
    await startServer(cluster);
    await job.fenced((client) => servers.putInPlace(client, server.id, folder, port));
  });
}

async function ensureStandby(parts: PostgresParts, job: Job): Promise<void> {
  const { database } = parts;
  const { id: serviceId } = job.service;
  const standby =
    (await servers.listReplicas(database, serviceId))[0] ??
    (await job.fenced((client) => servers.insert(client, serviceId, "replica", "standby")));
  if (standby.status === "online") return;
  await dropStaleSlots(parts, job);
  await createReplica(parts, job, standby);
}
