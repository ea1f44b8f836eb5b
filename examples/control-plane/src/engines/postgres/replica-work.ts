import { PermanentFailure, type Job, type Work } from "../../operations/work.js";
import type { PostgresParts } from "./parts.js";
import { createReplica, dropStaleSlots, removeReplica } from "./replica.js";
import { removeStaleFolders, servers, type StoredServer } from "./servers.js";

/** Makes the replica that the operation names. */
export function addingReplica(parts: PostgresParts): Work {
  const { config, installation } = parts;
  return {
    async run(job) {
      const replica = await replicaOf(parts, job);
      if (!replica) throw new PermanentFailure("The replica is gone.");
      await removeStaleFolders(config, installation.binaries, job);
      await dropStaleSlots(parts, job);
      if (replica.status !== "online") await createReplica(parts, job, replica);
    },
    giveUp: async ({ operation }, client) =>
      void (await servers.setStatus(client, String(operation.input["replica_id"]), "failed")),
  };
}

/** Removes the replica that the operation names. */
export function deletingReplica(parts: PostgresParts): Work {
  return {
    async run(job) {
      const replica = await replicaOf(parts, job);
      if (replica) await removeReplica(parts, job.service, replica);
    },
    giveUp: async ({ operation }, client) =>
      void (await servers.setStatus(client, String(operation.input["replica_id"]), "failed")),
  };
}

function replicaOf({ database }: PostgresParts, { service, operation }: Job): Promise<StoredServer | undefined> {
  return servers.find(database, service.id, String(operation.input["replica_id"]));
}
