import { type Job, PermanentFailure, type Work } from "../../operations/work.js";
import { createPostgres } from "../../handlers/postgres.js";
import type { Log } from "../../log.js";
import { trafficKind } from "../../projects/project.js";
import type { Engine } from "../engine.js";
import { besidePool } from "./connections.js";
import { connectionUrl, credentialKey, passwordReset } from "./credential.js";
import { findDatabase } from "./databases.js";
import { databaseRename } from "./make-database.js";
import { migrating } from "./migrate.js";
import { movingShared } from "./move-shared.js";
import type { PostgresParts } from "./parts.js";
import { disablingPooler, enablingPooler, followedByPooler } from "./pooler-work.js";
import { preparingTransfer } from "./prepare-transfer.js";
import { probeDatabase } from "./probe.js";
import { promoting } from "./promote.js";
import { deleting, provisioning } from "./provision.js";
import { createReplica, dropStaleSlots, removeReplica } from "./replica.js";
import { restoring } from "./restore.js";
import { type StoredServer, removeStaleFolders, servers } from "./servers.js";
import { startSupervisor, stopServers } from "./supervisor.js";
import { switchingTraffic } from "./switch-traffic.js";
import { backingUp } from "./take-backup.js";
import { rehearsing, upgrading } from "./upgrade.js";
import { whyOff } from "./why-off.js";

/** Runs postgres services: databases of the shared server, and servers of their own. */
export interface PostgresEngine extends Engine<"postgres"> {
  readonly parts: PostgresParts;
}

/** The engine of postgres services. */
export function createPostgresEngine(parts: PostgresParts): PostgresEngine {
  const { installation, credentials, connections } = parts;
  return {
    parts,
    handle: (platform) => createPostgres({ ...platform, parts }),
    whyOff: (service, action) => whyOff(installation, service, action),
    whyNoPlan(plan) {
      if (plan === "shared" || installation.binaries) return undefined;
      return "This installation has no PostgreSQL binaries for servers of their own.";
    },
    async revealCredential(database, service) {
      const current = await credentials.readCurrent(database, service.id, credentialKey);
      const own = await findDatabase(database, service);
      if (!current || !own) return undefined;
      const value = connectionUrl(await connections.addressOf(database, service), own, current.secret);
      return { key: credentialKey, value };
    },
    probe: async (service, timeoutMs) => [await probeDatabase(parts, service, timeoutMs)],
    work: { provision: provisioning(parts), ...postgresWork(parts) },
    start(log) {
      warnOfConnections(parts, log);
      const supervisor = startSupervisor(parts, log);
      return {
        async stop(alsoServers) {
          await supervisor.stop();
          if (alsoServers) await stopServers(parts, log);
        },
      };
    },
  };
}

function warnOfConnections({ config, installation }: PostgresParts, log: Log): void {
  const { reservedConnections } = installation.shared;
  const needed = config.poolSize + besidePool;
  if (reservedConnections >= needed) return;
  log("warning", "Services can use up the connections of the shared server: raise superuser_reserved_connections", {
    superuser_reserved_connections: reservedConnections,
    needed,
  });
}

/** Background work of postgres services, by kind of operation. */
function postgresWork(parts: PostgresParts): Readonly<Record<string, Work>> {
  return {
    add_replica: addingReplica(parts),
    backup: backingUp(parts),
    delete: deleting(parts),
    delete_replica: deletingReplica(parts),
    migrate: migrating(parts),
    prepare_backup: preparingTransfer(parts),
    prepare_export: preparingTransfer(parts),
    pooler_disable: disablingPooler(parts),
    pooler_enable: enablingPooler(parts),
    promote_replica: followedByPooler(parts, promoting(parts)),
    rename_database: databaseRename(parts),
    reset_password: followedByPooler(parts, passwordReset(parts)),
    restore: followedByPooler(parts, restoring(parts)),
    [trafficKind]: followedByPooler(parts, switchingTraffic(parts)),
    shared_version_migration: movingShared(parts),
    upgrade: followedByPooler(parts, upgrading(parts)),
    upgrade_preview: rehearsing(parts),
  };
}

/** Makes the replica that the operation names. */
function addingReplica(parts: PostgresParts): Work {
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
function deletingReplica(parts: PostgresParts): Work {
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
