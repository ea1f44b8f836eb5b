import type { Pool } from "pg";
import { all, statement } from "../../database/query.js";
import { inTransaction } from "../../database/transaction.js";
import { PermanentFailure, type Work } from "../../operations/work.js";
import { configure, stopServer } from "../../postgres-server/cluster.js";
import type { PostgresParts } from "./parts.js";
import { createReplica } from "./replica.js";
import { clusterOf, dedicatedConnections, servers, type StoredServer } from "./servers.js";

const setEndpoint = statement("move-endpoint", "update services set endpoint = $2 where id = $1");
const setName = statement("rename-postgres-server", "update postgres_servers set name = $2 where id = $1");

/**
 * Makes a replica the primary. The old primary is stopped first: a clean stop sends its replicas all that it has written.
 * Then it and the other replicas are made anew from the new one.
 */
export function promoting(parts: PostgresParts): Work {
  const { config, connections, database, installation } = parts;
  return {
    moves: { done: "done", failed: "error" },
    async run({ service, operation, progress }) {
      const chosen = await servers.find(database, service.id, String(operation.input["replica_id"]));
      if (!chosen) throw new PermanentFailure("The replica is gone.");
      if (chosen.role === "replica") {
        const old = (await servers.findPrimary(database, service.id))!;
        // Nobody starts it again meanwhile.
        await servers.setStatus(database, old.id, "creating");
        await stopServer(clusterOf(config, installation.binaries, old));
        await connections.toServer(chosen, undefined, (client) =>
          client.query("select case when pg_is_in_recovery() then pg_promote(true, 60) end"),
        );
        await changePlaces(database, old, chosen);
      }
      progress(50);
      await configure(clusterOf(config, installation.binaries, chosen).data, {
        port: chosen.port!,
        maxConnections: dedicatedConnections,
      });
      for (const replica of await servers.listReplicas(database, service.id)) {
        await servers.setStatus(database, replica.id, "creating");
        await createReplica(parts, service, replica);
      }
      return async (client) => void (await all(client, setEndpoint, service.id, `127.0.0.1:${chosen.port}`));
    },
  };
}

/** The old primary becomes a replica under the name of the one that takes its place. */
async function changePlaces(database: Pool, old: StoredServer, chosen: StoredServer): Promise<void> {
  await inTransaction(database, async (client) => {
    await servers.setRole(client, old.id, "replica");
    await servers.setRole(client, chosen.id, "primary");
    await all(client, setName, old.id, `${chosen.name}.old`);
    await all(client, setName, chosen.id, "primary");
    await all(client, setName, old.id, chosen.name);
    await servers.setStatus(client, chosen.id, "online");
  });
}
