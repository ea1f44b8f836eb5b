import type { PoolClient } from "pg";
import { all, statement } from "../../database/query.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { configure, stopServer } from "../../postgres-server/cluster.js";
import type { PostgresParts } from "./parts.js";
import { createReplica, dropStaleSlots } from "./replica.js";
import { clusterOf, dedicatedConnections, removeStaleFolders, servers, type StoredServer } from "./servers.js";

const setEndpoint = statement("move-endpoint", "update services set endpoint = $2 where id = $1");
const setName = statement("rename-postgres-server", "update postgres_servers set name = $2 where id = $1");

/**
 * Makes a replica the primary. The former primary is stopped first: a clean stop sends its replicas everything that it has written.
 * Then it and the other replicas are made anew from the new one.
 */
export function promoting(parts: PostgresParts): Work {
  const { config, connections, database, installation } = parts;
  return {
    // Whichever server is the primary when the work is given up has all the data.
    moves: { done: ["done"], failed: ["error", "repaired"] },
    async run(job) {
      const { service, operation, progress, fenced } = job;
      const chosen = await servers.find(database, service.id, String(operation.input["replica_id"]));
      if (!chosen) throw new PermanentFailure("The replica is gone.");
      await removeStaleFolders(config, installation.binaries, job);
      if (chosen.role === "replica") {
        const old = (await servers.findPrimary(database, service.id))!;
        // Nobody starts it again meanwhile.
        await fenced((client) => servers.setStatus(client, old.id, "creating"));
        await stopServer(clusterOf(config, installation.binaries, old));
        await connections.toServer(chosen, undefined, (server) =>
          fenced(async (client) => {
            await server.query("select case when pg_is_in_recovery() then pg_promote(true, 20) end");
            await changePlaces(client, old, chosen);
          }),
        );
      }
      progress(50);
      await configure(clusterOf(config, installation.binaries, chosen).data, {
        port: chosen.port!,
        maxConnections: dedicatedConnections,
      });
      for (const replica of await servers.listReplicas(database, service.id)) {
        await fenced((client) => servers.setStatus(client, replica.id, "creating"));
        await createReplica(parts, job, replica);
      }
      await removeStaleFolders(config, installation.binaries, job);
      await dropStaleSlots(parts, job);
      return async (client) => void (await all(client, setEndpoint, service.id, `127.0.0.1:${chosen.port}`));
    },
    async giveUp({ service }, client) {
      const primary = (await servers.findPrimary(client, service.id))!;
      await servers.setStatus(client, primary.id, "online");
      await all(client, setEndpoint, service.id, `127.0.0.1:${primary.port}`);
      for (const { id, status } of await servers.listReplicas(client, service.id))
        if (status !== "online") await servers.setStatus(client, id, "failed");
    },
  };
}

/** The former primary becomes a replica under the name of the one that replaces it. */
async function changePlaces(client: PoolClient, old: StoredServer, chosen: StoredServer): Promise<void> {
  await servers.setRole(client, old.id, "replica");
  await servers.setRole(client, chosen.id, "primary");
  await all(client, setName, old.id, `${chosen.name}.old`);
  await all(client, setName, chosen.id, "primary");
  await all(client, setName, old.id, chosen.name);
  await servers.setStatus(client, chosen.id, "online");
}
